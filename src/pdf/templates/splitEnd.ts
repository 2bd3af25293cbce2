/**
 * Splits the end of a list of rows from the rest, so that it stays together with the content after
 * it. The end is the last row, or the end of a row that may be longer than a page.
 * @module
 */
import type { Detail, Field, Row } from '../view.js'

/**
 * Longer rows may be split across pages: a row longer than a page would overflow it. A concept with
 * the SAT's longest description (1000 letters) and its taxes is shorter.
 */
export const unbreakableText = 1500

/** Whether a row of the whole width certainly fits on a page. */
export function isShort(row: Row): boolean {
  return textIn(row) < unbreakableText
}

/** Length of a row's text, details included. */
export function textIn({ cells, details }: Row): number {
  const fields = [
    ...cells.filter((cell) => cell !== undefined),
    ...details.flatMap((detail) => detail.fields),
  ]
  return fields.reduce((sum, { text, label }) => sum + text.length + wideIn(text) + label.length, 0)
}

/** Number of letters of almost double width. */
function wideIn(text: string): number {
  return text.match(/[WM@%—]/g)?.length ?? 0
}

/** Minimum letters kept at the end of a text; words have 60 at most. */
const kept = 300

/**
 * Returns the other rows, and a short end of the last row as a list, empty without rows.
 * @param fits Whether a row certainly fits on a page.
 */
export function splitEnd(
  rows: readonly Row[],
  fits: (row: Row) => boolean = isShort,
): readonly [readonly Row[], readonly Row[]] {
  const last = rows.at(-1)
  const before = rows.slice(0, -1)
  if (last === undefined || fits(last)) return [before, rows.slice(-1)]
  const isLight = lettersIn(last.details) < unbreakableText / 2
  const [front, end] = isLight ? partedCells(last) : partedDetails(last)
  return [[...before, front], [end]]
}

/** Splits a row with long cells: the end has the last words of the longest one, and the details. */
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

/** Splits a row with long details: the end has the last paragraph, or its last fields. */
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
