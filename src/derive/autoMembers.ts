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
  /** Whether the engine fills in each member when it is absent. */
  let members: Map<string, boolean> | undefined
  const isFilled = (path: string): boolean | undefined => {
    if (members !== undefined) return members.get(path)
    members = new Map()
    for (const row of rowsOf()) {
      const place = memberPath(row)
      members.set(place, members.get(place) === true || row.derivation.absent !== 'left')
    }
    return members.get(path)
  }
  return {
    isDerived: (path) => isFilled(path) !== undefined,
    requiresAuto: (path) => isFilled(path) === false,
  }
}
