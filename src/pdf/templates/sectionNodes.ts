/**
 * Lays out a section of the view: its title, fields, tables and subsections.
 * @module
 */
import type { PdfNode, PdfObject } from '../template.js'
import type { Detail, Field, Section, Table } from '../view.js'
import { unbreakableText } from './splitEnd.js'
import { detailNode, detailNodes, grid, type Look, titleNode } from './parts.js'
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
  const own = ownNodes(look, section)
  const pieces = [
    ...section.tables.map((table) => (around: Around) => titledTable(look, section, table, around)),
    ...section.sections
      .filter(isBelow)
      .map((inner) => (around: Around) => innerNodes(look, inner, around)),
  ]
  if (pieces.length === 0)
    return [keptTogether([...titles, ...own, ...listOf(end)], section.fields)]
  const last = pieces.length - 1
  return [
    ...(own.length === 0 ? [] : [keptTogether([...titles, ...own], section.fields)]),
    ...pieces.flatMap((piece, at) =>
      piece({
        titles: at === 0 && own.length === 0 ? titles : [],
        end: at === last ? end : undefined,
      }),
    ),
  ]
}

function innerNodes(look: Look, section: Section, { titles, end }: Around): PdfNode[] {
  return nodesOf(look, section, { titles: [...titles, subtitle(look, section.label)], end })
}

/** Its own fields and lines. */
function ownNodes(look: Look, { fields, sections }: Section): PdfNode[] {
  return [
    ...grid(look, fields),
    ...sections.filter(isLine).map((line) => detailNode(look, line)),
    ...sections.filter(isTaxes).flatMap((taxes) => detailNodes(look, taxesOf(taxes))),
  ]
}

/** The taxes of a payment, which are shown as a paragraph. */
function isTaxes({ taxes }: Section): boolean {
  return taxes !== undefined
}

function taxesOf({ taxes = [] }: Section): readonly Detail[] {
  return taxes
}

/** An address, which is shown as one line. */
function isLine({ name, tables, sections }: Section): boolean {
  return name === 'Domicilio' && tables.length + sections.length === 0
}

function isBelow(section: Section): boolean {
  return !isLine(section) && !isTaxes(section) && !isEmpty(section)
}

function isEmpty({ fields, tables, sections }: Section): boolean {
  return fields.length + tables.length === 0 && sections.every(isEmpty)
}

/** A table under its own title, unless that of the section is the same. */
function titledTable(
  look: Look,
  { label, tables }: Section,
  table: Table,
  { titles, end }: Around,
): PdfNode[] {
  const isTold = tables.length === 1 && table.label.slice(0, 5) === label.slice(0, 5)
  const stack = isTold ? titles : [...titles, subtitle(look, table.label)]
  const title = stack.length === 0 ? undefined : { stack }
  if (end === undefined) return [tableNode(look, table, { title })]
  return endedTable(look, table, title, end)
}

function listOf(node: PdfNode | undefined): readonly PdfNode[] {
  if (node === undefined) return []
  return [node]
}

/** Unbreakable if it certainly fits on a page. */
function keptTogether(nodes: readonly PdfNode[], fields: readonly Field[]): PdfNode {
  const length = fields.reduce((sum, { text }) => sum + text.length, 0)
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
