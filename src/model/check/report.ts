/**
 * Creates the findings of the structural check.
 * @module
 */
import { clip, quote } from '../../lib/text.js'
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
  const unknown = findingOf(at, element, key, problem, value)
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
  if (context.tally.admits()) context.findings.push(findingOf(at, element, field, problem, value))
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

/** Creates a finding with the value found. It leaves objects out: its path locates them. */
export function findingOf(
  at: At | undefined,
  element: string,
  field: string,
  problem: string,
  value: unknown,
): Finding {
  if (value === undefined || (typeof value === 'object' && value !== null))
    return finding(at, element, field, problem)
  return finding(at, element, field, `${problem} (se encontró ${shownValue(value)})`, { value })
}

/**
 * Formats a found value; a JSON number or boolean is distinguished from the text that it looks
 * like.
 */
function shownValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number') return `el número ${value}`
  return String(value).slice(0, 60)
}
