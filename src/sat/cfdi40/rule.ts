/**
 * Rules of a CFDI 4.0 and of the complements that hang from it: the machine's, with what they may know of the document.
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

/** What a rule may know besides the node it looks at. */
export interface RuleContext extends Context<Comprobante> {
  /** Decimals of `Moneda` (c_Moneda). */
  readonly decimals: number
  /** The certificate in the document, read once; undefined when there is none that can be read. */
  readonly certificate: Certificate | undefined
}

/** One row. `Node` is what it looks at, `Up` what it hangs from. */
export type Rule<Node, Up = unknown> = AnyRule<Node, Up, RuleContext>

/** A table of rules: `tableOf(at(nomina12, 'Deducciones'), { source, rules: { NOM91: … } })`. */
export const tableOf = ruleTables<RuleContext>()

/** Computes something once per document, when a rule first asks for it. `undefined` is not remembered. */
export const perDocument = perAny as <T>(compute: (context: RuleContext) => T) => (context: RuleContext) => T
