/**
 * The template `ticket`: a paper roll of 80 mm, one column, of any length.
 * @module
 */

import type { PdfDefinition, PdfNode, PdfObject, Style } from '../template.js'
import type { Field, Row, Section, Table, View } from '../view.js'
import {
  amountWidth,
  detailNode,
  detailNodes,
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
    ...lineNodes(
      look,
      emisor.fields.filter((field) => field.name !== name?.name),
    ).map((node) => ({ ...(node as PdfObject), alignment: 'center' })),
    {
      text: [title, folio].filter(Boolean).join(' '),
      bold: true,
      fontSize: 9,
      alignment: 'center',
      margin: [0, 4, 0, 0],
    },
    ...markNodes(view),
    ...(extras.issuer === undefined ? [] : narrowNodes(look, extras.issuer)),
    ...[receptor, general, ...related, ...highlights].flatMap((section) =>
      narrowNodes(look, section),
    ),
  ]
}

/** Keeps the last concept together with the totals when the roll is split into pages. */
function bodyNodes(look: Look, view: View): PdfNode[] {
  const { conceptos, complementos, addenda } = view
  const [rows, last] = splitEnd(conceptos.rows).map((some) =>
    some.flatMap((row) => rowNodes(look, conceptos, row)),
  )
  const { totals, words, extras } = view
  const letters = { text: words, bold: true, alignment: 'center', margin: [0, 4, 0, 0] }
  return [
    titleNode(look, conceptos.title),
    ...(rows as PdfNode[]),
    {
      stack: [
        last,
        lineAcross(look),
        ...totalsNode(look, totals),
        ...(words === undefined ? [] : [letters]),
        ...totalNotes(look, totals),
        ...(extras.payment === undefined ? [] : narrowNodes(look, extras.payment)),
        ...[extras.notes, extras.promissory].flatMap((own) =>
          own === undefined
            ? []
            : [titleNode(look, own.label), ...own.paragraphs.map((text) => ({ text }))],
        ),
      ],
      unbreakable: true,
    },
    ...[...complementos, ...(addenda === undefined ? [] : [addenda])].flatMap((section) =>
      narrowNodes(look, section),
    ),
  ]
}

/** A section in one column: a line per field, and a paragraph per row of a table. */
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

/** Least width of the amount beside a description. */
const leastPrice = 64

/** A row: description and amount, then the rest. */
function rowNodes(look: Look, { name }: Table, { cells, details }: Row): PdfNode[] {
  const fields = cells.filter((cell) => cell !== undefined)
  const amount = fields.find((field) => field.name === 'Importe')
  const what = fields.find((field) => field.name === 'Descripcion' || field.name === 'Concepto')
  const rest = fields.filter((field) => field !== what && field !== amount)
  const price = amount === undefined ? '' : shortText(amount)
  const width = price === '' ? 0 : Math.max(leastPrice, amountWidth(price, look.size))
  const first = [
    { width: look.width - width - 6, text: what?.text ?? '' },
    ...(price === '' ? [] : [{ width, text: price, alignment: 'right' }]),
  ]
  const columns = { columns: first, columnGap: 6, bold: true, margin: [0, 3, 0, 0] }
  const head = what === undefined ? [] : [columns]
  const shown = what === undefined ? fields : rest
  const own = shown.length === 0 ? [] : [{ name, label: '', fields: shown }]
  return [...head, ...own.map((one) => detailNode(look, one)), ...detailNodes(look, details)]
}

function lineAcross({ width }: Look): PdfObject {
  return {
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5 }],
    margin: [0, 4, 0, 2],
  }
}

function stampNodes(look: Look, { stamp, codes, legend, extras }: View): PdfNode[] {
  const squares = codes.flatMap(({ text, label }) => [
    {
      columns: [
        { width: '*', text: '' },
        { width: square, stack: [look.qr(text, square)] },
        { width: '*', text: '' },
      ],
    },
    { text: label, alignment: 'center' },
  ])
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
    ...(extras.terms === undefined
      ? []
      : [
          titleNode(look, extras.terms.label),
          ...extras.terms.paragraphs.map((text) => ({ text, fontSize: 6 })),
        ]),
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
