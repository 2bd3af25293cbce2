/**
 * A rule is a row: the SAT's code, the condition as a sentence of our own, and the predicate.
 * Tables are data; `run.ts` evaluates them.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { CatalogName } from '../catalogs/rows.js'
import type { Decimal } from '../lib/decimal.js'
import type { Barred } from '../model/check/structureContext.js'
import type { At } from '../model/finding.js'
import type { Nodes } from '../model/nodes.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'

/** Context of a rule besides its node. A root document adds the data that its own rules need. */
export interface RuleContext<Document = unknown> {
  readonly document: Document
  readonly catalogs: Catalogs
  /** Day of the document, `AAAA-MM-DD`: validity dates are compared with it, not with today. */
  readonly day: string
  /** Type of the document, as in `tipos`. */
  readonly tipo: string
  /** The present, if the caller gave it. */
  readonly at: Date | undefined
  /** Values computed from the document: a slot for each {@link perDocument}. */
  readonly derived: unknown[]
  /** Whether every code of the document is known to be in force on its day. */
  readonly codesInForce: boolean
  /** Values with a `|`, outside free content. */
  readonly barred: readonly Barred[]
  /** Places of texts with white space that the XSD ignores. Rules read them collapsed. */
  readonly spaced: readonly At[]
  /** The SAT's lists, if the host has them. */
  readonly taxpayers: TaxpayerRegistry | undefined
  readonly certificates: CertificateRegistry | undefined
}

/** Difference of an amount: the expected value or the limits, and the value found. */
export interface Mismatch {
  readonly expected?: Decimal | string
  /** Minimum and maximum, inclusive. */
  readonly limits?: readonly [Decimal, Decimal]
  readonly found?: Decimal | string
  /** Further words for the sentence, for example the factors of a product or the catalogue row. */
  readonly detail?: string
  /** The catalogue that lacks the code, at all or on that day. */
  readonly catalog?: string
  /**
   * Set when it is less than an error: only the notation is wrong, or the SAT may have changed the
   * requirement.
   */
  readonly severity?: 'warning'
  /** Steps below the node, when the place is not the rule's own field. */
  readonly at?: readonly (string | number)[]
  /** Element and field at fault, when they are not the node and the rule's own. */
  readonly subject?: { readonly element: string; readonly field: string }
}

/**
 * Result of a rule: `true` when it holds; otherwise `false`, or a breach for each place that breaks
 * it.
 */
export type Verdict = boolean | Mismatch | readonly Mismatch[]

/** Data that a rule needs from outside the document; without it the rule is not evaluated. */
export type Need = 'at' | 'taxpayers' | 'certificates'

/** One row. `Node` is the type of its node, `Up` that of the parents. */
export interface Rule<Node, Up = undefined, Context = RuleContext> {
  /** The condition, in Spanish, as the end of "Concepto.Importe: …". */
  readonly says: string
  /** The attribute or child at fault; the element itself when absent. */
  readonly field?: string
  /** Types of document that it applies to, `'IE'`; defaults to all. */
  readonly tipos?: string
  /** Condition for evaluating the rule. */
  readonly when?: (node: Node, context: Context, up: Up) => boolean
  /** Whether it holds. Absent when it cannot be decided here. */
  readonly holds?: (node: Node, context: Context, up: Up) => Verdict
  readonly needs?: Need
  /** `warning` for a requirement that the SAT states without a code. */
  readonly severity?: 'warning'
  /**
   * Remedy in Spanish, for a sentence that does not suggest one. It ends the message, and `explain`
   * has it.
   */
  readonly remedy?: string
  /** Values of `field` that the remedy is for. Defaults to all. */
  readonly remedies?: (value: unknown) => boolean
  /** Date and publication of the SAT's suspension. */
  readonly suspended?: string
  /**
   * Reason why the document cannot decide the rule (no `holds`), or the part that it cannot decide
   * (`holds` decides the rest).
   */
  readonly undecidable?: string
  /**
   * Whether the XSD requires it too: a value of `field` that the XSD refuses gets this code instead
   * of 301, and `holds`, if any, checks the remaining cases. Only in tables with a `path`.
   */
  readonly inSchema?: true
  /**
   * Set when the rule only checks that the code of `field` is in force in this catalogue: skipped
   * when the structural check did it.
   */
  readonly catalog?: CatalogName
}

/**
 * Rows over one kind of node, with its type erased: the machine passes each row the nodes of its
 * own table.
 */
export interface RuleTable<Context = RuleContext> {
  readonly nodes: Nodes<unknown, unknown>
  /** Source document: "Matriz de validaciones CFDI 4.0, 25-mar-2026". */
  readonly source: string
  readonly rules: Readonly<Record<string, Rule<unknown, unknown, Context>>>
}

/** Creates tables for the documents of one root, whose rules receive `Context`. */
export function ruleTables<Context extends RuleContext>() {
  return <Node, Up>(nodes: Nodes<Node, Up>, table: RulesOf<Node, Up, Context>) =>
    ({ nodes, ...table }) as unknown as RuleTable<Context>
}

/** Declaration of the nodes of a table. */
export interface RulesOf<Node, Up, Context> {
  /** Source document: "Matriz de validaciones CFDI 4.0, 25-mar-2026". */
  readonly source: string
  readonly rules: Readonly<Record<string, Rule<Node, Up, Context>>>
}

/** Returns the value of a dated parameter on a day. Rows are sorted from the oldest. */
export function onDay<T>(
  rows: readonly { readonly from: string; readonly value: T }[],
  day: string,
): T | undefined {
  let value: T | undefined
  for (const row of rows) if (row.from <= day) value = row.value
  return value
}

/**
 * Computes a value once per set of catalogues. Keeps the last set in a variable, which most calls
 * use.
 */
export function perCatalogs<T>(compute: (catalogs: Catalogs) => T): (catalogs: Catalogs) => T {
  const cache = new WeakMap<Catalogs, { readonly value: T }>()
  let last: { readonly catalogs: Catalogs; readonly value: T } | undefined
  return (catalogs) => {
    if (last?.catalogs === catalogs) return last.value
    const known = cache.get(catalogs) ?? { value: compute(catalogs) }
    cache.set(catalogs, known)
    last = { catalogs, value: known.value }
    return known.value
  }
}

let slots = 0

/**
 * Computes a value once per document, when a rule first reads it, such as sums and groups.
 * `undefined` is not cached. The cache is in the context, because the entries of a WeakMap cost the
 * collector more than they save (measured).
 */
export function perDocument<Context extends RuleContext, T>(
  compute: (context: Context) => T,
): (context: Context) => T {
  const slot = slots++
  return (context) => {
    const known = context.derived[slot] as T | undefined
    if (known !== undefined) return known
    const value = orAgain(compute, context, slot)
    context.derived[slot] = value
    return value
  }
}

/** A failed computation is not repeated: it throws the same error again. */
function orAgain<Context extends RuleContext, T>(
  compute: (context: Context) => T,
  context: Context,
  slot: number,
): T {
  try {
    return compute(context)
  } catch (error) {
    const get = (): never => {
      throw error
    }
    Object.defineProperty(context.derived, slot, { get })
    throw error
  }
}
