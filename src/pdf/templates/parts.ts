/**
 * Parts that templates are made of: grids of labelled fields, paragraphs, panels, totals, the stamp.
 * @module
 */
import type { PdfNode, PdfObject, Style } from '../template.js'
import type { Detail, Field, Stamp, TotalLine, View } from '../view.js'

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

/** The mean width of a letter of Roboto, by its size. */
export const letter = 0.52

/** The same of Base64 and of codes, whose capitals are wide. */
const wideLetter = 0.62

/** Text longer than this is a paragraph of its own. */
const longText = 90

/** The size of labels and of what is said beside the text. */
export const small = (size: number): number => Math.round(size * 8) / 10

/** Letters of the longest word of a text. */
export function longestWord(text: string): number {
  return text.split(' ').reduce((most, { length }) => Math.max(most, length), 0)
}

/** The label of a field above what it says. */
export function fieldNode(look: Look, { label, text }: Field): PdfObject {
  return { stack: [{ text: label, color: look.colors.muted, fontSize: small(look.size) }, { text }] }
}

/** Fields in rows of some. Long ones, and those of a word that a column would break, have a row of their own: below, but for the first. */
export function grid(look: Look, fields: readonly Field[]): PdfNode[] {
  const short = fields.filter((field) => fits(look, field))
  const first = fields.indexOf(short[0] as Field)
  const long = (field: Field): PdfObject => ({ ...fieldNode(look, field), margin: [0, 1, 0, 1] })
  return [
    ...fields.slice(0, Math.max(0, first)).map(long),
    ...(short.length === 0 ? [] : [gridTable(look, short)]),
    ...fields
      .slice(Math.max(0, first))
      .filter((field) => !fits(look, field))
      .map(long),
  ]
}

function fits(look: Look, { text }: Field): boolean {
  return text.length <= longText && longestWord(text) * look.size * wideLetter <= columnOf(look)
}

function gridTable(look: Look, fields: readonly Field[]): PdfObject {
  const { perRow } = look
  const cells = fields.map((field) => fieldNode(look, field))
  const rows = Array.from({ length: Math.ceil(cells.length / perRow) }, (_, index) => {
    const row = cells.slice(index * perRow, (index + 1) * perRow)
    return [...row, ...Array.from({ length: perRow - row.length }, () => '')]
  })
  return {
    table: { widths: Array.from({ length: perRow }, () => columnOf(look)), body: rows, dontBreakRows: true },
    layout: bare,
  }
}

const gap = 8

/** Width of a column of a grid. */
function columnOf({ width, perRow }: Look): number {
  return width / perRow - gap
}

/** No lines; a gap between columns. */
export const bare: PdfObject = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => gap,
  paddingTop: () => 1,
  paddingBottom: () => 1,
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

/** The title of a section. */
export function titleNode({ colors, size, hasBookmarks = false }: Look, text: string): PdfObject {
  return { text, bold: true, color: colors.accent, fontSize: size + 1, margin: [0, 6, 0, 2], outline: hasBookmarks }
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
