/**
 * Puts what can be derived in the place of "AUTO".
 *
 * The draft is JSON that nobody has judged: a derivation that cannot tell its value leaves the word, for `check` to find.
 * @module
 */
import type { Members } from '../lib/json.js'
import type { Nodes } from '../model/nodes.js'
import { AUTO, type Derivation, type DerivationTable, type DeriveContext, isAsked, type Json } from './derivation.js'
import { inOrder, type Row, rowsOf } from './order.js'

/** Rows over the same nodes, carried out in one walk. */
interface Phase<Context> {
  readonly each: Nodes<unknown, unknown>['each']
  readonly fields: readonly string[]
  readonly rows: readonly Derivation<unknown, unknown, Context>[]
}

/** The derivations of a root document. */
export class Derivations<Context extends DeriveContext> {
  readonly #tables: () => readonly DerivationTable<Context>[]
  #rows: readonly Row<Context>[] | undefined
  #phases: Phases<Context> | undefined

  /** @param tables asked for when first needed: most programs that import a document derive nothing of it. */
  constructor(tables: () => readonly DerivationTable<Context>[]) {
    this.#tables = tables
  }

  /** Every row, in the order in which they are carried out. */
  get rows(): readonly Row<Context>[] {
    this.#rows ??= inOrder(rowsOf(this.#tables()))
    return this.#rows
  }

  /** Derives in place: the document must be nobody else's. */
  resolve(context: Context): void {
    this.#phases ??= new Phases(this.rows)
    for (const { each, fields, rows } of this.#phases.of(context)) {
      each(context.document, (node, up) => {
        if (!isPlain(node)) return
        for (let index = 0; index < rows.length; index++) {
          derive(node as Members, fields[index] as string, rows[index] as Phase<Context>['rows'][number], context, up)
        }
      })
    }
  }
}

/** Deeper than any document is; what hides below is taken to ask for everything. */
const deepest = 64

/**
 * All phases, of which a draft needs few: to look once for the members that say "AUTO" takes less than to look for each
 * member that may.
 */
class Phases<Context extends DeriveContext> {
  readonly #all: readonly Phase<Context>[]
  /** For each, whether it has something to do where nothing says "AUTO". */
  readonly #always: readonly boolean[]
  readonly #byField = new Map<string, number[]>()

  constructor(rows: readonly Row<Context>[]) {
    this.#all = phasesOf(rows)
    this.#always = this.#all.map(({ rows }) => rows.some(isUnasked))
    for (const [index, { fields }] of this.#all.entries())
      for (const field of fields) this.#byField.set(field, [...(this.#byField.get(field) ?? []), index])
  }

  of({ document, complete }: Context): readonly Phase<Context>[] {
    const needed = this.#always.slice()
    if (complete || !this.#collect(document, needed, 0)) return this.#all
    return this.#all.filter((_, index) => needed[index])
  }

  /** Marks what the members below a node ask for; whether all could be looked at. */
  #collect(node: object, needed: boolean[], depth: number): boolean {
    if (depth > deepest) return false
    if (Array.isArray(node)) {
      for (let index = 0; index < node.length; index++) {
        const item: unknown = node[index]
        if (isObject(item) && !this.#collect(item, needed, depth + 1)) return false
      }
      return true
    }
    for (const name in node) {
      const value = (node as Json)[name]
      if (typeof value === 'string') {
        // The length is at hand; to compare texts is a call.
        if (value.length === AUTO.length && value === AUTO) this.#mark(name, needed)
      } else if (isObject(value) && !this.#collect(value, needed, depth + 1)) return false
    }
    return true
  }

  #mark(field: string, needed: boolean[]): void {
    for (const index of this.#byField.get(field) ?? []) needed[index] = true
  }
}

function isUnasked({ absent, settles }: Derivation<unknown, unknown, never>): boolean {
  return absent === 'derived' || settles !== undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What is not (a date, a map) was not copied: it is somebody else's. */
function isPlain(node: unknown): boolean {
  const prototype: unknown = Object.getPrototypeOf(node)
  return prototype === Object.prototype || prototype === null
}

function derive<Context extends DeriveContext>(
  node: Members,
  field: string,
  { absent, settles, when, value }: Derivation<unknown, unknown, Context>,
  context: Context,
  up: unknown,
): void {
  const given = node[field]
  if (!(settles === undefined ? isAsked(given, context, absent) : settles.when(context))) return
  if (when !== undefined && !when(node, context, up as Json)) return
  const derived = value(node, context, up as Json)
  if (derived === undefined || (derived === null && given === undefined)) return
  // Not deleted: an object from which something was deleted is slow to read ever after (V8's dictionary mode).
  node[field] = derived ?? undefined
}

function phasesOf<Context>(rows: readonly Row<Context>[]): Phase<Context>[] {
  const groups: Row<Context>[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.[0]?.nodes.each === row.nodes.each) last.push(row)
    else groups.push([row])
  }
  return groups.map((group) => ({
    each: (group[0] as Row<Context>).nodes.each,
    fields: group.map(({ field }) => field),
    rows: group.map(({ derivation }) => derivation),
  }))
}
