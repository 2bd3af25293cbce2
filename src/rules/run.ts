/**
 * Judges a document by tables of rules: findings for what is broken.
 * @module
 */
import type { Finding } from '../model/finding.js'
import { pathOf } from '../model/finding.js'
import { placeOf, toFinding } from './breach.js'
import { type Need, type Rule, type RuleContext, type RuleTable, root } from './rule.js'
import type { Unsound } from './unsound.js'

/** A table whatever its nodes: the runner passes to its rules what its own `each` gave. */
export type AnyTable = RuleTable<unknown, unknown>

/** A rule whatever its nodes. */
export type AnyRule = Rule<unknown, unknown>

/** A rule with its code. */
export interface Row {
  readonly code: string
  readonly rule: AnyRule
}

/** A row that may be asked, in one shape for all: V8 reads their properties at a fixed place (measured: a third of the time). */
class Askable implements Row {
  readonly code: string
  readonly rule: AnyRule
  readonly needs: Need | undefined
  readonly when: AnyRule['when'] | undefined
  readonly holds: NonNullable<AnyRule['holds']>

  constructor(code: string, rule: AnyRule, holds: NonNullable<AnyRule['holds']>) {
    this.code = code
    this.rule = rule
    this.needs = rule.needs
    this.when = rule.when
    this.holds = holds
  }
}

/** Every broken rule of the tables, in their order. Rules over what is unsound are not asked. */
export function runRules(tables: readonly AnyTable[], context: RuleContext, unsound?: Unsound): Finding[] {
  const findings: Finding[] = []
  for (const { table, rows } of compiled(tables)) {
    if (unsound === undefined) judge(table, rows, context, findings)
    else judgeSound(table, rows, context, findings, unsound)
  }
  return findings
}

function judge(table: AnyTable, rows: readonly Askable[], context: RuleContext, findings: Finding[]): void {
  table.each(context.document, (node, up, ...path) => {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Askable
      const { needs, when, holds } = row
      if (needs !== undefined && context[needs] === undefined) continue
      if (when !== undefined && !when(node, context, up)) continue
      const verdict = holds(node, context, up)
      if (verdict !== true) findings.push(toFinding(table.element, row, path, verdict, node))
    }
  })
}

/** The same where parts of the document are not what they should be: over the rest of it. */
function judgeSound(
  table: AnyTable,
  rows: readonly Askable[],
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
export function readsOf({ path, each }: AnyTable, { reads = [], field }: AnyRule): readonly string[] {
  const isRoot = path === '' || each === (root as unknown)
  return isRoot && field !== undefined ? [...reads, field] : reads
}

/** A walk over a document of the wrong shape may stumble: what it did not reach is not asked. */
export function orStop(walk: () => void): void {
  try {
    walk()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
}

interface Compiled {
  readonly table: AnyTable
  readonly rows: readonly Askable[]
}

const cache = new WeakMap<readonly AnyTable[], readonly Compiled[]>()

/** Tables with the rows that may be asked: not suspended, and decidable here. */
function compiled(tables: readonly AnyTable[]): readonly Compiled[] {
  let known = cache.get(tables)
  if (known === undefined) {
    known = tables.map((table) => ({ table, rows: askable(table) })).filter(({ rows }) => rows.length > 0)
    cache.set(tables, known)
  }
  return known
}

function askable(table: AnyTable): Askable[] {
  return rowsOf(table).flatMap(({ code, rule }) =>
    rule.suspended === undefined && rule.holds !== undefined ? [new Askable(code, rule, rule.holds)] : [],
  )
}

/** The rows of a table, whether they may be asked or not. */
export function rowsOf({ rules }: AnyTable): Row[] {
  return Object.entries(rules).map(([code, rule]) => ({ code, rule }))
}
