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
  readonly table: AnyTable
  readonly code: string
  readonly rule: AnyRule
  readonly needs: Need | undefined
  readonly when: AnyRule['when'] | undefined
  readonly holds: NonNullable<AnyRule['holds']>

  constructor(table: AnyTable, code: string, rule: AnyRule, holds: NonNullable<AnyRule['holds']>) {
    this.table = table
    this.code = code
    this.rule = rule
    this.needs = rule.needs
    this.when = rule.when
    this.holds = holds
  }
}

/** Rows of the tables that visit the same nodes, asked in one walk. */
interface Walk {
  readonly each: AnyTable['each']
  /** The complement that its nodes are in, by the path of its tables: without it there is nothing to visit. */
  readonly complement: string | undefined
  readonly rows: Askable[]
}

/** Every broken rule of the tables, node by node. Rules over what is unsound are not asked. */
export function runRules(tables: readonly AnyTable[], context: RuleContext, unsound?: Unsound): Finding[] {
  const findings: Finding[] = []
  const { Complemento } = context.document
  for (const walk of walksOf(tables)) {
    if (walk.complement !== undefined && Complemento?.[walk.complement] === undefined) continue
    if (unsound === undefined) judge(walk, context, findings)
    else judge(soundWalk(walk, unsound), context, findings)
  }
  return findings
}

function judge({ each, rows }: Walk, context: RuleContext, findings: Finding[]): void {
  each(context.document, (node, up, ...path) => {
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Askable
      const { needs, when, holds } = row
      if (needs !== undefined && context[needs] === undefined) continue
      if (when !== undefined && !when(node, context, up)) continue
      const verdict = holds(node, context, up)
      if (verdict !== true) findings.push(toFinding(row.table.element, row, path, verdict, node))
    }
  })
}

/** The same where parts of the document are not what they should be: over the rest of it. */
function soundWalk({ each, complement, rows }: Walk, unsound: Unsound): Walk {
  const sound = rows.filter(({ table, rule }) => !unsound.hasAny(table.reads) && !unsound.hasAny(readsOf(table, rule)))
  const walk: Walk['each'] = (document, visit) =>
    orStop(() =>
      each(document, (node, up, ...path) => {
        if (!unsound.isWithin(pathOf(placeOf(path)))) visit(node, up, ...path)
      }),
    )
  return { each: sound.length === 0 ? () => {} : walk, complement, rows: sound }
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

const cache = new WeakMap<readonly AnyTable[], readonly Walk[]>()

function walksOf(tables: readonly AnyTable[]): readonly Walk[] {
  let walks = cache.get(tables)
  if (walks === undefined) {
    walks = compileWalks(tables)
    cache.set(tables, walks)
  }
  return walks
}

/** Only rows that may be asked: not suspended, and decidable here. */
function compileWalks(tables: readonly AnyTable[]): readonly Walk[] {
  const walks = new Map<AnyTable['each'], Walk>()
  for (const table of tables) {
    for (const { code, rule } of rowsOf(table)) {
      if (rule.suspended !== undefined || rule.holds === undefined) continue
      const walk = walks.get(table.each) ?? { each: table.each, complement: complementOf(table), rows: [] }
      walks.set(table.each, walk)
      walk.rows.push(new Askable(table, code, rule, rule.holds))
    }
  }
  return [...walks.values()]
}

function complementOf({ path = '' }: AnyTable): string | undefined {
  return /^Complemento\.(\w+)/.exec(path)?.[1]
}

/** The rows of a table, whether they may be asked or not. */
export function rowsOf({ rules }: AnyTable): Row[] {
  return Object.entries(rules).map(([code, rule]) => ({ code, rule }))
}
