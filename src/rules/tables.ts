/**
 * Every table of rules, in the order in which they are judged.
 * @module
 */
import { comprobanteRules } from './comprobante.js'
import { conceptoRules } from './concepto.js'
import type { RuleTable } from './rule.js'
import type { AnyTable } from './run.js'

export const tables: readonly AnyTable[] = [erase(comprobanteRules), erase(conceptoRules)]

/** Forgets what the nodes of a table are: only its own `each` makes them, and only its own rules get them. */
function erase<Node, Up>(table: RuleTable<Node, Up>): AnyTable {
  return table as unknown as AnyTable
}
