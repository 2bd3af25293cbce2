/**
 * A rule is a row: the SAT's code, what must hold in our own sentence, and the predicate. Tables are data; `run.ts` judges.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import type { CatalogName } from '../catalogs/rows.js'
import type { Decimal } from '../lib/decimal.js'
import type { Nodes } from '../model/nodes.js'
import type { CertificateRegistry, TaxpayerRegistry } from './registry.js'

/** What a rule may know besides the node it looks at. A root document adds what its own need. */
export interface RuleContext<Document = unknown> {
  readonly document: Document
  readonly catalogs: Catalogs
  /** Day of the document, `AAAA-MM-DD`: what is in force is judged on it, not on today. */
  readonly day: string
  /** Type of the document, of those that `tipos` speak of. */
  readonly tipo: string
  /** The present, when the caller gave it. */
  readonly at: Date | undefined
  /** What was computed of the document: of {@link perDocument}, a slot each. */
  readonly derived: unknown[]
  /** Whether every code of the document is known to be in force on its day. */
  readonly codesInForce: boolean
  /** The SAT's lists, when the host has them. */
  readonly taxpayers: TaxpayerRegistry | undefined
  readonly certificates: CertificateRegistry | undefined
}

/** How an amount misses: what was expected, or the limits, and what was found. */
export interface Mismatch {
  readonly expected?: Decimal | string
  /** Least and most, both admitted. */
  readonly limits?: readonly [Decimal, Decimal]
  readonly found?: Decimal | string
  /** More words for the sentence: which product, which catalogue row. */
  readonly detail?: string
  /** The catalogue that does not have the code, or not on that day, when that is what is wrong. */
  readonly catalog?: string
  /** When it is less than the rule: what is wrong is how it is written, or what the SAT may have moved on from. */
  readonly severity?: 'warning'
  /** Where below the node, when it is not the rule's own field. */
  readonly at?: readonly (string | number)[]
}

/** What a rule needs from outside the document; without it the rule is not asked. */
export type Need = 'at' | 'taxpayers' | 'certificates'

/** One row. `Node` is what it looks at, `Up` what it hangs from. */
export interface Rule<Node, Up = undefined, Context = RuleContext> {
  /** What must hold, in Spanish, as the end of "Concepto.Importe: …". */
  readonly says: string
  /** The attribute or child at fault; the element itself when absent. */
  readonly field?: string
  /** Types of document that it is asked of, `'IE'`; all, when absent. */
  readonly tipos?: string
  /** The rule is not asked unless this holds. */
  readonly when?: (node: Node, context: Context, up: Up) => boolean
  /** `true` when it holds; `false` or a {@link Mismatch} when it is broken. Absent when it cannot be decided here. */
  readonly holds?: (node: Node, context: Context, up: Up) => boolean | Mismatch
  readonly needs?: Need
  /** `warning` for what the SAT states without a code. */
  readonly severity?: 'warning'
  /** Switched off by the SAT: since when, and by what. */
  readonly suspended?: string
  /** Why it cannot be decided from the document (no `holds`), or what of it cannot (with `holds`, which decides the rest). */
  readonly undecidable?: string
  /**
   * The XSD demands it too: a value of `field` that the XSD refuses is found under this code instead of 301, and `holds`, if
   * any, is left what the XSD cannot say. Only in tables with a `path`.
   */
  readonly inSchema?: true
  /** It only asks whether the code of `field` is in force in this catalogue: not asked again when the structural check did. */
  readonly catalog?: CatalogName
}

/** Rows over the same kind of node, whatever it is: the machine gives to them what the walk of their own table gave. */
export interface RuleTable<Context = RuleContext> {
  readonly nodes: Nodes<unknown, unknown>
  /** The document it comes from: "Matriz de validaciones CFDI 4.0, 25-mar-2026". */
  readonly source: string
  readonly rules: Readonly<Record<string, Rule<unknown, unknown, Context>>>
}

/** Makes tables for the documents of one root, whose rules know `Context`. */
export function ruleTables<Context extends RuleContext>() {
  return <Node, Up>(nodes: Nodes<Node, Up>, table: RulesOf<Node, Up, Context>) =>
    ({ nodes, ...table }) as unknown as RuleTable<Context>
}

/** What a table says of its nodes. */
export interface RulesOf<Node, Up, Context> {
  /** The document it comes from: "Matriz de validaciones CFDI 4.0, 25-mar-2026". */
  readonly source: string
  readonly rules: Readonly<Record<string, Rule<Node, Up, Context>>>
}

/** A parameter that changed in time: its value on a day. Rows from the oldest on. */
export function onDay<T>(rows: readonly { readonly from: string; readonly value: T }[], day: string): T | undefined {
  let value: T | undefined
  for (const row of rows) if (row.from <= day) value = row.value
  return value
}

/** Computes something once per set of catalogues. The last set is asked for again and again: it is at hand. */
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
 * Computes something once per document, when a rule first asks for it: sums, groups. `undefined` is not remembered.
 * Kept in the context and not in a WeakMap, whose entries cost the collector more than they save (measured).
 */
export function perDocument<Context extends RuleContext, T>(compute: (context: Context) => T): (context: Context) => T {
  const slot = slots++
  return (context) => {
    const known = context.derived[slot] as T | undefined
    if (known !== undefined) return known
    const value = orAgain(compute, context, slot)
    context.derived[slot] = value
    return value
  }
}

/** What cannot be computed is not tried again: it throws again. */
function orAgain<Context extends RuleContext, T>(compute: (context: Context) => T, context: Context, slot: number): T {
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
