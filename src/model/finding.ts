/**
 * What is wrong with a document, as data.
 * @module
 */
import { clip, quote } from '../lib/text.js'

/** One thing that is wrong with a document. Message in Spanish, for the taxpayer. */
export interface Finding {
  /** The SAT's code: of the validation matrix, or 301 (the PACs' "XML mal formado") when the structure is at fault. */
  readonly code: string
  /** `error` stops the stamp; `warning` does not. */
  readonly severity: 'error' | 'warning'
  /** The SAT's name of the element at fault: `Traslado`. */
  readonly element: string
  /** The attribute or child at fault; empty when it is the element itself. */
  readonly field: string
  /** A whole sentence: element, field, and what is wrong. */
  readonly message: string
  /** Where it is in the JSON document: `Conceptos[0].Impuestos.Traslados[1].Base`. */
  readonly path: string
  /** What was found there, when there was something. */
  readonly value?: unknown
  /** What should be there, when it is one thing. */
  readonly expected?: string
  /** The catalogue that lacks the code, when that is what is wrong. */
  readonly catalog?: string
  /** Least and most admitted, when an amount may lie between two. */
  readonly limits?: readonly [string, string]
}

/** A place in the JSON document; the path text is only built when something is wrong there. */
export interface At {
  readonly parent: At | undefined
  readonly key: string | number
}

/** The JSON path of a place, `Conceptos[0].Base`; of `key` in it, when given. */
export function pathOf(at: At | undefined, key?: string | number): string {
  const steps: (string | number)[] = key === undefined ? [] : [key]
  for (let place = at; place !== undefined; place = place.parent) steps.push(place.key)
  let path = ''
  for (const step of steps.reverse()) path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`
  return path
}

/** The steps of a finding's path, as others write paths. A field that does not exist may have any name, dots included. */
export function stepsOf({ path, field }: Finding): (string | number)[] {
  const named = field !== '' && path.endsWith(`.${field}`)
  const steps = (named ? path.slice(0, -field.length) : path).match(/\[\d+\]|[^.[\]]+/g) ?? []
  const keys = steps.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step))
  return named ? [...keys, field] : keys
}

/** The code of findings about structure. */
export const structureCode = '301'

/** A finding about structure. */
export function finding(
  at: At | undefined,
  element: string,
  field: string,
  problem: string,
  more: { readonly severity?: Finding['severity']; readonly value?: unknown } = {},
): Finding {
  const subject = field === '' ? clip(element) : `${clip(element)}.${clip(field)}`
  const shown = more.value === undefined ? '' : ` (se encontró ${shownValue(more.value)})`
  return {
    code: structureCode,
    severity: more.severity ?? 'error',
    element,
    field,
    message: sentence(`${subject}: ${problem}${shown}`),
    path: pathOf(at, field === '' ? undefined : field),
    ...(more.value === undefined ? {} : { value: more.value }),
  }
}

/** A value as it was found: a number or a word of JSON, where text is due, is not taken for the text that it looks like. */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  return typeof value === 'number' ? `el número ${value}` : String(value).slice(0, 60)
}

function sentence(words: string): string {
  return words.endsWith('?') ? words : `${words}.`
}

/** Counts findings, and tells up to which number they are to be made: what is beyond it costs nothing. */
export class FindingTally {
  readonly #most: number
  readonly #element: string
  #count = 0
  #severity: Finding['severity'] = 'warning'

  constructor(most: number, element: string) {
    this.#most = most
    this.#element = element
  }

  /** Another that has counted as many. */
  copy(): FindingTally {
    const copy = new FindingTally(this.#most, this.#element)
    copy.#count = this.#count
    copy.#severity = this.#severity
    return copy
  }

  /** Whether the next is among the first. */
  admits(severity: Finding['severity'] = 'error'): boolean {
    if (++this.#count <= this.#most) return true
    if (severity === 'error') this.#severity = severity
    return false
  }

  /** Whether errors are among those that are not. */
  get isOver(): boolean {
    return this.#count > this.#most && this.#severity === 'error'
  }

  /** What there is to say of those that are not. */
  last(): Finding[] {
    const value = this.#count - this.#most
    if (value <= 0) return []
    const message = `${this.#element}: hay ${value} observaciones más, que no se detallan${this.#severity === 'error' ? '; entre ellas, errores' : ''}.`
    return [
      { code: structureCode, severity: this.#severity, element: this.#element, field: '', message, path: '', value },
    ]
  }
}
