/**
 * Updates the catalogues:
 * `npm run catalogs -- <folder of TSV> [--date YYYY-MM-DD] [--accept-shrink c_Name] [--dry-run]`.
 * See `docs/en/catalogs.md`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { isUnchanged } from '../src/catalogs/importer/compare.js'
import { compress } from '../src/catalogs/importer/compress.js'
import { importCatalogs } from '../src/catalogs/importer/importCatalogs.js'
import { reportOf } from '../src/catalogs/importer/report.js'
import { readPacked, writeEach } from './each.js'

const target = join(import.meta.dirname, '../src/catalogs')
const reportFile = join(target, 'packed/REPORT.md')

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      date: { type: 'string' },
      'accept-shrink': { type: 'string', multiple: true, default: [] },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const folder = positionals[0]
  if (folder === undefined)
    return fail(
      'usage: npm run catalogs -- <folder of TSV> [--date YYYY-MM-DD] [--accept-shrink c_Name] [--dry-run]',
    )
  const files = readTables(folder)
  if (files.size === 0) return fail(`${folder}: no .tsv file`)
  const date = values.date ?? publishedIn(folder)
  if (date === undefined)
    return fail("--date YYYY-MM-DD: the day of the SAT's publication is needed")
  const result = importCatalogs({
    files,
    date,
    compress,
    previous: readPacked,
    acceptShrink: values['accept-shrink'],
  })
  const report = reportOf(result, date)
  process.stdout.write(report)
  if (values['dry-run']) return
  writeModules(result.modules)
  writeEach()
  if (result.changes.some((change) => !isUnchanged(change))) writeFileSync(reportFile, report)
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`)
  process.exitCode = 1
}

function readTables(folder: string): Map<string, string> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort()
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

/** Returns the first date in the folder's manifest. */
function publishedIn(folder: string): string | undefined {
  const manifest = join(folder, 'MANIFEST.md')
  return existsSync(manifest)
    ? /\d{4}-\d{2}-\d{2}/.exec(readFileSync(manifest, 'utf8'))?.[0]
    : undefined
}

/** Writes changed modules, and deletes generated modules that are no longer generated. */
function writeModules(modules: ReadonlyMap<string, string>): void {
  for (const [path, text] of modules) {
    const file = join(target, path)
    mkdirSync(dirname(file), { recursive: true })
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
  for (const name of readdirSync(join(target, 'packed')))
    if (name.endsWith('.ts') && !modules.has(`packed/${name}`)) rmSync(join(target, 'packed', name))
}

try {
  main()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
