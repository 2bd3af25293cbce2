/**
 * The whole judgement of a CFDI 4.0: structure, catalogues, and what the SAT demands.
 * @module
 */
import type { Finding } from '../../model/finding.js'
import { type CheckOptions, Judge } from '../../rules/judge.js'
import { ruleSet, tables } from '../rules.js'
import { cfdi } from './cfdi.js'
import { contextOf, contextOfUnsound } from './context.js'

export type { CheckOptions } from '../../rules/judge.js'

/** The judge of CFDI 4.0. */
export const judge = new Judge({ model: cfdi, ruleSet, tables, contextOf, contextOfUnsound })

/**
 * Everything that is wrong with a document, in Spanish; `[]` when nothing is. Never throws for what the document holds.
 * Rules that read a value which is not what the XSD asks are not asked, so that one slip is one finding; the others are. What
 * the XSD refuses is code 301, or the code of the validation matrix where that says the same. Of objects, what counts is their
 * own enumerable properties, as in every verb. Findings beyond `limits.findings` are one, the last.
 *
 * @throws TypeError when `at` is not a valid date, or `limits` are none.
 * @example
 * check(factura) // → []
 * const [finding] = check({ ...factura, Moneda: 'PESOS' })
 * finding?.field // → 'Moneda'
 */
export function check(document: unknown, options: CheckOptions = {}): Finding[] {
  return judge.check(document, options)
}

/**
 * The same on XML of any origin. XML that cannot be read is one finding.
 * @example
 * checkXml(xml) // → []
 * checkXml('<factura/>').length // → 1
 */
export function checkXml(xml: string | Uint8Array, options: CheckOptions = {}): Finding[] {
  return judge.checkXml(xml, options)
}
