/**
 * What is wrong with a document, as data.
 * @module
 */

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

/** The code of findings about structure. */
export const structureCode = '301'

/** Counts findings, and tells up to which number they are to be made: what is beyond it costs nothing. */
export class FindingTally {
  readonly #most: number
  #count = 0
  #severity: Finding['severity'] = 'warning'

  constructor(most: number) {
    this.#most = most
  }

  /** Whether the next is among the first. */
  admits(severity: Finding['severity'] = 'error'): boolean {
    if (++this.#count <= this.#most) return true
    if (severity === 'error') this.#severity = severity
    return false
  }

  /** What there is to say of those that are not. */
  last(): Finding[] {
    const value = this.#count - this.#most
    if (value <= 0) return []
    const message = `Comprobante: hay ${value} observaciones más, que no se detallan${this.#severity === 'error' ? '; entre ellas, errores' : ''}.`
    return [
      { code: structureCode, severity: this.#severity, element: 'Comprobante', field: '', message, path: '', value },
    ]
  }
}
