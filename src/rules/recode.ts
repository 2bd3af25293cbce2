/**
 * What the XSD refuses, under the code that the SAT's matrix has for the same fact: 301 says only that "the XML is wrong".
 * @module
 */
import { type Finding, structureCode } from '../model/finding.js'
import type { AnyTable } from './run.js'

/**
 * The findings about structure, those that a rule states too under the code of the rule: `found` says so of codes that a
 * catalogue lacks (same place, same catalogue) and of elements that are out of place, the tables of the rest (`inSchema`).
 */
export function recode(
  structure: readonly Finding[],
  found: readonly Finding[],
  tables: readonly AnyTable[],
): Finding[] {
  const missed = new Map(found.map(({ path, catalog, code }) => [`${catalog} ${path}`, code]))
  return structure.map((finding) => {
    const { catalog, path, field } = finding
    const code = catalog === undefined && field !== '' ? schemaCode(finding, tables) : missed.get(`${catalog} ${path}`)
    return code === undefined ? finding : { ...finding, code }
  })
}

/** Findings of rules at places where nothing is said about structure. */
export function elsewhere(structure: readonly Finding[], found: readonly Finding[]): Finding[] {
  const said = new Set(structure.map(({ path }) => path))
  return found.filter(({ path }) => !said.has(path))
}

/** A value that is there and is refused; what is missing or does not belong there is nobody's but the XSD's. */
function schemaCode({ code, path, field, value }: Finding, tables: readonly AnyTable[]): string | undefined {
  if (code !== structureCode || field === '' || value === undefined) return undefined
  return schemaCodes(tables).get(path.replace(/\[\d+\]/g, '[]'))
}

const cache = new WeakMap<readonly AnyTable[], ReadonlyMap<string, string>>()

/** The codes of the rules that the XSD states too, by the path of their field. */
function schemaCodes(tables: readonly AnyTable[]): ReadonlyMap<string, string> {
  let codes = cache.get(tables)
  if (codes === undefined) {
    codes = new Map(
      tables.flatMap(({ path, rules }) =>
        Object.entries(rules).flatMap(([code, { inSchema, field }]) =>
          inSchema === undefined || path === undefined || field === undefined
            ? []
            : [[path === '' ? field : `${path}.${field}`, code] as const],
        ),
      ),
    )
    cache.set(tables, codes)
  }
  return codes
}
