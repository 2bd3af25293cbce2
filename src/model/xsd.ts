/**
 * XML Schema 1.0 from the declarations: the same verdicts as the SAT's schemas, for auditors and other languages.
 *
 * One file per schema under the name that the SAT gives it, `catalogos.xsd` with the catalogues that they name, and
 * `index.xsd`, which imports them all: what hangs in a Complemento is validated strictly, so its schema must be there.
 * @module
 */
import { type Attributes, type Tag, tag, writeMarkup } from '../lib/markup.js'
import type { Base, Content, Element, Facets, Member, Model, Schema, Simple } from './grammar.js'

/** The codes of a catalogue as a schema states them; a code is admitted when it is listed or has the form. */
export interface CatalogForm {
  /** Codes that are admitted. */
  readonly codes?: Iterable<string>
  /** XSD regular expression of codes that are admitted without being listed. */
  readonly pattern?: string
}

/** What is known of a catalogue, by the name that the declarations give it; `undefined` leaves its codes free. */
export type CatalogForms = (catalog: string) => CatalogForm | undefined

/**
 * The XSD of a model: file name -> text. All of them belong in one folder; `index.xsd` is the one to validate with.
 *
 * Catalogues whose codes are part of a declaration are enumerated where they are used. The others are types of
 * `catalogos.xsd`, which can be replaced by a fuller or newer one.
 *
 * @throws Error when a declaration says what XML Schema 1.0 cannot.
 * @example
 * const files = writeXsd(cfdi)
 * 'index.xsd' in files // → true
 */
export function writeXsd(model: Model, catalogs: CatalogForms = () => undefined): Readonly<Record<string, string>> {
  const schemas = [model.document, ...model.complements]
  const files = schemas.map((schema) => [fileName(schema), write(new Writer(schema).schema())])
  const names = [...new Set(schemas.flatMap(({ root }) => catalogsOf(root)))].sort()
  return Object.fromEntries([
    ...files,
    ['catalogos.xsd', write(catalogSchema(names, catalogs))],
    ['index.xsd', write(indexSchema(schemas))],
  ])
}

const write = (schema: Tag): string => writeMarkup(schema, 'Derived from the declarations in src/model. Do not edit.')

/** The last step of the URL where the SAT publishes the schema. */
function fileName({ xsd }: Schema): string {
  return xsd.slice(xsd.lastIndexOf('/') + 1)
}

function indexSchema(schemas: readonly Schema[]): Tag {
  const imports = schemas.map((schema) => importTag(schema.namespace, fileName(schema)))
  return tag('xs:schema', { 'xmlns:xs': xs }, imports)
}

function importTag(namespace: string, schemaLocation: string): Tag {
  return tag('xs:import', { namespace, schemaLocation })
}

function catalogSchema(names: readonly string[], catalogs: CatalogForms): Tag {
  const types = names.map((name) => tag('xs:simpleType', { name }, [catalogType(catalogs(name) ?? {})]))
  return tag('xs:schema', { 'xmlns:xs': xs, targetNamespace: catalogNamespace }, types)
}

/** A list, a form, or the union of both; codes that have the form need not be listed. */
function catalogType({ codes = [], pattern }: CatalogForm): Tag {
  if (pattern === undefined) return restriction('xs:token', facetTags({ enumeration: [...codes] }))
  const expression = new RegExp(`^(?:${pattern})$`, 'u')
  const listed = [...codes].filter((code) => !expression.test(code))
  const form = restriction('xs:token', facetTags({ pattern }))
  if (listed.length === 0) return form
  const list = restriction('xs:token', facetTags({ enumeration: listed }))
  return tag('xs:union', {}, [tag('xs:simpleType', {}, [list]), tag('xs:simpleType', {}, [form])])
}

/** The open catalogues of an element and of those below it. */
function catalogsOf({ content, text }: Element): string[] {
  const own = text === undefined ? [] : openCatalogs(text)
  const below = Object.values(content).flatMap((member) => {
    if (member.kind === 'attribute') return openCatalogs(member.type)
    return member.kind === 'child' ? catalogsOf(member.element) : []
  })
  return [...own, ...below]
}

/** The catalogue of a type, unless the declaration lists its codes itself. */
function openCatalogs({ catalog, facets }: Simple): string[] {
  return catalog === undefined || facets.enumeration !== undefined ? [] : [catalog]
}

class Writer {
  readonly #schema: Schema
  /** Types that must have a name: the base of an extension. */
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
    if (order === 'sequence') return [tag('xs:sequence', {}, this.#sequence(members, choices))]
    const each = members.map(([name, member]) =>
      this.#member(name, member, order === 'interleaved' ? { min: 1, max: 1 } : {}),
    )
    if (order === 'all') return [tag('xs:all', {}, each)]
    return [tag('xs:choice', occurrence(nonEmpty ? 1 : 0, Number.POSITIVE_INFINITY), each)]
  }

  /** The members in order; those of a choice, which stand side by side, as one particle. */
  #sequence(members: readonly Named[], choices: readonly (readonly string[])[]): Tag[] {
    return members.flatMap(([name, member]) => {
      const choice = choices.find((names) => names.includes(name))
      if (choice === undefined) return [this.#member(name, member)]
      if (choice[0] !== name) return []
      const from = members.findIndex(([key]) => key === name)
      const chosen = members.slice(from, from + choice.length)
      if (chosen.some(([key]) => !choice.includes(key))) throw new Error(`XSD: ${choice} do not stand side by side`)
      const each = chosen.map(([key, one]) => this.#member(key, one, { min: 1 }))
      return [tag('xs:choice', occurrence(0, 1), each)]
    })
  }

  #member(name: string, member: Member, occurs: { readonly min?: number; readonly max?: number } = {}): Tag {
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

/** Throws on what the grammar can say of a group and neither xs:all nor a repeated choice can. */
function refuseInexpressible({ order = 'sequence', nonEmpty, choices }: Element, members: readonly Named[]): void {
  const counted = ([, member]: Named) => member.kind === 'child' && (member.min > 0 || Number.isFinite(member.max))
  const refuse = (what: string) => {
    throw new Error(`XSD: ${what} cannot be said of an element whose order is ${order}`)
  }
  if (nonEmpty === true && order !== 'interleaved') refuse('nonEmpty')
  if (choices !== undefined && order !== 'sequence') refuse('choices')
  if (order === 'interleaved' && members.some(counted)) refuse('a number of times')
}

const xs = 'http://www.w3.org/2001/XMLSchema'
/** Ours, because the SAT spreads its catalogues over several; it is in no document. */
const catalogNamespace = 'urn:cfdi-stamp:catalogos'

/** An optional element for content of any schema. */
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
    return [typed('xs:attribute', { name, use: member.required ? 'required' : undefined }, member.type)]
  })
}

/** The fixed value as the only one listed: libxml2 compares that of an element without collapsing its white space. */
function unfixed(text: Simple): Simple {
  const { fixed, ...facets } = text.facets
  return fixed === undefined ? text : { ...text, facets: { ...facets, enumeration: [fixed] } }
}

/** An attribute or an element with a simple type: by name when it is one of XML Schema or a catalogue, else inside it. */
function typed(name: string, attributes: Attributes, simple: Simple): Tag {
  const { type, child } = typeOf(simple)
  return tag(name, { ...attributes, type, fixed: simple.facets.fixed }, child === undefined ? [] : [child])
}

function typeOf(simple: Simple): { readonly type?: string; readonly child?: Tag } {
  const [catalog] = openCatalogs(simple)
  const base = catalog === undefined ? baseOf(simple) : `catalogos:${catalog}`
  const facets = facetTags({ pattern: patterns[simple.base], ...simple.facets })
  return facets.length === 0 ? { type: base } : { child: tag('xs:simpleType', {}, [restriction(base, facets)]) }
}

/**
 * Patterns that restrict nothing, for libxml2 (2.9.14, measured): without any it does not collapse the white space
 * around dates, and takes for Base64 what is not.
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

/** xs:token is xs:string with its white space collapsed. */
function baseOf({ base, facets }: Simple): string {
  if (base !== 'string') return bases[base]
  return facets.whiteSpace === 'preserve' ? 'xs:string' : 'xs:token'
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
    return value === undefined ? [] : [tag(`xs:${name}`, { value })]
  })
  const codes = [...new Set(facets.enumeration)]
  return [...single, ...codes.map((value) => tag('xs:enumeration', { value }))]
}
