/**
 * Judges a document by tables of rules: findings for what is broken.
 * @module
 */

import type { Finding } from '../model/finding.js'
import type { Schema } from '../model/grammar.js'
import type { Visit } from '../model/nodes.js'
import { type Filled, slotFinder, tiposOf } from '../model/slots.js'
import { type AnyEach, type Walk, walkOf } from '../model/walk.js'
import { toFinding } from './breach.js'
import type { Need, Rule, RuleContext, RuleTable } from './rule.js'
import type { Unsound } from './unsound.js'

/** A table of whatever root: its rules get the context that was made for it. */
export type AnyTable = RuleTable<never>

/** A rule whatever its nodes. */
export type AnyRule = Rule<unknown, unknown, never>

/** A rule with its code. */
export interface Row {
  readonly code: string
  readonly rule: AnyRule
}

/** Tables of a root document, by what asks for them. */
export interface RuleSet<Context = never> {
  /** The document that they judge. */
  readonly document: Schema
  /** Asked of every document. */
  readonly always: readonly RuleTable<Context>[]
  /** Asked of a document that has the complement of that name, wherever it hangs. */
  readonly withComplement: Readonly<Record<string, readonly RuleTable<Context>[]>>
}

/** A row that may be asked, in one shape for all: V8 reads their properties at a fixed place (measured: a third of the time). */
class Askable implements Row {
  readonly table: AnyTable
  readonly code: string
  readonly rule: AnyRule
  readonly when: AnyRule['when'] | undefined
  readonly holds: NonNullable<AnyRule['holds']>

  constructor(table: AnyTable, code: string, rule: AnyRule, holds: NonNullable<AnyRule['holds']>) {
    this.table = table
    this.code = code
    this.rule = rule
    this.when = rule.when
    this.holds = holds
  }
}

/** Rows of the tables that judge the same nodes. */
interface Group {
  /** Its place among the groups: findings are told group by group. */
  readonly rank: number
  readonly rows: Askable[]
}

/** What is asked of a kind of document: groups of rows, and the walk that visits the nodes of all. */
interface Program {
  /** How many there are. */
  readonly groups: number
  readonly walk: Walk<Group>
}

/** Findings after which no more is looked for: nobody reads them, and each is a path and a sentence. */
export const mostFindings = 10_000

/** What is thrown after the last of them. */
const enough: unique symbol = Symbol('enough')

/**
 * Every broken rule of the tables, node by node; the first {@link mostFindings}. Rules that read what is unsound are not
 * asked.
 */
export function runRules<Context extends RuleContext>(
  set: RuleSet<Context>,
  context: Context,
  unsound?: Unsound,
): Finding[] {
  const { groups, walk } = programFor(set, context)
  const found = new Found(groups)
  try {
    walk(context.document, unsound === undefined ? judge(context, found) : judgeSound(context, unsound, found))
  } catch (error) {
    if (error !== enough) throw error
  }
  return found.all()
}

/** Findings by group. */
class Found {
  readonly #groups: Finding[][]
  #count = 0

  constructor(groups: number) {
    this.#groups = new Array(groups)
  }

  add({ rank }: Group, finding: Finding): void {
    const known = this.#groups[rank]
    if (known === undefined) this.#groups[rank] = [finding]
    else known.push(finding)
    if (++this.#count >= mostFindings) throw enough
  }

  all(): Finding[] {
    return this.#count === 0 ? [] : this.#groups.flat()
  }
}

type Judge = Parameters<Program['walk']>[1]

function judge(context: RuleContext, found: Found): Judge {
  return (node, up, place, group) => {
    const { rows } = group
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Askable
      const { when, holds } = row
      if (when !== undefined && !when(node, context as never, up)) continue
      const verdict = holds(node, context as never, up)
      if (verdict !== true) found.add(group, toFinding(row.table.nodes.element, row, place, verdict, node))
    }
  }
}

/** The same of a document with unsound places. */
function judgeSound(context: RuleContext, unsound: Unsound, found: Found): Judge {
  return (node, up, place, group) => {
    for (const row of group.rows) {
      const finding = unsound.ask(() => {
        if (row.when?.(node, context as never, up) === false) return undefined
        const verdict = row.holds(node, context as never, up)
        return verdict === true ? undefined : toFinding(row.table.nodes.element, row, place, verdict, node)
      })
      if (finding !== undefined) found.add(group, finding)
    }
  }
}

/** What tells which rows may be asked: the type of the document and what is known besides, and its complements if any. */
type Kind = number | string

/** A rule set made ready for the documents of its declaration. */
interface Prepared {
  /** The types of document; what is none of them has no rules of its own. */
  readonly tipos: readonly string[]
  readonly slotsOf: (document: unknown) => readonly Filled[]
  readonly programs: Map<Kind, Program>
}

const cache = new WeakMap<RuleSet, Prepared>()

function prepared(set: RuleSet): Prepared {
  let known = cache.get(set)
  if (known === undefined) {
    known = { tipos: tiposOf(set.document), slotsOf: slotFinder(set.document), programs: new Map() }
    cache.set(set, known)
  }
  return known
}

/** Kinds of document that are remembered: an issuer has few, and combinations of complements are thousands. */
export const mostKinds = 64

const needs: readonly Need[] = ['at', 'taxpayers', 'certificates']

function programFor(set: RuleSet, context: RuleContext): Program {
  const { tipos, slotsOf, programs } = prepared(set)
  let known = tipos.indexOf(context.tipo) + 1
  for (let at = 0; at < needs.length; at++) known = known * 2 + (context[needs[at] as Need] === undefined ? 0 : 1)
  known = known * 2 + (context.codesInForce ? 1 : 0)
  const names = complementsOf(set, slotsOf(context.document))
  const kind: Kind = names === none ? known : `${known} ${names.join()}`
  let found = programs.get(kind)
  if (found === undefined) {
    found = programOf(set, context, names)
    if (programs.size >= mostKinds) programs.clear()
    programs.set(kind, found)
  }
  return found
}

function programOf(set: RuleSet, context: RuleContext, names: readonly string[]): Program {
  const { tipo } = context
  const tables = [...set.always, ...names.flatMap((name) => set.withComplement[name] ?? [])]
  return compile(
    tables.filter((table) => isOfTipo(table, tipo)),
    (table, rule) =>
      admitsTipo(rule, tipo) &&
      (rule.needs === undefined || context[rule.needs] !== undefined) &&
      !(context.codesInForce && isDeclared(table, rule)),
  )
}

/** Calls back for each node of a table; for none in a type of document that has none. */
export function eachNode(table: AnyTable, { document, tipo }: RuleContext, visit: Visit<unknown, unknown>): void {
  if (isOfTipo(table, tipo)) table.nodes.each(document, visit)
}

function isOfTipo({ nodes: { tipos } }: AnyTable, tipo: string): boolean {
  return tipos === undefined || tipos.includes(tipo)
}

/** Whether a rule is asked of that type of document. */
export function admitsTipo({ tipos }: AnyRule, tipo: string): boolean {
  return tipos === undefined || (tipo.length === 1 && tipos.includes(tipo))
}

/** Whether the structural check asks the same of the same field: that its code is in force in that catalogue. */
export function isDeclared({ nodes }: AnyTable, { catalog, field }: AnyRule): boolean {
  if (catalog === undefined || field === undefined) return false
  const member = nodes.declaration?.content[field]
  return member?.kind === 'attribute' && member.type.catalog === catalog
}

/** Names of the complements with rules that a document has, in the order of the set. */
function complementsOf({ withComplement }: RuleSet, slots: readonly Filled[]): readonly string[] {
  if (slots.length === 0) return none
  return Object.keys(withComplement).filter((name) => slots.some((slot) => slot[name] !== undefined))
}

const none: readonly string[] = []

/** Only rows that may be asked: not suspended, decidable here, and of this kind of document. */
function compile(tables: readonly AnyTable[], applies: (table: AnyTable, rule: AnyRule) => boolean): Program {
  const groups = new Map<AnyEach, Group>()
  for (const table of tables) {
    for (const { code, rule } of rowsOf(table)) {
      if (rule.suspended !== undefined || rule.holds === undefined || !applies(table, rule)) continue
      const group = groups.get(table.nodes.each) ?? { rank: groups.size, rows: [] }
      groups.set(table.nodes.each, group)
      group.rows.push(new Askable(table, code, rule, rule.holds))
    }
  }
  return { groups: groups.size, walk: walkOf(groups) }
}

/** The rows of a table, whether they may be asked or not. */
export function rowsOf({ rules }: AnyTable): Row[] {
  return Object.entries(rules).map(([code, rule]) => ({ code, rule }))
}
