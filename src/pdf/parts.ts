/**
 * Parts that templates are made of: grids of labelled fields, tables with repeated heads, panels, totals, the stamp.
 * @module
 */
import type { PdfNode, PdfObject, Style } from './template.js'
import type { Column, Detail, Field, Row, Section, Stamp, Table, TotalLine, View } from './view.js'

/** How a template looks: sizes in points. */
export interface Look extends Style {
  /** Of the text; labels are smaller by a fifth. */
  readonly size: number
  /** Between margins. */
  readonly width: number
  /** Fields beside one another in a grid. */
  readonly perRow: number
  /** Whether heads of tables and panels have a background. */
  readonly isFilled: boolean
  /** Whether titles, the total and the stamp are bookmarks: a reader opens their list beside the page. */
  readonly hasBookmarks?: boolean
}

/** A paper's width less its margins, and the text that fits in a line of it, by the mean width of a letter of Roboto. */
const letter = 0.52

/** The same of Base64, whose capitals are wide. */
const wideLetter = 0.62

/** Text longer than this is a paragraph of its own. */
const longText = 90

/**
 * Rows of more text than this may be cut by the end of a page: one that is longer than a page would run off it. A concept of the longest
 * description that the SAT admits, 1000 letters, and its taxes are less.
 */
export const unbreakableText = 1500

const small = (size: number): number => Math.round(size * 8) / 10

/** The label of a field above what it says. */
export function fieldNode(look: Look, { label, text }: Field): PdfObject {
  return { stack: [{ text: label, color: look.colors.muted, fontSize: small(look.size) }, { text }] }
}

/** Fields in rows of some; long ones have a row of their own. */
export function grid(look: Look, fields: readonly Field[]): PdfNode[] {
  const short = fields.filter(({ text }) => text.length <= longText)
  const long = fields.filter(({ text }) => text.length > longText)
  return [
    ...(short.length === 0 ? [] : [gridTable(look, short)]),
    ...long.map((field) => ({ ...fieldNode(look, field), margin: [0, 1, 0, 1] })),
  ]
}

function gridTable(look: Look, fields: readonly Field[]): PdfObject {
  const { perRow } = look
  const cells = fields.map((field) => fieldNode(look, field))
  const rows = Array.from({ length: Math.ceil(cells.length / perRow) }, (_, index) => {
    const row = cells.slice(index * perRow, (index + 1) * perRow)
    return [...row, ...Array.from({ length: perRow - row.length }, () => '')]
  })
  const width = look.width / perRow - gap
  return {
    table: { widths: Array.from({ length: perRow }, () => width), body: rows, dontBreakRows: true },
    layout: bare,
  }
}

const gap = 8

/** No lines; a gap between columns. */
export const bare: PdfObject = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => gap,
  paddingTop: () => 1,
  paddingBottom: () => 1,
}

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
export interface TableOptions {
  /** Above its head, on each page. */
  readonly title?: PdfNode
  /** In one piece with its last row. */
  readonly end?: PdfNode
}

/** A table with its head, repeated on each page; what its columns leave out is below each row. */
export function tableNode(look: Look, table: Table, { title, end }: TableOptions = {}): PdfObject {
  const ends: Ends = { heads: title === undefined ? 1 : 2, tails: end === undefined ? 0 : 1 }
  const body = [
    ...(title === undefined ? [] : [across(table, [title], 0)]),
    headOf(look, table),
    ...(end === undefined ? table.rows : table.rows.slice(0, -1)).flatMap((row) => rowNodes(look, table, row)),
    ...(end === undefined ? [] : [across(table, [rowsNode(look, table, table.rows.slice(-1)), end], -2)]),
  ]
  const dontBreakRows = isShort(table)
  const keepWithHeaderRows = dontBreakRows ? 1 : 0
  return {
    table: { headerRows: ends.heads, keepWithHeaderRows, dontBreakRows, widths: widthsOf(look, table), body },
    layout: ruled(look, body, ends),
  }
}

/** Whether each of its rows is sure to fit in a page. */
export function isShort({ rows }: Table): boolean {
  return rows.every((row) => textIn(row) < unbreakableText)
}

/** A row of one cell, whose content begins and ends where the table does. */
function across({ columns }: Table, stack: readonly PdfNode[], top: number): PdfNode[] {
  return [{ colSpan: columns.length, stack, margin: [-3, top, -3, 0] }, ...columns.slice(1).map(() => '')]
}

/** The same rows without the head, to stand below a table of the same columns. */
export function rowsNode(look: Look, table: Table, rows: readonly Row[]): PdfObject {
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

/** A paragraph: its label, then `label value · label value`. */
export function detailNode({ colors, size }: Look, { label, fields }: Detail): PdfObject {
  const title = label === '' ? [] : [{ text: `${label}  `, bold: true }]
  const parts = fields.flatMap((field, index) => [
    { text: `${index === 0 ? '' : ' · '}${silent.test(field.name) ? '' : `${field.label} `}`, color: colors.muted },
    { text: field.text },
  ])
  return { text: [...title, ...parts], fontSize: small(size) }
}

/** What says itself what it is: «002 IVA · Tasa · 0.160000». */
const silent = /^(Impuesto|TipoFactor|TasaOCuota)(DR|P)?$/

/** Fields in lines of their own, the label before what it says. */
export function lineNodes({ colors }: Look, fields: readonly Field[]): PdfNode[] {
  return fields.map(({ label, text }) => ({ text: [{ text: `${label}  `, color: colors.muted }, text] }))
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

function longestWord(text: string): number {
  return text.split(' ').reduce((most, { length }) => Math.max(most, length), 0)
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

/** The title of a section. */
export function titleNode({ colors, size, hasBookmarks = false }: Look, text: string): PdfObject {
  return { text, bold: true, color: colors.accent, fontSize: size + 1, margin: [0, 6, 0, 2], outline: hasBookmarks }
}

/** A section, all of it: title, fields, tables, and the sections in it. */
export function sectionNodes(look: Look, section: Section, depth = 0): PdfNode[] {
  const { label, fields, tables, sections } = section
  if (fields.length + tables.length + sections.length === 0) return []
  const title = depth === 0 ? titleNode(look, label) : subtitle(look, label)
  const lines = sections.filter(isLine)
  const isTold = tables.length === 1 && tables[0]?.label.slice(0, 5) === label.slice(0, 5)
  return [
    keptTogether([title, ...grid(look, fields), ...lines.map((line) => detailNode(look, line))], fields),
    ...tables.map((table) => tableNode(look, table, isTold ? {} : { title: subtitle(look, table.label) })),
    ...sections.filter((inner) => !isLine(inner)).flatMap((inner) => sectionNodes(look, inner, depth + 1)),
  ]
}

/** An address, which people read as one line. */
function isLine({ name, tables, sections }: Section): boolean {
  return name === 'Domicilio' && tables.length + sections.length === 0
}

/** In one piece where it is sure to fit in a page. */
function keptTogether(nodes: readonly PdfNode[], fields: readonly Field[]): PdfNode {
  const length = fields.reduce((sum, { text }) => sum + text.length, 0)
  return { stack: nodes, unbreakable: length < unbreakableText * 2 }
}

function subtitle({ colors, size }: Look, text: string): PdfObject {
  return { text, bold: true, color: colors.muted, fontSize: size, margin: [0, 4, 0, 1] }
}

const panelPadding = 6

/** A panel with its title and fields, in one piece. */
export function panelOf(look: Look, label: string, fields: readonly Field[]): PdfObject {
  const inner = { ...look, width: look.width - (look.isFilled ? 2 * panelPadding : 0) }
  return { ...panel(look, [titleNode(look, label), ...grid(inner, fields)]), unbreakable: true }
}

/** A panel with a background. */
function panel({ colors, isFilled, width }: Look, content: readonly PdfNode[]): PdfObject {
  return {
    table: { widths: [width - (isFilled ? 2 * panelPadding : 0)], body: [[{ stack: content }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      fillColor: () => (isFilled ? colors.panel : null),
      paddingLeft: () => (isFilled ? panelPadding : 0),
      paddingRight: () => (isFilled ? panelPadding : 0),
      paddingTop: () => 4,
      paddingBottom: () => 4,
    },
    margin: [0, 4, 0, 0],
  }
}

/** Enough for the greatest amount that the SAT admits, in the size of a total. */
const amountWidth = 92

/** The lines of the totals, the last one in bold. */
export function totalsNode(look: Look, lines: readonly TotalLine[]): PdfObject {
  const body = lines.map((line, index) => totalRow(look, line, index === lines.length - 1))
  return {
    table: { widths: [look.width - amountWidth - 4, amountWidth], body, dontBreakRows: true },
    layout: { ...bare, paddingRight: () => 2 },
  }
}

function totalRow(look: Look, { label, detail, text }: TotalLine, isTotal: boolean): PdfNode[] {
  const { colors, size, hasBookmarks = false } = look
  const looks = isTotal ? { bold: true, fontSize: size + 2, color: colors.accent } : {}
  const name = { text: label, outline: isTotal && hasBookmarks, ...looks }
  const stack =
    detail === undefined ? name : { stack: [name, { text: detail, color: colors.muted, fontSize: small(size) }] }
  return [stack, { text, alignment: 'right', ...looks }]
}

/** Base64 is broken anywhere: a text that has no spaces, in lines of some letters. */
function broken(text: string, perLine: number): string {
  return text.match(new RegExp(`.{1,${Math.max(10, Math.floor(perLine))}}`, 'gsu'))?.join('\n') ?? text
}

/** The QR codes, and beside them what certifies and the seals: in one piece. */
export function stampNode(look: Look, { stamp, codes, legend }: View, points: number): PdfNode[] {
  const sentence = {
    text: legend,
    alignment: 'center',
    bold: true,
    margin: [0, 4, 0, 0],
    outline: look.hasBookmarks ?? false,
  }
  if (stamp === undefined) return [sentence]
  const squares = {
    width: points,
    stack: codes.flatMap(({ text, label }) => [look.qr(text, points), caption(look, label)]),
  }
  const beside: Look = { ...look, width: look.width - points - gap, perRow: Math.min(look.perRow, 4) }
  const facts = [
    { ...fieldNode(look, stamp.uuid), bold: true },
    ...grid(beside, stamp.fields),
    ...sealNodes(beside, stamp),
  ]
  const columns = [...(codes.length === 0 ? [] : [squares]), { width: beside.width, stack: facts }]
  return [{ unbreakable: true, margin: [0, 8, 0, 0], stack: [{ columns, columnGap: gap }, sentence] }]
}

function caption({ colors, size }: Look, text: string): PdfObject {
  return { text, alignment: 'center', color: colors.muted, fontSize: small(size) }
}

/** The seals and the cadena, in small letters. */
export function sealNodes(look: Look, { seals }: Stamp): PdfNode[] {
  const size = small(small(look.size))
  return seals.map((seal) => ({
    ...fieldNode(look, { ...seal, text: broken(seal.text, look.width / size / wideLetter) }),
    fontSize: size,
    margin: [0, 2, 0, 0],
  }))
}
