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
  const { Complemento, Conceptos }: Partial<Comprobante> = document
  const slots: unknown[] = [Complemento]
  for (const concept of Array.isArray(Conceptos) ? Conceptos : [])
    if (isObject(concept))
      slots.push((concept as { readonly ComplementoConcepto?: unknown }).ComplementoConcepto)
  const withoutCadena = new Set<string>()
  for (const { cadena, name } of model.complements)
    if (!cadena && name !== timbreFiscalDigital.name) withoutCadena.add(name)
  const [fragments, later, unsealed] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const slot of slots)
    for (const [name, value] of isObject(slot) ? Object.entries(slot) : [])
      for (const one of [value].flat()) {
        if (typeof one === 'string') fragments.add(name)
        if (isObject(one) && withoutCadena.has(name)) unsealed.add(name)
        if (name === timbreFiscalDigital.name) continue
        if (laterVersion(model.complements, name, one) !== undefined) later.add(name)
      }
  return { unknown: [...fragments, ...later], later: [...later], unsealed: [...unsealed] }
}
