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
  let length = 0
  for (const field of [...cells, ...details.flatMap(({ fields }) => fields)]) {
    if (field === undefined) continue
    const wide = field.text.match(/[WM@%—]/g)?.length ?? 0
    length += field.text.length + wide + field.label.length
  }
  return length
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
  const isLight = textIn({ cells: [], details: last.details }) < unbreakableText / 2
  const [front, end] = isLight ? partedCells(last) : partedDetails(last)
  return [[...before, front], [end]]
}

/** Splits a row with long cells: the end has the last words of the longest one, and the details. */
function partedCells({ cells, details }: Row): readonly [Row, Row] {
  let longest = 0
  for (const [at, cell] of cells.entries())
    if ((cell?.text.length ?? 0) > (cells[longest]?.text.length ?? 0)) longest = at
  const before = [...cells]
  const after: (Field | undefined)[] = Array(cells.length).fill(undefined)
  ;[before[longest], after[longest]] = partedField(cells[longest]!)
  return [
    { cells: before, details: [] },
    { cells: after, details },
  ]
}

/** Splits a row with long details: the end has the last paragraph, or its last fields. */
function partedDetails({ cells, details }: Row): readonly [Row, Row] {
  const last = details.at(-1) as Detail
  const before = details.slice(0, -1)
  const none: undefined[] = Array(cells.length).fill(undefined)
  if (textIn({ cells: [], details: [last] }) < unbreakableText / 2)
    return [
      { cells, details: before },
      { cells: none, details: [last] },
    ]
  const fields = last.fields.slice(0, -1)
  let end = last.fields.at(-1) as Field
  if (end.text.length > kept) {
    const [front, rest] = partedField(end)
    fields.push(front)
    end = rest
  }
  return [
    { cells, details: [...before, { ...last, fields }] },
    { cells: none, details: [{ ...last, label: '', fields: [end] }] },
  ]
}

function partedField(field: Field): readonly [Field, Field] {
  const { text } = field
  const at = Math.max(0, text.lastIndexOf(' ', Math.max(0, text.length - kept)))
  return [
    { ...field, text: text.slice(0, at) },
    { ...field, label: '', text: text.slice(at).trimStart() },
  ]
}
