/**
 * The template `classic`: letter paper, with room.
 * @module
 */
import { fieldNode, grid, type Look, panel, rowsNode, sectionNodes, stampNode, tableNode, textIn, titleNode, totalsNode } from './parts.js'
import type { PdfDefinition, PdfNode, PdfObject, Style } from './template.js'
import type { Section, View } from './view.js'

const margin = 36
const paper = { width: 612, height: 792 }

/** The template `classic`. */
export function classic(view: View, style: Style): PdfDefinition {
  const look: Look = { ...style, size: 8, width: paper.width - 2 * margin, perRow: 4 }
  return {
    pageSize: paper,
    pageMargins: [margin, 40, margin, 40],
    defaultStyle: { fontSize: look.size, color: style.colors.text, lineHeight: 1.1 },
    header: (page: number) => (page === 1 ? '' : pageHead(look, view)),
    footer: (page: number, pages: number) => pageFoot(look, view, page, pages),
    content: [...headNodes(look, view), ...bodyNodes(look, view), ...stampNode(look, view, 92)],
  }
}

function headNodes(look: Look, view: View): PdfNode[] {
  const logo = look.logo === undefined ? [] : [{ image: look.logo, fit: [90, 60], width: 96 }]
  return [
    { columns: [...logo, { width: '*', stack: emisorNodes(look, view.emisor) }, { width: 190, stack: documentNodes(look, view) }], columnGap: 10 },
    panel(look, [titleNode(look, 'Receptor'), ...grid({ ...look, width: look.width - 12 }, view.receptor.fields)]),
    ...sectionNodes(look, view.general),
    ...view.related.flatMap((section) => sectionNodes(look, section)),
    ...view.highlights.map((section) => highlight(look, section)),
  ]
}

function emisorNodes(look: Look, { fields }: Section): PdfNode[] {
  const name = fields.find((field) => field.name === 'Nombre')
  const others = fields.filter((field) => field !== name)
  return [
    { text: name?.text ?? '', bold: true, fontSize: 12, color: look.colors.accent },
    ...others.map(({ label, text }) => ({ text: [{ text: `${label}  `, color: look.colors.muted }, text] })),
  ]
}

function documentNodes(look: Look, { title, folio, stamp }: View): PdfNode[] {
  const uuid = stamp === undefined ? [] : [fieldNode(look, stamp.uuid)]
  return [
    { text: title, bold: true, fontSize: 13, color: look.colors.accent },
    ...(folio === '' ? [] : [{ text: folio, bold: true, fontSize: 11 }]),
    ...uuid,
  ].map((node) => ({ ...node, alignment: 'right' }))
}

function highlight(look: Look, { label, fields }: Section): PdfObject {
  return { ...panel(look, [titleNode(look, label), ...grid({ ...look, width: look.width - 12 }, fields)]), unbreakable: true }
}

/** Of a payslip and of a payment the complement is what is read; the concept is the SAT's formula. */
function bodyNodes(look: Look, view: View): PdfNode[] {
  const complementos = view.complementos.flatMap((section) => sectionNodes(look, section))
  const addenda = view.addenda === undefined ? [] : sectionNodes(look, view.addenda)
  const sale = saleNodes(look, view)
  return view.tipo === 'N' || view.tipo === 'P' ? [...complementos, ...sale, ...addenda] : [...sale, ...complementos, ...addenda]
}

/** The last concept goes with the totals, so that they are never alone on a page. */
function saleNodes(look: Look, { conceptos, totals, words }: View): PdfNode[] {
  const totalsNodes = totalsBlock(look, totals, words)
  const last = conceptos.rows.at(-1)
  const title = titleNode(look, 'Conceptos')
  if (last === undefined) return [totalsNodes]
  if (conceptos.rows.length === 1 || textIn(last) > 1200) return [{ stack: [title, tableNode(look, conceptos), totalsNodes], unbreakable: textIn(last) < 1200 }]
  return [title, tableNode(look, conceptos, conceptos.rows.slice(0, -1)), { stack: [rowsNode(look, conceptos, [last]), totalsNodes], unbreakable: true }]
}

function totalsBlock(look: Look, totals: View['totals'], words: string | undefined): PdfObject {
  const letters = words === undefined ? [] : [{ text: 'Importe con letra', color: look.colors.muted }, { text: words, bold: true }]
  return {
    columns: [{ width: '*', stack: letters }, { width: 230, stack: [totalsNode(look, totals)] }],
    columnGap: 16,
    margin: [0, 4, 0, 0],
  }
}

function pageHead(look: Look, { emisor, title, folio, stamp }: View): PdfObject {
  const name = emisor.fields.find((field) => field.name === 'Nombre')?.text ?? ''
  return {
    columns: [{ text: name, bold: true }, { text: [title, folio, stamp?.uuid.text ?? ''].filter(Boolean).join('  '), alignment: 'right' }],
    color: look.colors.muted,
    fontSize: 7,
    margin: [margin, 20, margin, 0],
  }
}

function pageFoot({ colors }: Look, { legend }: View, page: number, pages: number): PdfObject {
  return {
    columns: [legend, { text: `Página ${page} de ${pages}`, alignment: 'right' }],
    color: colors.muted,
    fontSize: 7,
    margin: [margin, 14, margin, 0],
  }
}
