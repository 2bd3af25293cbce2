/**
 * `npm run matrix [-- words of names] [-- --write]`: packs the package once, installs it in
 * temporary projects with each runtime, bundler and compiler of rows.js, runs the same program in
 * each, and prints a table. Rows that cannot be installed are skipped, with the reason. `--write`
 * updates docs/en/runtimes.md and the table of the README, `--sizes` only the sizes of imports there;
 * `MATRIX_FOLDER` keeps the projects for the next run.
 * @module
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, pack, runRow } from './project.js'
import { projects, rows } from './rows.js'
import { importSizes } from './sizes.js'
import { lineOf, writeSizes, writeTables } from './tables.js'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = rows.filter(({ name }) =>
  words.every((word) => name.toLowerCase().includes(word.toLowerCase())),
)
const kept = process.env.MATRIX_FOLDER
if (kept) mkdirSync(kept, { recursive: true })
const folder = kept ?? mkdtempSync(join(tmpdir(), 'cfdi-matrix-'))

const firstLine = (error) => error.message.trim().split('\n').slice(0, 12).join('\n')

/** One row: `ok`, `failed` or `skipped`. */
async function judge(row, installed) {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  const missing = await installed
  if (missing) return { ...row, result: 'skipped', reason: missing }
  try {
    const size = await runRow(row, join(folder, row.project))
    return { ...row, result: 'ok', size, seconds: seconds() }
  } catch (error) {
    return { ...row, result: 'failed', reason: firstLine(error), seconds: seconds() }
  }
}

/** Returns the reason why a project cannot be installed, or nothing. */
const installation = (name, tarball) =>
  install(join(folder, name), tarball, projects[name]).then(
    () => undefined,
    (error) => firstLine(error),
  )

/** Runs several rows at a time, in order; installs each project for its first row. */
async function runAll(tarball) {
  const installed = new Map()
  const results = new Array(wanted.length)
  const [heavy, light] = [true, false].map((is) =>
    [...wanted.entries()].filter(([, row]) => Boolean(row.heavy) === is),
  )
  const queue = [...heavy, ...light].values()
  const worker = async () => {
    for (const [index, row] of queue) {
      if (!installed.has(row.project))
        installed.set(row.project, installation(row.project, tarball))
      results[index] = await judge(row, installed.get(row.project))
      console.log(lineOf(results[index]))
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  return results
}

if (process.argv.includes('--sizes')) {
  writeSizes(await importSizes())
  process.exit()
}

try {
  if (wanted.length === 0) throw new TypeError(`no row has ${words.join(' ')} in its name`)
  const results = await runAll(await pack(folder))
  const count = (kind) => results.filter(({ result }) => result === kind).length
  console.log(`${count('ok')} run, ${count('skipped')} skipped, ${count('failed')} failed`)
  if (process.argv.includes('--write')) writeTables(results, await importSizes())
  process.exitCode = count('failed') > 0 ? 1 : 0
} finally {
  if (!kept) rmSync(folder, { recursive: true, force: true })
}
