/**
 * What the XSD refuses, under the code that the SAT's matrix has for the same fact: 301 says only that "the XML is wrong".
 * @module
 */

import { type Finding, structureCode } from '../model/finding.js'
import type { RuleContext } from './rule.js'
import { type AnyTable, eachNode, isDeclared } from './run.js'

/**
 * The findings about structure, those that a rule states too under the code of the rule: `found` says so of codes that a
 * catalogue lacks (same place, same catalogue) and of elements that are out of place, the tables of the rest (`inSchema`), if
 * they have a node in the document, if it is one.
 */
export function recode(
  structure: readonly Finding[],
  found: readonly Finding[],
  tables: readonly AnyTable[],
  context: RuleContext | undefined,
): Finding[] {
  const visits = visitor(context)
  const missed = new Map(found.map(({ path, catalog, code }) => [`${catalog} ${path}`, code]))
  return structure.map((finding) => {
    const { catalog, path, field } = finding
    const code =
      catalog === undefined && field !== '' ? schemaCode(finding, tables, visits) : missed.get(`${catalog} ${path}`)
    return code === undefined ? finding : { ...finding, code }
  })
}

/** Findings of rules at places where nothing is said about structure. */
export function elsewhere(structure: readonly Finding[], found: readonly Finding[]): Finding[] {
  const said = new Set(structure.map(({ path }) => path))
  return found.filter(({ path }) => !said.has(path))
}

/** A value that is there and is refused; what is missing or does not belong there is nobody's but the XSD's. */
function schemaCode(
  { code, path, field, value }: Finding,
  tables: readonly AnyTable[],
  visits: (table: AnyTable) => boolean,
): string | undefined {
  if (code !== structureCode || field === '' || value === undefined) return undefined
  const rules = schemaRules(tables).get(path.replace(/\[\d+\]/g, '[]')) ?? []
  return rules.find(({ table }) => visits(table))?.code
}

/** Whether a table has a node in the document: asked once a table, however many findings there are. */
function visitor(context: RuleContext | undefined): (table: AnyTable) => boolean {
  const known = new Map<AnyTable, boolean>()
  return (table) => {
    const visited = known.get(table) ?? (context !== undefined && hasNode(table, context))
    known.set(table, visited)
    return visited
  }
}

function hasNode(table: AnyTable, context: RuleContext): boolean {
  let visited = false
  eachNode(table, context, () => {
    visited = true
  })
  return visited
}

interface SchemaRule {
  readonly code: string
  readonly table: AnyTable
}

const cache = new WeakMap<readonly AnyTable[], ReadonlyMap<string, readonly SchemaRule[]>>()

/** The rules that the XSD states too, by the path of their field. */
function schemaRules(tables: readonly AnyTable[]): ReadonlyMap<string, readonly SchemaRule[]> {
  let rules = cache.get(tables)
  if (rules === undefined) {
    rules = groupByPath(tables)
    cache.set(tables, rules)
  }
  return rules
}

function groupByPath(tables: readonly AnyTable[]): ReadonlyMap<string, readonly SchemaRule[]> {
  const groups = new Map<string, SchemaRule[]>()
  for (const table of tables) {
    for (const [code, rule] of Object.entries(table.rules)) {
      const { inSchema, field } = rule
      // What has not the form of a code is no code of the catalogue.
      if ((inSchema === undefined && !isDeclared(table, rule)) || table.nodes.path === undefined || field === undefined)
        continue
      const path = table.nodes.path === '' ? field : `${table.nodes.path}.${field}`
      groups.set(path, [...(groups.get(path) ?? []), { code, table }])
    }
  }
  return groups
}
