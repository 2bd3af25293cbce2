/**
 * Converts XML to the JSON document. Accepts any prefixes and namespace declarations, and reports
 * every departure from the declaration.
 *
 * A departure is `lost` if JSON cannot hold it. Departures that JSON can hold but the XSD refuses
 * (order, repetition) are reported only.
 * @module
 */
import { ownMember } from '../lib/json.js'
import type { Members } from '../lib/json.js'
import { defaultLimits } from '../lib/limits.js'
import { clip, inOnePiece, rememberedLength } from '../lib/text.js'
import { parseXml, type XmlNode } from '../lib/xml/xml.js'
import { type At, type Finding, FindingTally, finding } from './finding.js'
import { declaredWithin, FragmentCutter } from './fragment.js'
import type { Child, Element, Model, Schema } from './grammar.js'
import { foreignRoot } from './version.js'

/** A departure of the XML from its declaration. */
export interface Departure {
  readonly finding: Finding
  /** Whether the JSON document cannot hold it. */
  readonly lost: boolean
}

export interface ReadResult {
  readonly document: unknown
  /** The first departures, up to the limit of the tally. */
  readonly departures: readonly Departure[]
  /**
   * The first lost departure, also beyond the limit; undefined when the document holds all of the
   * XML.
   */
  readonly firstLost: Finding | undefined
}

/** Returns the JSON value of a document. Throws XmlSyntaxError when the text is not XML. */
export function readDocument(model: Model, source: string): ReadResult {
  return readTree(model, parseXml(source), source)
}

/**
 * Returns the JSON value of a document parsed from `source`. Throws CfdiXmlError (XML_LIMIT) when
 * it would outgrow its source.
 */
export function readTree(
  model: Model,
  tree: XmlNode,
  source: string,
  tally: FindingTally = new FindingTally(defaultLimits.findings, model.document.name),
): ReadResult {
  const reader = new Reader(model, source, tally)
  const document = reader.root(tree)
  return { document, departures: reader.departures, firstLost: reader.firstLost }
}

/** Facts of an element's declaration, computed once for all its occurrences. */
interface Form {
  /** Names of its members in order, if the order matters. */
  readonly order: readonly string[] | undefined
  /** Members that are nodes. */
  readonly nodes: readonly string[]
}

const forms = new WeakMap<Element, Form>()

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'
const blank = /^[ \t\r\n]*$/

class Reader {
  readonly departures: Departure[] = []
  firstLost: Finding | undefined
  readonly #model: Model
  readonly #source: string
  readonly #cutter: FragmentCutter
  readonly #tally: FindingTally
  #namespace = ''

  constructor(model: Model, source: string, tally: FindingTally) {
    this.#model = model
    this.#source = source
    this.#cutter = new FragmentCutter(source)
    this.#tally = tally
  }

  root(tree: XmlNode): unknown {
    const { document } = this.#model
    if (tree.namespace !== document.namespace || tree.local !== document.name) {
      const wanted = `el nodo raíz debe ser ${document.name} de ${document.namespace}; ${foreignRoot(document, tree)}`
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
    if (element.shape === 'text') {
      let text = ''
      let isPure = true
      for (const child of node.children)
        if (typeof child === 'string') text += child
        else isPure = false
      if (!isPure) this.#depart(at, node.local, '', 'solo puede contener texto', true)
      if (Object.keys(element.content).length === 0 && node.attributes.length === 0) return text
      const value: Members = {}
      this.#attributes(node, value)
      value['#text'] = text
      return value
    }
    const value: Members = {}
    if (element.shape === 'list') this.#plainAttributes(node, at)
    else this.#attributes(node, value)
    let form = forms.get(element)
    if (form === undefined) {
      const { content, order = 'sequence' } = element
      const names = Object.keys(content)
      form = {
        order: order === 'sequence' ? names : undefined,
        nodes: names.filter((name) => content[name]?.kind !== 'attribute'),
      }
      forms.set(element, form)
    }
    for (const name of form.nodes)
      if (value[name] !== undefined) {
        // Reports an attribute with the name of a child node, which JSON could not distinguish.
        delete value[name]
        this.#depart(at, node.local, name, 'es un nodo y no un atributo', true)
      }
    this.#children(element, form, node, value, at)
    if (element.shape === 'list') return value[form.nodes[0] as string] ?? []
    return value
  }

  #attributes({ attributes }: XmlNode, value: Members): void {
    for (let index = 0; index < attributes.length; index += 2) {
      const name = attributes[index] as string
      let content = attributes[index + 1] as string
      // Copied out of the XML: engines keep the whole source of a slice in memory, and cached
      // values live long.
      if (content.length >= rememberedLength) content = inOnePiece(content)
      if (name === '__proto__') define(value, name, content)
      else value[name] = content
    }
  }

  #foreign(node: XmlNode, at: At | undefined): void {
    const { foreign } = node
    for (let index = 0; index < foreign.length; index += 4) {
      const local = foreign[index + 2] as string
      if (
        foreign[index + 1] === xsi &&
        (local === 'schemaLocation' || local === 'noNamespaceSchemaLocation')
      )
        continue
      this.#depart(
        at,
        node.local,
        local,
        'no se admiten atributos de otro espacio de nombres',
        true,
      )
    }
  }

  #children(
    element: Element,
    { order, nodes }: Form,
    node: XmlNode,
    value: Members,
    at: At | undefined,
  ): void {
    const { content, mixed = false } = element
    let last = 0
    for (const child of node.children) {
      if (typeof child === 'string') {
        // An element without children admits no text at all, not even white space (XML Schema part
        // 1, 3.4.4).
        if (nodes.length === 0 && blank.test(child))
          this.#depart(at, node.local, '', 'no puede contener espacios', false)
        else if (!mixed && !blank.test(child))
          this.#depart(at, node.local, '', 'no puede contener texto', true)
        continue
      }
      const member =
        child.namespace === this.#namespace && Object.hasOwn(content, child.local)
          ? content[child.local]
          : undefined
      if (member === undefined || member.kind === 'attribute') {
        this.#depart(
          at,
          node.local,
          child.local,
          `el nodo ${clip(child.local)} no existe en ${node.local}`,
          true,
        )
        continue
      }
      if (order !== undefined) {
        const position = order.indexOf(child.local, last)
        if (position < 0) this.#depart(at, node.local, child.local, 'está fuera de orden', false)
        else last = position
      }
      if (member.kind === 'child') this.#child(member, child, node, value, at)
      else if (member.kind === 'slot') this.#slot(child, value, at)
      else this.#free(child, value, at)
    }
  }

  #child(member: Child, child: XmlNode, parent: XmlNode, value: Members, at: At | undefined): void {
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

  /**
   * Stores complements by name, as an array when repeated. Several slots, as in older documents,
   * are merged.
   */
  #slot(node: XmlNode, value: Members, at: At | undefined): void {
    this.#foreign(node, at)
    this.#plainAttributes(node, at)
    const place = { parent: at, key: node.local }
    if (value[node.local] !== undefined) this.#depart(at, node.local, '', 'está repetido', false)
    const hanging = (value[node.local] ?? {}) as Members
    let last = ''
    value[node.local] = hanging
    for (const child of node.children) {
      if (typeof child === 'string') {
        if (!blank.test(child)) this.#depart(place, node.local, '', 'no puede contener texto', true)
        continue
      }
      if (child.local !== last && Object.hasOwn(hanging, child.local)) {
        // The order changes: JSON groups complements by name, so the rewritten document
        // has another cadena.
        this.#warn(
          place,
          child.local,
          'está repetido con otros complementos en medio; en JSON quedan juntos',
        )
      }
      last = child.local
      const value = this.#complement(child, { parent: place, key: child.local })
      const present = ownMember(hanging, child.local)
      if (present === undefined) define(hanging, child.local, value)
      else if (Array.isArray(present)) present.push(value)
      else hanging[child.local] = [present, value]
    }
  }

  #plainAttributes(node: XmlNode, at: At | undefined): void {
    for (let index = 0; index < node.attributes.length; index += 2) {
      this.#depart(
        at,
        node.local,
        node.attributes[index] as string,
        `no existe en ${node.local}`,
        true,
      )
    }
  }

  #complement(node: XmlNode, at: At): unknown {
    const known = this.#model.complements.find(
      (one) => one.namespace === node.namespace && one.name === node.local,
    )
    if (known === undefined) {
      // A declared element inside or in place of an unknown complement: the cadena would include
      // its fields.
      const stranger = declaredWithin(this.#model, node)
      if (stranger !== undefined) {
        const problem = `el nodo ${clip(stranger.local)} de ${clip(stranger.namespace)} no puede ir aquí`
        this.#depart(at, node.local, '', problem, true)
      }
      return this.#cutter.cut(node)
    }
    if (!known.cadena && hasText(node)) {
      // Text that XSLT prints for an undeclared element, white space included, and
      // that JSON cannot hold.
      const problem =
        'tiene espacios o saltos de línea que la cadena original incluye y JSON no guarda: escrito de nuevo, su sello ya no corresponde'
      this.#warn(at, known.name, problem)
    }
    return this.#schema(known, node, at)
  }

  #free(node: XmlNode, value: Members, at: At | undefined): void {
    this.#foreign(node, at)
    this.#plainAttributes(node, at)
    if (value[node.local] !== undefined) this.#depart(at, node.local, '', 'está repetido', true)
    const inner = this.#source.slice(node.innerStart, node.innerEnd)
    let fragment = ''
    let from = node.innerStart
    for (const child of node.children) {
      if (typeof child === 'string') continue
      fragment += this.#source.slice(from, child.start) + this.#cutter.cut(child)
      from = child.end
    }
    value[node.local] =
      from === node.innerStart ? inner : fragment + this.#source.slice(from, node.innerEnd)
  }

  #depart(
    at: At | undefined,
    element: string,
    field: string,
    problem: string,
    lost: boolean,
  ): void {
    const isFirst = lost && this.firstLost === undefined
    const isTold = this.#tally.admits()
    if (!isFirst && !isTold) return
    const departure = { finding: finding(at, element, field, problem), lost }
    if (isFirst) this.firstLost = departure.finding
    if (isTold) this.departures.push(departure)
  }

  #warn(at: At | undefined, element: string, problem: string): void {
    if (this.#tally.admits('warning'))
      this.departures.push({
        finding: finding(at, element, '', problem, { severity: 'warning' }),
        lost: false,
      })
  }
}

function hasText({ children }: XmlNode): boolean {
  return children.some((child) => typeof child === 'string' || hasText(child))
}

/** Sets an own property of any name, `__proto__` included. */
function define(value: Members, name: string, content: unknown): void {
  Object.defineProperty(value, name, {
    value: content,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}
