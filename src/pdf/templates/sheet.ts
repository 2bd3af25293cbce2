/**
 * What the templates of a sheet of paper have in common: the order of a document, its pages, and totals that are never alone on one.
 * @module
 */
import { clip } from '../../lib/text.js'
import { parted } from './parted.js'
import { detailNode, type Look, panelOf, stampNode, titleNode, totalsNode } from './parts.js'
import { sectionNodes } from './sectionNodes.js'
import { isShort, rowsNode, tableNode } from './tableNode.js'
import type { PdfDefinition, PdfNode, PdfObject } from '../template.js'
import type { Row, Section, View } from '../view.js'

/** Letter, in points. */
export const paper = { width: 612, height: 792 }

/** How a sheet is set: its look, its margin, and what stands at its head. */
export interface Setting {
  readonly look: Look
  readonly margin: number
  readonly head: readonly PdfNode[]
  /** Side of a QR code. */
  readonly square: number
}

/** A document on sheets of paper. */
export function sheet(view: View, { look: plain, margin, head, square }: Setting): PdfDefinition {
  const look: Look = { ...plain, hasBookmarks: isLong(view) }
  return {
    pageSize: paper,
    pageMargins: [margin, margin + 4, margin, margin + 4],
    defaultStyle: { fontSize: look.size, color: look.colors.text, lineHeight: 1.1 },
    header: (page: number) => (page === 1 ? '' : pageHead(look, margin, view)),
    footer: (page: number, pages: number) => pageFoot(look, margin, view, page, pages),
    content: [...head, ...factNodes(look, view), ...bodyNodes(look, view), ...stampNode(look, view, square)],
  }
}

/** Rows in more than two or three pages. */
const manyRows = 40

function isLong({ conceptos, complementos }: View): boolean {
  return conceptos.rows.length + rowsIn(complementos) > manyRows
}

function rowsIn(sections: readonly Section[]): number {
  return sections.reduce(
    (sum, { tables, sections: inner }) =>
      sum + tables.reduce((rows, table) => rows + table.rows.length, 0) + rowsIn(inner),
    0,
  )
}

function factNodes(look: Look, { general, related, highlights }: View): PdfNode[] {
  return [general, ...related]
    .flatMap((section) => sectionNodes(look, section))
    .concat(highlights.map(({ label, fields }) => panelOf({ ...look, perRow: look.perRow - 1 }, label, fields)))
}

/** Of a payslip and of a payment the complement is what is read; the concept is the SAT's formula. */
function bodyNodes(look: Look, view: View): PdfNode[] {
  const complementos = view.complementos.flatMap((section) => complementNodes(look, section))
  const addenda = view.addenda === undefined ? [] : sectionNodes(look, view.addenda)
  const sale = view.tipo === 'N' || view.tipo === 'P' ? formulaNodes(look, view) : saleNodes(look, view)
  return view.tipo === 'N' || view.tipo === 'P'
    ? [...complementos, ...sale, ...addenda]
    : [...sale, ...complementos, ...addenda]
}

/** The last concept goes with the totals, so that they are never alone on a page; of one that is longer than a page, its end. */
function saleNodes(look: Look, { conceptos, totals, words }: View): PdfNode[] {
  const totalsNodes = totalsBlock(look, totals, words)
  // Repeated on each page it would be a bookmark for each.
  const title = titleNode({ ...look, hasBookmarks: false }, 'Conceptos')
  if (conceptos.rows.length === 0) return [totalsNodes]
  if (isShort(conceptos)) return [tableNode(look, conceptos, { title, end: totalsNodes })]
  const [rows, last] = parted(conceptos.rows)
  return [
    ...(rows.length === 0 ? [] : [tableNode(look, conceptos, { title, rows })]),
    { stack: [rowsNode(look, conceptos, last), totalsNodes], unbreakable: true },
  ]
}

/** The concept that the SAT prescribes for payslips and payments: a paragraph, and the totals. */
function formulaNodes(look: Look, { conceptos, totals, words }: View): PdfNode[] {
  const [rows, last] = parted(conceptos.rows).map((some) => some.flatMap((row) => formulaOf(look, row)))
  return [
    { stack: rows, margin: [0, 6, 0, 0] },
    { stack: [last, totalsBlock(look, totals, words)], unbreakable: true },
  ]
}

function formulaOf(look: Look, { cells, details }: Row): PdfNode[] {
  const fields = cells.filter((cell) => cell !== undefined)
  const concepto = fields.length === 0 ? [] : [{ name: 'Concepto', label: 'Concepto', fields }]
  return [...concepto, ...details].map((detail) => detailNode(look, detail))
}

/** A payslip has what is earned beside what is deducted, and a payment has its totals at the end. */
function complementNodes(look: Look, section: Section): PdfNode[] {
  if (section.name === 'Nomina') return payslipNodes(look, section)
  if (section.name !== 'Pagos') return sectionNodes(look, section)
  return sectionNodes(look, { ...section, sections: section.sections.filter(({ name }) => name !== 'Totales') })
}

/** Longer lists than this stand one below the other, where pages break them well. */
const sideBySide = 18

function payslipNodes(look: Look, section: Section): PdfNode[] {
  const earned = section.sections.find(({ name }) => name === 'Percepciones')
  const deducted = section.sections.find(({ name }) => name === 'Deducciones')
  const lists = [earned, deducted].filter((one) => one !== undefined)
  const isShort = lists.length === 2 && lists.every(({ tables }) => (tables[0]?.rows.length ?? 0) <= sideBySide)
  if (!isShort) return sectionNodes(look, section)
  const rest = { ...section, tables: [], sections: section.sections.filter((one) => !lists.includes(one)) }
  const gap = 12
  const half: Look = { ...look, size: look.size - 0.5, width: (look.width - gap) / 2, perRow: 3 }
  const columns = lists.map((list) => ({ width: half.width, fontSize: half.size, stack: sectionNodes(half, list) }))
  const others = section.tables.flatMap((table) =>
    sectionNodes(look, { ...section, label: table.label, fields: [], sections: [], tables: [table] }),
  )
  return [...sectionNodes(look, rest), { columns, columnGap: gap }, ...others]
}

const totalsWidth = 230

function totalsBlock(look: Look, totals: View['totals'], words: string | undefined): PdfObject {
  const letters =
    words === undefined
      ? []
      : [
          { text: 'Importe con letra', color: look.colors.muted },
          { text: words, bold: true },
        ]
  return {
    columns: [
      { width: look.width - totalsWidth - 16, stack: letters },
      { width: totalsWidth, stack: [totalsNode({ ...look, width: totalsWidth }, totals)] },
    ],
    columnGap: 16,
    margin: [0, 4, 0, 0],
  }
}

function pageHead(look: Look, margin: number, { emisor, title, folio, stamp }: View): PdfObject {
  const name = clip(emisor.fields.find((field) => field.name === 'Nombre')?.text ?? '')
  return {
    columns: [
      { text: name, bold: true },
      { text: [title, clip(folio), stamp?.uuid.text ?? ''].filter(Boolean).join('  '), alignment: 'right' },
    ],
    color: look.colors.muted,
    fontSize: 7,
    margin: [margin, margin / 2, margin, 0],
  }
}

function pageFoot({ colors }: Look, margin: number, { legend }: View, page: number, pages: number): PdfObject {
  return {
    columns: [legend, { text: `Página ${page} de ${pages}`, alignment: 'right' }],
    color: colors.muted,
    fontSize: 7,
    margin: [margin, margin / 3, margin, 0],
  }
}
