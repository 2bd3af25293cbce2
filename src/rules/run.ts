/**
 * Judges a document by tables of rules: findings for what is broken, and for support desks what became of each rule.
 * @module
 */
import type { At, Finding } from '../model/finding.js'
import { pathOf } from '../model/finding.js'
import type { Mismatch, Need, Rule, RuleContext, RuleTable } from './rule.js'

/** A table whatever its nodes: the runner passes to its rules what its own `each` gave. */
export type AnyTable = RuleTable<unknown, unknown>

/** What became of a rule at a node. */
export interface Explanation {
  readonly code: string
  readonly element: string
  readonly field: string
  readonly path: string
  readonly outcome: 'holds' | 'broken' | 'not-asked'
  /** Why it was not asked, or how it is broken. */
  readonly why?: string
}

/** Every broken rule of the tables, in their order. `broken` are the top-level parts whose structure is unsound. */
export function runRules(tables: readonly AnyTable[], context: RuleContext, unsound: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = []
  for (const table of tables) {
    if (isUnsound(table, unsound)) continue
    const rows = compiled(table)
    table.each(context.document, (node, up, ...path) => {
      for (const { code, rule } of rows) {
        const holds = rule.holds
        if (holds === undefined || (rule.needs !== undefined && context[rule.needs] === undefined)) continue
        if (rule.when !== undefined && !rule.when(node, context, up)) continue
        const verdict = holds(node, context, up)
        if (verdict !== true) findings.push(findingOf(table, code, rule, path, verdict, node))
      }
    })
  }
  return findings
}

/** The outcome of every rule at every node that it applies to. */
export function explainRules(
  tables: readonly AnyTable[],
  context: RuleContext,
  unsound: ReadonlySet<string>,
): Explanation[] {
  return tables.flatMap((table) => {
    const rows = Object.entries(table.rules)
    if (isUnsound(table, unsound))
      return rows.map(([code, rule]) => notAsked(table, code, rule, [], 'la estructura de la que depende está mal'))
    const explanations: Explanation[] = []
    let visited = false
    table.each(context.document, (node, up, ...path) => {
      visited = true
      for (const [code, rule] of rows) explanations.push(explain(table, code, rule, path, context, node, up))
    })
    return visited
      ? explanations
      : rows.map(([code, rule]) => notAsked(table, code, rule, [], `el documento no tiene ${table.element}`))
  })
}

function explain(
  table: AnyTable,
  code: string,
  rule: Rule<unknown, unknown>,
  path: readonly (string | number)[],
  context: RuleContext,
  node: unknown,
  up: unknown,
): Explanation {
  if (rule.suspended !== undefined) return notAsked(table, code, rule, path, `suspendida: ${rule.suspended}`)
  if (rule.holds === undefined)
    return notAsked(table, code, rule, path, rule.undecidable ?? 'no se puede decidir con el documento')
  if (rule.needs !== undefined && context[rule.needs] === undefined)
    return notAsked(table, code, rule, path, needWords[rule.needs])
  if (rule.when !== undefined && !rule.when(node, context, up)) return notAsked(table, code, rule, path, 'no aplica')
  const verdict = rule.holds(node, context, up)
  const { element, field, path: place, message } = findingOf(table, code, rule, path, verdict, node)
  if (verdict === true) return { code, element, field, path: place, outcome: 'holds' }
  return { code, element, field, path: place, outcome: 'broken', why: message }
}

const needWords: Readonly<Record<Need, string>> = {
  at: 'falta la fecha y hora presente',
  taxpayers: 'falta la lista de contribuyentes del SAT',
  certificates: 'falta la lista de certificados del SAT',
}

function notAsked(
  table: AnyTable,
  code: string,
  rule: Rule<unknown, unknown>,
  path: readonly (string | number)[],
  why: string,
): Explanation {
  return {
    code,
    element: table.element,
    field: rule.field ?? '',
    path: pathOf(placeOf(path)),
    outcome: 'not-asked',
    why,
  }
}

interface Row {
  readonly code: string
  readonly rule: Rule<unknown, unknown>
}

const cache = new WeakMap<AnyTable, readonly Row[]>()

/** The rows that may be asked: not suspended, and decidable here. */
function compiled(table: AnyTable): readonly Row[] {
  let rows = cache.get(table)
  if (rows === undefined) {
    rows = Object.entries(table.rules).flatMap(([code, rule]) =>
      rule.suspended === undefined && rule.holds !== undefined ? [{ code, rule }] : [],
    )
    cache.set(table, rows)
  }
  return rows
}

function isUnsound({ reads }: AnyTable, unsound: ReadonlySet<string>): boolean {
  return unsound.size > 0 && (unsound.has('') || reads.some((part) => unsound.has(part)))
}

function findingOf(
  { element }: AnyTable,
  code: string,
  rule: Rule<unknown, unknown>,
  path: readonly (string | number)[],
  verdict: boolean | Mismatch,
  node: unknown,
): Finding {
  const mismatch = typeof verdict === 'boolean' ? {} : verdict
  const field = rule.field ?? ''
  const below = mismatch.at ?? (field === '' ? [] : [field])
  const value = mismatch.found ?? (mismatch.at === undefined ? fieldValue(node, field) : undefined)
  return {
    code,
    severity: rule.severity ?? 'error',
    element,
    field,
    message: `${field === '' ? element : `${element}.${field}`}: ${rule.says}${words(mismatch, value)}.`,
    path: pathOf(placeOf([...path, ...below])),
    ...(value === undefined ? {} : { value: String(value) }),
    ...expectation(mismatch),
  }
}

function expectation({ expected, limits }: Mismatch): { expected?: string; limits?: readonly [string, string] } {
  if (limits !== undefined) {
    const [least, most] = [limits[0].toString(), limits[1].toString()] as const
    return { expected: least === most ? least : `${least} a ${most}`, limits: [least, most] }
  }
  return expected === undefined ? {} : { expected: String(expected) }
}

function words({ expected, limits, detail }: Mismatch, value: unknown): string {
  const found = value === undefined ? '' : `, se encontró ${String(value)}`
  const more = detail === undefined ? '' : ` (${detail})`
  if (limits !== undefined) {
    const [least, most] = [limits[0].toString(), limits[1].toString()]
    return `${more}; se esperaba ${least === most ? least : `entre ${least} y ${most}`}${found}`
  }
  if (expected !== undefined) return `${more}; se esperaba ${String(expected)}${found}`
  return `${more}${value === undefined ? '' : ` (se encontró ${String(value)})`}`
}

function fieldValue(node: unknown, field: string): string | number | undefined {
  if (field === '' || typeof node !== 'object' || node === null) return undefined
  const value = (node as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

function placeOf(path: readonly (string | number)[]): At | undefined {
  return path.reduce<At | undefined>((parent, key) => ({ parent, key }), undefined)
}
