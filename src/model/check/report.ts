/**
 * Creates the findings of the structural check.
 * @module
 */
import { clip } from '../../lib/text.js'
import { type At, type Finding, finding, pathOf } from '../finding.js'
import type { Context } from './structureContext.js'

/**
 * Reports a name that the declaration does not have. `alias` is the intended name, if known;
 * `otherwise`, the advice for a name that is like no other.
 */
export function reportUnknown(
  context: Context,
  at: At | undefined,
  element: string,
  key: string,
  value: unknown,
  names: Iterable<string>,
  alias?: string,
  otherwise = '',
): void {
  if (value === null) context.hasNull = true
  if (!context.tally.admits()) return
  const meant = alias ?? context.meant(key, names)
  const hint = meant === undefined ? otherwise : `; ¿quiso decir ${meant}?`
  const problem = `no existe en ${clip(element)}${hint}`
  const unknown = finding(at, element, key, problem, { value: withoutObjects(value) })
  addIntact(context, { ...unknown, path: pathOf(at, key) })
}

/** Reports a problem with a value. */
export function report(
  context: Context,
  at: At | undefined,
  element: string,
  field: string,
  problem: string,
  value?: unknown,
): void {
  if (value === null) context.hasNull = true
  if (context.tally.admits())
    context.findings.push(finding(at, element, field, problem, { value: withoutObjects(value) }))
}

/** Reports a problem that leaves the node usable for rules. */
export function reportIntact(
  context: Context,
  at: At | undefined,
  element: string,
  problem: string,
): void {
  if (context.tally.admits()) addIntact(context, finding(at, element, '', problem))
}

function addIntact({ findings, intact }: Context, found: Finding): void {
  findings.push(found)
  intact.push(found)
}

/** Leaves objects out of a finding: its path locates them. */
function withoutObjects(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return undefined
  return value
}
