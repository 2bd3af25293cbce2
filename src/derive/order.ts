/**
 * In which order members are derived: each after those that it is made from.
 * @module
 */
import type { Nodes } from '../model/nodes.js'
import type { Derivation, DerivationTable } from './derivation.js'

/** A row, and the paths that it stands for. */
export interface Row<Context> {
  readonly nodes: Nodes<unknown, unknown>
  readonly field: string
  /** `Conceptos[].Importe` */
  readonly path: string
  /** The paths of what it is made from. */
  readonly from: readonly string[]
  readonly derivation: Derivation<unknown, unknown, Context>
}

/** The rows of some tables, as they stand. */
export function rowsOf<Context>(tables: readonly DerivationTable<Context>[]): Row<Context>[] {
  return tables.flatMap(({ nodes, rows }) =>
    Object.entries(rows).map(([field, derivation]) => ({
      nodes,
      field,
      path: derivation.settles?.path ?? join(nodes.path, field),
      from: derivation.from.map((member) => pathFrom(nodes, member)),
      derivation,
    })),
  )
}

/**
 * The rows in an order in which each finds what it is made from, those of the same nodes together where that can be.
 * @throws TypeError when some are made from each other.
 */
export function inOrder<Context>(rows: readonly Row<Context>[]): Row<Context>[] {
  const waiting = new Map(rows.map((row) => [row, new Set(rows.filter((other) => isMadeFrom(row, other)))]))
  const ordered: Row<Context>[] = []
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, before]) => before.size === 0).map(([row]) => row)
    const last = ordered.at(-1)
    const next = ready.find(({ nodes }) => nodes.path === last?.nodes.path) ?? ready[0]
    if (next === undefined) throw new TypeError(`made from each other: ${[...waiting.keys()].map(({ path }) => path)}`)
    ordered.push(next)
    waiting.delete(next)
    for (const before of waiting.values()) before.delete(next)
  }
  return ordered
}

/** Whether a row is made from what the other derives: from it, from something in it, or from something that it is in. */
function isMadeFrom<Context>(row: Row<Context>, other: Row<Context>): boolean {
  return row !== other && row.from.some((path) => isWithin(path, other.path) || isWithin(other.path, path))
}

/** Whether a path is another, or leads to something in it; everything is in `''`, the document. */
export function isWithin(path: string, whole: string): boolean {
  if (whole === '' || path === whole) return true
  return path.startsWith(whole) && '.['.includes(path[whole.length] as string)
}

/** The path of a member as a row states it. */
export function pathFrom({ path, up = '' }: Nodes<unknown, unknown>, member: string): string {
  if (member.startsWith('/')) return member.slice(1)
  return member.startsWith('../') ? join(up, member.slice('../'.length)) : join(path, member)
}

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`
}
