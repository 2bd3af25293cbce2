/**
 * Converts a broken rule to findings: the place, the sentence, and the difference.
 * @module
 */
import { clip } from '../lib/text.js'
import { type At, type Finding, pathOf } from '../model/finding.js'
import type { Mismatch, Rule, Verdict } from './rule.js'

/** A rule with its code, as far as findings need it. */
interface Stated {
  readonly code: string
  readonly rule: Pick<
    Rule<never, never, never>,
    'says' | 'field' | 'severity' | 'remedy' | 'remedies'
  >
}

/** Returns the findings of a rule that a node breaks: one for each place that its verdict names. */
export function toFindings(
  element: string,
  row: Stated,
  place: At | undefined,
  verdict: Verdict,
  node: unknown,
): Finding[] {
  if (typeof verdict === 'boolean') return [toFinding(element, row, place, {}, node)]
  const mismatches: readonly Mismatch[] = [verdict].flat()
  return mismatches.map((mismatch) => toFinding(element, row, place, mismatch, node))
}

function toFinding(
  ofNode: string,
  { code, rule }: Stated,
  place: At | undefined,
  mismatch: Mismatch,
  node: unknown,
): Finding {
  const { element = ofNode, field = rule.field ?? '' } = mismatch.subject ?? {}
  const below = mismatch.at ?? (field === '' ? [] : [field])
  const value = mismatch.found ?? (mismatch.at === undefined ? fieldValue(node, field) : undefined)
  const shown = isCondition.test(rule.says) ? mismatch.found : value
  const name = field === '' ? element : `${element}.${field}`
  // A found value may end in a full stop itself.
  const sentence = `${name}: ${rule.says}${words(rule.says, mismatch, shown)}${remedyWords(rule, value)}`
  let at = place
  for (const key of below) at = { parent: at, key }
  return {
    code,
    severity: mismatch.severity ?? rule.severity ?? 'error',
    element,
    field,
    message: sentence.endsWith('.') ? sentence : `${sentence}.`,
    path: pathOf(at),
    ...(value !== undefined && { value: String(value) }),
    ...expectation(mismatch),
    ...(mismatch.catalog !== undefined && { catalog: mismatch.catalog }),
  }
}

/** Returns the remedy of a rule for a value, to end a sentence; empty without one. */
export function remedyWords(
  { remedy, remedies }: Pick<Rule<never>, 'remedy' | 'remedies'>,
  value: unknown,
): string {
  if (remedy === undefined || remedies?.(value) === false) return ''
  return `; ${remedy}`
}

/** A condition on other fields: the rule's own field is not at fault, so its value is not shown. */
const isCondition = /(?:^|\s)(?:exige|no admite)\s/

function expectation({ expected, limits }: Mismatch): {
  expected?: string
  limits?: readonly [string, string]
} {
  if (limits !== undefined) {
    const [least, most] = [limits[0].toString(), limits[1].toString()] as const
    return { expected: least === most ? least : `${least} a ${most}`, limits: [least, most] }
  }
  if (expected === undefined) return {}
  return { expected: String(expected) }
}

/** Maximum characters of a value, an expected value and a remark, since documents are untrusted. */
const longest = 200

/** Appends the remark, the expected and the found value to the sentence. */
function words(
  says: string,
  { expected, limits, detail: remark }: Mismatch,
  value: unknown,
): string {
  const detail = remark && clip(remark, 2 * longest)
  // Avoids two parentheses in a row.
  const aside = (text: string): string => (says.endsWith(')') ? `: ${text}` : ` (${text})`)
  const found = value === undefined ? undefined : `se encontró ${clip(String(value), longest)}`
  const wanted =
    limits === undefined ? expected && clip(expected.toString(), longest) : between(limits)
  if (wanted === undefined) {
    const remarks = [detail, found].filter(Boolean)
    if (remarks.length === 0) return ''
    return aside(remarks.join('; '))
  }
  const more = detail === undefined ? '' : aside(detail)
  return `${more}; se esperaba ${[wanted, found].filter(Boolean).join(', ')}`
}

function between([least, most]: NonNullable<Mismatch['limits']>): string {
  const [from, to] = [clip(least.toString()), clip(most.toString())]
  if (from === to) return from
  return `entre ${from} y ${to}`
}

function fieldValue(node: unknown, field: string): string | number | undefined {
  if (field === '' || typeof node !== 'object' || node === null) return undefined
  const value = (node as Readonly<Record<string, unknown>>)[field]
  if (typeof value === 'string' || typeof value === 'number') return value
  return undefined
}
