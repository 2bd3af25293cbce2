/**
 * Order of derivations: each runs after its sources.
 * @module
 */
import type { Nodes } from '../model/nodes.js'
import type { Derivation, DerivationTable } from './derivation.js'

/** A row with its resolved paths. */
export interface Row<Context> {
  readonly nodes: Nodes<unknown, unknown>
  readonly field: string
  /** Path of the member, for example `Conceptos[].Importe`. */
  readonly path: string
  /** Paths of its sources. */
  readonly from: readonly string[]
  readonly derivation: Derivation<unknown, unknown, Context>
}

/** Returns the rows of some tables, in table order. */
export function rowsOf<Context>(tables: readonly DerivationTable<Context>[]): Row<Context>[] {
  const all: Row<Context>[] = []
  for (const { nodes, rows } of tables)
    for (const [field, derivation] of Object.entries(rows)) {
      const path = derivation.settles?.path ?? joinPath(nodes.path, field)
      const from = derivation.from.map((member) => pathFrom(nodes, member))
      all.push({ nodes, field, path, from, derivation })
    }
  return all
}

/**
 * Sorts rows so that each runs after its sources. Rows over the same nodes stay together where
 * possible.
 * @throws TypeError for circular sources.
 */
export function inOrder<Context>(rows: readonly Row<Context>[]): Row<Context>[] {
  const waiting = new Map<Row<Context>, Set<Row<Context>>>()
  for (const row of rows) {
    // Rows that derive a source of this one, a part of a source, or something that contains it.
    const before = new Set<Row<Context>>()
    for (const path of row.from)
      for (const other of rows)
        if (row !== other && (isWithin(path, other.path) || isWithin(other.path, path)))
          before.add(other)
    waiting.set(row, before)
  }
  const ordered: Row<Context>[] = []
  while (waiting.size > 0) {
    const ready: Row<Context>[] = []
    for (const [row, before] of waiting) if (before.size === 0) ready.push(row)
    const last = ordered.at(-1)
    const next = ready.find(({ nodes }) => nodes.path === last?.nodes.path) ?? ready[0]
    if (next === undefined)
      throw new TypeError(`circular derivations: ${[...waiting.keys()].map(({ path }) => path)}`)
    ordered.push(next)
    waiting.delete(next)
    for (const before of waiting.values()) before.delete(next)
  }
  return ordered
}

/** Whether a path equals another or lies below it. Every path lies below `''`, the document. */
export function isWithin(path: string, whole: string): boolean {
  if (whole === '' || path === whole) return true
  return path.startsWith(whole) && '.['.includes(path[whole.length] as string)
}

/** Resolves a member, as a row states it, to its path. */
export function pathFrom({ path, up = '' }: Nodes<unknown, unknown>, member: string): string {
  if (member.startsWith('/')) return member.slice(1)
  if (member.startsWith('../')) return joinPath(up, member.slice('../'.length))
  return joinPath(path, member)
}

function joinPath(path: string, member: string): string {
  if (path === '') return member
  return `${path}.${member}`
}
