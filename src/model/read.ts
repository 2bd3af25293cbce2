/**
 * From XML to the JSON document: any prefixes, namespaces declared anywhere, and every departure reported.
 *
 * What JSON cannot hold is `lost`; what it can, but the XSD refuses (order, repetition), is only said.
 * @module
 */
import { inOnePiece, rememberedLength } from '../lib/text.js'
import { parseXml, type XmlNode } from '../lib/xml.js'
import { foreignRoot } from './earlier.js'
import { type At, type Finding, finding } from './finding.js'
import { extractFragment } from './fragment.js'
import type { Child, Element, Model, Schema, Slot } from './grammar.js'

/** A departure of the XML from its declaration. */
export interface Departure {
  readonly finding: Finding
  /** Whether the JSON document cannot say it. */
  readonly lost: boolean
}

export interface ReadResult {
  readonly document: unknown
  readonly departures: readonly Departure[]
}

/** The JSON value of a document. Throws XmlSyntaxError when the text is not XML. */
export function readDocument(model: Model, source: string): ReadResult {
  return readTree(model, parseXml(source), source)
}

/** The JSON value of a document already parsed from `source`. */
export function readTree(model: Model, tree: XmlNode, source: string): ReadResult {
  const reader = new Reader(model, source)
  const document = reader.root(tree)
  return { document, departures: reader.departures }
}

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
const blank = /^[ \t\r\n]*$/

type Json = Record<string, unknown>

class Reader {
  readonly departures: Departure[] = []
  readonly #model: Model
  readonly #source: string
  #namespace = ''

  constructor(model: Model, source: string) {
    this.#model = model
    this.#source = source
  }

  root(tree: XmlNode): unknown {
    const { document } = this.#model
    if (tree.namespace !== document.namespace || tree.local !== document.name) {
      const wanted = `el nodo raíz debe ser ${document.name} de ${document.namespace}; ${foreignRoot(tree)}`
      this.#depart(undefined, tree.local, '', wanted, true)
      return undefined
    }
    return this.#schema(document, tree, undefined)
  }

  #schema(schema: Schema, node: XmlNode, at: At | undefined): unknown {
    const outer = this.#namespace
    this.#namespace = schema.namespace
    const value = this.#element(schema.root, node, at)
    this.#namespace = outer
    return value
  }

  #element(element: Element, node: XmlNode, at: At | undefined): unknown {
    this.#foreign(node, at)
    if (element.shape === 'text') return this.#text(element, node, at)
    const value: Json = {}
    this.#attributes(node, value)
    this.#children(element, node, value, at)
    if (element.shape !== 'list') return value
    return this.#asList(element, node, value, at)
  }

  /** An unknown attribute on a list has no place in the array: it is lost, and said. */
  #asList(element: Element, node: XmlNode, value: Json, at: At | undefined): unknown {
    for (let index = 0; index < node.attributes.length; index += 2) {
      this.#depart(at, node.local, node.attributes[index] as string, `no existe en ${node.local}`, true)
    }
    return value[Object.keys(element.content)[0] as string] ?? []
  }

  #text(element: Element, node: XmlNode, at: At | undefined): unknown {
    const strange = node.children.find((child) => typeof child !== 'string')
    if (strange !== undefined) this.#depart(at, node.local, '', 'sólo puede contener texto', true)
    const text = node.children.filter((child) => typeof child === 'string').join('')
    if (Object.keys(element.content).length === 0 && node.attributes.length === 0) return text
    const value: Json = {}
    this.#attributes(node, value)
    value['#text'] = text
    return value
  }

  #attributes({ attributes }: XmlNode, value: Json): void {
    for (let index = 0; index < attributes.length; index += 2) {
      const name = attributes[index] as string
      const content = ownText(attributes[index + 1] as string)
      if (name === '__proto__') define(value, name, content)
      else value[name] = content
    }
  }

  #foreign(node: XmlNode, at: At | undefined): void {
    const { foreign } = node
    for (let index = 0; index < foreign.length; index += 3) {
      const local = foreign[index + 1] as string
      if (foreign[index] === xsi && (local === 'schemaLocation' || local === 'noNamespaceSchemaLocation')) continue
      this.#depart(at, node.local, local, 'no se admiten atributos de otro espacio de nombres', true)
    }
  }

  #children(element: Element, node: XmlNode, value: Json, at: At | undefined): void {
    const { content, order = 'sequence', mixed = false } = element
    const keys = order === 'sequence' ? Object.keys(content) : undefined
    const empty = Object.keys(content).every((key) => content[key]?.kind === 'attribute')
    let last = 0
    for (const child of node.children) {
      if (typeof child === 'string') {
        // An element without children admits no text at all, not even white space (XML Schema part 1, 3.4.4).
        if (empty && blank.test(child)) this.#depart(at, node.local, '', 'no puede contener espacios', false)
        else if (!mixed && !blank.test(child)) this.#depart(at, node.local, '', 'no puede contener texto', true)
        continue
      }
      const member =
        child.namespace === this.#namespace && Object.hasOwn(content, child.local) ? content[child.local] : undefined
      if (member === undefined || member.kind === 'attribute') {
        this.#depart(at, node.local, child.local, `el nodo ${child.local} no existe en ${node.local}`, true)
        continue
      }
      if (keys !== undefined) {
        const position = keys.indexOf(child.local, last)
        if (position < 0) this.#depart(at, node.local, child.local, 'está fuera de orden', false)
        else last = position
      }
      if (member.kind === 'child') this.#child(member, child, node, value, at)
      else if (member.kind === 'slot') this.#slot(member, child, value, at)
      else this.#free(child, value, at)
    }
  }

  #child(member: Child, child: XmlNode, parent: XmlNode, value: Json, at: At | undefined): void {
    const name = child.local
    const place = { parent: at, key: name }
    if (member.max === 1) {
      if (Array.isArray(value[name]) || value[name] !== undefined) {
        this.#depart(at, parent.local, name, 'está repetido', true)
      } else value[name] = this.#element(member.element, child, place)
      return
    }
    const items = (Array.isArray(value[name]) ? value[name] : []) as unknown[]
    value[name] = items
    items.push(this.#element(member.element, child, { parent: place, key: items.length }))
  }

  /** A complement of each name; an array when one is repeated. Several slots, as older documents have, are one. */
  #slot(_slot: Slot, node: XmlNode, value: Json, at: At | undefined): void {
    this.#foreign(node, at)
    this.#plainAttributes(node, at)
    const place = { parent: at, key: node.local }
    if (value[node.local] !== undefined) this.#depart(at, node.local, '', 'está repetido', false)
    const hanging = (value[node.local] ?? {}) as Json
    let last = ''
    value[node.local] = hanging
    for (const child of node.children) {
      if (typeof child === 'string') {
        if (!blank.test(child)) this.#depart(place, node.local, '', 'no puede contener texto', true)
        continue
      }
      if (child.local !== last && Object.hasOwn(hanging, child.local)) this.#reorder(place, child.local)
      last = child.local
      append(hanging, child.local, this.#complement(child, { parent: place, key: child.local }))
    }
  }

  /** JSON keeps the complements of a name together: the cadena of what is written again is then another. */
  #reorder(at: At, name: string): void {
    const problem = 'está repetido con otros complementos en medio; en JSON quedan juntos'
    this.departures.push({ finding: finding(at, name, '', problem, { severity: 'warning' }), lost: false })
  }

  #plainAttributes(node: XmlNode, at: At | undefined): void {
    for (let index = 0; index < node.attributes.length; index += 2) {
      this.#depart(at, node.local, node.attributes[index] as string, `no existe en ${node.local}`, true)
    }
  }

  #complement(node: XmlNode, at: At): unknown {
    const known = this.#model.complements.find((one) => one.namespace === node.namespace && one.name === node.local)
    return known === undefined ? extractFragment(node, this.#source) : this.#schema(known, node, at)
  }

  #free(node: XmlNode, value: Json, at: At | undefined): void {
    this.#foreign(node, at)
    this.#plainAttributes(node, at)
    if (value[node.local] !== undefined) this.#depart(at, node.local, '', 'está repetido', true)
    const inner = this.#source.slice(node.innerStart, node.innerEnd)
    let fragment = ''
    let from = node.innerStart
    for (const child of node.children) {
      if (typeof child === 'string') continue
      fragment += this.#source.slice(from, child.start) + extractFragment(child, this.#source)
      from = child.end
    }
    value[node.local] = from === node.innerStart ? inner : fragment + this.#source.slice(from, node.innerEnd)
  }

  #depart(at: At | undefined, element: string, field: string, problem: string, lost: boolean): void {
    this.departures.push({ finding: finding(at, element, field, problem), lost })
  }
}

function append(hanging: Json, name: string, value: unknown): void {
  const present = Object.hasOwn(hanging, name) ? hanging[name] : undefined
  if (present === undefined) define(hanging, name, value)
  else if (Array.isArray(present)) present.push(value)
  else hanging[name] = [present, value]
}

/** For engines a value is a part of the XML, and keeps all of it as long as it is kept itself: as what is remembered may be. */
function ownText(value: string): string {
  return value.length < rememberedLength ? value : inOnePiece(value)
}

/** Sets an own property whatever its name, `__proto__` included. */
function define(value: Json, name: string, content: unknown): void {
  Object.defineProperty(value, name, { value: content, enumerable: true, configurable: true, writable: true })
}
