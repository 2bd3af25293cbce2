/**
 * The template `classic`: letter paper, with room.
 * @module
 */
import { fieldNode, lineNodes, type Look, panelOf } from './parts.js'
import { paper, sheet } from './sheet.js'
import type { PdfDefinition, PdfNode, Style } from '../template.js'
import type { Section, View } from '../view.js'

const margin = 36

/** The template `classic`. */
export function classic(view: View, style: Style): PdfDefinition {
  const look: Look = { ...style, size: 8, width: paper.width - 2 * margin, perRow: 4, isFilled: true }
  return sheet(view, { look, margin, head: headNodes(look, view), square: 92 })
}

function headNodes(look: Look, view: View): PdfNode[] {
  const logo = look.logo === undefined ? [] : [{ image: look.logo, fit: [90, 60], width: 96 }]
  const columns = [
    ...logo,
    { width: look.width - 200 - (logo.length === 0 ? 0 : 106), stack: emisorNodes(look, view.emisor) },
    { width: 190, stack: documentNodes(look, view) },
  ]
  return [{ columns, columnGap: 10 }, panelOf(look, 'Receptor', view.receptor.fields)]
}

function emisorNodes(look: Look, { fields }: Section): PdfNode[] {
  const name = fields.find((field) => field.name === 'Nombre')
  const others = fields.filter((field) => field !== name)
  return [{ text: name?.text ?? '', bold: true, fontSize: 12, color: look.colors.accent }, ...lineNodes(look, others)]
}

function documentNodes(look: Look, { title, folio, stamp }: View): PdfNode[] {
  const uuid = stamp === undefined ? [] : [fieldNode(look, stamp.uuid)]
  return [
    { text: title, bold: true, fontSize: 13, color: look.colors.accent },
    ...(folio === '' ? [] : [{ text: folio, bold: true, fontSize: 11 }]),
    ...uuid,
  ].map((node) => ({ ...node, alignment: 'right' }))
}
