/**
 * Writes the modules that the build makes of others before it compiles: `src/catalogs/each`, a
 * module for each catalogue alone, from the packed catalogues, and `src/sat/outlines.ts` from the
 * declarations. `npm run each`.
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eachModules } from '../src/catalogs/importer/eachModules.js'
import { packedTextOf } from '../src/catalogs/importer/module.js'
import { sources } from '../src/catalogs/importer/sources.js'
import { cfdi } from '../src/sat/cfdi40/model.js'
import { writeOutlines } from './outlines.js'

const catalogs = join(import.meta.dirname, '../src/catalogs')
const folder = join(catalogs, 'each')

/** Returns the packed text of a catalogue, or of its descriptions. */
export function readPacked(name: string): string | undefined {
  const file = join(catalogs, `packed/${name}.ts`)
  return existsSync(file) ? packedTextOf(readFileSync(file, 'utf8')) : undefined
}

/** Writes changed modules, and deletes those of catalogues that no longer exist. */
export function writeEach(): void {
  mkdirSync(folder, { recursive: true })
  const modules = eachModules(sources, readPacked)
  for (const [name, text] of modules) writeChanged(join(folder, name), text)
  for (const name of readdirSync(folder)) if (!modules.has(name)) rmSync(join(folder, name))
}

function writeChanged(file: string, text: string): void {
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

/** Writes the outlines of the declarations. */
export function writeOutlinesModule(): void {
  writeChanged(join(import.meta.dirname, '../src/sat/outlines.ts'), writeOutlines(cfdi))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeEach()
  writeOutlinesModule()
}
