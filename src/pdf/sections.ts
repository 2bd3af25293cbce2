/**
 * Converts a node of the document to a section, by its declaration. Attributes become fields;
 * repeated nodes become a table if they fit in columns, otherwise one section each. So a new
 * complement is printed as soon as it is declared.
 * @module
 */
import { isRecord, type Json } from '../lib/json.js'
import type { Complement, Element, Member } from '../model/grammar.js'
import { isVersion, isVersionName, versionOf } from '../model/version.js'
import { namedIn } from './documents/parts.js'
import { fieldOf, labelIn, plainField, type Wording } from './fields.js'
import { fragmentSections } from './fragments.js'
import { fillText } from './labels/texts.js'
import { currencyOf } from './money.js'
import { tableColumns } from './tables.js'
import { taxName } from './taxName.js'
import type { Column, Detail, Field, Row, Section, Table } from './view.js'

/** A section under construction. */
interface Filling {
  readonly fields: Field[]
  readonly tables: Table[]
  readonly sections: Section[]
}

/** Context of the conversion: texts of fields, and declared complements. */
export interface Walk {
  readonly wording: Wording
  readonly complements: readonly Complement[]
}

/** Maximum attributes that fit in columns. */
const mostColumns = 7

/** Creates the section of a node. */
export function sectionOf(
  above: Walk,
  name: string,
  element: Element,
  value: unknown,
  label?: string,
): Section {
  const filling: Filling = { fields: [], tables: [], sections: [] }
  const content = isRecord(value) ? value : {}
  const currency = currencyOf(name, content, above.wording.currency)
  const walk = { ...above, wording: { ...above.wording, currency } }
  for (const [key, member] of Object.entries(element.content))
    if (content[key] !== undefined) addMember(walk, filling, name, key, member, content)
  const undeclared: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(content))
    if (key !== '#text' && !Object.hasOwn(element.content, key)) undeclared[key] = part
  const { fields, sections } = plainSection(walk, name, undeclared)
  filling.fields.push(...fields)
  filling.sections.push(...sections)
  const title = label ?? ownLabel(walk, name)
  if (element.shape === 'text') {
    // An element of text: its value is the text, or an object with the text besides its
    // attributes.
    const text = isRecord(value) ? value['#text'] : value
    filling.fields.unshift({
      ...fieldOf(
        walk.wording,
        name,
        name,
        element.text ?? { base: 'string', facets: {} },
        String(text),
        {},
      ),
      label: title,
    })
  }
  const section: Section = { name, label: title, ...filling }
  if (!taxesNode.test(name)) return section
  return { ...section, taxes: detailsBelow(walk, section) }
}

/** Shows a node without a declaration by names and values. */
function plainSection(walk: Walk, name: string, node: unknown): Section {
  const content = isRecord(node) ? node : { '#text': node }
  const [fields, sections]: [Field[], Section[]] = [[], []]
  for (const [key, value] of Object.entries(content))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'object') sections.push(plainSection(walk, key, one))
      else fields.push(plainField(walk.wording, name, key, String(one)))
  return { name, label: ownLabel(walk, name), fields, tables: [], sections }
}

/** The taxes of a payment; those of a concept are below its row. */
const taxesNode = /^ImpuestosP$/

/** Returns the label of one repeated node; a declaration's comment may describe all of them. */
function ownLabel({ wording }: Walk, name: string): string {
  return labelIn({ ...wording, document: undefined }, '', name)
}

function addMember(
  walk: Walk,
  filling: Filling,
  node: string,
  name: string,
  member: Member,
  content: Json,
): void {
  const value = content[name]
  if (member.kind === 'attribute')
    filling.fields.push(
      fieldOf(walk.wording, node, name, member.type, String(content[name]), content),
    )
  else if (member.kind === 'slot') filling.sections.push(...complementSections(walk, value))
  else if (member.kind === 'child') {
    const { element, max } = member
    const [[itemName, item] = []] = Object.entries(element.content)
    if (element.shape === 'list' && item?.kind === 'child' && itemName !== undefined)
      addItems(walk, filling, itemName, item.element, value, labelIn(walk.wording, node, name))
    else if (max > 1)
      addItems(walk, filling, name, element, value, labelIn(walk.wording, node, name))
    else
      addSection(filling, sectionOf(walk, name, element, value, labelIn(walk.wording, node, name)))
  }
}

/** Adds a section with a single value as a field of its parent. */
function addSection({ fields, sections }: Filling, section: Section): void {
  const [only] = section.fields
  if (only !== undefined && isOneField(section)) {
    let { label } = section
    if (label !== only.label) label += `: ${only.label}`
    fields.push({ ...only, label })
  } else sections.push(section)
}

function isOneField({ fields, tables, sections }: Section): boolean {
  return fields.length === 1 && tables.length + sections.length === 0
}

function addItems(
  walk: Walk,
  filling: Filling,
  name: string,
  element: Element,
  value: unknown,
  label?: string,
): void {
  if (!Array.isArray(value) || value.length === 0) return
  const items = value.map((item) => sectionOf(walk, name, element, item))
  const table = tableOf(walk, name, items, label)
  if (items.length < 4 && items.every(isOneField))
    for (const item of items) addSection(filling, item)
  else if (table !== undefined) filling.tables.push(table)
  else if (items.length === 1) addSection(filling, items[0] as Section)
  else
    for (const [index, item] of items.entries())
      filling.sections.push({ ...item, label: `${item.label} ${index + 1}` })
}

/**
 * Creates the table of repeated nodes; undefined when it would have too many columns and none are
 * selected for it.
 */
function tableOf(
  walk: Walk,
  name: string,
  items: readonly Section[],
  label?: string,
): Table | undefined {
  const present = new Set<string>()
  for (const { fields } of items) for (const field of fields) present.add(field.name)
  const chosen = tableColumns(name)?.filter((column) => present.has(column))
  if (chosen === undefined && (present.size > mostColumns || items.some(isBranched)))
    return undefined
  const columns: Column[] = []
  for (const column of chosen ?? present) {
    let label: string | undefined
    let isNumber = true
    for (const { fields } of items)
      for (const field of fields) {
        if (field.name !== column) continue
        // A single value of a node below has the label of both.
        label ??= field.label
        isNumber &&= field.isNumber && field.description === undefined
      }
    columns.push({ name: column, label: label ?? labelIn(walk.wording, name, column), isNumber })
  }
  if (columns.length === 0) return undefined
  const rows: Row[] = []
  for (const item of items) {
    const cells = columns.map(({ name }) => namedIn(item.fields, name))
    const rest = item.fields.filter((field) => !cells.includes(field))
    const details = detailsBelow(walk, item)
    if (rest.length > 0) details.unshift({ name: item.name, label: '', fields: rest })
    rows.push({ cells, details })
  }
  return { name, label: label ?? ownLabel(walk, name), columns, rows }
}

function isBranched({ tables, sections }: Section): boolean {
  return tables.length > 0 || sections.length > 0
}

/** Returns the descendants of a node as paragraphs. */
export function detailsBelow(walk: Walk, { tables, sections }: Section): Detail[] {
  const all: Detail[] = []
  for (const { name, label, rows } of tables)
    for (const { cells, details } of rows) {
      const fields = cells.filter((cell) => cell !== undefined)
      all.push(taxDetail(walk, { name, label, fields }))
      for (const detail of details) all.push(detail.label === '' ? { ...detail, label } : detail)
    }
  for (const section of sections) {
    const { name, label, fields } = section
    if (fields.length > 0) all.push(taxDetail(walk, { name, label, fields }))
    all.push(...detailsBelow(walk, section))
  }
  return all
}

/** Nodes of taxes: of a concept, a paid document, a payment. */
const taxNode = /^(Traslado|Retencion)(DR|P)?$/

/** Names the paragraph of a tax after it: `IVA 16 %`. */
function taxDetail({ wording }: Walk, detail: Detail): Detail {
  const [, kind] = taxNode.exec(detail.name) ?? []
  if (kind === undefined) return detail
  const values: Record<string, unknown> = {}
  for (const { name, value } of detail.fields) values[name] = value
  const tax = taxName(wording, values)
  if (kind === 'Traslado') return { ...detail, label: tax, tax: 'added' }
  return { ...detail, label: fillText(wording.texts.withheldShort, { tax }), tax: 'withheld' }
}

/** Returns the complements of a slot, in document order, without the stamp that is printed apart. */
export function complementSections(walk: Walk, slot: unknown, stamp?: unknown): Section[] {
  const sections: Section[] = []
  for (const [name, value] of Object.entries(isRecord(slot) ? slot : {}))
    for (const one of Array.isArray(value) ? value : [value])
      if (stamp === undefined || one !== stamp) sections.push(...complementSection(walk, name, one))
  return sections
}

/** An undeclared complement is an XML fragment. */
function complementSection(walk: Walk, name: string, value: unknown): Section[] {
  if (typeof value === 'string')
    return fragmentSections({ ...walk.wording, document: undefined }, value)
  const versions = walk.complements.filter((complement) => complement.name === name)
  const known = versions.find((one) => isOfVersion(one, value)) ?? versions[0]
  if (known === undefined) return []
  const section = sectionOf(
    { ...walk, wording: { ...walk.wording, document: name } },
    name,
    known.root,
    value,
  )
  const title = ownLabel(walk, name)
  // An unknown version is a field; a known one is in the title.
  if (known.version === undefined || !isOfVersion(known, value))
    return [{ ...section, label: title }]
  const fields = section.fields.filter(({ name }) => !isVersionName(name))
  return [{ ...section, label: `${title} ${known.version}`, fields }]
}

function isOfVersion({ version }: Complement, value: unknown): boolean {
  if (!isRecord(value)) return false
  const stated = versionOf(value)
  return version === undefined || stated === undefined || isVersion(stated, version)
}
