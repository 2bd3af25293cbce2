/**
 * Compares the packed catalogue with its new table.
 * @module
 */
import type { Table } from '../table.js'

/** Keys by kind of change. A key within a scope is written `scope code`. */
export interface Change {
  readonly name: string
  /** Number of rows before and now. */
  readonly before: number
  readonly now: number
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** In both, with a changed vigencia. */
  readonly redated: readonly string[]
  /** In both, with a changed description or flag. */
  readonly changed: readonly string[]
}

/** Compares two versions of a catalogue; without `before` every row is new. */
export function compareTables(before: Table | undefined, now: Table): Change {
  const [old, fresh] = [before ? rowsByKey(before) : new Map<string, number[]>(), rowsByKey(now)]
  const lists = {
    added: [] as string[],
    removed: [] as string[],
    redated: [] as string[],
    changed: [] as string[],
  }
  for (const [key, rows] of fresh) {
    const own = old.get(key)
    if (own === undefined) {
      lists.added.push(key)
      continue
    }
    if (signature(before!, own, true) !== signature(now, rows, true)) lists.redated.push(key)
    if (signature(before!, own, false) !== signature(now, rows, false)) lists.changed.push(key)
  }
  for (const key of old.keys()) if (!fresh.has(key)) lists.removed.push(key)
  return {
    name: now.header.name,
    before: before?.header.rows ?? 0,
    now: now.header.rows,
    ...lists,
  }
}

/** Whether no row changed. */
export function isUnchanged({ added, removed, redated, changed }: Change): boolean {
  return added.length + removed.length + redated.length + changed.length === 0
}

/**
 * Whether a table lost more rows than the SAT removes. The SAT ends the vigencia of a code and
 * keeps the row, so a loss of more than ten rows, or more than 2 %, means a truncated table or an
 * unread page.
 */
export function shrinks({ before, removed }: Change): boolean {
  return removed.length > 10 || removed.length > before * 0.02
}

function rowsByKey({ key, header, length }: Table): Map<string, number[]> {
  const rows = new Map<string, number[]>()
  for (let row = 0; row < length; row++) {
    const name =
      header.key.scope === undefined ? key.code(row) : `${key.scope(row)} ${key.code(row)}`
    const same = rows.get(name)
    if (same) same.push(row)
    else rows.set(name, [row])
  }
  return rows
}

function signature({ columns }: Table, rows: readonly number[], dates: boolean): string {
  const lines: string[] = []
  for (const row of rows) {
    const fields: string[] = []
    for (const column of columns.values())
      if (column.name.startsWith('vigencia') === dates)
        fields.push(`${column.name}=${column.text(row)}`)
    lines.push(fields.sort().join('\t'))
  }
  return lines.sort().join('\n')
}
