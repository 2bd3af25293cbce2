/**
 * Lays out a section of the view: its title, fields, tables and subsections.
 * @module
 */
import type { PdfNode, PdfObject } from '../template.js'
import type { Field, Section } from '../view.js'
import { detailNode, detailNodes, grid, type Look, titleNode } from './parts.js'
import { unbreakableText } from './splitEnd.js'
import { endedTable, tableNode } from './tableNode.js'

/**
 * Nodes to keep together with the beginning of a section, so that no title ends a page, and with
 * its end.
 */
interface Around {
  readonly titles: readonly PdfNode[]
  readonly end: PdfNode | undefined
}

/**
 * Lays out a section with its title, fields, tables and subsections. `end` stays together with the
 * last row or field.
 */
export function sectionNodes(look: Look, section: Section, end?: PdfNode): PdfNode[] {
  const { label } = section
  if (isEmpty(section)) return end === undefined ? [] : [end]
  const isHeaded = ownNodes(look, section).length > 0
  // A table repeats its title on each page, which would repeat the bookmark.
  const title = titleNode({ ...look, hasBookmarks: isHeaded && look.hasBookmarks === true }, label)
  const bookmark = { text: '', outline: true, outlineText: label, fontSize: 0.1 }
  const nodes = nodesOf(look, section, { titles: [title], end })
  if (look.hasBookmarks === true && !isHeaded) return [bookmark, ...nodes]
  return nodes
}

function nodesOf(look: Look, section: Section, { titles, end }: Around): PdfNode[] {
  const { tables, fields } = section
  const own = ownNodes(look, section)
  const below = section.sections.filter(
    (inner) => !isLine(inner) && inner.taxes === undefined && !isEmpty(inner),
  )
  if (tables.length + below.length === 0)
    return [keptTogether([...titles, ...own, ...(end === undefined ? [] : [end])], fields)]
  const nodes = own.length === 0 ? [] : [keptTogether([...titles, ...own], fields)]
  let above = own.length === 0 ? titles : []
  for (const [at, table] of tables.entries()) {
    // A table under its own title, unless that of the section is the same.
    const isTold = tables.length === 1 && table.label.slice(0, 5) === section.label.slice(0, 5)
    const stack = isTold ? above : [...above, subtitle(look, table.label)]
    const title = stack.length === 0 ? undefined : { stack }
    const isLast = at === tables.length - 1 && below.length === 0
    if (isLast && end !== undefined) nodes.push(...endedTable(look, table, title, end))
    else nodes.push(tableNode(look, table, { title }))
    above = []
  }
  for (const [at, inner] of below.entries()) {
    const last = at === below.length - 1 ? end : undefined
    const titled = [...above, subtitle(look, inner.label)]
    nodes.push(...nodesOf(look, inner, { titles: titled, end: last }))
    above = []
  }
  return nodes
}

/** Its own fields and lines, then the taxes of a payment as a paragraph. */
function ownNodes(look: Look, { fields, sections }: Section): PdfNode[] {
  const lines: PdfNode[] = []
  const paragraphs: PdfNode[] = []
  for (const section of sections) {
    if (isLine(section)) lines.push(detailNode(look, section))
    if (section.taxes !== undefined) paragraphs.push(...detailNodes(look, section.taxes))
  }
  return [...grid(look, fields), ...lines, ...paragraphs]
}

/** An address, which is shown as one line. */
function isLine({ name, tables, sections }: Section): boolean {
  return name === 'Domicilio' && tables.length + sections.length === 0
}

function isEmpty({ fields, tables, sections }: Section): boolean {
  return fields.length + tables.length === 0 && sections.every(isEmpty)
}

/** Unbreakable if it certainly fits on a page. */
function keptTogether(nodes: readonly PdfNode[], fields: readonly Field[]): PdfNode {
  let length = 0
  for (const { text } of fields) length += text.length
  return { stack: nodes, unbreakable: length < unbreakableText * 2 }
}

function subtitle(look: Look, text: string): PdfObject {
  const { colors, size } = look
  return {
    text,
    bold: true,
    color: colors.muted,
    fontSize: size,
    margin: [0, 4 - look.density, 0, 1],
  }
}
