/**
 * Evaluates tables of rules on a document and returns a finding for each broken rule.
 * @module
 */

import type { Finding } from '../model/finding.js'
import type { Schema } from '../model/grammar.js'
import type { Visit } from '../model/nodes.js'
import { type Filled, slotFinder, tiposOf } from '../model/slots.js'
import { type AnyEach, type Walk, walkOf } from '../model/walk.js'
import { toFindings } from './breach.js'
import type { Need, Rule, RuleContext, RuleTable } from './rule.js'
import type { Unsound } from './unsound.js'

/** A table of any root: its rules receive the context made for it. */
export type AnyTable = RuleTable<never>

/** A rule with its types erased. */
export type AnyRule = Rule<unknown, unknown, never>

/** A rule with its code. */
export interface Row {
  readonly code: string
  readonly rule: AnyRule
}

/** Tables of a root document, by condition. */
export interface RuleSet<Context = never> {
  /** The root document. */
  readonly document: Schema
  /** Evaluated on every document. */
  readonly always: readonly RuleTable<Context>[]
  /**
   * Evaluated on a document that has the complement of that name, in any place. Functions, so that
   * the first check of a process constructs the tables of its document only.
   */
  readonly withComplement: Readonly<Record<string, () => readonly RuleTable<Context>[]>>
}

/** Returns the tables of a rule set, in the order of evaluation. */
export function tablesOf<Context>({
  always,
  withComplement,
}: RuleSet<Context>): RuleTable<Context>[] {
  return [...always, ...Object.values(withComplement).flatMap((tables) => tables())]
}

/**
 * A row to evaluate, in one shape for all rows, because V8 then reads properties at fixed offsets
 * (measured: a third of the time).
 */
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

/** Rows of tables over the same nodes. */
interface Group {
  /** Its position among the groups: findings are returned group by group. */
  readonly rank: number
  readonly rows: Askable[]
}

/** Rules for a kind of document: groups of rows, and one walk over the nodes of all groups. */
interface Program {
  /** Number of groups. */
  readonly groups: number
  readonly walk: Walk<Group>
}

/** Limit of findings, after which the run stops: each costs a path and a sentence. */
export const mostFindings = 10_000

/** Thrown after the last admitted finding. */
const enough: unique symbol = Symbol('enough')

/**
 * Returns a finding for every broken rule, node by node, up to {@link mostFindings}. Rules that
 * read unsound values are skipped.
 */
export function runRules<Context extends RuleContext>(
  set: RuleSet<Context>,
  context: Context,
  unsound?: Unsound,
): Finding[] {
  const { groups, walk } = programFor(set, context)
  const found = new Found(groups)
  try {
    walk(
      context.document,
      unsound === undefined ? createJudge(context, found) : judgeSound(context, unsound, found),
    )
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

  add({ rank }: Group, findings: readonly Finding[]): void {
    this.#groups[rank] ??= []
    for (const finding of findings) {
      this.#groups[rank].push(finding)
      if (++this.#count >= mostFindings) throw enough
    }
  }

  all(): Finding[] {
    if (this.#count === 0) return []
    return this.#groups.flat()
  }
}

type Judge = Parameters<Program['walk']>[1]

function createJudge(context: RuleContext, found: Found): Judge {
  return (node, up, place, group) => {
    const { rows } = group
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as Askable
      const { when, holds } = row
      if (when !== undefined && !when(node, context as never, up)) continue
      const verdict = holds(node, context as never, up)
      if (verdict !== true)
        found.add(group, toFindings(row.table.nodes.element, row, place, verdict, node))
    }
  }
}

/** Evaluates a rule on a document with unsound places. */
function judgeSound(context: RuleContext, unsound: Unsound, found: Found): Judge {
  return (node, up, place, group) => {
    for (const row of group.rows) {
      const findings = unsound.ask(() => {
        if (row.when?.(node, context as never, up) === false) return undefined
        const verdict = row.holds(node, context as never, up)
        if (verdict === true) return undefined
        return toFindings(row.table.nodes.element, row, place, verdict, node)
      })
      if (findings !== undefined) found.add(group, findings)
    }
  }
}

/** Key of a program: the type of the document, the available lists, and its complements if any. */
type Kind = number | string

/** A rule set prepared for the documents of its declaration. */
interface Prepared {
  /** The types of document; a document of an unknown type gets only rules for all types. */
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

/**
 * Maximum cached programs: an issuer has few kinds of document, and there are thousands of
 * combinations of complements.
 */
export const mostKinds = 64

const needs: readonly Need[] = ['at', 'taxpayers', 'certificates']

function programFor(set: RuleSet, context: RuleContext): Program {
  const { tipos, slotsOf, programs } = prepared(set)
  let known = tipos.indexOf(context.tipo) + 1
  for (let at = 0; at < needs.length; at++)
    known = known * 2 + (context[needs[at] as Need] === undefined ? 0 : 1)
  known = known * 2 + (context.codesInForce ? 1 : 0)
  const names = complementsOf(set, slotsOf(context.document))
  const kind: Kind = names.length === 0 ? known : `${known} ${names.join()}`
  let found = programs.get(kind)
  if (found === undefined) {
    found = compile(set, context, names)
    if (programs.size >= mostKinds) programs.clear()
    programs.set(kind, found)
  }
  return found
}

/** Calls `visit` for each node of a table; never in a document type without such nodes. */
export function eachNode(
  table: AnyTable,
  { document, tipo }: RuleContext,
  visit: Visit<unknown, unknown>,
): void {
  if (isOfTipo(table, tipo)) table.nodes.each(document, visit)
}

function isOfTipo({ nodes: { tipos } }: AnyTable, tipo: string): boolean {
  return tipos === undefined || tipos.includes(tipo)
}

/** Whether a rule applies to that type of document. */
export function admitsTipo({ tipos }: AnyRule, tipo: string): boolean {
  return tipos === undefined || (tipo.length === 1 && tipos.includes(tipo))
}

/**
 * Whether the structural check covers the rule: the code of the field is in force in that
 * catalogue.
 */
export function isDeclared({ nodes }: AnyTable, { catalog, field }: AnyRule): boolean {
  if (catalog === undefined || field === undefined) return false
  const member = nodes.declaration?.content[field]
  return member?.kind === 'attribute' && member.type.catalog === catalog
}

/** Names of the complements with rules in a document, in the order of the set. */
function complementsOf({ withComplement }: RuleSet, slots: readonly Filled[]): readonly string[] {
  if (slots.length === 0) return none
  const names = new Set<string>()
  for (const slot of slots)
    for (const name in slot)
      if (slot[name] !== undefined && Object.hasOwn(withComplement, name)) names.add(name)
  // Most documents have one, and the set has some forty.
  if (names.size < 2) return [...names]
  return Object.keys(withComplement).filter((name) => names.has(name))
}

const none: readonly string[] = []

/** Selects the rows to evaluate: not suspended, decidable, and for this kind of document. */
function compile(set: RuleSet, context: RuleContext, names: readonly string[]): Program {
  const tables = [...set.always, ...names.flatMap((name) => set.withComplement[name]?.() ?? [])]
  const groups = new Map<AnyEach, Group>()
  for (const table of tables) {
    if (!isOfTipo(table, context.tipo)) continue
    for (const { code, rule } of ruleRowsOf(table)) {
      if (rule.suspended !== undefined || rule.holds === undefined) continue
      if (!admitsTipo(rule, context.tipo)) continue
      if (rule.needs !== undefined && context[rule.needs] === undefined) continue
      if (context.codesInForce && isDeclared(table, rule)) continue
      const group = groups.get(table.nodes.each) ?? { rank: groups.size, rows: [] }
      groups.set(table.nodes.each, group)
      group.rows.push(new Askable(table, code, rule, rule.holds))
    }
  }
  return { groups: groups.size, walk: walkOf(groups) }
}

/** Returns all rows of a table, including those that are never evaluated. */
export function ruleRowsOf({ rules }: AnyTable): Row[] {
  return Object.entries(rules).map(([code, rule]) => ({ code, rule }))
}
