/**
 * Replaces "AUTO" by derived values.
 *
 * The draft is unvalidated JSON. A derivation that cannot compute its value leaves "AUTO", and
 * `check` reports it.
 * @module
 */
import { isObject } from '../lib/json.js'
import type { Members } from '../lib/json.js'
import type { Nodes } from '../model/nodes.js'
import {
  AUTO,
  type Derivation,
  type DerivationTable,
  type DeriveContext,
  isAsked,
  type Json,
} from './derivation.js'
import { inOrder, type Row, rowsOf } from './order.js'

/** Rows over the same nodes, evaluated in one walk. */
interface Phase<Context> {
  readonly each: Nodes<unknown, unknown>['each']
  readonly fields: string[]
  readonly rows: Derivation<unknown, unknown, Context>[]
}

/** The derivations of a root document. */
export class Derivations<Context extends DeriveContext> {
  readonly #tables: () => readonly DerivationTable<Context>[]
  #rows: readonly Row<Context>[] | undefined
  #phases: Phases<Context> | undefined

  /**
   * @param tables called on first use: most programs that import a document derive nothing from it.
   */
  constructor(tables: () => readonly DerivationTable<Context>[]) {
    this.#tables = tables
  }

  /** All rows, in the order of evaluation. */
  get rows(): readonly Row<Context>[] {
    this.#rows ??= inOrder(rowsOf(this.#tables()))
    return this.#rows
  }

  /** Derives in place: the caller must own the document. */
  resolve(context: Context): void {
    this.#phases ??= new Phases(this.rows)
    for (const { each, fields, rows } of this.#phases.of(context)) {
      each(context.document, (node, up) => {
        // Other objects (a date, a map) are not copied with the draft: they belong to the caller.
        const prototype: unknown = Object.getPrototypeOf(node)
        if (!(prototype === Object.prototype || prototype === null)) return
        for (let index = 0; index < rows.length; index++) {
          deriveMember(
            node as Members,
            fields[index] as string,
            rows[index] as Phase<Context>['rows'][number],
            context,
            up,
          )
        }
      })
    }
  }
}

/** Deeper than any document. Below this depth every phase is assumed to be needed. */
const deepest = 64

/**
 * Selects the phases that a draft needs. One search for members with "AUTO" costs less than a visit
 * to every member that accepts it.
 */
class Phases<Context extends DeriveContext> {
  readonly #all: Phase<Context>[] = []
  /** Whether the phase of that index runs although no member has "AUTO". */
  readonly #always: boolean[] = []
  readonly #byField = new Map<string, number[]>()

  constructor(rows: readonly Row<Context>[]) {
    for (const { nodes, field, derivation } of rows) {
      let last = this.#all.at(-1)
      if (last?.each !== nodes.each) {
        last = { each: nodes.each, fields: [], rows: [] }
        this.#all.push(last)
        this.#always.push(false)
      }
      last.fields.push(field)
      last.rows.push(derivation)
      const index = this.#all.length - 1
      const { absent, settles } = derivation
      if (absent === 'derived' || settles !== undefined) this.#always[index] = true
      this.#byField.set(field, [...(this.#byField.get(field) ?? []), index])
    }
  }

  of({ document, complete }: Context): readonly Phase<Context>[] {
    const needed = this.#always.slice()
    if (complete || !this.#collect(document, needed, 0)) return this.#all
    return this.#all.filter((_, index) => needed[index])
  }

  /**
   * Marks the phases that the members below a node need. Returns whether every node was visited.
   */
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
        // Comparing lengths first avoids a call.
        if (value.length === AUTO.length && value === AUTO) {
          for (const index of this.#byField.get(name) ?? []) needed[index] = true
        }
      } else if (isObject(value) && !this.#collect(value, needed, depth + 1)) return false
    }
    return true
  }
}

function deriveMember<Context extends DeriveContext>(
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
  // Set to undefined and not deleted: V8 reads objects with deleted properties slowly (dictionary
  // mode).
  node[field] = derived ?? undefined
}
