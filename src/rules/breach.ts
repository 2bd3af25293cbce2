/**
 * A broken rule as a finding: the place, the sentence, and by how much it misses.
 * @module
 */
import { clip } from '../lib/text.js'
import { type At, type Finding, pathOf } from '../model/finding.js'
import type { Mismatch, Rule } from './rule.js'

/** The finding of a rule that the node at a place breaks. */
export function toFinding(
  element: string,
  {
    code,
    rule,
  }: { readonly code: string; readonly rule: Pick<Rule<never, never, never>, 'says' | 'field' | 'severity'> },
  place: At | undefined,
  verdict: boolean | Mismatch,
  node: unknown,
): Finding {
  const mismatch = typeof verdict === 'boolean' ? {} : verdict
  const field = rule.field ?? ''
  const below = mismatch.at ?? (field === '' ? [] : [field])
  const value = mismatch.found ?? (mismatch.at === undefined ? fieldValue(node, field) : undefined)
  const shown = isCondition.test(rule.says) ? mismatch.found : value
  return {
    code,
    severity: mismatch.severity ?? rule.severity ?? 'error',
    element,
    field,
    message: sentence(
      `${field === '' ? element : `${element}.${field}`}: ${rule.says}${words(rule.says, mismatch, shown)}`,
    ),
    path: pathOf(placeBelow(place, below)),
    ...(value === undefined ? {} : { value: String(value) }),
    ...expectation(mismatch),
    ...(mismatch.catalog === undefined ? {} : { catalog: mismatch.catalog }),
  }
}

/** What was found may end in a full stop itself. */
function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

/** A field that demands something of others is not at fault itself: its own value says nothing of what is. */
const isCondition = /(?:^|\s)(?:exige|no admite)\s/

function expectation({ expected, limits }: Mismatch): { expected?: string; limits?: readonly [string, string] } {
  if (limits !== undefined) {
    const [least, most] = [limits[0].toString(), limits[1].toString()] as const
    return { expected: least === most ? least : `${least} a ${most}`, limits: [least, most] }
  }
  return expected === undefined ? {} : { expected: String(expected) }
}

/** Most characters of a value, of what was expected, and of what is said besides: a hostile document writes its own. */
const longest = 200

/** What follows the sentence: more about it, what was expected and what was found. */
function words(says: string, { expected, limits, detail: remark }: Mismatch, value: unknown): string {
  const detail = remark && clip(remark, 2 * longest)
  // One parenthesis is not put after another.
  const aside = (text: string): string => (says.endsWith(')') ? `: ${text}` : ` (${text})`)
  const found = value === undefined ? undefined : `se encontró ${clip(String(value), longest)}`
  const wanted = limits === undefined ? expected && clip(expected.toString(), longest) : between(limits)
  if (wanted === undefined) {
    const remarks = [detail, found].filter((text) => text !== undefined)
    return remarks.length === 0 ? '' : aside(remarks.join('; '))
  }
  const more = detail === undefined ? '' : aside(detail)
  return `${more}; se esperaba ${[wanted, found].filter((text) => text !== undefined).join(', ')}`
}

function between([least, most]: NonNullable<Mismatch['limits']>): string {
  const [from, to] = [clip(least.toString()), clip(most.toString())]
  return from === to ? from : `entre ${from} y ${to}`
}

function fieldValue(node: unknown, field: string): string | number | undefined {
  if (field === '' || typeof node !== 'object' || node === null) return undefined
  const value = (node as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** The place that some steps lead to from another. */
function placeBelow(place: At | undefined, steps: readonly (string | number)[]): At | undefined {
  return steps.reduce<At | undefined>((parent, key) => ({ parent, key }), place)
}
