/**
 * Checks every regular expression over input with recheck: those in `src/`, the patterns of the
 * declarations and those of the catalogues. `npm run expressions` fails when one can backtrack, or
 * cannot be analysed.
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { catalogs } from '../src/catalogs/catalogs.js'
import { cfdi } from '../src/sat/cfdi40/model.js'

process.env['RECHECK_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

interface Expression {
  readonly source: string
  readonly flags: string
  readonly where: string
}

const folder = join(import.meta.dirname, '../src')

function main(): void {
  const all = new Map(
    [...written(), ...declared(), ...listed()].map((one) => [`/${one.source}/${one.flags}`, one]),
  )
  const problems = [...all].flatMap(([text, one]) => {
    const problem = isRepeatedClass(one.source) ? undefined : problemOf(one)
    return problem === undefined ? [] : [`${one.where}: ${text}: ${problem}`]
  })
  for (const problem of problems) console.error(problem)
  console.log(`${all.size} expressions, ${problems.length} vulnerable`)
  process.exitCode = problems.length === 0 ? 0 : 1
}

/**
 * One repeated character class: linear by its form, and slow to analyse when repeated hundreds of
 * times.
 */
function isRepeatedClass(source: string): boolean {
  return /^\^\(\?:\[[^\]]+\]\{\d+(?:,\d+)?\}\)\$$/.test(source)
}

/** An attack ends after a number of steps: with a time-out, a busy machine finds attacks that are none. */
const judgedBySteps = { timeout: 120_000, attackTimeout: null, attackLimit: 100_000_000 }

function problemOf({ source, flags }: Expression): string | undefined {
  const verdict = checkSync(source, flags, judgedBySteps)
  if (verdict.status === 'safe') return undefined
  return verdict.status === 'vulnerable'
    ? `${verdict.complexity.summary}, as in ${verdict.attack.pattern}`
    : `not judged: ${verdict.error.kind}`
}

function written(): Expression[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return files.flatMap((where) =>
    literals(parseSync(where, readFileSync(join(folder, where), 'utf8')).program, where),
  )
}

function literals(node: unknown, where: string): Expression[] {
  if (typeof node !== 'object' || node === null) return []
  const { regex } = node as {
    readonly regex?: { readonly pattern: string; readonly flags: string }
  }
  const below = Object.values(node).flatMap((child) => literals(child, where))
  return regex === undefined
    ? below
    : [{ source: regex.pattern, flags: regex.flags, where }, ...below]
}

function declared(): Expression[] {
  const seen = new Set<unknown>()
  const patternsIn = (node: unknown): string[] => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return []
    seen.add(node)
    const { facets } = node as { readonly facets?: { readonly pattern?: string } }
    const below = Object.values(node).flatMap(patternsIn)
    return facets?.pattern === undefined ? below : [facets.pattern, ...below]
  }
  return patternsIn(cfdi).map((pattern) => ({
    source: `^(?:${pattern})$`,
    flags: 'u',
    where: 'model',
  }))
}

/** Returns the patterns in the catalogues. */
function listed(): Expression[] {
  const names = ['c_FormaPago', 'c_Pais', 'c_TipoPermiso_HidrocarburosPetro'] as const
  return names.flatMap((where) =>
    [...catalogs.catalog(where).rows()]
      .flatMap((row) => Object.values(row))
      .filter((value): value is string => typeof value === 'string' && /[[\\]/.test(value))
      .map((pattern) => ({ source: `^(?:${pattern.replaceAll('\\V', '.')})$`, flags: '', where })),
  )
}

main()
