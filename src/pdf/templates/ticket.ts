/**
 * The template `ticket`: a paper roll of 80 mm, one column, of any length.
 * @module
 */

import type { PdfDefinition, PdfNode, PdfObject, Style } from '../template.js'
import type { Field, OwnText, Row, Section, Table, View } from '../view.js'
import {
  amountWidth,
  detailNode,
  detailNodes,
  fieldsBelowName,
  type Look,
  lineNodes,
  shortText,
  titleNode,
  totalNotes,
  totalsNode,
} from './parts.js'
import { splitEnd } from './splitEnd.js'
import { sealNodes } from './stampNode.js'

const margin = 10

/** 80 mm in points. */
const roll = 226.77

/** Side of the QR code. */
const square = 120

/**
 * Points: PDF readers show at most 200 inches per page (ISO 32000-1, annex C). Longer tickets are
 * split into pages.
 */
const limit = { longest: 14_000, page: 7200 }

/**
 * The narrowest line, for an estimate of the length before layout: letters per line, and points per
 * line.
 */
const line = { letters: 24, height: 9 }

/** The template `ticket`. Black on white: thermal printers have no colours. */
export function ticket(view: View, style: Style): PdfDefinition {
  const black = {
    accent: '#000000',
    onAccent: '#000000',
    text: '#000000',
    muted: '#000000',
    rule: '#000000',
    panel: '#ffffff',
  }
  const look: Look = {
    ...style,
    colors: black,
    size: 7,
    width: roll - 2 * margin,
    perRow: 1,
    heads: 'plain',
    density: 0,
  }
  const height = lengthOf(view) > limit.longest ? limit.page : Number.POSITIVE_INFINITY
  return {
    pageSize: { width: roll, height },
    pageMargins: [margin, margin, margin, margin],
    defaultStyle: { fontSize: look.size, color: '#000000', lineHeight: 1.1 },
    // On an endless page the watermark becomes a line at both ends.
    watermark: null,
    content: [
      ...headNodes(look, view),
      ...bodyNodes(look, view),
      ...stampNodes(look, view),
      ...markNodes(view),
    ],
  }
}

function markNodes({ watermark }: View): PdfNode[] {
  if (watermark === undefined) return []
  return [{ text: watermark, bold: true, fontSize: 11, alignment: 'center', margin: [0, 4, 0, 4] }]
}

function headNodes(look: Look, view: View): PdfNode[] {
  const { title, folio, emisor, receptor, general, related, highlights, extras } = view
  const logo =
    look.logo === undefined ? [] : [{ ...look.logo, fit: [look.width, 60], alignment: 'center' }]
  const name = emisor.heading
  return [
    ...logo,
    { text: name?.text ?? '', bold: true, fontSize: 10, alignment: 'center' },
    ...lineNodes(look, fieldsBelowName(emisor)).map((node) => ({ ...node, alignment: 'center' })),
    {
      text: [title, folio].filter(Boolean).join(' '),
      bold: true,
      fontSize: 9,
      alignment: 'center',
      margin: [0, 4, 0, 0],
    },
    ...markNodes(view),
    ...narrowNodes(look, [extras.issuer, receptor, general, ...related, ...highlights]),
  ]
}

/** Keeps the last concept together with the totals when the roll is split into pages. */
function bodyNodes(look: Look, view: View): PdfNode[] {
  const { conceptos, complementos, addenda } = view
  const [rows, last] = splitEnd(conceptos.rows)
  const { totals, words, extras } = view
  const letters = { text: words, bold: true, alignment: 'center', margin: [0, 4, 0, 0] }
  return [
    titleNode(look, conceptos.title),
    ...rowNodes(look, conceptos, rows),
    {
      stack: [
        rowNodes(look, conceptos, last),
        lineAcross(look),
        ...totalsNode(look, totals),
        ...(words === undefined ? [] : [letters]),
        ...totalNotes(look, totals),
        ...narrowNodes(look, [extras.payment]),
        ...ownTextNodes(look, extras.notes),
        ...ownTextNodes(look, extras.promissory),
      ],
      unbreakable: true,
    },
    ...narrowNodes(look, [...complementos, addenda]),
  ]
}

function ownTextNodes(look: Look, own: OwnText | undefined, fontSize = look.size): PdfNode[] {
  if (own === undefined) return []
  return [titleNode(look, own.label), ...own.paragraphs.map((text) => ({ text, fontSize }))]
}

/** A section in one column: a line per field, and a paragraph per row of a table. */
function narrowNodes(look: Look, sections: readonly (Section | undefined)[]): PdfNode[] {
  const nodes: PdfNode[] = []
  for (const section of sections) {
    if (section === undefined) continue
    nodes.push(titleNode(look, section.label), ...lineNodes(look, section.fields))
    for (const table of section.tables)
      nodes.push({ text: table.label, bold: true }, ...rowNodes(look, table, table.rows))
    nodes.push(...narrowNodes(look, section.sections))
  }
  return nodes
}

/** Least width of the amount beside a description. */
const leastPrice = 64

/** A row: description and amount, then the rest. */
function rowNodes(look: Look, { name }: Table, rows: readonly Row[]): PdfNode[] {
  const nodes: PdfNode[] = []
  for (const { cells, details } of rows) {
    let [what, amount]: (Field | undefined)[] = []
    const [fields, rest]: [Field[], Field[]] = [[], []]
    for (const field of cells) {
      if (field === undefined) continue
      fields.push(field)
      if (field.name === 'Importe') amount = field
      else if (field.name === 'Descripcion' || field.name === 'Concepto') what ??= field
      if (field !== what && field !== amount) rest.push(field)
    }
    if (what !== undefined) {
      const price = amount === undefined ? '' : shortText(amount)
      const width = price === '' ? 0 : Math.max(leastPrice, amountWidth(price, look.size))
      const columns: PdfObject[] = [{ width: look.width - width - 6, text: what.text }]
      if (price !== '') columns.push({ width, text: price, alignment: 'right' })
      nodes.push({ columns, columnGap: 6, bold: true, margin: [0, 3, 0, 0] })
    }
    const shown = what === undefined ? fields : rest
    if (shown.length > 0) nodes.push(detailNode(look, { name, label: '', fields: shown }))
    nodes.push(...detailNodes(look, details))
  }
  return nodes
}

function lineAcross({ width }: Look): PdfObject {
  return {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5 }],
    margin: [0, 4, 0, 2],
  }
}

function stampNodes(look: Look, { stamp, codes, legend, extras }: View): PdfNode[] {
  const squares: PdfNode[] = []
  for (const { text, label } of codes) {
    const beside = { width: '*', text: '' }
    const code = { width: square, stack: [look.qr(text, square)] }
    squares.push({ columns: [beside, code, beside] }, { text: label, alignment: 'center' })
  }
  const facts =
    stamp === undefined
      ? []
      : [
          ...lineNodes(look, [...(stamp.uuid === undefined ? [] : [stamp.uuid]), ...stamp.fields]),
          ...sealNodes(look, stamp),
        ]
  return [
    lineAcross(look),
    ...squares,
    ...facts,
    { text: legend, bold: true, alignment: 'center', margin: [0, 6, 0, 0] },
    ...(extras.footer === undefined ? [] : [{ text: extras.footer, alignment: 'center' }]),
    ...ownTextNodes(look, extras.terms, 6),
  ]
}

/**
 * Upper estimate of the length, except for wide letters: each field in lines of its own, at least
 * one.
 */
function lengthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if ('text' in value && 'label' in value) {
    const { label, text } = value as Field
    return Math.ceil((label.length + text.length + 2) / line.letters) * line.height
  }
  let length = 0
  for (const inner of Object.values(value)) length += lengthOf(inner)
  return length
}
