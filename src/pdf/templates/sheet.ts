/**
 * What the templates of a sheet of paper have in common: the order of a document, its pages, and totals that are never alone on one.
 * @module
 */
import { clip } from '../../lib/text.js'
import { parted, textIn, unbreakableText } from './parted.js'
import { detailNode, type Look, panelOf, stampNode, titleNode, totalsNode } from './parts.js'
import { sectionNodes } from './sectionNodes.js'
import { endedTable } from './tableNode.js'
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
  const addenda = view.addenda === undefined ? [] : sectionNodes(look, view.addenda)
  const isFormula = view.tipo === 'N' || view.tipo === 'P'
  const complementos = view.complementos.flatMap((section) => sectionNodes(look, section))
  return [...(isFormula ? paidNodes(look, view) : [...saleNodes(look, view), ...complementos]), ...addenda]
}

/** The last concept goes with the totals, so that they are never alone on a page; of one that is longer than a page, its end. */
function saleNodes(look: Look, { conceptos, totals, words }: View): PdfNode[] {
  const end = totalsBlock(look, totals, words)
  // Repeated on each page it would be a bookmark for each.
  const title = titleNode({ ...look, hasBookmarks: false }, 'Conceptos')
  return conceptos.rows.length === 0 ? [end] : endedTable(look, conceptos, title, end)
}

/** Of the last complement of payments or wages, what it ends with goes with the totals, which are its own. */
function paidNodes(look: Look, view: View): PdfNode[] {
  const last = view.complementos.map(({ name }) => Object.hasOwn(paid, name)).lastIndexOf(true)
  const [formula, end] = formulaNodes(look, view)
  const nodes = view.complementos.flatMap((section, at) =>
    complementNodes(look, section, at === last ? end : undefined),
  )
  return [...formula, ...nodes, ...(last < 0 ? [end] : [])]
}

/** The concept that the SAT prescribes for payslips and payments: a paragraph, and the totals. Those who write more have the rest before. */
function formulaNodes(look: Look, { conceptos, totals, words }: View): [readonly PdfNode[], PdfNode] {
  const [rows, last] = parted(conceptos.rows).map((some) => some.flatMap((row) => formulaOf(look, row)))
  const stack = [...(last as PdfNode[]), totalsBlock(look, totals, words)]
  return [rows as PdfNode[], { stack, unbreakable: true, margin: [0, 6, 0, 0] }]
}

function formulaOf(look: Look, { cells, details }: Row): PdfNode[] {
  const fields = cells.filter((cell) => cell !== undefined)
  const concepto = fields.length === 0 ? [] : [{ name: 'Concepto', label: 'Concepto', fields }]
  return [...concepto, ...details].map((detail) => detailNode(look, detail))
}

/** A payslip has what is earned beside what is deducted, and a payment has its totals at the end. */
const paid: Readonly<Record<string, (look: Look, section: Section, end?: PdfNode) => PdfNode[]>> = {
  Nomina: payslipNodes,
  Pagos: (look, section, end) =>
    sectionNodes(look, { ...section, sections: section.sections.filter(({ name }) => name !== 'Totales') }, end),
}

function complementNodes(look: Look, section: Section, end?: PdfNode): PdfNode[] {
  return (Object.hasOwn(paid, section.name) ? paid[section.name] : sectionNodes)?.(look, section, end) ?? []
}

/** Longer lists than this stand one below the other, where pages break them well. */
const sideBySide = { rows: 18, letters: 2 * unbreakableText }

function isBeside({ tables: [table] }: Section): boolean {
  const rows = table?.rows ?? []
  const letters = rows.reduce((sum, row) => sum + textIn(row), 0)
  return rows.length <= sideBySide.rows && letters < sideBySide.letters
}

function payslipNodes(look: Look, section: Section, end?: PdfNode): PdfNode[] {
  const earned = section.sections.find(({ name }) => name === 'Percepciones')
  const deducted = section.sections.find(({ name }) => name === 'Deducciones')
  const lists = [earned, deducted].filter((one) => one !== undefined)
  if (lists.length < 2 || !lists.every(isBeside)) return sectionNodes(look, section, end)
  const rest = { ...section, tables: [], sections: section.sections.filter((one) => !lists.includes(one)) }
  const others = section.tables.map((table) => ({
    ...section,
    label: table.label,
    fields: [],
    sections: [],
    tables: [table],
  }))
  const beside = besideNode(look, lists)
  const last = others.length - 1
  return [
    ...sectionNodes(look, rest),
    others.length === 0 && end !== undefined ? { stack: [beside, end], unbreakable: true } : beside,
    ...others.flatMap((other, at) => sectionNodes(look, other, at === last ? end : undefined)),
  ]
}

function besideNode(look: Look, lists: readonly Section[]): PdfObject {
  const gap = 12
  const half: Look = { ...look, size: look.size - 0.5, width: (look.width - gap) / 2, perRow: 3 }
  const columns = lists.map((list) => ({ width: half.width, fontSize: half.size, stack: sectionNodes(half, list) }))
  return { columns, columnGap: gap }
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
