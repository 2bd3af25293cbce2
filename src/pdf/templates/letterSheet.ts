/**
 * Common parts of the letter-paper templates: order of content, pages, and totals that never stand
 * alone on a page.
 * @module
 */
import { clip } from '../../lib/text.js'
import { namedIn } from '../documents/parts.js'
import { fillText } from '../labels/texts.js'
import type { Density, PdfDefinition, PdfNode, PdfObject } from '../template.js'
import type { Field, OwnText, Row, Section, View } from '../view.js'
import {
  amountWidth,
  detailNodes,
  type Look,
  panelOf,
  small,
  smallPrint,
  titleNode,
  totalNotes,
  totalsNode,
} from './parts.js'
import { payslipNodes, sumStrip } from './payslip.js'
import { sectionNodes } from './sectionNodes.js'
import { splitEnd } from './splitEnd.js'
import { isOfOnePage, stampNode } from './stampNode.js'
import { endedTable } from './tableNode.js'
import { withTaxColumn } from './taxColumn.js'

/** Letter size, in points. */
export const paper = { width: 612, height: 792 }

/** Settings of a template: style, margin, and header. */
export interface Setting {
  readonly look: Look
  readonly margin: number
  readonly head: readonly PdfNode[]
  /** Side of a QR code. */
  readonly square: number
}

/** Sizes of a look by density: of letters, of margins, and of lines in letters. */
const scales: Readonly<Record<Density, Readonly<Record<'size' | 'margin' | 'line', number>>>> = {
  [-1]: { size: 1.05, margin: 1.15, line: 1.22 },
  0: { size: 1, margin: 1, line: 1.1 },
  1: { size: 0.93, margin: 0.8, line: 1.06 },
  2: { size: 0.86, margin: 0.62, line: 1.02 },
}

/** Scales the sizes of a look to its density. */
export function dense<Some extends { readonly density: Density; readonly size: number }>(
  look: Some,
): Some {
  return { ...look, size: look.size * scales[look.density].size }
}

/** Scales a margin to a density. */
export function denseMargin(margin: number, density: Density): number {
  return margin * scales[density].margin
}

/** A piece of the content. `end` stays together with its last lines. */
type Piece = (end?: PdfNode) => readonly PdfNode[]

/** Lays out a document on letter paper. The stamp is never alone on a page. */
export function letterSheet(
  view: View,
  { look: plain, margin, head, square }: Setting,
): PdfDefinition {
  const look: Look = {
    ...plain,
    hasBookmarks: view.conceptos.rows.length + rowsIn(view.complementos) > manyRows,
  }
  const pieces = [...bodyPieces(look, view), ...ownPieces(look, view)]
  const stamp = stampNode(look, view, square)
  const last = isOfOnePage(view) ? pieces.length - 1 : undefined
  const body: PdfNode[] = []
  for (const [at, piece] of pieces.entries()) body.push(...piece(at === last ? stamp : undefined))
  const { terms } = view.extras
  const footer = view.extras.footer === undefined ? 0 : 8
  return {
    pageSize: paper,
    pageMargins: [margin, margin, margin, margin * 0.7 + 10 + footer],
    defaultStyle: {
      fontSize: look.size,
      color: look.colors.text,
      lineHeight: scales[look.density].line,
    },
    header: (page: number) => (page === 1 ? '' : pageHead(look, margin, view)),
    footer: (page: number, pages: number) => {
      const { colors } = look
      const { legend, texts, extras } = view
      const columns = [
        { text: legend },
        { text: fillText(texts.page, { page, pages }), alignment: 'right' },
      ]
      const own = extras.footer === undefined ? [] : [{ text: extras.footer, alignment: 'center' }]
      return {
        stack: [...own, { columns }],
        color: colors.muted,
        fontSize: 6.5,
        margin: [margin, margin * 0.2, margin, 0],
      }
    },
    content: [
      ...head,
      ...factNodes(look, view),
      ...body,
      ...(last === undefined || last < 0 ? [stamp] : []),
      ...(terms === undefined ? [] : [{ stack: ownTextNodes(look, terms), pageBreak: 'before' }]),
    ],
  }
}

/** Number of rows that takes more than two or three pages. */
const manyRows = 40

/** Number of rows of the tables of sections. */
export function rowsIn(sections: readonly Section[]): number {
  let rows = 0
  for (const { tables, sections: inner } of sections) {
    for (const table of tables) rows += table.rows.length
    rows += rowsIn(inner)
  }
  return rows
}

/** Attributes of the document that people do not look for. */
const secondary = new Set(['Version', 'TipoDeComprobante', 'Exportacion', 'Confirmacion'])

/** Splits the attributes of the document: those that matter to people, and the rest. */
export function generalFields({
  general,
  tipo,
  date,
}: View): readonly [readonly Field[], readonly Field[]] {
  const [first, rest]: [Field[], Field[]] = [[], []]
  for (const field of general.fields) {
    const { name, value } = field
    const isSecondary =
      secondary.has(name) ||
      (name === 'Moneda' && (value === 'MXN' || value === 'XXX')) ||
      (tipo === 'P' && (name === 'SubTotal' || name === 'Total'))
    if (isSecondary) rest.push(field)
    else if (name !== date?.name) first.push(field)
  }
  return [first, rest]
}

function factNodes(look: Look, view: View): PdfNode[] {
  const { related, highlights } = view
  const [, rest] = generalFields(view)
  const nodes = smallPrint(look, rest)
  for (const section of related) nodes.push(...sectionNodes(look, section))
  for (const { label, fields } of highlights)
    nodes.push(panelOf({ ...look, perRow: look.perRow - 1 }, label, fields))
  return nodes
}

/**
 * In payslips and payments the complement is the main content; the concept is a formula of the SAT.
 */
function bodyPieces(look: Look, view: View): Piece[] {
  const isFormula = view.tipo === 'N' || view.tipo === 'P'
  const addenda = view.addenda === undefined ? [] : [view.addenda]
  const pieces: Piece[] = []
  if (isFormula) pieces.push(...paidPieces(look, view))
  else
    pieces.push((end) => {
      // Keeps the last concept, or its end if it is longer than a page, together with the totals.
      const totals = togetherWith(totalsBlock(look, view), end)
      if (view.conceptos.rows.length === 0) return [totals]
      // Repeated on each page, it would repeat its bookmark.
      const isTitled = look.heads !== 'filled'
      const title = isTitled
        ? titleNode({ ...look, hasBookmarks: false }, view.conceptos.title)
        : { text: '', fontSize: 3 }
      return endedTable(look, withTaxColumn(view.conceptos, view.texts.taxes), title, totals)
    })
  for (const section of [...(isFormula ? [] : view.complementos), ...addenda])
    pieces.push((end) => sectionNodes(look, section, end))
  return pieces
}

function togetherWith(node: PdfNode, end: PdfNode | undefined): PdfNode {
  if (end === undefined) return node
  return { stack: [node, end], unbreakable: true }
}

/** Keeps the end of the last complement of payments or payroll together with its totals. */
function paidPieces(look: Look, view: View): Piece[] {
  const [formula, totals] = formulaNodes(look, view)
  const last = view.complementos.at(-1)
  const pieces: Piece[] = [() => formula]
  for (const section of view.complementos)
    pieces.push((end) => {
      const after = section === last ? togetherWith(totals, end) : end
      return complementNodes(look, view, section, after)
    })
  if (last === undefined) pieces.push((end) => [togetherWith(totals, end)])
  return pieces
}

/**
 * The concept that the SAT prescribes for payslips and payments: a paragraph, and the totals.
 * Further concepts precede it.
 */
function formulaNodes(look: Look, view: View): [readonly PdfNode[], PdfNode] {
  const [before, after] = splitEnd(view.conceptos.rows)
  const nodesOf = (rows: readonly Row[]): PdfNode[] => {
    const nodes: PdfNode[] = []
    for (const { cells, details } of rows) {
      const fields = cells.filter((cell) => cell !== undefined)
      const concepto = { name: 'Concepto', label: view.conceptos.label, fields }
      nodes.push(...detailNodes(look, fields.length === 0 ? details : [concepto, ...details]))
    }
    return nodes
  }
  // A payslip has its sum at the top.
  const totals =
    view.tipo === 'N' && namedIn(view.complementos, 'Nomina') !== undefined
      ? []
      : [totalsBlock(look, view)]
  const stack = [...totals, ...nodesOf(after)]
  return [nodesOf(before), { stack, unbreakable: true, margin: [0, 4, 0, 0] }]
}

/** Payslips show earnings and deductions side by side; payments show their totals at the end. */
function complementNodes(
  look: Look,
  view: View,
  section: Section,
  end: PdfNode | undefined,
): readonly PdfNode[] {
  if (section.name === 'Nomina') {
    // A document may have two: the sum is that of both.
    const isFirst = namedIn(view.complementos, 'Nomina') === section
    const head = isFirst ? [...sumStrip(look, view.totals), totalsWords(look, view)] : []
    return [...head, ...payslipNodes(look, section, end)]
  }
  if (section.name !== 'Pagos') return sectionNodes(look, section, end)
  const sections = section.sections.filter((inner) => !repeatsTotals(inner, view))
  return sectionNodes(look, { ...section, sections }, end)
}

/** Whether a section of payments has the totals of the document. */
function repeatsTotals({ name, fields, tables, sections }: Section, { totals }: View): boolean {
  if (name !== 'Totales' || tables.length + sections.length > 0) return false
  const values = new Set<string>()
  for (const { value } of totals) values.add(value)
  for (const { value } of fields) if (!values.has(value)) return false
  return true
}

/** Content of the host's own, marked as such by its titles. */
function ownPieces(look: Look, { extras: { promissory }, texts }: View): Piece[] {
  if (promissory === undefined) return []
  const signature = {
    stack: [
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 190, y2: 0, lineWidth: 0.5 }] },
      {
        text: texts.signature,
        color: look.colors.muted,
        fontSize: look.size - 1,
        margin: [0, 2, 0, 0],
      },
    ],
    margin: [0, 20, 0, 0],
  }
  const note = { stack: [...ownTextNodes(look, promissory), signature], unbreakable: true }
  return [(end) => (end === undefined ? [note] : [note, end])]
}

function ownTextNodes(look: Look, { label, paragraphs }: OwnText): PdfNode[] {
  const size = look.size - 0.8
  return [
    { ...titleNode({ ...look, hasBookmarks: false }, label), color: look.colors.muted },
    ...paragraphs.map((text) => ({ text, fontSize: size })),
  ]
}

const totalsWidth = 236

/** The words, amounts that others contain, how to pay, notes. Beside the sum, words have a line less wide. */
function totalsWords(
  look: Look,
  { totals, words, texts, extras }: View,
  isBeside = false,
): PdfNode {
  const { payment } = extras
  const label = { text: `${texts.words}  `, color: look.colors.muted, fontSize: small(look.size) }
  const letters = { text: words ?? '', bold: true }
  return {
    stack: [
      ...(words === undefined ? [] : isBeside ? [label, letters] : [{ text: [label, letters] }]),
      ...totalNotes(look, totals),
      ...(payment === undefined ? [] : ownFields(look, payment.label, payment.fields)),
      ...(extras.notes === undefined ? [] : ownTextNodes(look, extras.notes)),
    ],
  }
}

/** Left: the words. Right: the sum. */
function totalsBlock(look: Look, view: View): PdfObject {
  const { totals } = view
  const sum = totals.find(({ kind }) => kind === 'sum')
  const wished = Math.max(totalsWidth, 90 + amountWidth(sum?.text ?? '', look.size + 2.5))
  const wide = Math.min(wished, look.width - 120)
  return {
    columns: [
      { width: look.width - wide - 16, stack: [totalsWords(look, view, true)] },
      { width: wide, stack: totalsNode({ ...look, width: wide }, totals) },
    ],
    columnGap: 16,
    margin: [0, 4, 0, 0],
  }
}

/** Fields of the host's own, in small print under their title. */
export function ownFields(look: Look, label: string, fields: readonly Field[]): PdfNode[] {
  const { colors, size } = look
  return [
    { text: label, color: colors.muted, fontSize: size - 1.4, margin: [0, 4, 0, 0] },
    ...fields.map((field) => ({
      text: [{ text: `${field.label}  `, color: colors.muted }, field.text],
      fontSize: size - 0.6,
    })),
  ]
}

function pageHead(look: Look, margin: number, { emisor, title, folio, stamp }: View): PdfObject {
  const name = clip(emisor.heading?.text ?? '')
  return {
    columns: [
      { text: name, bold: true },
      {
        text: [title, clip(folio), stamp?.uuid?.text ?? ''].filter(Boolean).join('  '),
        alignment: 'right',
      },
    ],
    color: look.colors.muted,
    fontSize: 7,
    margin: [margin, margin / 2, margin, 0],
  }
}
