/**
 * Gives findings of the XSD the code of the SAT's matrix for the same fact: 301 only means a
 * malformed XML.
 * @module
 */

import { type Finding, structureCode } from '../model/finding.js'
import { remedyWords } from './breach.js'
import type { RuleContext } from './rule.js'
import { type AnyTable, eachNode, isDeclared } from './run.js'

/**
 * Replaces the code of structural findings that a rule also covers. `found` has the codes for
 * unknown catalogue codes (same place, same catalogue) and misplaced elements; tables with
 * `inSchema` rules cover the rest, if the document has a node of theirs.
 */
export function recode(
  structure: readonly Finding[],
  found: readonly Finding[],
  tables: readonly AnyTable[],
  context: RuleContext | undefined,
): Finding[] {
  const known = new Map<AnyTable, boolean>()
  /** Whether a table has a node in the document, computed once per table. */
  const visits = (table: AnyTable): boolean => {
    let visited = known.get(table)
    if (visited !== undefined) return visited
    visited = false
    if (context !== undefined)
      eachNode(table, context, () => {
        visited = true
      })
    known.set(table, visited)
    return visited
  }
  const missed = new Map<string, string>()
  for (const { path, catalog, code } of found) missed.set(`${catalog} ${path}`, code)
  return structure.map((finding) => {
    const { catalog, path, field, severity } = finding
    if (severity !== 'error') return finding
    const code =
      catalog === undefined && field !== ''
        ? schemaCode(finding, tables, visits)
        : missed.get(`${catalog} ${path}`)
    if (code === undefined) return finding
    return { ...finding, code, message: withRemedy(finding, code, tables) }
  })
}

/** Returns the message with the remedy of the code's rule for that value. */
function withRemedy(
  { message, value }: Finding,
  code: string,
  tables: readonly AnyTable[],
): string {
  for (const { rules } of tables) {
    if (!Object.hasOwn(rules, code)) continue
    const words = remedyWords(rules[code]!, value)
    return words === '' ? message : `${message.replace(/\.$/, '')}${words}.`
  }
  return message
}

/** Returns the findings of rules at places without structural findings. */
export function findingsElsewhere(
  structure: readonly Finding[],
  found: readonly Finding[],
): Finding[] {
  const said = new Set<string>()
  for (const { severity, path } of structure) if (severity === 'error') said.add(path)
  return found.filter(({ path }) => !said.has(path))
}

/**
 * Only present, refused values are recoded; missing and misplaced members remain findings of the
 * XSD.
 */
function schemaCode(
  { code, path, field, value }: Finding,
  tables: readonly AnyTable[],
  visits: (table: AnyTable) => boolean,
): string | undefined {
  if (code !== structureCode || field === '' || value === undefined) return undefined
  for (const rule of schemaRules(tables).get(path.replace(/\[\d+\]/g, '[]')) ?? [])
    if (visits(rule.table)) return rule.code
  return undefined
}

interface SchemaRule {
  readonly code: string
  readonly table: AnyTable
}

const cache = new WeakMap<readonly AnyTable[], ReadonlyMap<string, readonly SchemaRule[]>>()

/** Returns the rules that the XSD also covers, by the path of their field. */
function schemaRules(tables: readonly AnyTable[]): ReadonlyMap<string, readonly SchemaRule[]> {
  let rules = cache.get(tables)
  if (rules === undefined) {
    const groups = new Map<string, SchemaRule[]>()
    for (const table of tables) {
      for (const [code, rule] of Object.entries(table.rules)) {
        const { inSchema, field } = rule
        // A text without the form of a code cannot be in the catalogue.
        if (
          (inSchema === undefined && !isDeclared(table, rule)) ||
          table.nodes.path === undefined ||
          field === undefined
        )
          continue
        const path = table.nodes.path === '' ? field : `${table.nodes.path}.${field}`
        groups.set(path, [...(groups.get(path) ?? []), { code, table }])
      }
    }
    rules = groups
    cache.set(tables, rules)
  }
  return rules
}
