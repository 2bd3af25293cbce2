/**
 * Types for the rules of a CFDI 4.0 and its complements.
 * @module
 */
import type { Certificate } from '../../certificate/certificate.js'
import {
  type Rule as AnyRule,
  type RuleContext as Context,
  perDocument as perAny,
  ruleTables,
} from '../../rules/rule.js'
import type { Comprobante } from './declaration.js'

export { type Mismatch, onDay, perCatalogs } from '../../rules/rule.js'

/** Context of a rule besides its node. */
export interface RuleContext extends Context<Comprobante> {
  /** Decimals of `Moneda` (c_Moneda). */
  readonly decimals: number
  /** The certificate of the document, parsed once; undefined when it cannot be read. */
  readonly certificate: Certificate | undefined
}

/** One row. `Node` is the type of its node, `Up` that of the parent. */
export type Rule<Node, Up = unknown> = AnyRule<Node, Up, RuleContext>

/**
 * Creates a table of rules:
 * `tableOf(at(nomina12, 'Deducciones'), { source, rules: { NOM91: … } })`.
 */
export const tableOf = ruleTables<RuleContext>()

/** Computes a value once per document, when a rule first reads it. `undefined` is not cached. */
export const perDocument = perAny as <T>(
  compute: (context: RuleContext) => T,
) => (context: RuleContext) => T
