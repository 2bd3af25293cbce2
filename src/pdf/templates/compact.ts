/**
 * The template `compact`: letter paper, small letters, no backgrounds: as much as fits, with little ink.
 * @module
 */
import { type Look, lineNodes } from './parts.js'
import { paper, sheet } from './sheet.js'
import type { PdfDefinition, PdfNode, Style } from '../template.js'
import type { View } from '../view.js'

const margin = 24

/** The template `compact`. */
export function compact(view: View, style: Style): PdfDefinition {
  const look: Look = { ...style, size: 6.8, width: paper.width - 2 * margin, perRow: 6, isFilled: false }
  return sheet(view, { look, margin, head: headNodes(look, view), square: 80 })
}

/** Who, for whom, and what, beside one another. */
function headNodes(look: Look, { title, folio, emisor, receptor, stamp }: View): PdfNode[] {
  const logo = look.logo === undefined ? [] : [{ image: look.logo, fit: [70, 46], width: 74 }]
  const uuid = stamp === undefined ? [] : [stamp.uuid]
  const name = { text: [title, folio].filter(Boolean).join(' '), bold: true, fontSize: 10, color: look.colors.accent }
  const party = (look.width - 190 - (logo.length === 0 ? 0 : 84)) / 2
  const columns = [
    ...logo,
    { width: party, stack: [heading(look, 'Emisor'), ...lineNodes(look, emisor.fields)] },
    { width: party, stack: [heading(look, 'Receptor'), ...lineNodes(look, receptor.fields)] },
    { width: 170, stack: [name, ...lineNodes(look, uuid)] },
  ]
  return [{ columns, columnGap: 10 }]
}

function heading({ colors }: Look, text: string): PdfNode {
  return { text, bold: true, color: colors.accent }
}
