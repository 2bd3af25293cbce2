/**
 * A section of the view as it is laid out on paper: its title, fields and tables, and the sections in it.
 * @module
 */
import { detailNode, grid, type Look, titleNode } from './parts.js'
import { tableNode, unbreakableText } from './tableNode.js'
import type { PdfNode, PdfObject } from '../template.js'
import type { Field, Section } from '../view.js'

/** A section, all of it: title, fields, tables, and the sections in it. */
export function sectionNodes(look: Look, section: Section, depth = 0): PdfNode[] {
  const { label, fields, tables, sections } = section
  if (fields.length + tables.length + sections.length === 0) return []
  const title = depth === 0 ? titleNode(look, label) : subtitle(look, label)
  const lines = sections.filter(isLine)
  const isTold = tables.length === 1 && tables[0]?.label.slice(0, 5) === label.slice(0, 5)
  return [
    keptTogether([title, ...grid(look, fields), ...lines.map((line) => detailNode(look, line))], fields),
    ...tables.map((table) => tableNode(look, table, isTold ? {} : { title: subtitle(look, table.label) })),
    ...sections.filter((inner) => !isLine(inner)).flatMap((inner) => sectionNodes(look, inner, depth + 1)),
  ]
}

/** An address, which people read as one line. */
function isLine({ name, tables, sections }: Section): boolean {
  return name === 'Domicilio' && tables.length + sections.length === 0
}

/** In one piece where it is sure to fit in a page. */
function keptTogether(nodes: readonly PdfNode[], fields: readonly Field[]): PdfNode {
  const length = fields.reduce((sum, { text }) => sum + text.length, 0)
  return { stack: nodes, unbreakable: length < unbreakableText * 2 }
}

function subtitle({ colors, size }: Look, text: string): PdfObject {
  return { text, bold: true, color: colors.muted, fontSize: size, margin: [0, 4, 0, 1] }
}
