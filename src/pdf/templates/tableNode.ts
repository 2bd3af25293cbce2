/**
 * Tables with repeated heads, whose columns are as wide as what is in them.
 * @module
 */
import type { PdfNode, PdfObject } from '../template.js'
import type { Column, Field, Row, Table } from '../view.js'
import { isShort, parted } from './parted.js'
import { detailNode, letter, longestWord, type Look, small } from './parts.js'

/** Rows of a table that are none of its items: its title and head, and what ends it. */
interface Ends {
  readonly heads: number
  readonly tails: number
}

/** Thin lines between rows, but for those of details, which belong to the row above. */
function ruled({ colors, isFilled }: Look, body: readonly (readonly PdfNode[])[], { heads, tails }: Ends): PdfObject {
  const end = body.length - tails
  const isDetail = (row: number): boolean => row >= heads && row < end && isSpanning(body[row]?.[0])
  const isBare = (row: number): boolean => row < heads || (row === heads && isFilled) || row > end || isDetail(row)
  return {
    hLineWidth: (row: number) => (isBare(row) ? 0 : 0.4),
    hLineColor: () => colors.rule,
    vLineWidth: () => 0,
    paddingLeft: () => 3,
    paddingRight: () => 3,
    paddingTop: (row: number) => (isDetail(row) ? 0 : 2),
    paddingBottom: () => 2,
  }
}

function isSpanning(cell: PdfNode | undefined): boolean {
  return typeof cell === 'object' && 'colSpan' in cell
}

/** What a table may have besides its rows, as wide as all of its columns. */
interface TableOptions {
  /** Above its head, on each page. */
  readonly title?: PdfNode | undefined
  /** In one piece with its last row. */
  readonly end?: PdfNode
  /** Those that are drawn, when not all: columns are as wide as all of the table's rows ask. */
  readonly rows?: readonly Row[]
}

/** A table with its head, repeated on each page; what its columns leave out is below each row. */
export function tableNode(look: Look, table: Table, options: TableOptions = {}): PdfObject {
  const { title, end, rows = table.rows } = options
  const ends: Ends = { heads: title === undefined ? 1 : 2, tails: end === undefined ? 0 : 1 }
  const body = [
    ...(title === undefined ? [] : [across(table, [title], 0)]),
    headOf(look, table),
    ...(end === undefined ? rows : rows.slice(0, -1)).flatMap((row) => rowNodes(look, table, row)),
    ...(end === undefined ? [] : [across(table, [rowsNode(look, table, rows.slice(-1)), end], -2)]),
  ]
  const dontBreakRows = isShort(table)
  const keepWithHeaderRows = dontBreakRows ? 1 : 0
  return {
    table: { headerRows: ends.heads, keepWithHeaderRows, dontBreakRows, widths: widthsOf(look, table), body },
    layout: ruled(look, body, ends),
  }
}

/** A table and what ends it. Where a row may be longer than a page, rows are cut, and what the last one says last goes with the end. */
export function endedTable(look: Look, table: Table, title: PdfNode | undefined, end: PdfNode): PdfNode[] {
  if (isShort(table)) return [tableNode(look, table, { title, end })]
  const [rows, last] = parted(table.rows)
  return [
    ...(rows.length === 0 ? [] : [tableNode(look, table, { title, rows })]),
    { stack: [rowsNode(look, table, last), end], unbreakable: true },
  ]
}

/** A row of one cell, whose content begins and ends where the table does. */
function across({ columns }: Table, stack: readonly PdfNode[], top: number): PdfNode[] {
  return [{ colSpan: columns.length, stack, margin: [-3, top, -3, 0] }, ...columns.slice(1).map(() => '')]
}

/** Some of its rows without the head, to stand below a table of the same columns. */
function rowsNode(look: Look, table: Table, rows: readonly Row[]): PdfObject {
  const body = rows.flatMap((row) => rowNodes(look, table, row))
  return {
    table: { widths: widthsOf(look, table), body, dontBreakRows: true },
    layout: ruled(look, body, { heads: 0, tails: 0 }),
  }
}

function headOf({ colors, size, isFilled }: Look, { columns }: Table): PdfObject[] {
  const paint = isFilled ? { color: colors.onAccent, fillColor: colors.accent } : { color: colors.accent }
  return columns.map(({ label, isNumber }) => ({
    text: label,
    bold: true,
    fontSize: small(size),
    ...paint,
    alignment: isNumber ? 'right' : 'left',
  }))
}

/** The column below whose text details go: the description. */
const described = ['Descripcion', 'Concepto', 'IdDocumento']

function rowNodes(look: Look, { columns }: Table, { cells, details }: Row): PdfNode[][] {
  const under = columns.findIndex(({ name }) => described.includes(name))
  const notes = details.map((detail) => detailNode(look, detail))
  const nodes = cells.map((cell, index) => cellNode(look, columns[index] as Column, cell, index === under ? notes : []))
  if (under >= 0 || notes.length === 0) return [nodes]
  return [nodes, [{ colSpan: columns.length, stack: notes }, ...columns.slice(1).map(() => '')]]
}

function cellNode(look: Look, { isNumber }: Column, cell: Field | undefined, notes: readonly PdfNode[]): PdfNode {
  if (cell === undefined) return notes.length === 0 ? '' : { stack: notes }
  const text = { text: cell.description === undefined ? cell.text : cell.value, alignment: isNumber ? 'right' : 'left' }
  const description =
    cell.description === undefined
      ? []
      : [{ text: cell.description, color: look.colors.muted, fontSize: small(look.size) }]
  return description.length + notes.length === 0 ? text : { stack: [text, ...description, ...notes] }
}

/** Widths of columns by what is in them: enough for the longest number, and the rest for the words. */
function widthsOf({ width, size }: Look, table: Table): number[] {
  const available = width - table.columns.length * 6
  const points = (letters: number): number => letters * size * letter + 4
  const wishes = table.columns.map((column, index) => points(wishOf(table, column, index)))
  const total = sumOf(wishes)
  if (total <= available) return stretched(wishes, available - total, table)
  const needs = table.columns.map((column, index) =>
    Math.min(wishes[index] as number, points(needOf(table, column, index))),
  )
  const need = sumOf(needs)
  if (need > available) return wishes.map((wish) => (wish * available) / total)
  const share = (available - need) / (total - need)
  return needs.map((least, index) => least + ((wishes[index] as number) - least) * share)
}

/** In letters: its longest word, so that no code is broken; numbers have no spaces. */
function needOf({ rows }: Table, { label }: Column, index: number): number {
  const texts = rows
    .map(({ cells }) => cells[index])
    .map((cell) => (cell?.description === undefined ? (cell?.text ?? '') : cell.value))
  return [label, ...texts].reduce((most, text) => Math.max(most, longestWord(text)), 4)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

/** In letters: its longest value up to a line of 40, and never less than the words of its label. */
function wishOf({ rows, name }: Table, { label, name: column }: Column, index: number): number {
  const values = rows.map(({ cells }) =>
    cells[index]?.description === undefined ? (cells[index]?.text.length ?? 0) : lettersOfCode(cells[index] as Field),
  )
  const longest = values.reduce((most, value) => Math.max(most, value), 0)
  const most = described.includes(column) && name !== 'DoctoRelacionado' ? 60 : 40
  return Math.max(4, longestWord(label), Math.min(longest, most))
}

/** A code stands above its description, which is broken into lines. */
function lettersOfCode({ value, description = '' }: Field): number {
  return Math.max(value.length, Math.min(description.length, 20))
}

/** What is left over goes to the column with the description, or to all alike. */
function stretched(wishes: readonly number[], over: number, { columns }: Table): number[] {
  const wide = columns.findIndex(({ name }) => described.includes(name))
  if (wide < 0) return wishes.map((wish) => wish + Math.min(over / wishes.length, wish * 0.6))
  return wishes.map((wish, index) => (index === wide ? wish + over : wish))
}
