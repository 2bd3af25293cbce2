/**
 * The template `ticket`: a roll of paper of 80 mm, one column, as long as it takes.
 * @module
 */
import { detailNode, lineNodes, type Look, sealNodes, titleNode, totalsNode } from './parts.js'
import type { PdfDefinition, PdfNode, PdfObject, Style } from './template.js'
import type { Row, Section, Table, View } from './view.js'

const margin = 10

/** 80 mm in points. */
const roll = 226.77

/** Side of the QR code. */
const square = 120

/** No PDF has longer pages: 200 inches (ISO 32000-1, annex C). Documents that may come near are cut into pages of this. */
const longest = 7200

/** Letters in a line, and points from a line to the next, of which the length is told before it is laid out. */
const measure = { letters: 38, line: 9 }

/** The template `ticket`. Black on white: heat prints no colours. */
export function ticket(view: View, style: Style): PdfDefinition {
  const black = {
    accent: '#000000',
    onAccent: '#000000',
    text: '#000000',
    muted: '#000000',
    rule: '#000000',
    panel: '#ffffff',
  }
  const look: Look = { ...style, colors: black, size: 7, width: roll - 2 * margin, perRow: 1, isFilled: false }
  const height = lengthOf(view) > longest ? longest : Number.POSITIVE_INFINITY
  return {
    pageSize: { width: roll, height },
    pageMargins: [margin, margin, margin, margin],
    defaultStyle: { fontSize: look.size, color: '#000000', lineHeight: 1.1 },
    // Across an endless page it has no place: it is a line, at both ends.
    watermark: null,
    content: [...headNodes(look, view), ...bodyNodes(look, view), ...stampNodes(look, view), ...markNodes(view)],
  }
}

function markNodes({ watermark }: View): PdfNode[] {
  return watermark === undefined
    ? []
    : [{ text: watermark, bold: true, fontSize: 11, alignment: 'center', margin: [0, 4, 0, 4] }]
}

function headNodes(look: Look, view: View): PdfNode[] {
  const { title, folio, emisor, receptor, general, related, highlights } = view
  const logo = look.logo === undefined ? [] : [{ image: look.logo, fit: [look.width, 60], alignment: 'center' }]
  const name = emisor.fields.find((field) => field.name === 'Nombre')
  return [
    ...logo,
    { text: name?.text ?? '', bold: true, fontSize: 10, alignment: 'center' },
    ...lineNodes(
      look,
      emisor.fields.filter((field) => field !== name),
    ).map((node) => ({ ...(node as PdfObject), alignment: 'center' })),
    {
      text: [title, folio].filter(Boolean).join(' '),
      bold: true,
      fontSize: 9,
      alignment: 'center',
      margin: [0, 4, 0, 0],
    },
    ...markNodes(view),
    ...[receptor, general, ...related, ...highlights].flatMap((section) => narrowNodes(look, section)),
  ]
}

function bodyNodes(look: Look, { conceptos, totals, words, complementos, addenda }: View): PdfNode[] {
  return [
    titleNode(look, 'Conceptos'),
    ...conceptos.rows.flatMap((row) => rowNodes(look, conceptos, row)),
    lineAcross(look),
    totalsNode(look, totals),
    ...(words === undefined ? [] : [{ text: words, bold: true, alignment: 'center', margin: [0, 4, 0, 0] }]),
    ...[...complementos, ...(addenda === undefined ? [] : [addenda])].flatMap((section) => narrowNodes(look, section)),
  ]
}

/** A section in one column: a line for each field, and a paragraph for each row of a table. */
function narrowNodes(look: Look, { label, fields, tables, sections }: Section): PdfNode[] {
  return [
    titleNode(look, label),
    ...lineNodes(look, fields),
    ...tables.flatMap((table) => [
      { text: table.label, bold: true },
      ...table.rows.flatMap((row) => rowNodes(look, table, row)),
    ]),
    ...sections.flatMap((section) => narrowNodes(look, section)),
  ]
}

/** A row: what it is and how much, then the rest. */
function rowNodes(look: Look, { name }: Table, { cells, details }: Row): PdfNode[] {
  const fields = cells.filter((cell) => cell !== undefined)
  const amount = fields.find((field) => field.name === 'Importe')
  const what = fields.find((field) => field.name === 'Descripcion' || field.name === 'Concepto')
  const rest = fields.filter((field) => field !== what && field !== amount)
  const first = [
    { width: '*', text: what?.text ?? '' },
    { width: 'auto', text: amount?.text ?? '', alignment: 'right' },
  ]
  const isPriced = what !== undefined && amount !== undefined
  const head = isPriced ? [{ columns: first, columnGap: 6, bold: true, margin: [0, 3, 0, 0] }] : []
  const shown = isPriced ? rest : fields
  return [...head, ...[{ name, label: '', fields: shown }, ...details].map((detail) => detailNode(look, detail))]
}

function lineAcross({ width }: Look): PdfObject {
  return { canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5 }], margin: [0, 4, 0, 2] }
}

function stampNodes(look: Look, { stamp, codes, legend }: View): PdfNode[] {
  const center = (node: PdfNode) => ({
    columns: [
      { width: '*', text: '' },
      { width: square, stack: [node] },
      { width: '*', text: '' },
    ],
  })
  const squares = codes.flatMap(({ text, label }) => [
    center(look.qr(text, square)),
    { text: label, alignment: 'center' },
  ])
  const facts =
    stamp === undefined ? [] : [...lineNodes(look, [stamp.uuid, ...stamp.fields]), ...sealNodes(look, stamp)]
  return [
    lineAcross(look),
    ...squares,
    ...facts,
    { text: legend, bold: true, alignment: 'center', margin: [0, 6, 0, 0] },
  ]
}

/** About how long it gets: each text takes a line at least. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') return Math.ceil(value.length / measure.letters) * measure.line
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + lengthOf(inner), 0)
}
