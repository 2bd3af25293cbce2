/**
 * The rules as data: for documentation and support desks.
 * @module
 */

import type { Need } from '../rules/rule.js'
import type { AnyTable } from '../rules/run.js'
import { tables } from './rules.js'

/** A rule, described. */
export interface RuleDescription {
  /** The SAT's code; a name of ours for what it states without one. */
  readonly code: string
  /** The SAT's name of the node, `Concepto`. */
  readonly element: string
  /** The attribute or child that it is about; empty when it is the node itself. */
  readonly field: string
  /** What must hold, in Spanish. */
  readonly sentence: string
  /**
   * `active`: decided here. `partial`: what can be decided here is, `why` says what is left. `suspended`: switched off by the
   * SAT. `undecidable`: it depends on what only others know.
   */
  readonly status: 'active' | 'partial' | 'suspended' | 'undecidable'
  /** Why it is not, or not wholly, decided here. */
  readonly why?: string
  /** The document that it comes from. */
  readonly source: string
  /** Whether a breach stops the stamp (`error`) or not. */
  readonly severity: 'error' | 'warning'
  /** What it needs besides the document. */
  readonly needs?: Need
}

/**
 * Every rule, in the order in which they are judged.
 * @example
 * listRules().find(({ code }) => code === 'CFDI40119')?.field // → 'Total'
 */
export function listRules(): RuleDescription[] {
  return tables.flatMap(describeTable)
}

function describeTable({ nodes: { element }, source, rules }: AnyTable): RuleDescription[] {
  return Object.entries(rules).map(([code, rule]) => {
    const { field = '', says, severity = 'error', needs, suspended, undecidable, holds, inSchema } = rule
    const why = suspended ?? undecidable
    const decided = holds !== undefined || inSchema === true
    return {
      code,
      element,
      field,
      sentence: says,
      status:
        suspended !== undefined ? 'suspended' : !decided ? 'undecidable' : why !== undefined ? 'partial' : 'active',
      ...(why === undefined ? {} : { why }),
      source,
      severity,
      ...(needs === undefined ? {} : { needs }),
    }
  })
}
