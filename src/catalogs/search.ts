/**
 * Search over descriptions, for user interfaces. Every word must occur; accents, case and number
 * are ignored.
 * @module
 */
import { type State, stateOn, type When } from './day.js'
import { describer, type Lines, lineAt, linesOf, rowAt } from './lines.js'
import type { CatalogName } from './rows.js'
import type { Lend, Table } from './table.js'
import { compareText, isInner, isStart, type Word } from './words.js'

/** A row found by a search. */
export interface Match {
  /** Its catalogue. */
  readonly catalog: CatalogName
  /** The code. */
  readonly clave: string
  /**
   * Scope of the code, in catalogues that have scopes: the state of a municipality, the postal code
   * of a colonia.
   */
  readonly scope?: string
  /** The SAT's description; for a postal code, the names of its places. */
  readonly texto: string
  /** State of the code on the requested day, by default that of the catalogue's publication. */
  readonly state: Exclude<State, 'unknown'>
  /** Higher is better; comparable between catalogues. */
  readonly score: number
}

/** Options of a search. */
export interface SearchOptions {
  /** Maximum number of matches. Defaults to 20. */
  readonly limit?: number | undefined
  /** Day of the states. Codes not in force that day come last. */
  readonly at?: When | undefined
}

/** A parsed search. */
export interface Query {
  readonly words: readonly Word[]
  /** `YYYY-MM-DD`. */
  readonly day: string | undefined
  readonly limit: number
}

/** Searches one catalogue. Folded descriptions are cached from the first search on. */
export type Searcher = (query: Query) => Match[]

export function createSearcher(catalog: CatalogName, table: Table, lend: Lend): Searcher {
  const describe = describer(catalog, table, lend)
  const lines = linesOf(table, describe)
  const ranker = new Ranker(catalog, table)
  return (query) => {
    if (query.words.length === 0) return []
    return ranker
      .top(lines, query)
      .map(({ row, score, state }) => {
        const { key, header } = table
        const scope = header.key.scope === undefined ? {} : { scope: key.scope(row) }
        return { catalog, clave: key.code(row), ...scope, texto: describe(row), state, score }
      })
      .sort(best)
  }
}

/** Sorts by score, then by shorter description, then by lower code. */
export function best(a: Match, b: Match): number {
  return b.score - a.score || a.texto.length - b.texto.length || compareText(a.clave, b.clave)
}

interface Ranked {
  readonly row: number
  readonly score: number
  /** Length of its folded description. */
  readonly length: number
  readonly state: Match['state']
}

/**
 * The most frequent codes in documents, most frequent first: they come first among equal matches.
 */
const usual: { readonly [Name in CatalogName]?: readonly string[] } = {
  c_ClaveUnidad: [
    'H87',
    'E48',
    'KGM',
    'LTR',
    'MTR',
    'MTK',
    'MTQ',
    'XBX',
    'HUR',
    'GRM',
    'TNE',
    'ACT',
    'XPK',
    'KMT',
    'KWH',
  ],
  c_ClaveUnidadPeso: ['KGM', 'TNE', 'LTR', 'XBX'],
  c_Moneda: ['MXN', 'USD', 'EUR'],
  c_Pais: ['MEX', 'USA'],
  c_FormaPago: ['03', '01', '04', '28'],
  c_UsoCFDI: ['G03', 'G01', 'S01', 'CP01'],
  c_RegimenFiscal: ['601', '612', '626', '605', '616'],
}

class Ranker {
  readonly #table: Table
  readonly #usual = new Map<number, number>()
  /**
   * Lowers the score of place names, which thousands of postal codes share, below equal
   * descriptions.
   */
  readonly #handicap: number

  constructor(catalog: CatalogName, table: Table) {
    this.#table = table
    for (const [place, code] of (usual[catalog] ?? []).entries())
      this.#usual.set(table.key.find(code), 20 - place / 4)
    this.#handicap = catalog === 'c_CodigoPostal' ? 8 : 0
  }

  /** Returns the best matches in no particular order. Keeps at most twice the limit in memory. */
  top(lines: Lines, { words, day, limit }: Query): Ranked[] {
    if (limit === 0) return []
    const typed = words.map(({ text }) => text).join(' ')
    let kept: Ranked[] = []
    for (const row of candidates(lines, words)) {
      if (this.#table.hidden?.(row)) continue
      const line = lineAt(lines, row)
      const codeEnd = line.indexOf('\t')
      const textEnd = findWordEnd(line, codeEnd + 1)
      // A catalogue of the user's rows may have no date: codes with a last day then count as ended.
      const state = stateOn(this.#table, row, day ?? (this.#table.header.date || '9999-12-31'))
      const told = score(
        line,
        line.slice(0, codeEnd),
        line.slice(codeEnd + 1, textEnd),
        words,
        typed,
      )
      const known = this.#usual.get(row) ?? 0
      const late = state === 'valid' ? 0 : 30
      const total = told === exactCode ? told : told + known - late - this.#handicap
      kept.push({ row, score: total, length: textEnd - codeEnd - 1, state })
      if (kept.length >= 2 * limit + 64) kept = kept.sort(before).slice(0, limit)
    }
    return kept.sort(before).slice(0, limit)
  }
}

const before = (a: Ranked, b: Ranked): number =>
  b.score - a.score || a.length - b.length || a.row - b.row

/**
 * Yields the rows with every word: searches for the longest word, then for the others on its lines.
 */
function* candidates(lines: Lines, words: readonly Word[]): Generator<number> {
  const { text, starts } = lines
  let lead = ''
  for (const { common } of words) if (common.length > lead.length) lead = common
  for (let at = text.indexOf(lead); at >= 0; ) {
    const row = rowAt(starts, at)
    const line = lineAt(lines, row)
    if (
      words.every(({ text, other, short }) => {
        if (short) return begins(line, text)
        return line.includes(text) || (other !== undefined && begins(line, other))
      })
    )
      yield row
    at = text.indexOf(lead, starts[row + 1])
  }
}

const exactCode = 100

/**
 * Scores, in descending order: the code itself; the description or a symbol itself; descriptions
 * that begin with the words; whole words; parts of words.
 */
function score(
  line: string,
  code: string,
  texto: string,
  words: readonly Word[],
  typed: string,
): number {
  if (code === typed) return exactCode
  const whole = texto === typed ? 40 : hasField(line, typed) ? 30 : 0
  const start = texto.startsWith(typed) ? 15 : code.startsWith(typed) ? 25 : 0
  let inWords = 0
  for (const word of words) inWords += wordScore(line, texto, word)
  return whole + start + inWords / words.length
}

function wordScore(line: string, texto: string, { text, other }: Word): number {
  const own = matchStart(texto, text)
  if (own === 'whole') return 10
  const turned = other === undefined ? undefined : matchStart(texto, other)
  if (turned === 'whole' || turned === 'number') return 9
  if (own !== undefined) return own === 'number' ? 9 : 7
  if (turned !== undefined) return 6
  if (matchStart(line, text) === 'whole') return 5
  if (texto.includes(text)) return 3
  return 1
}

/**
 * Returns how a text begins with a word: as the whole word, as the word in its other number, or as
 * a part of a word.
 */
function matchStart(text: string, word: string): 'whole' | 'number' | 'part' | undefined {
  let found: 'number' | 'part' | undefined
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isStart(text, at)) continue
    const end = at + word.length
    if (!isInner(text, end)) return 'whole'
    if (found !== 'number')
      found = endings.some((one) => text.startsWith(one, end) && !isInner(text, end + one.length))
        ? 'number'
        : 'part'
  }
  return found
}

const endings = ['s', 'es', 'z', 'ces', 'e']

function begins(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (isStart(text, at)) return true
  return false
}

/** Whether another text of the line equals this one. */
function hasField(line: string, text: string): boolean {
  for (let at = line.indexOf(`\t${text}`); at >= 0; at = line.indexOf(`\t${text}`, at + 1))
    if (findWordEnd(line, at + 1) === at + 1 + text.length) return true
  return false
}

function findWordEnd(line: string, from: number): number {
  const end = line.indexOf('\t', from)
  if (end < 0) return line.length
  return end
}
