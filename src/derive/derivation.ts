/**
 * A derivation is a row: a member that may say "AUTO", what it is made from, and how. Tables are data; `resolve.ts` carries
 * them out, in an order that follows from what is made from what.
 * @module
 */
import type { Json } from '../lib/json.js'
import type { Nodes } from '../model/nodes.js'

export type { Json }

/** Stands in a document where the library can derive the value. */
export const AUTO = 'AUTO'

/** A node of a draft, which nobody has judged: any of its members may be anything, or be missing. */
export type Draft<Node> = Node extends object ? { readonly [Name in keyof Node]?: unknown } : Json

/** What every derivation may know. The derivations of a root document add what they need. */
export interface DeriveContext {
  /** The document, as resolved so far. */
  readonly document: Json
  /** Derive what is absent too, and not only what says "AUTO". */
  readonly complete: boolean
  /** What was computed in this resolution: of {@link perNode}. */
  readonly known: Map<unknown, unknown>
}

/** Whether a member is to be derived: it says so, or its absence does. */
export function isAsked(
  given: unknown,
  { complete }: Pick<DeriveContext, 'complete'>,
  absent?: 'left' | 'derived',
): boolean {
  if (given !== undefined) return given === AUTO
  return absent === undefined ? complete : absent === 'derived'
}

/** Rows to fill a list with; `null` when there are none, undefined when some member of some row cannot be told. */
export function toldRows(rows: readonly Json[]): readonly Json[] | null | undefined {
  if (rows.length === 0) return null
  return rows.some(isUntold) ? undefined : rows
}

function isUntold(row: Json): boolean {
  for (const name in row) if (row[name] === undefined) return true
  return false
}

/** Computes something of a node once in a resolution, when a row first asks for it: what it reads must be derived by then. */
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

/** The same of the document. */
export function perDocument<Context extends DeriveContext, Value>(
  compute: (context: Context) => Value,
): (context: Context) => Value {
  const ofDocument = perNode((_: Json, context: Context) => compute(context))
  return (context) => ofDocument(context.document, context)
}

/** One row. `Node` is what has the member, `Up` what it hangs from. */
export interface Derivation<Node, Up, Context> {
  /**
   * What it is made from: members of the node (`Base`), of what lies below it (`Traslados[].Importe`), of what it hangs from
   * (`../Cantidad`), or of the document (`/Moneda`). Those that are derived themselves are derived before.
   */
  readonly from: readonly string[]
  /** Members that it is made from when the draft has them: they are not waited for. */
  readonly given?: readonly string[]
  /** The same in words, where the names of the members do not say it: in Spanish, to follow "se obtiene de". */
  readonly says?: string
  /** How it is rounded, in Spanish, for the page of what may say "AUTO". */
  readonly rounded?: string
  /**
   * Whether to derive it although it is there, and does not say "AUTO": what was given is settled. With the path of what
   * changes in it: rows that are made from that come after.
   */
  readonly settles?: { readonly path: string; readonly when: (context: Context) => boolean }
  /** What its absence means: nothing, or the word. By default it is derived where the draft is to be completed. */
  readonly absent?: 'left' | 'derived'
  /** The row is for nodes of which this holds; another may be for the rest. */
  readonly when?: (node: Draft<Node>, context: Context, up: Draft<Up>) => boolean
  /** The value; `null` when the member must not exist; undefined when it cannot be told. */
  readonly value: (node: Draft<Node>, context: Context, up: Draft<Up>) => unknown
}

/** Rows by the member that they derive. */
export type Derivations<Node, Up, Context> = {
  readonly [Field in keyof Node & string]?: Derivation<Node, Up, Context>
}

/** Rows over the same kind of node, whatever it is: the machine gives to them what the walk of their own table gave. */
export interface DerivationTable<Context> {
  readonly nodes: Nodes<unknown, unknown>
  readonly rows: Readonly<Record<string, Derivation<unknown, unknown, Context>>>
}

/** Makes tables for the documents of one root, whose derivations know `Context`. */
export function derivationTables<Context extends DeriveContext>() {
  return <Node, Up>(nodes: Nodes<Node, Up>, rows: Derivations<NoInfer<Node>, NoInfer<Up>, Context>) =>
    ({ nodes, rows }) as unknown as DerivationTable<Context>
}
