/**
 * How what is wrong with the structure comes to be a finding.
 * @module
 */
import { clip } from '../../lib/text.js'
import { type At, type Finding, finding, pathOf } from '../finding.js'
import type { Context } from './structureContext.js'

/** A name that the declaration does not have. */
export function reportUnknown(
  context: Context,
  at: At | undefined,
  element: string,
  key: string,
  value: unknown,
  names: Iterable<string>,
): void {
  if (value === null) context.hasNull = true
  addIntact(context, () => {
    const meant = context.meant(key, names)
    const hint = meant === undefined ? '' : `; ¿quiso decir ${meant}?`
    const unknown = finding(at, element, key, `no existe en ${clip(element)}${hint}`, { value: printable(value) })
    return { ...unknown, path: pathOf(at, key) }
  })
}

/** Something that is wrong with a value. */
export function report(
  context: Context,
  at: At | undefined,
  element: string,
  field: string,
  problem: string,
  value?: unknown,
): void {
  if (value === null) context.hasNull = true
  tell(context, 'error', () => finding(at, element, field, problem, { value: printable(value) }))
}

/** What is worth telling, while more is told. */
export function tell({ tally, findings }: Context, severity: Finding['severity'], make: () => Finding): void {
  if (tally.admits(severity)) findings.push(make())
}

/** Of a node that can be judged all the same. */
export function reportIntact(context: Context, at: At | undefined, element: string, problem: string): void {
  addIntact(context, () => finding(at, element, '', problem))
}

function addIntact({ tally, findings, intact }: Context, make: () => Finding): void {
  if (!tally.admits()) return
  const found = make()
  findings.push(found)
  intact.push(found)
}

/** Objects are not repeated in a finding: the path says where they are. */
function printable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? undefined : value
}
