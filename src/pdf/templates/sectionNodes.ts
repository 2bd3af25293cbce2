/**
 * A section of the view as it is laid out on paper: its title, fields and tables, and the sections in it.
 * @module
 */
import type { PdfNode, PdfObject } from '../template.js'
import type { Field, Section, Table } from '../view.js'
import { unbreakableText } from './parted.js'
import { detailNode, grid, type Look, titleNode } from './parts.js'
import { endedTable, tableNode } from './tableNode.js'

/** What is in one piece with what a section begins with, so that no title is the last line of a page, and with what it ends with. */
interface Around {
  readonly titles: readonly PdfNode[]
  readonly end: PdfNode | undefined
}

/** A section, all of it: title, fields, tables, and the sections in it. In one piece with its last row or field, what ends it. */
export function sectionNodes(look: Look, section: Section, end?: PdfNode): PdfNode[] {
  const { label } = section
  if (isEmpty(section)) return end === undefined ? [] : [end]
  const isHeaded = ownNodes(look, section).length > 0
  // The title of a table is repeated on each page, and would be a bookmark for each.
  const title = titleNode({ ...look, hasBookmarks: isHeaded && look.hasBookmarks === true }, label)
  const bookmark = { text: '', outline: true, outlineText: label, fontSize: 0.1 }
  const nodes = nodesOf(look, section, { titles: [title], end })
  return look.hasBookmarks === true && !isHeaded ? [bookmark, ...nodes] : nodes
}

function nodesOf(look: Look, section: Section, { titles, end }: Around): PdfNode[] {
  const own = ownNodes(look, section)
  const pieces = [
    ...section.tables.map((table) => (around: Around) => titledTable(look, section, table, around)),
    ...section.sections.filter(isBelow).map((inner) => (around: Around) => innerNodes(look, inner, around)),
  ]
  if (pieces.length === 0) return [keptTogether([...titles, ...own, ...listOf(end)], section.fields)]
  const last = pieces.length - 1
  return [
    ...(own.length === 0 ? [] : [keptTogether([...titles, ...own], section.fields)]),
    ...pieces.flatMap((piece, at) =>
      piece({ titles: at === 0 && own.length === 0 ? titles : [], end: at === last ? end : undefined }),
    ),
  ]
}

function innerNodes(look: Look, section: Section, { titles, end }: Around): PdfNode[] {
  return nodesOf(look, section, { titles: [...titles, subtitle(look, section.label)], end })
}

/** What it says itself. */
function ownNodes(look: Look, { fields, sections }: Section): PdfNode[] {
  return [...grid(look, fields), ...sections.filter(isLine).map((line) => detailNode(look, line))]
}

/** An address, which people read as one line. */
function isLine({ name, tables, sections }: Section): boolean {
  return name === 'Domicilio' && tables.length + sections.length === 0
}

function isBelow(section: Section): boolean {
  return !isLine(section) && !isEmpty(section)
}

function isEmpty({ fields, tables, sections }: Section): boolean {
  return fields.length + tables.length === 0 && sections.every(isEmpty)
}

/** A table under its title, if that of the section does not tell it. */
function titledTable(look: Look, { label, tables }: Section, table: Table, { titles, end }: Around): PdfNode[] {
  const isTold = tables.length === 1 && table.label.slice(0, 5) === label.slice(0, 5)
  const stack = isTold ? titles : [...titles, subtitle(look, table.label)]
  const title = stack.length === 0 ? undefined : { stack }
  return end === undefined ? [tableNode(look, table, { title })] : endedTable(look, table, title, end)
}

function listOf(node: PdfNode | undefined): readonly PdfNode[] {
  return node === undefined ? [] : [node]
}

/** In one piece where it is sure to fit in a page. */
function keptTogether(nodes: readonly PdfNode[], fields: readonly Field[]): PdfNode {
  const length = fields.reduce((sum, { text }) => sum + text.length, 0)
  return { stack: nodes, unbreakable: length < unbreakableText * 2 }
}

function subtitle({ colors, size }: Look, text: string): PdfObject {
  return { text, bold: true, color: colors.muted, fontSize: size, margin: [0, 4, 0, 1] }
}
