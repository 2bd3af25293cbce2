/**
 * Findings: problems of a document, as data.
 * @module
 */
import { clip } from '../lib/text.js'

/** A problem of a document, with a message in Spanish for the taxpayer. */
export interface Finding {
  /**
   * Code of the SAT's validation matrix, or 301 (the PACs' "XML mal formado") for problems of the
   * structure.
   */
  readonly code: string
  /** `error` prevents the stamp; `warning` does not. */
  readonly severity: 'error' | 'warning'
  /** The SAT's name of the element: `Traslado`. */
  readonly element: string
  /** The attribute or child; empty for the element itself. */
  readonly field: string
  /** A complete sentence: element, field and problem. */
  readonly message: string
  /** Path in the JSON document: `Conceptos[0].Impuestos.Traslados[1].Base`. */
  readonly path: string
  /** The value found, if there is one. */
  readonly value?: unknown
  /** The expected value, if there is only one. */
  readonly expected?: string
  /** The catalogue that lacks the code. */
  readonly catalog?: string
  /** Lower and upper limit of an amount. */
  readonly limits?: readonly [string, string]
}

/** A place in the JSON document. Its path text is built only for findings. */
export interface At {
  readonly parent: At | undefined
  readonly key: string | number
}

/** Returns the JSON path of a place, `Conceptos[0].Base`, or of `key` in it. */
export function pathOf(at: At | undefined, key?: string | number): string {
  const steps = keysOf(at)
  if (key !== undefined) steps.push(key)
  let path = ''
  for (const step of steps)
    path += typeof step === 'number' ? `[${step}]` : path === '' ? step : `.${step}`
  return path
}

/** Returns the keys from the root to a place. */
export function keysOf(at: At | undefined): (string | number)[] {
  const keys: (string | number)[] = []
  for (let place = at; place !== undefined; place = place.parent) keys.push(place.key)
  return keys.reverse()
}

/**
 * Returns the steps of a finding's path as an array. The name of an unknown field may contain dots.
 */
export function stepsOf({ path, field }: Finding): (string | number)[] {
  const named = field !== '' && path.endsWith(`.${field}`)
  const steps = (named ? path.slice(0, -field.length) : path).match(/\[\d+\]|[^.[\]]+/g) ?? []
  const keys = steps.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step))
  if (named) return [...keys, field]
  return keys
}

/** Code of findings about the structure. */
export const structureCode = '301'

/**
 * Creates a finding about the structure. The value is a member of this literal, not of a copy of its
 * result, which took 7 % of a check with two findings (measured).
 */
export function finding(
  at: At | undefined,
  element: string,
  field: string,
  problem: string,
  more: { readonly severity?: Finding['severity']; readonly value?: unknown } = {},
): Finding {
  const subject = field === '' ? clip(element) : `${clip(element)}.${clip(field)}`
  return {
    code: structureCode,
    severity: more.severity ?? 'error',
    element,
    field,
    message: toSentence(`${subject}: ${problem}`),
    path: pathOf(at, field === '' ? undefined : field),
    ...(more.value !== undefined && { value: more.value }),
  }
}

function toSentence(words: string): string {
  if (words.endsWith('?')) return words
  return `${words}.`
}

/** Counts findings up to a limit. Findings beyond it are not created. */
export class FindingTally {
  readonly #most: number
  readonly #element: string
  #count = 0
  #severity: Finding['severity'] = 'warning'

  constructor(most: number, element: string) {
    this.#most = most
    this.#element = element
  }

  /** Returns a copy with the same count. */
  copy(): FindingTally {
    const copy = new FindingTally(this.#most, this.#element)
    copy.#count = this.#count
    copy.#severity = this.#severity
    return copy
  }

  /** Counts a finding; returns whether it is within the limit. */
  admits(severity: Finding['severity'] = 'error'): boolean {
    if (++this.#count <= this.#most) return true
    if (severity === 'error') this.#severity = severity
    return false
  }

  /** Whether errors exceeded the limit. */
  get isOver(): boolean {
    return this.#count > this.#most && this.#severity === 'error'
  }

  /** Returns the finding that reports the number of omitted ones. */
  last(): Finding[] {
    const value = this.#count - this.#most
    if (value <= 0) return []
    const message = `${this.#element}: hay ${value} observaciones más, que no se detallan${this.#severity === 'error' ? '; entre ellas, errores' : ''}.`
    return [
      {
        code: structureCode,
        severity: this.#severity,
        element: this.#element,
        field: '',
        message,
        path: '',
        value,
      },
    ]
  }
}
