/**
 * Members of drafts that accept "AUTO", by their paths without indices.
 * @module
 */
import type { AutoMembers } from '../model/jsonSchema.js'
import type { Row } from './order.js'
import { memberPath } from './unresolved.js'

/** Returns the members that rows derive. The rows are read on first use. */
export function autoMembersOf<Context>(
  rowsOf: () => readonly Row<Context>[],
): Required<Pick<AutoMembers, 'isDerived' | 'requiresAuto'>> {
  const pathsOf = (rows: readonly Row<Context>[]) => new Set(rows.map(memberPath))
  let derived: ReadonlySet<string> | undefined
  let filled: ReadonlySet<string> | undefined
  const isDerived = (path: string): boolean => {
    derived ??= pathsOf(rowsOf())
    return derived.has(path)
  }
  const isFilled = (path: string): boolean => {
    filled ??= pathsOf(rowsOf().filter(({ derivation }) => derivation.absent !== 'left'))
    return filled.has(path)
  }
  return { isDerived, requiresAuto: (path) => isDerived(path) && !isFilled(path) }
}
