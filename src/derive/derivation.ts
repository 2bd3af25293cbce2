/**
 * A derivation is a row: a member that accepts "AUTO", its sources, and a function that computes
 * it. Tables are data; `resolve.ts` evaluates them in an order that follows from the sources.
 * @module
 */
import type { Json } from '../lib/json.js'
import type { Nodes } from '../model/nodes.js'

export type { Json }

/** Placeholder for a value that the library derives. */
export const AUTO = 'AUTO'

/** A node of an unvalidated draft: each member may be missing or have any type. */
export type Draft<Node> = Node extends object ? { readonly [Name in keyof Node]?: unknown } : Json

/** Input of every derivation. The derivations of a root document add their own members. */
export interface DeriveContext {
  /** The document, as resolved so far. */
  readonly document: Json
  /** Whether absent members are derived too, besides those with "AUTO". */
  readonly complete: boolean
  /** Cache of this resolution, filled by {@link perNode}. */
  readonly known: Map<unknown, unknown>
}

/** Whether a member is to be derived: it is "AUTO", or absent and filled by default. */
export function isAsked(
  given: unknown,
  { complete }: Pick<DeriveContext, 'complete'>,
  absent?: 'left' | 'derived',
): boolean {
  if (given !== undefined) return given === AUTO
  if (absent === undefined) return complete
  return absent === 'derived'
}

/**
 * Rows to fill a list with: `null` when there are none, undefined when a member of a row cannot be
 * computed.
 */
export function toldRows(rows: readonly Json[]): readonly Json[] | null | undefined {
  if (rows.length === 0) return null
  for (const row of rows) for (const name in row) if (row[name] === undefined) return undefined
  return rows
}

/**
 * Caches a value per node for one resolution. It is computed when a row first reads it; its sources
 * must be derived by then.
 */
export function perNode<Node extends object, Context extends DeriveContext, Value>(
  compute: (node: Node, context: Context) => Value,
): (node: Node, context: Context) => Value {
  return (node, context) => {
    const values = (context.known.get(compute) ?? new Map()) as Map<Node, Value>
    context.known.set(compute, values)
    if (!values.has(node)) values.set(node, compute(node, context))
    return values.get(node) as Value
  }
}

/** As {@link perNode}, for the document. */
export function derivedPerDocument<Context extends DeriveContext, Value>(
  compute: (context: Context) => Value,
): (context: Context) => Value {
  const ofDocument = perNode((_: Json, context: Context) => compute(context))
  return (context) => ofDocument(context.document, context)
}

/** One row. `Node` is the type of the node with the member, `Up` that of its parent. */
export interface Derivation<Node, Up, Context> {
  /**
   * Sources: members of the node (`Base`), of its descendants (`Traslados[].Importe`), of its
   * parent (`../Cantidad`), or of the document (`/Moneda`). Derived sources are derived first.
   */
  readonly from: readonly string[]
  /**
   * Optional sources: members that the value uses when the draft gives them. They do not affect the
   * order.
   */
  readonly given?: readonly string[]
  /**
   * Sources in Spanish words, to follow "se obtiene de", where the names of the members are not
   * enough.
   */
  readonly says?: string
  /** Rounding of the value, in Spanish, for the page of members that accept "AUTO". */
  readonly rounded?: string
  /**
   * Condition under which a given value is replaced, although it is not "AUTO"; `path` is the part
   * of the document that changes. Rows with a source there run later.
   */
  readonly settles?: { readonly path: string; readonly when: (context: Context) => boolean }
  /**
   * Meaning of an absent member: stays absent (`left`), or is derived as if "AUTO" (`derived`). By
   * default it is derived when the draft is to be completed.
   */
  readonly absent?: 'left' | 'derived'
  /**
   * The nodes that the row applies to. Other rows may derive the same member of the other nodes.
   */
  readonly when?: (node: Draft<Node>, context: Context, up: Draft<Up>) => boolean
  /**
   * Computes the value: `null` when the member must not exist, undefined when it cannot be
   * computed.
   */
  readonly value: (node: Draft<Node>, context: Context, up: Draft<Up>) => unknown
}

/** Rows by the member that they derive. */
export type Derivations<Node, Up, Context> = {
  readonly [Field in keyof Node & string]?: Derivation<Node, Up, Context>
}

/**
 * Rows over one kind of node, with its type erased: the machine passes each row the nodes of its
 * own table.
 */
export interface DerivationTable<Context> {
  readonly nodes: Nodes<unknown, unknown>
  readonly rows: Readonly<Record<string, Derivation<unknown, unknown, Context>>>
}

/** Creates tables for the documents of one root, whose derivations receive `Context`. */
export function derivationTables<Context extends DeriveContext>() {
  return <Node, Up>(
    nodes: Nodes<Node, Up>,
    rows: Derivations<NoInfer<Node>, NoInfer<Up>, Context>,
  ) => ({ nodes, rows }) as unknown as DerivationTable<Context>
}
