/**
 * Outcomes that a request can force in the sandbox, as data.
 * @module
 */
import { clip, nearest } from '../../lib/text.js'
import { type Refusal, refuseField } from '../answer.js'

/** An outcome: whether it takes a value after a colon, and the range of seconds of that value. */
interface OutcomeRow {
  readonly value: 'none' | 'code' | 'seconds'
}

const down = {
  /** The first PAC cannot be reached, and the second one stamps or cancels. */
  'pac-caido': { value: 'none' },
  /** No PAC can be reached. */
  'pacs-caidos': { value: 'none' },
  /** The PAC acts, and its answer is lost. */
  'respuesta-perdida': { value: 'none' },
  /** The PAC rejects with a code. */
  rechazo: { value: 'code' },
  /** The answer comes after some seconds. */
  lento: { value: 'seconds' },
} as const satisfies Readonly<Record<string, OutcomeRow>>

/** Outcomes by the operation that takes them. */
export const outcomes = {
  stamp: {
    ...down,
    /** The answer of the first PAC is lost, the second one stamps too, and `recover` finds both. */
    'timbre-doble': { value: 'none' },
  },
  cancel: {
    ...down,
    /** The receiver must consent, and does not answer. */
    'requiere-aceptacion': { value: 'none' },
    /** The receiver must consent, and does. */
    'receptor-acepta': { value: 'none' },
    /** The receiver must consent, and refuses. */
    'receptor-rechaza': { value: 'none' },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OutcomeRow>>>>

/** An operation with outcomes. */
export type SimulatedVerb = keyof typeof outcomes

/** Name of an outcome. */
export type OutcomeName = keyof (typeof outcomes)['stamp'] | keyof (typeof outcomes)['cancel']

/** A forced outcome. */
export interface SimulatedOutcome {
  /** Its name. */
  readonly name: OutcomeName
  /** Code of a rejection. */
  readonly code?: string
  /** Delay. */
  readonly seconds?: number
}

/** Seconds of `lento` without a value, and at most. */
const usualDelay = 5
const mostDelay = 30

/**
 * Parses an outcome: `name`, `rechazo:code` or `lento:seconds`.
 * @throws Refusal 725 with the nearest name
 */
export function readOutcome(verb: SimulatedVerb, text: string): SimulatedOutcome {
  const rows: Readonly<Record<string, OutcomeRow>> = outcomes[verb]
  const [, name = '', value] = /^([^:]*)(?::(.*))?$/s.exec(text.trim()) ?? []
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined
  if (row === undefined) throw unknownOutcomeName(name, Object.keys(rows))
  const outcome = { name: name as OutcomeName }
  if (row.value === 'none' && value === undefined) return outcome
  if (row.value === 'code' && /^[A-Za-z0-9_.-]{1,20}$/.test(value ?? ''))
    return { ...outcome, code: value! }
  if (row.value === 'seconds') {
    const seconds = /^\d{1,2}$/.test(value ?? String(usualDelay)) ? Number(value ?? usualDelay) : 0
    if (seconds >= 1 && seconds <= mostDelay) return { ...outcome, seconds }
  }
  throw refuseField('simular', wrongValue[row.value](name))
}

const wrongValue: Readonly<Record<OutcomeRow['value'], (name: string) => string>> = {
  none: (name) => `El resultado ${name} no lleva valor.`,
  code: (name) =>
    `El resultado ${name} lleva un código de hasta 20 letras y cifras: ${name}:CFDI40147.`,
  seconds: (name) => `El resultado ${name} lleva de 1 a ${mostDelay} segundos: ${name}:10.`,
}

function unknownOutcomeName(name: string, known: readonly string[]): Refusal {
  const near = nearest(name, known)
  const hint = near === undefined ? `Los que hay: ${known.join(', ')}.` : `¿Quiso decir ${near}?`
  return refuseField('simular', `El resultado ${clip(name)} no existe. ${hint}`)
}
