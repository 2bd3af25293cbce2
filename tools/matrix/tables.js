/**
 * What the matrix prints and writes.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const sizeOf = (bytes) => (bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(2)} MB`)

/** A row as it ends, for people who wait. */
export function lineOf({ name, result, reason, size, seconds = 0 }) {
  const mark = { ok: 'ok     ', failed: 'FAILED ', skipped: 'skipped' }[result]
  const built = size === undefined ? '' : `, ${sizeOf(size.bytes)} (${sizeOf(size.gzip)} gzipped)`
  return `${mark} ${name}${built}, ${seconds.toFixed(1)} s${reason === undefined ? '' : `\n${reason}`}`
}

const words = { ok: 'runs', failed: '**fails**', skipped: 'not tried' }

const table = (head, lines) => [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n')

function runtimesTable(results) {
  const lines = results.map(({ name, result, note = '', size }) => {
    const built = size === undefined ? note : `${sizeOf(size.bytes)}, ${sizeOf(size.gzip)} gzipped`
    return `| ${name} | ${words[result]} | ${built} |`
  })
  return table(['where', 'the program', 'bundle'], lines)
}

function sizesTable(sizes) {
  const lines = sizes.map(({ name, bytes, gzip }) => `| ${name} | ${sizeOf(bytes)} | ${sizeOf(gzip)} |`)
  return table(['import', 'minified', 'gzipped'], lines)
}

/** The family of a row: its name without its version, nor the way in which it is used. */
export const familyOf = (name) => name.replace(/,.*/, '').replace(/ [\d.]+(?= |$)/, '')

const versionOf = (name) => / ([\d.]+)(?= |,|$)/.exec(name)?.[1]
const wayOf = (name) => /, (.*)/.exec(name)?.[1]
const listed = (words) => [...new Set(words.filter(Boolean))].join(', ')

/** The README has a line a family: its versions, and the ways in which it is used. */
function summary(results) {
  const lines = [...new Set(results.map(({ name }) => familyOf(name)))].map((family) => {
    const members = results.filter(({ name }) => familyOf(name) === family)
    const names = members.map(({ name }) => name)
    const how = [listed(names.map(versionOf)), listed(names.map(wayOf))].filter(Boolean).join('; ')
    return `| ${family} | ${how} | ${listed(members.map(({ result }) => words[result]))} |`
  })
  return table(['', 'which', 'the program'], lines)
}

function replaceBetween(file, marker, text) {
  const [start, end] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`]
  const page = readFileSync(join(root, file), 'utf8')
  if (!page.includes(start) || !page.includes(end)) throw new Error(`${file} has no ${start} … ${end}`)
  const before = page.slice(0, page.indexOf(start) + start.length)
  writeFileSync(join(root, file), `${before}\n${text}\n${page.slice(page.indexOf(end))}`)
}

/** docs/runtimes.md and the table of the README, between their marks. */
export function writeTables(results, sizes) {
  replaceBetween('docs/runtimes.md', 'matrix', runtimesTable(results))
  replaceBetween('docs/runtimes.md', 'sizes', sizesTable(sizes))
  replaceBetween('README.md', 'matrix', summary(results))
}
