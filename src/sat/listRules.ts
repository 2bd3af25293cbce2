/**
 * The rules as data: for documentation and support desks.
 * @module
 */

import { requireOptions } from '../lib/options.js'
import { kindsOf } from './document.js'
import { type Root, requireDocuments } from './root.js'
import type { Need } from '../rules/rule.js'
import { type AnyTable, tablesOf } from '../rules/run.js'
import { ruleSet } from './rules.js'

/** Description of a rule. */
export interface RuleDescription {
  /** The SAT's code, or our own for a requirement without one. */
  readonly code: string
  /** The SAT's name of the node, `Concepto`. */
  readonly element: string
  /** The attribute or child; empty for the node itself. */
  readonly field: string
  /** The condition, in Spanish. */
  readonly sentence: string
  /**
   * `active`: evaluated. `partial`: evaluated in part; `why` describes the rest. `suspended`:
   * suspended by the SAT. `undecidable`: depends on data outside the document.
   */
  readonly status: 'active' | 'partial' | 'suspended' | 'undecidable'
  /** Reason why it is not evaluated, or not completely. */
  readonly why?: string
  /** Source document of the rule. */
  readonly source: string
  /** Whether a breach prevents the stamp (`error`) or not. */
  readonly severity: 'error' | 'warning'
  /** Data that it needs besides the document. */
  readonly needs?: Need
  /** Remedy in Spanish, for a sentence that does not suggest one. */
  readonly remedy?: string
}

/**
 * Returns every rule, in the order of evaluation.
 * @example
 * listRules().find(({ code }) => code === 'CFDI40119')?.field // → 'Total'
 */
export function listRules(options: ListRulesOptions = {}): RuleDescription[] {
  requireOptions('listRules', options, ['documents'])
  requireDocuments('listRules', options.documents)
  const { documents = [] } = options
  return [{ ruleSet }, ...kindsOf(documents)]
    .flatMap((one) => tablesOf(one.ruleSet))
    .flatMap(describeTable)
}

/** Options of `listRules`. */
export interface ListRulesOptions {
  /** Documents whose rules to add, such as `retenciones20` of `cfdi-stamp/retenciones`. */
  readonly documents?: readonly Root[] | undefined
}

function describeTable({ nodes: { element }, source, rules }: AnyTable): RuleDescription[] {
  return Object.entries(rules).map(([code, rule]) => {
    const {
      field = '',
      says,
      severity = 'error',
      needs,
      remedy,
      suspended,
      undecidable,
      holds,
      inSchema,
    } = rule
    const why = suspended ?? undecidable
    const decided = holds !== undefined || inSchema === true
    return {
      code,
      element,
      field,
      sentence: says,
      status:
        suspended !== undefined
          ? 'suspended'
          : !decided
            ? 'undecidable'
            : why !== undefined
              ? 'partial'
              : 'active',
      ...(why !== undefined && { why }),
      source,
      severity,
      ...(needs !== undefined && { needs }),
      ...(remedy !== undefined && { remedy }),
    }
  })
}
