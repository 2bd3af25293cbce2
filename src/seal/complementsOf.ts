/**
 * Complements of a document that its seal does not cover.
 * @module
 */
import { isObject } from '../lib/json.js'
import { laterVersion } from '../model/version.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { Root } from '../sat/root.js'
import { timbreFiscalDigital } from '../sat/timbre11/declaration.js'

/** Complements that the caller should warn about. */
export interface UncoveredComplements {
  /**
   * Names of complements that the library does not declare, which the document holds as XML
   * fragments, and of those that state a later version than the declared ones.
   */
  readonly unknown: readonly string[]
  /** Names among them whose namespace is declared: the structure judges them by an older version. */
  readonly later: readonly string[]
  /**
   * Names of complements that the SAT's transformation leaves out of the cadena original. The stamp
   * is not among them: it has its own seal.
   */
  readonly unsealed: readonly string[]
}

/** Lists the complements of a document read from XML that its seal does not cover. */
export function uncoveredComplements(document: Comprobante, { model }: Root): UncoveredComplements {
  const unsealed = new Set(
    model.complements
      .filter(({ cadena, name }) => !cadena && name !== timbreFiscalDigital.name)
      .map(({ name }) => name),
  )
  const slots: unknown[] = [
    document.Complemento,
    ...conceptsOf(document).map((one) => one.ComplementoConcepto),
  ]
  const members = slots.flatMap((slot) => (isObject(slot) ? Object.entries(slot) : []))
  const names = (isOne: (name: string, value: unknown) => boolean) => [
    ...new Set(members.filter(([name, value]) => isOne(name, value)).map(([name]) => name)),
  ]
  const later = names(
    (name, value) =>
      name !== timbreFiscalDigital.name &&
      [value].flat().some((one) => laterVersion(model.complements, name, one) !== undefined),
  )
  return {
    unknown: [
      ...names((_, value) => [value].flat().some((one) => typeof one === 'string')),
      ...later,
    ],
    later,
    unsealed: names((name, value) => unsealed.has(name) && [value].flat().some(isObject)),
  }
}

function conceptsOf({
  Conceptos,
}: Partial<Comprobante>): readonly { readonly ComplementoConcepto?: unknown }[] {
  if (Array.isArray(Conceptos)) return Conceptos.filter(isObject)
  return []
}
