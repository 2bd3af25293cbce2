/**
 * Tables with repeated headers and columns sized by their content.
 * @module
 */
import type { PdfNode, PdfObject } from '../template.js'
import type { Column, Field, Row, Table } from '../view.js'
import {
  always,
  decimalMargins,
  detailNodes,
  type Look,
  letter,
  longestWord,
  shortText,
  small,
  wideLetter,
} from './parts.js'
import { isShort, splitEnd, textIn } from './splitEnd.js'
import { taxColumn } from './taxColumn.js'

/** Rows of a table besides its items: its title and header, and its end. */
interface Ends {
  readonly heads: number
  readonly tails: number
}

/** Draws thin lines between rows, but not above details, which belong to the row above. */
function ruled(
  { colors, heads: kind, density }: Look,
  body: readonly (readonly PdfNode[])[],
  { heads, tails }: Ends,
): PdfObject {
  const end = body.length - tails
  const isFilled = kind === 'filled'
  const isDetail = (row: number): boolean => row >= heads && row < end && isSpanning(body[row]?.[0])
  return {
    hLineWidth: (row: number) =>
      row < heads || (row === heads && isFilled) || row > end || isDetail(row) ? 0 : 0.4,
    hLineColor: always(colors.rule),
    vLineWidth: always(0),
    paddingLeft: always(3),
    paddingRight: always(3),
    paddingTop: (row: number) => (isDetail(row) ? 0 : 2.4 - 0.6 * density),
    paddingBottom: always(2.4 - 0.6 * density),
  }
}

function isSpanning(cell: PdfNode | undefined): boolean {
  return typeof cell === 'object' && 'colSpan' in cell
}

/** Full-width content of a table besides its rows. */
interface TableOptions {
  /** Shown above the header, on each page. */
  readonly title?: PdfNode | undefined
  /** Unbreakable with the last row. */
  readonly end?: PdfNode
  /** The rows to draw, if not all. Column widths always follow all rows. */
  readonly rows?: readonly Row[]
}

/**
 * A table with its header repeated on each page. Values outside its columns are printed below each
 * row.
 */
export function tableNode(look: Look, table: Table, options: TableOptions = {}): PdfObject {
  const { title, end, rows = table.rows } = options
  const ends: Ends = { heads: title === undefined ? 1 : 2, tails: end === undefined ? 0 : 1 }
  const widths = widthsOf(look, table)
  const { colors, size, heads } = look
  const paint = paints[heads](colors)
  const body = [
    ...(title === undefined ? [] : [across(table, [title], 0)]),
    table.columns.map(({ isNumber }, index) => ({
      text: headText(table, index),
      bold: true,
      fontSize: small(size),
      ...paint,
      alignment: isNumber ? 'right' : 'left',
    })),
    ...rowNodes(look, table, widths, end === undefined ? rows : rows.slice(0, -1)),
    ...(end === undefined ? [] : [across(table, [rowsNode(look, table, rows.slice(-1)), end], -2)]),
  ]
  const dontBreakRows = table.rows.every(fitsOnPage(look, widths))
  const keepWithHeaderRows = dontBreakRows ? 1 : 0
  return {
    table: {
      headerRows: ends.heads,
      keepWithHeaderRows,
      dontBreakRows,
      widths,
      body,
    },
    layout: ruled(look, body, ends),
  }
}

/**
 * A table and its end. Rows that may be longer than a page are split, and the end of the last one
 * stays together with the end.
 */
export function endedTable(
  look: Look,
  table: Table,
  title: PdfNode | undefined,
  end: PdfNode,
): PdfNode[] {
  const fits = fitsOnPage(look, widthsOf(look, table))
  if (table.rows.every(fits)) return [tableNode(look, table, { title, end })]
  const [rows, last] = splitEnd(table.rows, fits)
  return [
    ...(rows.length === 0 ? [] : [tableNode(look, table, { title, rows })]),
    { stack: [rowsNode(look, table, last), end], unbreakable: true },
  ]
}

/** A row of one cell, aligned with the table's content. */
function across({ columns }: Table, stack: readonly PdfNode[], top: number): PdfNode[] {
  return [
    { colSpan: columns.length, stack, margin: [-3, top, -3, 0] },
    ...Array(columns.length - 1).fill(''),
  ]
}

/** Draws some rows without the header, below a table of the same columns. */
function rowsNode(look: Look, table: Table, rows: readonly Row[]): PdfObject {
  const widths = widthsOf(look, table)
  const body = rowNodes(look, table, widths, rows)
  return {
    table: { widths, body, dontBreakRows: true },
    layout: ruled(look, body, { heads: 0, tails: 0 }),
  }
}

/** Colours of heads. */
const paints: Readonly<Record<Look['heads'], (colors: Look['colors']) => PdfObject>> = {
  filled: ({ onAccent, accent }) => ({ color: onAccent, fillColor: accent }),
  coloured: ({ accent }) => ({ color: accent }),
  plain: ({ muted }) => ({ color: muted }),
}

/** Label of a column, with the currency of its amounts. */
function headText(table: Table, index: number): string {
  // The currency is absent where it is MXN.
  let currency: string | undefined
  for (const { cells } of table.rows) currency ??= cells[index]?.currency
  return [table.columns[index]?.label, currency].filter(Boolean).join(' ')
}

/** Columns whose text the details are printed below: descriptions. */
const described = ['Descripcion', 'Concepto', 'IdDocumento']

/** Most lines of details in the column of descriptions; longer ones take the width of the table. */
const mostDetails = 8

/** Most lines of a cell that certainly fits on a page. */
const mostLines = 40

/** Whether a row certainly fits on a page: it is short, and no cell is narrow and tall. */
function fitsOnPage({ size }: Look, widths: readonly number[]): (row: Row) => boolean {
  return (row) => {
    for (const [index, cell] of row.cells.entries()) {
      if (cell === undefined) continue
      const { length } = cell.value + (cell.description ?? '')
      if ((length * size * wideLetter) / widths[index]! > mostLines) return false
    }
    return isShort(row)
  }
}

/** Returns the index of the column that has the details of each row below its text, or -1. */
function detailColumn({ size }: Look, { columns, rows }: Table, widths: readonly number[]): number {
  const under = columns.findIndex(({ name }) => described.includes(name))
  const most = (mostDetails * (widths[under] ?? 0)) / (small(size) * letter)
  const isNarrow = rows.some(({ details }) => textIn({ cells: [], details }) > most)
  return isNarrow ? -1 : under
}

/** Draws rows: their cells, and across the table the details that no column has. */
function rowNodes(
  look: Look,
  table: Table,
  widths: readonly number[],
  rows: readonly Row[],
): PdfNode[][] {
  const { columns } = table
  const margins = marginsOf(look, table)
  const under = detailColumn(look, table, widths)
  const body: PdfNode[][] = []
  for (const row of rows) {
    const notes = detailNodes(look, row.details)
    const nodes: PdfNode[] = []
    for (const [index, cell] of row.cells.entries()) {
      const margin = margins.get(row)?.[index] ?? 0
      const own = { notes: index === under ? notes : [], margin }
      nodes.push(cellNode(look, columns[index]!, cell, own))
    }
    body.push(nodes)
    if (under < 0 && notes.length > 0)
      body.push([{ colSpan: columns.length, stack: notes }, ...Array(columns.length - 1).fill('')])
  }
  return body
}

/** Margins of each row that align the decimal points of each column. */
function marginsOf({ size }: Look, { columns, rows }: Table): ReadonlyMap<Row, number[]> {
  const margins = new Map<Row, number[]>(rows.map((row) => [row, []]))
  for (const [index, { isNumber }] of columns.entries()) {
    const texts = rows.map(({ cells }) => cells[index] && shortText(cells[index]))
    const aligned = isNumber ? decimalMargins(texts, size) : []
    for (const [at, row] of rows.entries()) margins.get(row)?.push(aligned[at] ?? 0)
  }
  return margins
}

interface CellLook {
  readonly notes: readonly PdfNode[]
  readonly margin: number
}

function cellNode(
  look: Look,
  { isNumber, name }: Column,
  cell: Field | undefined,
  { notes, margin }: CellLook,
): PdfNode {
  if (cell === undefined) return notes.length === 0 ? '' : { stack: notes }
  if (name === taxColumn) {
    // One line for each tax: its name in grey, and its amount.
    const stack = cell.text.split('\n').map((line) => {
      const at = line.lastIndexOf('\t')
      return {
        text: [
          { text: `${line.slice(0, at)}  `, color: look.colors.muted },
          { text: line.slice(at + 1), noWrap: true },
        ],
        alignment: 'right',
        fontSize: small(look.size),
      }
    })
    return { stack }
  }
  const text = {
    text: cell.description === undefined ? shortText(cell) : cell.value,
    alignment: isNumber ? 'right' : 'left',
    ...(margin !== 0 && { margin: [0, 0, margin, 0] }),
  }
  const description =
    cell.description === undefined
      ? []
      : [{ text: cell.description, color: look.colors.muted, fontSize: small(look.size) }]
  if (description.length + notes.length === 0) return text
  return { stack: [text, ...description, ...notes] }
}

/** Widths of columns by content: enough for the longest number, and the rest for words. */
function widthsOf({ width, size }: Look, table: Table): number[] {
  const available = width - table.columns.length * 6
  let wishes: number[] = []
  let total = 0
  for (const description of [mostLetters, 16]) {
    wishes = []
    for (const [index, column] of table.columns.entries())
      wishes.push(wishOf(table, column, index, description) * size * letter + 4)
    total = sumOf(wishes)
    if (total <= available) return stretched(wishes, available - total, table)
  }
  const needs: number[] = []
  for (const [index, column] of table.columns.entries())
    needs.push(Math.min(wishes[index]!, needOf(table, column, index) * size * letter + 4))
  const need = sumOf(needs)
  if (need > available) return wishes.map((wish) => (wish * available) / total)
  const share = (available - need) / (total - need)
  return needs.map((least, index) => least + (wishes[index]! - least) * share)
}

/**
 * Minimum width in letters: the longest word, so that no code is broken; numbers have no spaces.
 */
function needOf({ rows }: Table, { label, name }: Column, index: number): number {
  const isTaxes = name === taxColumn
  let most = isTaxes ? 0 : Math.max(4, longestWord(label))
  for (const { cells } of rows) {
    const cell = cells[index]
    if (cell === undefined) continue
    const text = cell.description === undefined ? shortText(cell) : cell.value
    most = Math.max(most, isTaxes ? lettersOfTaxes(cell) : longestWord(text))
  }
  // A tax has one line, unless its name is that of two languages.
  return isTaxes ? Math.min(30, most) : most
}

function sumOf(numbers: readonly number[]): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** Most letters of a column, unless it is that of descriptions. */
const mostLetters = 44

/**
 * Preferred width in letters: the longest value up to {@link mostLetters}, and at least the head.
 * @param description Letters of the description of a code that stand on one line.
 */
function wishOf(
  table: Table,
  { name: column }: Column,
  index: number,
  description: number,
): number {
  const { rows, name } = table
  let longest = 0
  for (const { cells } of rows) {
    const cell = cells[index]
    if (cell === undefined) continue
    if (column === taxColumn) longest = Math.max(longest, lettersOfTaxes(cell))
    else if (cell.description === undefined) {
      for (const line of shortText(cell).split('\n')) {
        // A folio fiscal is a word of wide letters.
        const isWide = longestWord(line) > 20
        longest = Math.max(longest, isWide ? (line.length * wideLetter) / letter : line.length)
      }
    } else {
      // A code stands above its description in small print, which may be broken into lines.
      const below = Math.min(cell.description.length, description) * 0.84
      longest = Math.max(longest, cell.value.length, below)
    }
  }
  const most = described.includes(column) && name !== 'DoctoRelacionado' ? 60 : mostLetters
  // A head in small print and bold: on one line, unless it is longer than most.
  const head = headText(table, index)
  return Math.max(
    4,
    Math.max(longestWord(head), head.length <= 20 ? head.length : 0),
    Math.min(longest, most),
  )
}

/** Taxes are in small print. */
function lettersOfTaxes({ text }: Field): number {
  return Math.max(...text.split('\n').map(({ length }) => length)) * 0.85
}

/** Gives the remaining width to the description column, or evenly to all. */
function stretched(wishes: readonly number[], over: number, { columns }: Table): number[] {
  const wide = columns.findIndex(({ name }) => described.includes(name))
  if (wide < 0) {
    // A table that is nearly as wide as the page is made as wide.
    const most = over < sumOf(wishes) * 0.8 ? 1 : 0.6
    return wishes.map((wish) => wish + Math.min(over / wishes.length, wish * most))
  }
  return wishes.map((wish, index) => (index === wide ? wish + over : wish))
}
