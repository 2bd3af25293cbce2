/**
 * Judges a document by tables of rules: findings for what is broken, and for support desks what became of each rule.
 * @module
 */
import type { At, Finding } from '../model/finding.js'
import { pathOf } from '../model/finding.js'
import type { Mismatch, Need, Rule, RuleContext, RuleTable } from './rule.js'
import type { Unsound } from './unsound.js'

/** A table whatever its nodes: the runner passes to its rules what its own `each` gave. */
export type AnyTable = RuleTable<unknown, unknown>

/** What became of a rule at a node. */
export interface Explanation {
  readonly code: string
  readonly element: string
  readonly field: string
  readonly path: string
  readonly outcome: 'holds' | 'broken' | 'not-asked'
  /** Why it was not asked, how it is broken, or what of it is left to others. */
  readonly why?: string
}

type Path = readonly (string | number)[]
type AnyRule = Rule<unknown, unknown>

interface Row {
  readonly code: string
  readonly rule: AnyRule
}

/** Every broken rule of the tables, in their order. Rules over what is unsound are not asked. */
export function runRules(tables: readonly AnyTable[], context: RuleContext, unsound?: Unsound): Finding[] {
  const findings: Finding[] = []
  for (const table of tables) {
    const rows = askable(table)
    if (unsound === undefined) judge(table, rows, context, findings)
    else judgeSound(table, rows, context, findings, unsound)
  }
  return findings
}

function judge(table: AnyTable, rows: readonly Row[], context: RuleContext, findings: Finding[]): void {
  table.each(context.document, (node, up, ...path) => {
    for (let index = 0; index < rows.length; index++) {
      const { code, rule } = rows[index] as Row
      if (rule.needs !== undefined && context[rule.needs] === undefined) continue
      if (rule.when !== undefined && !rule.when(node, context, up)) continue
      const verdict = rule.holds?.(node, context, up)
      if (verdict !== true && verdict !== undefined) findings.push(findingOf(table, code, rule, path, verdict, node))
    }
  })
}

/** The same where parts of the document are not what they should be: over the rest of it. */
function judgeSound(
  table: AnyTable,
  rows: readonly Row[],
  context: RuleContext,
  findings: Finding[],
  unsound: Unsound,
): void {
  if (unsound.hasAny(table.reads)) return
  const each: AnyTable['each'] = (document, visit) =>
    orStop(() =>
      table.each(document, (node, up, ...path) => {
        if (!unsound.isWithin(pathOf(placeOf(path)))) visit(node, up, ...path)
      }),
    )
  const sound = rows.filter(({ rule }) => !unsound.hasAny(readsOf(table, rule)))
  judge({ ...table, each }, sound, context, findings)
}

/** What a rule reads at the top level beyond what its table does: its own field, when its node is the root. */
function readsOf({ path }: AnyTable, { reads = [], field }: AnyRule): readonly string[] {
  return path === '' && field !== undefined ? [...reads, field] : reads
}

/** A walk over a document of the wrong shape may stumble: what it did not reach is not asked. */
function orStop(walk: () => void): void {
  try {
    walk()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

const cache = new WeakMap<AnyTable, readonly Row[]>()

/** The rows that may be asked: not suspended, and decidable here. */
function askable(table: AnyTable): readonly Row[] {
  let rows = cache.get(table)
  if (rows === undefined) {
    rows = rowsOf(table).filter(({ rule }) => rule.suspended === undefined && rule.holds !== undefined)
    cache.set(table, rows)
  }
  return rows
}

function rowsOf({ rules }: AnyTable): Row[] {
  return Object.entries(rules).map(([code, rule]) => ({ code, rule }))
}

/** The outcome of every rule at every node that it applies to. `refused` are the findings that took the code of a rule. */
export function explainRules(
  tables: readonly AnyTable[],
  context: RuleContext | undefined,
  unsound: Unsound | undefined,
  refused: readonly Finding[],
): Explanation[] {
  return tables.flatMap((table) => {
    const rows = rowsOf(table)
    const broken = refused.filter(({ code }) => Object.hasOwn(table.rules, code)).map(brokenBy)
    if (context === undefined || unsound?.hasAny(table.reads)) {
      const rest = rows.filter(({ code }) => !broken.some((explanation) => explanation.code === code))
      return [...broken, ...rest.map((row) => notAsked(table, row, [], structureWords))]
    }
    return [...broken, ...explainTable(table, rows, context, unsound)]
  })
}

const structureWords = 'la estructura de la que depende está mal'

function brokenBy({ code, element, field, path, message }: Finding): Explanation {
  return { code, element, field, path, outcome: 'broken', why: message }
}

function explainTable(
  table: AnyTable,
  rows: readonly Row[],
  context: RuleContext,
  unsound: Unsound | undefined,
): Explanation[] {
  const explanations: Explanation[] = []
  let visited = false
  orStop(() =>
    table.each(context.document, (node, up, ...path) => {
      visited = true
      const within = unsound?.isWithin(pathOf(placeOf(path)))
      for (const row of rows) {
        const skipped = within || unsound?.hasAny(readsOf(table, row.rule))
        explanations.push(
          skipped ? notAsked(table, row, path, structureWords) : explain(table, row, path, context, node, up),
        )
      }
    }),
  )
  return visited
    ? explanations
    : rows.map((row) => notAsked(table, row, [], reasonWithout(row.rule) ?? `el documento no tiene ${table.element}`))
}

/** Why a rule is never asked, whatever the document. */
function reasonWithout({ suspended, holds, undecidable, inSchema }: AnyRule): string | undefined {
  if (suspended !== undefined) return `suspendida: ${suspended}`
  if (holds === undefined && inSchema !== true) return undecidable ?? 'no se puede decidir con el documento'
  return undefined
}

function explain(table: AnyTable, row: Row, path: Path, context: RuleContext, node: unknown, up: unknown): Explanation {
  const { code, rule } = row
  const never = reasonWithout(rule)
  if (never !== undefined) return notAsked(table, row, path, never)
  if (rule.needs !== undefined && context[rule.needs] === undefined)
    return notAsked(table, row, path, needWords[rule.needs])
  if (rule.when !== undefined && !rule.when(node, context, up)) return notAsked(table, row, path, 'no aplica')
  const verdict = rule.holds === undefined || rule.holds(node, context, up)
  const { element, field, path: place, message } = findingOf(table, code, rule, path, verdict, node)
  const subject = { code, element, field, path: place }
  if (verdict !== true) return { ...subject, outcome: 'broken', why: message }
  return { ...subject, outcome: 'holds', ...(rule.undecidable === undefined ? {} : { why: rule.undecidable }) }
}

const needWords: Readonly<Record<Need, string>> = {
  at: 'falta la fecha y hora presente',
  taxpayers: 'falta la lista de contribuyentes del SAT',
  certificates: 'falta la lista de certificados del SAT',
}

function notAsked({ element }: AnyTable, { code, rule }: Row, path: Path, why: string): Explanation {
  return { code, element, field: rule.field ?? '', path: pathOf(placeOf(path)), outcome: 'not-asked', why }
}

function findingOf(
  { element }: AnyTable,
  code: string,
  rule: AnyRule,
  path: Path,
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
    ...(mismatch.catalog === undefined ? {} : { catalog: mismatch.catalog }),
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

function placeOf(path: Path): At | undefined {
  return path.reduce<At | undefined>((parent, key) => ({ parent, key }), undefined)
}
