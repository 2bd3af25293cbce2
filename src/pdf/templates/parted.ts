/**
 * How long rows are, and the end of a list of them, to stand with what follows it: its last row, or of one that may be longer than a
 * page, what it ends with.
 * @module
 */
import type { Detail, Field, Row, Table } from '../view.js'

/**
 * Rows of more text than this may be cut by the end of a page: one that is longer than a page would run off it. A concept of the longest
 * description that the SAT admits, 1000 letters, and its taxes are less.
 */
export const unbreakableText = 1500

/** Whether each of its rows is sure to fit in a page. */
export function isShort({ rows }: Table): boolean {
  return rows.every((row) => textIn(row) < unbreakableText)
}

/** How long the text of a row is, details and all. */
export function textIn({ cells, details }: Row): number {
  const fields = [...cells.filter((cell) => cell !== undefined), ...details.flatMap((detail) => detail.fields)]
  return fields.reduce((sum, { text, label }) => sum + text.length + wideIn(text) + label.length, 0)
}

/** Letters that are nearly two wide. */
function wideIn(text: string): number {
  return text.match(/[WM@%—]/g)?.length ?? 0
}

/** Letters of the end of a text, at least; words are of 60 at most. */
const kept = 300

/** The rows, and the last one of them: short, and in a list, which is empty where there are no rows. */
export function parted(rows: readonly Row[]): readonly [readonly Row[], readonly Row[]] {
  const last = rows.at(-1)
  const before = rows.slice(0, -1)
  if (last === undefined || textIn(last) < unbreakableText) return [before, rows.slice(-1)]
  const isLight = lettersIn(last.details) < unbreakableText / 2
  const [front, end] = isLight ? partedCells(last) : partedDetails(last)
  return [[...before, front], [end]]
}

/** Of a row of long cells, the last words of the longest, with what is below. */
function partedCells({ cells, details }: Row): readonly [Row, Row] {
  const length = (at: number): number => cells[at]?.text.length ?? 0
  const longest = cells.reduce((most, _cell, at) => (length(at) > length(most) ? at : most), 0)
  const [front, end] = partedField(cells[longest] as Field)
  return [
    { cells: cells.map((cell, at) => (at === longest ? front : cell)), details: [] },
    { cells: cells.map((_cell, at) => (at === longest ? end : undefined)), details },
  ]
}

function lettersIn(details: readonly Detail[]): number {
  return textIn({ cells: [], details })
}

/** Of a row with much below it, the last paragraph, or what that says last. */
function partedDetails({ cells, details }: Row): readonly [Row, Row] {
  const [front, end] = partedDetail(details.at(-1) as Detail)
  return [
    { cells, details: [...details.slice(0, -1), ...front] },
    { cells: cells.map(() => undefined), details: [end] },
  ]
}

function partedDetail(detail: Detail): readonly [readonly Detail[], Detail] {
  if (lettersIn([detail]) < unbreakableText / 2) return [[], detail]
  const [front, end] = partedFields(detail.fields)
  return [[{ ...detail, fields: front }], { ...detail, label: '', fields: end }]
}

function partedFields(fields: readonly Field[]): readonly [readonly Field[], readonly Field[]] {
  const last = fields.at(-1) as Field
  if (last.text.length <= kept) return [fields.slice(0, -1), [last]]
  const [front, end] = partedField(last)
  return [[...fields.slice(0, -1), front], [end]]
}

function partedField(field: Field): readonly [Field, Field] {
  const { text } = field
  const at = Math.max(0, text.lastIndexOf(' ', Math.max(0, text.length - kept)))
  return [
    { ...field, text: text.slice(0, at) },
    { ...field, label: '', text: text.slice(at).trimStart() },
  ]
}
