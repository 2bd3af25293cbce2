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
import type { Base, Content, Element, Facets, Member, Model, Schema, Simple } from './grammar.js'

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
  const files = schemas.map((schema) => [fileName(schema), printTag(new Writer(schema).schema())])
  const names = [...new Set(schemas.flatMap(({ root }) => catalogsOf(root)))].sort()
  const imports = schemas.map((schema) => importTag(schema.namespace, fileName(schema)))
  const types = names.map((name) =>
    tag('xs:simpleType', { name }, [catalogType(catalogs(name) ?? {})]),
  )
  return Object.fromEntries([
    ...files,
    [
      'catalogos.xsd',
      printTag(tag('xs:schema', { 'xmlns:xs': xs, targetNamespace: catalogNamespace }, types)),
    ],
    ['index.xsd', printTag(tag('xs:schema', { 'xmlns:xs': xs }, imports))],
  ])
}

const printTag = (schema: Tag): string =>
  writeMarkup(schema, 'Derived from the declarations in src/model. Do not edit.')

/** File name of the SAT's schema: the last segment of its URL. */
function fileName({ xsd }: Schema): string {
  return xsd.slice(xsd.lastIndexOf('/') + 1)
}

function importTag(namespace: string, schemaLocation: string): Tag {
  return tag('xs:import', { namespace, schemaLocation })
}

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
  const own = text === undefined ? [] : openCatalogs(text)
  const below = Object.values(content).flatMap((member) => {
    if (member.kind === 'attribute') return openCatalogs(member.type)
    if (member.kind === 'child') return catalogsOf(member.element)
    return []
  })
  return [...own, ...below]
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
    const imports = usesCatalogs ? [importTag(catalogNamespace, 'catalogos.xsd')] : []
    const element = this.#element(name, root, {})
    return tag('xs:schema', attributes, [...imports, element, ...this.#named])
  }

  #element(name: string, element: Element, occurs: Attributes): Tag {
    const attributes = attributeTags(element.content)
    if (element.text === undefined)
      return tag('xs:element', { name, ...occurs }, [this.#complexType(element, attributes)])
    const text = unfixed(element.text)
    if (attributes.length === 0) return typed('xs:element', { name, ...occurs }, text)
    const extension = tag('xs:extension', { base: this.#nameOf(text, name) }, attributes)
    return tag('xs:element', { name, ...occurs }, [
      tag('xs:complexType', {}, [tag('xs:simpleContent', {}, [extension])]),
    ])
  }

  #complexType(element: Element, attributes: readonly Tag[]): Tag {
    const mixed = element.mixed === true ? 'true' : undefined
    return tag('xs:complexType', { mixed }, [...this.#particle(element), ...attributes])
  }

  #particle(element: Element): Tag[] {
    const { order = 'sequence', nonEmpty = false, choices = [] } = element
    const members = Object.entries(element.content).filter(([, { kind }]) => kind !== 'attribute')
    if (members.length === 0) return []
    refuseInexpressible(element, members)
    if (order === 'sequence')
      return [tag('xs:sequence', {}, this.#sequence(members, choices, nonEmpty ? 1 : 0))]
    const each = members.map(([name, member]) =>
      this.#member(name, member, order === 'interleaved' ? { min: 1, max: 1 } : {}),
    )
    if (order === 'all') return [tag('xs:all', {}, each)]
    return [tag('xs:choice', occurrence(nonEmpty ? 1 : 0, Number.POSITIVE_INFINITY), each)]
  }

  /** Returns the members in order; adjacent members of a choice become one particle. */
  #sequence(
    members: readonly Named[],
    choices: readonly (readonly string[])[],
    least: number,
  ): Tag[] {
    return members.flatMap(([name, member]) => {
      const choice = choices.find((names) => names.includes(name))
      if (choice === undefined) return [this.#member(name, member)]
      if (choice[0] !== name) return []
      const from = members.findIndex(([key]) => key === name)
      const chosen = members.slice(from, from + choice.length)
      if (chosen.some(([key]) => !choice.includes(key)))
        throw new Error(`XSD: the members of the choice ${choice} must be adjacent`)
      const each = chosen.map(([key, one]) => this.#member(key, one, { min: 1 }))
      return [tag('xs:choice', occurrence(least, 1), each)]
    })
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
  const counted = ([, member]: Named) =>
    member.kind === 'child' && (member.min > 0 || Number.isFinite(member.max))
  const refuse = (what: string) => {
    throw new Error(`XSD: ${what} cannot be expressed for an element of order ${order}`)
  }
  // A choice among all members is required as a whole.
  const isOneChoice = choices?.length === 1 && choices[0]?.length === members.length
  if (nonEmpty === true && order !== 'interleaved' && !isOneChoice) refuse('nonEmpty')
  if (choices !== undefined && order !== 'sequence') refuse('choices')
  if (order === 'interleaved' && members.some(counted)) refuse('a number of times')
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

function attributeTags(content: Content): Tag[] {
  return Object.entries(content).flatMap(([name, member]) => {
    if (member.kind !== 'attribute') return []
    return [
      typed('xs:attribute', { name, use: member.required ? 'required' : undefined }, member.type),
    ]
  })
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
  const single = facetNames.flatMap((name) => {
    const value = facets[name]
    if (value === undefined) return []
    return [tag(`xs:${name}`, { value })]
  })
  const codes = [...new Set(facets.enumeration)]
  return [...single, ...codes.map((value) => tag('xs:enumeration', { value }))]
}
