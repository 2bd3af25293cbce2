/**
 * Output of the matrix.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const sizeOf = (bytes) =>
  bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(2)} MB`

/** Formats a finished row for the terminal. */
export function lineOf({ name, result, reason, size, seconds = 0 }) {
  const mark = { ok: 'ok     ', failed: 'FAILED ', skipped: 'skipped' }[result]
  const built = size === undefined ? '' : `, ${sizeOf(size.bytes)} (${sizeOf(size.gzip)} gzipped)`
  return `${mark} ${name}${built}, ${seconds.toFixed(1)} s${reason === undefined ? '' : `\n${reason}`}`
}

/** Texts of the tables, in the languages of the pages. */
const en = {
  ok: 'runs',
  failed: '**fails**',
  skipped: 'not tried',
  gzipped: 'gzipped',
  where: ['where', 'the program', 'bundle'],
  which: ['', 'which', 'the program'],
  sizes: ['import', 'minified', 'gzipped'],
  noteOf: (text) => text,
}
const es = {
  ok: 'corre',
  failed: '**falla**',
  skipped: 'no se probó',
  gzipped: 'comprimido',
  where: ['dónde', 'el programa', 'empaquetado'],
  which: ['', 'cuáles', 'el programa'],
  sizes: ['lo que se importa', 'minificado', 'comprimido'],
  noteOf: (text) => spanish.reduce((told, [words, others]) => told.replaceAll(words, others), text),
}

/** Notes of rows and sizes in Spanish; other texts are names. */
const spanish = [
  ['from ES modules and CommonJS', 'desde módulos ES y CommonJS'],
  ['SSR without externals', 'SSR sin externos'],
  ['ESM for Node', 'ESM para Node'],
  ['CJS for Node', 'CJS para Node'],
  ['browser', 'navegador'],
  ['everything of the root', 'todo lo de la raíz'],
  ['the engine', 'el motor'],
  ['with the catalogues', 'con los catálogos'],
  ['every catalogue with its descriptions', 'todos los catálogos con sus descripciones'],
  ['the sandbox', 'el PAC de pruebas'],
  ['of ordinary documents', 'de documentos ordinarios'],
  ['one catalogue', 'un catálogo'],
  ['one declaration', 'una declaración'],
]

const table = (head, lines) =>
  [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...lines].join('\n')

function runtimesTable(results, words) {
  const lines = results.map(({ name, result, note = '', size }) => {
    const built =
      size === undefined
        ? words.noteOf(note)
        : `${sizeOf(size.bytes)}, ${sizeOf(size.gzip)} ${words.gzipped}`
    return `| ${words.noteOf(name)} | ${words[result]} | ${built} |`
  })
  return table(words.where, lines)
}

function sizesTable(sizes, words) {
  const lines = sizes.map(
    ({ name, bytes, gzip }) => `| ${words.noteOf(name)} | ${sizeOf(bytes)} | ${sizeOf(gzip)} |`,
  )
  return table(words.sizes, lines)
}

/** The family of a row: its name without version and variant. */
export const familyOf = (name) => name.replace(/,.*/, '').replace(/ [\d.]+(?= |$)/, '')

const versionOf = (name) => / ([\d.]+)(?= |,|$)/.exec(name)?.[1]
const wayOf = (name) => /, (.*)/.exec(name)?.[1]
const listed = (words) => [...new Set(words.filter(Boolean))].join(', ')

/** One line per family for the README: its versions and variants. */
function summary(results, words) {
  const lines = [...new Set(results.map(({ name }) => familyOf(name)))].map((family) => {
    const members = results.filter(({ name }) => familyOf(name) === family)
    const names = members.map(({ name }) => name)
    const how = [listed(names.map(versionOf)), listed(names.map(wayOf))].filter(Boolean).join('; ')
    return `| ${family} | ${words.noteOf(how)} | ${listed(members.map(({ result }) => words[result]))} |`
  })
  return table(words.which, lines)
}

function replaceBetween(file, marker, text) {
  const [start, end] = [`<!-- ${marker} -->`, `<!-- /${marker} -->`]
  const page = readFileSync(join(root, file), 'utf8')
  if (!page.includes(start) || !page.includes(end))
    throw new Error(`${file} has no ${start} … ${end}`)
  const before = page.slice(0, page.indexOf(start) + start.length)
  writeFileSync(join(root, file), `${before}\n${text}\n${page.slice(page.indexOf(end))}`)
}

/**
 * Writes docs/en/runtimes.md and the table of the README, between their marks, in both languages.
 */
export function writeTables(results, sizes) {
  for (const [page, readme, words] of pages) {
    replaceBetween(page, 'matrix', runtimesTable(results, words))
    replaceBetween(readme, 'matrix', summary(results, words))
  }
  writeSizes(sizes)
}

/** Writes the table of sizes only. */
export function writeSizes(sizes) {
  for (const [page, , words] of pages) replaceBetween(page, 'sizes', sizesTable(sizes, words))
}

const pages = [
  ['docs/en/runtimes.md', 'README.md', en],
  ['docs/es/runtimes.md', 'README.es.md', es],
]

/** Returns the name of a row on the page of a language. */
export const namedIn = (page, name) => pages.find((one) => one.includes(page))[2].noteOf(name)
