/**
 * Writes XML Schema 1.0 from the declarations, equivalent to the SAT's schemas, for auditors and
 * other languages.
 *
 * Writes one file per schema under the SAT's name, `catalogos.xsd` with the catalogues, and
 * `index.xsd`, which imports them all: the content of a Complemento is validated strictly, so its
 * schema must be available.
 * @module
 */
import { type Attributes, type Tag, tag, writeMarkup } from '../lib/xml/markup.js'
import type { Base, Element, Facets, Member, Model, Schema, Simple } from './grammar.js'

/**
 * Codes of a catalogue for the XSD. A code is admitted when it is listed or matches the pattern.
 */
export interface CatalogForm {
  /** Admitted codes. */
  readonly codes?: Iterable<string>
  /** XSD regular expression of codes admitted without being listed. */
  readonly pattern?: string
}

/**
 * Returns the codes of a catalogue by its name in the declarations; `undefined` admits any code.
 */
export type CatalogForms = (catalog: string) => CatalogForm | undefined

/**
 * Writes the XSD of a model: file name -> text. Keep all files in one folder, and validate with
 * `index.xsd`.
 *
 * Catalogues whose codes are part of a declaration are enumerated in place. The others are types of
 * `catalogos.xsd`, which can be replaced by a newer one.
 *
 * @throws Error when XML Schema 1.0 cannot express a declaration.
 * @example
 * const files = writeXsd(cfdi)
 * 'index.xsd' in files // → true
 */
export function writeXsd(
  model: Model,
  catalogs: CatalogForms = () => undefined,
): Readonly<Record<string, string>> {
  const schemas = [model.document, ...model.complements]
  const files: Record<string, string> = {}
  const names = new Set<string>()
  const imports: Tag[] = []
  for (const schema of schemas) {
    // The file of the SAT's schema: the last segment of its URL.
    const schemaLocation = schema.xsd.slice(schema.xsd.lastIndexOf('/') + 1)
    files[schemaLocation] = printTag(new Writer(schema).schema())
    for (const name of catalogsOf(schema.root)) names.add(name)
    imports.push(tag('xs:import', { namespace: schema.namespace, schemaLocation }))
  }
  const types: Tag[] = []
  for (const name of [...names].sort())
    types.push(tag('xs:simpleType', { name }, [catalogType(catalogs(name) ?? {})]))
  const attributes = { 'xmlns:xs': xs, targetNamespace: catalogNamespace }
  files['catalogos.xsd'] = printTag(tag('xs:schema', attributes, types))
  files['index.xsd'] = printTag(tag('xs:schema', { 'xmlns:xs': xs }, imports))
  return files
}

const printTag = (schema: Tag): string =>
  writeMarkup(schema, 'Derived from the declarations in src/model. Do not edit.')

/** A list, a pattern, or the union of both; codes that match the pattern need not be listed. */
function catalogType({ codes = [], pattern }: CatalogForm): Tag {
  if (pattern === undefined) return restriction('xs:token', facetTags({ enumeration: [...codes] }))
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  const listed = [...codes].filter((code) => !expression.test(code))
  const form = restriction('xs:token', facetTags({ pattern }))
  if (listed.length === 0) return form
  const list = restriction('xs:token', facetTags({ enumeration: listed }))
  return tag('xs:union', {}, [tag('xs:simpleType', {}, [list]), tag('xs:simpleType', {}, [form])])
}

/** Returns the open catalogues of an element and its descendants. */
function catalogsOf({ content, text }: Element): string[] {
  const names = text === undefined ? [] : openCatalogs(text)
  for (const member of Object.values(content))
    if (member.kind === 'attribute') names.push(...openCatalogs(member.type))
    else if (member.kind === 'child') names.push(...catalogsOf(member.element))
  return names
}

/** Returns the catalogue of a type, unless the declaration lists its codes. */
function openCatalogs({ catalog, facets }: Simple): string[] {
  if (catalog === undefined || facets.enumeration !== undefined) return []
  return [catalog]
}

class Writer {
  readonly #schema: Schema
  /** Types that need a name, as bases of extensions. */
  readonly #named: Tag[] = []

  constructor(schema: Schema) {
    this.#schema = schema
  }

  schema(): Tag {
    const { name, namespace, prefix, root } = this.#schema
    const usesCatalogs = catalogsOf(root).length > 0
    const attributes = {
      'xmlns:xs': xs,
      'xmlns:catalogos': usesCatalogs ? catalogNamespace : undefined,
      [`xmlns:${prefix}`]: namespace,
      targetNamespace: namespace,
      elementFormDefault: 'qualified',
    }
    const imports = usesCatalogs
      ? [tag('xs:import', { namespace: catalogNamespace, schemaLocation: 'catalogos.xsd' })]
      : []
    const element = this.#element(name, root, {})
    return tag('xs:schema', attributes, [...imports, element, ...this.#named])
  }

  #element(name: string, element: Element, occurs: Attributes): Tag {
    const attributes: Tag[] = []
    for (const [key, member] of Object.entries(element.content)) {
      if (member.kind !== 'attribute') continue
      const use = member.required ? 'required' : undefined
      attributes.push(typed('xs:attribute', { name: key, use }, member.type))
    }
    if (element.text === undefined) {
      const mixed = element.mixed === true ? 'true' : undefined
      return tag('xs:element', { name, ...occurs }, [
        tag('xs:complexType', { mixed }, [...this.#particle(element), ...attributes]),
      ])
    }
    const text = unfixed(element.text)
    if (attributes.length === 0) return typed('xs:element', { name, ...occurs }, text)
    const extension = tag('xs:extension', { base: this.#nameOf(text, name) }, attributes)
    return tag('xs:element', { name, ...occurs }, [
      tag('xs:complexType', {}, [tag('xs:simpleContent', {}, [extension])]),
    ])
  }

  #particle(element: Element): Tag[] {
    const { order = 'sequence', nonEmpty = false, choices = [] } = element
    const members = Object.entries(element.content).filter(([, { kind }]) => kind !== 'attribute')
    if (members.length === 0) return []
    refuseInexpressible(element, members)
    if (order === 'sequence') {
      // Adjacent members of a choice become one particle.
      const least = nonEmpty ? 1 : 0
      const particles: Tag[] = []
      for (const [at, [name, member]] of members.entries()) {
        const choice = choices.find((names) => names.includes(name))
        if (choice === undefined) particles.push(this.#member(name, member))
        if (choice?.[0] !== name) continue
        const each: Tag[] = []
        for (const [key, one] of members.slice(at, at + choice.length)) {
          if (!choice.includes(key))
            throw new Error(`XSD: the members of the choice ${choice} must be adjacent`)
          each.push(this.#member(key, one, { min: 1 }))
        }
        particles.push(tag('xs:choice', occurrence(least, 1), each))
      }
      return [tag('xs:sequence', {}, particles)]
    }
    const each = members.map(([name, member]) =>
      this.#member(name, member, order === 'interleaved' ? { min: 1, max: 1 } : {}),
    )
    if (order === 'all') return [tag('xs:all', {}, each)]
    return [tag('xs:choice', occurrence(nonEmpty ? 1 : 0, Number.POSITIVE_INFINITY), each)]
  }

  #member(
    name: string,
    member: Member,
    occurs: { readonly min?: number; readonly max?: number } = {},
  ): Tag {
    switch (member.kind) {
      case 'child': {
        const { min = member.min, max = member.max } = occurs
        return this.#element(name, member.element, occurrence(min, max))
      }
      case 'slot':
        return openElement(name, {}, 'strict', member.atLeast)
      case 'free':
        return openElement(name, { mixed: 'true' }, 'skip', 0)
      case 'attribute':
        throw new Error('an attribute is not a particle')
    }
  }

  #nameOf(text: Simple, element: string): string {
    const { type, child } = typeOf(text)
    if (type !== undefined) return type
    const name = `${element}.${this.#named.length + 1}`
    this.#named.push(tag('xs:simpleType', { name }, child?.children))
    return `${this.#schema.prefix}:${name}`
  }
}

type Named = readonly [name: string, member: Member]

/** Throws for groups that neither xs:all nor a repeated choice can express. */
function refuseInexpressible(
  { order = 'sequence', nonEmpty, choices }: Element,
  members: readonly Named[],
): void {
  const refused: string[] = []
  // A choice among all members is required as a whole.
  const isOneChoice = choices?.length === 1 && choices[0]?.length === members.length
  if (nonEmpty === true && order !== 'interleaved' && !isOneChoice) refused.push('nonEmpty')
  if (choices !== undefined && order !== 'sequence') refused.push('choices')
  for (const [, member] of members)
    if (order === 'interleaved' && member.kind === 'child')
      if (member.min > 0 || Number.isFinite(member.max)) refused.push('a number of times')
  if (refused.length > 0)
    throw new Error(`XSD: ${refused[0]} cannot be expressed for an element of order ${order}`)
}

const xs = 'http://www.w3.org/2001/XMLSchema'
/**
 * Our own namespace, because the SAT spreads its catalogues over several. No document contains it.
 */
const catalogNamespace = 'urn:cfdi-stamp:catalogos'

/** Creates an optional element with content of any schema. */
function openElement(name: string, mixed: Attributes, processContents: string, min: number): Tag {
  const any = tag('xs:any', { ...occurrence(min, Number.POSITIVE_INFINITY), processContents })
  return tag('xs:element', { name, ...occurrence(0, 1) }, [
    tag('xs:complexType', mixed, [tag('xs:sequence', {}, [any])]),
  ])
}

function occurrence(min: number, max: number): Attributes {
  return {
    minOccurs: min === 1 ? undefined : min,
    maxOccurs: max === 1 ? undefined : max === Number.POSITIVE_INFINITY ? 'unbounded' : max,
  }
}

/**
 * Enumerates the fixed value instead: libxml2 compares a fixed element without collapsing its white
 * space.
 */
function unfixed(text: Simple): Simple {
  const { fixed, ...facets } = text.facets
  if (fixed === undefined) return text
  return { ...text, facets: { ...facets, enumeration: [fixed] } }
}

/**
 * Creates an attribute or element with a simple type: a reference to a named type or a catalogue,
 * otherwise an inline type.
 */
function typed(name: string, attributes: Attributes, simple: Simple): Tag {
  const { type, child } = typeOf(simple)
  return tag(
    name,
    { ...attributes, type, fixed: simple.facets.fixed },
    child === undefined ? [] : [child],
  )
}

function typeOf(simple: Simple): { readonly type?: string; readonly child?: Tag } {
  const [catalog] = openCatalogs(simple)
  const base = catalog === undefined ? baseOf(simple) : `catalogos:${catalog}`
  const facets = facetTags({ pattern: patterns[simple.base], ...simple.facets })
  if (facets.length === 0) return { type: base }
  return { child: tag('xs:simpleType', {}, [restriction(base, facets)]) }
}

/**
 * Patterns without restriction, for libxml2 (2.9.14, measured): without any it does not collapse
 * the white space around dates, and accepts invalid Base64.
 */
const patterns: Readonly<Partial<Record<Base, string>>> = {
  date: '.*',
  dateTime: '.*',
  time: '.*',
  base64: '[A-Za-z0-9+/= ]*',
}

const bases: Readonly<Record<Exclude<Base, 'string'>, string>> = {
  decimal: 'xs:decimal',
  integer: 'xs:integer',
  date: 'xs:date',
  dateTime: 'xs:dateTime',
  time: 'xs:time',
  base64: 'xs:base64Binary',
  nmtoken: 'xs:NMTOKEN',
}

/** xs:token is xs:string with collapsed white space. */
function baseOf({ base, facets }: Simple): string {
  if (base !== 'string') return bases[base]
  if (facets.whiteSpace === 'preserve') return 'xs:string'
  return 'xs:token'
}

function restriction(base: string, facets: readonly Tag[]): Tag {
  return tag('xs:restriction', { base }, facets)
}

const facetNames = [
  'minLength',
  'maxLength',
  'fractionDigits',
  'totalDigits',
  'minInclusive',
  'maxInclusive',
  'pattern',
] as const satisfies readonly (keyof Facets)[]

function facetTags(facets: { readonly [Name in keyof Facets]: Facets[Name] | undefined }): Tag[] {
  const tags: Tag[] = []
  for (const name of facetNames) {
    const value = facets[name]
    if (value !== undefined) tags.push(tag(`xs:${name}`, { value }))
  }
  for (const value of new Set(facets.enumeration)) tags.push(tag('xs:enumeration', { value }))
  return tags
}
