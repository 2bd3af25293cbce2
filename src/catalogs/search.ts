/**
 * Search over descriptions, for user interfaces: every word must occur, accents and case do not count.
 * @module
 */
import type { CatalogName } from './rows.js'
import type { Table } from './table.js'

/** A row that a search found. */
export interface Match {
  readonly catalog: CatalogName
  readonly clave: string
  readonly texto: string
  /** Larger is better; comparable between catalogues. */
  readonly score: number
}

/** Text without accents, in lower case, every run of other signs a space. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Searches one catalogue over and over: the folded descriptions are kept from the first search on. */
export type Searcher = (words: readonly string[], limit: number) => Match[]

/** The words of what a user typed, folded. */
export function wordsOf(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}./%-]+/u)
    .filter((word) => word !== '')
}

export function createSearcher(catalog: CatalogName, table: Table): Searcher {
  const folded = foldTable(table)
  return (words, limit) => {
    const matches: Match[] = []
    if (words.length === 0) return matches
    for (const row of candidates(folded, words)) {
      if (table.hidden?.(row)) continue
      const clave = table.key.code(row)
      const line = folded.line(row)
      const texto = String(table.columns.get('texto')?.value(row) ?? '')
      matches.push({ catalog, clave, texto, score: score(line, words, expired(table, row)) })
    }
    return matches.sort(best).slice(0, limit)
  }
}

/** Better first; among equals the shorter description, then the lower code. */
export function best(a: Match, b: Match): number {
  return b.score - a.score || a.texto.length - b.texto.length || (a.clave < b.clave ? -1 : 1)
}

interface Folded {
  /** Every line, between newlines: code, tab, description, tab, the other texts. */
  readonly text: string
  readonly starts: Uint32Array
  line(row: number): string
}

const searched = ['texto', 'similares', 'descripcion', 'razonSocial', 'simbolo', 'nombreTecnico']

function foldTable(table: Table): Folded {
  const columns = searched.flatMap((name) => table.columns.get(name) ?? [])
  const lines: string[] = []
  for (let row = 0; row < table.length; row++) {
    lines.push([table.key.code(row), ...columns.map((column) => column.text(row))].join('\t').replaceAll('\n', ' '))
  }
  const text = `\n${fold(lines.join('\n'))}\n`
  const starts = lineStarts(text, table.length)
  return { text, starts, line: (row) => text.slice(starts[row], starts[row + 1]! - 1) }
}

function lineStarts(text: string, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1)
  for (let row = 0, at = -1; row <= rows; row++) {
    at = text.indexOf('\n', at + 1)
    starts[row] = at + 1
  }
  return starts
}

/** Rows where every word occurs: the longest word leads, the others are looked for on its lines. */
function* candidates({ text, starts, line }: Folded, words: readonly string[]): Generator<number> {
  const lead = words.reduce((longest, word) => (word.length > longest.length ? word : longest))
  for (let at = text.indexOf(lead); at >= 0; ) {
    const row = rowAt(starts, at)
    if (words.every((word) => word === lead || line(row).includes(word))) yield row
    at = text.indexOf(lead, starts[row + 1])
  }
}

function rowAt(starts: Uint32Array, at: number): number {
  let low = 0
  let high = starts.length - 1
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= at) low = middle
    else high = middle
  }
  return low
}

function expired(table: Table, row: number): boolean {
  return table.columns.get('vigenciaHasta')?.value(row) !== undefined
}

/** The code itself, then the description itself, then descriptions that begin so, then whole words, then parts of words. */
function score(line: string, words: readonly string[], old: boolean): number {
  const [code, texto = ''] = line.split('\t')
  const typed = words.join(' ')
  if (code === typed) return 100
  const whole = texto === typed ? 40 : 0
  const begins = texto.startsWith(typed) ? 15 : code!.startsWith(typed) ? 25 : 0
  const inWords = words.reduce((sum, word) => sum + wordScore(line, texto, word), 0) / words.length
  return whole + begins + inWords - (old ? 30 : 0)
}

function wordScore(line: string, texto: string, word: string): number {
  if (isWord(texto, word)) return 10
  if (startsWord(texto, word)) return 7
  return isWord(line, word) ? 5 : texto.includes(word) ? 3 : 1
}

const isWord = (text: string, word: string): boolean =>
  edge(text, word, (at) => boundary(text, at - 1) && boundary(text, at + word.length))
const startsWord = (text: string, word: string): boolean => edge(text, word, (at) => boundary(text, at - 1))

function edge(text: string, word: string, holds: (at: number) => boolean): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) if (holds(at)) return true
  return false
}

const boundary = (text: string, at: number): boolean => at < 0 || at >= text.length || !/[\p{L}\p{N}]/u.test(text[at]!)
