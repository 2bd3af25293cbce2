/**
 * The cadena original: every field of a declaration, in the order it is declared, as the SAT's transformation prints it.
 *
 * One plan per element, derived from its declaration. Here it is carried out over the tree of any XML, white space of unknown
 * nodes included; over a JSON document `write.ts` does it, together with its XML.
 * @module
 */
import { writeNumber } from '../lib/decimal.js'
import { collapseSpace } from '../lib/text.js'
import type { XmlNode } from '../lib/xml.js'
import type { Child, Complement, Element, Model, Schema } from './grammar.js'

/** What an element contributes, in order. */
type Plan = readonly Step[]

export type Step =
  /** An attribute; `always` prints an empty field when it is absent (the SAT's "Requerido"). */
  | { readonly kind: 'field'; readonly name: string; readonly always: boolean }
  /** The text of the element. */
  | { readonly kind: 'text' }
  /** Elements reached by a path of names, or at any depth, each with a plan of its own. */
  | {
      readonly kind: 'each'
      readonly path: readonly string[]
      readonly deep: boolean
      /** Prints an empty field when there is none. */
      readonly always: boolean
      readonly element: Element
    }
  /** Complements. */
  | { readonly kind: 'slot'; readonly name: string }

/** The cadena original of a document as parsed from any XML, byte for byte what the SAT's transformation gives. */
export function writeTreeCadena(model: Model, tree: XmlNode): string {
  const text = new TreeWalk(model).element(model.document, planOf(model.document.root), tree)
  return `|${text}||`
}

/** The cadena of one schema's root as parsed, such as that of a stamp. */
export function writeNodeCadena(schema: Schema, node: XmlNode): string {
  return `|${new TreeWalk({ document: schema, complements: [] }).element(schema, planOf(schema.root), node)}||`
}

/** What a complement that the model may not know adds to the cadena. */
export function writeFragmentCadena(model: Model, nodes: readonly (XmlNode | string)[]): string {
  const walk = new TreeWalk(model)
  return nodes.map((node) => (typeof node === 'string' ? '' : walk.template(node))).join('')
}

/** The fields of an element's declaration in the order of the cadena; the plan that the XSLT is derived from too. */
export function planOf(element: Element): Plan {
  let plan = plans.get(element)
  if (plan === undefined) {
    plan = (element.cadena ?? defaultOrder(element)).flatMap((entry) => stepOf(element, entry))
    plans.set(element, plan)
  }
  return plan
}

const plans = new WeakMap<Element, Plan>()

function defaultOrder(element: Element): string[] {
  const members = Object.keys(element.content)
  return element.text === undefined ? members : [...members, '#text']
}

function stepOf(element: Element, entry: string): Step[] {
  if (entry === '#text') return [{ kind: 'text' }]
  if (entry.startsWith('//')) return [deepStep(element, entry.slice(2))]
  if (entry.endsWith('!')) return [{ ...pathStep(element, entry.slice(0, -1).split('/')), always: true }]
  if (entry.includes('/')) return [pathStep(element, entry.split('/'))]
  const member = element.content[entry]
  if (member === undefined) throw new Error(`the cadena names ${entry}, which is not a member`)
  switch (member.kind) {
    case 'attribute':
      if (member.cadena === 'never') return []
      return [{ kind: 'field', name: entry, always: member.required || member.cadena === 'always' }]
    case 'child':
      return [pathStep(element, [entry])]
    case 'slot':
      return [{ kind: 'slot', name: entry }]
    case 'free':
      return []
  }
}

type Each = Extract<Step, { kind: 'each' }>

function pathStep(element: Element, path: readonly string[]): Each {
  let target = element
  for (const name of path) target = childElement(target, name)
  return { kind: 'each', path, deep: false, always: false, element: target }
}

function deepStep(element: Element, name: string): Each {
  return { kind: 'each', path: [name], deep: true, always: false, element: childElement(element, name) }
}

function childElement(element: Element, name: string): Element {
  const member = element.content[name]
  if (member?.kind !== 'child') throw new Error(`the cadena names ${name}, which is not a child`)
  return member.element
}

// Over JSON.

/**
 * The fields of a value, step by step. The writer makes those of most elements as it goes (see `write.ts`); here are those of
 * an element whose own list of fields is not one of its members.
 */
export function writeFields(element: Element, value: unknown): string {
  const text = element.shape === 'text' && !isRecord(value) ? { '#text': value } : value
  return planOf(element)
    .map((step) => stepFields(element, step, text))
    .join('')
}

function stepFields(element: Element, step: Step, value: unknown): string {
  switch (step.kind) {
    case 'field':
      return fieldOf(isRecord(value) ? value[step.name] : undefined, step.always)
    case 'text':
      return fieldOf(isRecord(value) ? value['#text'] : undefined, true)
    case 'each': {
      const routes = step.deep ? routesTo(element, step.path[0] as string) : [step.path]
      const found = routes.flatMap((route) => valuesAt(element, route, value))
      if (found.length === 0 && step.always) return '|'
      return found.map((one) => writeFields(step.element, one)).join('')
    }
    case 'slot':
      throw new Error('complements hang from elements whose fields are those of their members')
  }
}

function fieldOf(value: unknown, always: boolean): string {
  if (value === undefined) return always ? '|' : ''
  const text = typeof value === 'number' ? writeNumber(value) : value
  if (typeof text !== 'string') throw new TypeError('un campo de la cadena original debe ser texto o un número finito')
  return `|${collapseSpace(text)}`
}

/** The values at the end of a route, in document order. The value of a list is the array of its items. */
function valuesAt(element: Element, [name, ...rest]: readonly string[], value: unknown): unknown[] {
  if (name === undefined) return [value]
  const { element: child, max } = element.content[name] as Child
  const content = element.shape === 'list' ? value : isRecord(value) ? value[name] : undefined
  const items = max === 1 || !Array.isArray(content) ? [content] : content
  return items.filter((item) => item !== undefined).flatMap((item) => valuesAt(child, rest, item))
}

/** Every route from an element to the descendants of a name, in document order. */
function routesTo(element: Element, name: string): string[][] {
  return Object.entries(element.content).flatMap(([key, member]) => {
    if (member.kind !== 'child') return []
    const below = routesTo(member.element, name).map((route) => [key, ...route])
    return key === name ? [[key], ...below] : below
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Over XML.

class TreeWalk {
  readonly #model: Model

  constructor(model: Model) {
    this.#model = model
  }

  element(schema: Schema, plan: Plan, node: XmlNode): string {
    let text = ''
    for (const step of plan) text += this.#step(schema, step, node)
    return text
  }

  #step(schema: Schema, step: Step, node: XmlNode): string {
    switch (step.kind) {
      case 'field': {
        const value = attributeOf(node, step.name)
        return value === undefined ? (step.always ? '|' : '') : `|${collapseSpace(value)}`
      }
      case 'text':
        return `|${collapseSpace(textOf(node))}`
      case 'each': {
        const found = step.deep
          ? descendants(node, schema.namespace, step.path[0] as string)
          : step.path.reduce((nodes, name) => nodes.flatMap((one) => elements(one, schema.namespace, name)), [node])
        if (found.length === 0 && step.always) return '|'
        return found.map((one) => this.element(schema, planOf(step.element), one)).join('')
      }
      case 'slot':
        return elements(node, schema.namespace, step.name)
          .flatMap(({ children }) => children.map((child) => (typeof child === 'string' ? '' : this.template(child))))
          .join('')
    }
  }

  /**
   * The template of an element: its fields when the transformation knows it; otherwise XSLT's built-in rule, which
   * prints the text below it as it is, white space included, and goes on (XSLT 1.0, section 5.8).
   */
  template(node: XmlNode): string {
    const known = this.#find(node)
    if (known !== undefined) return this.element(known, planOf(known.root), node)
    return node.children.map((child) => (typeof child === 'string' ? child : this.template(child))).join('')
  }

  #find(node: XmlNode): Complement | undefined {
    return this.#model.complements.find(
      ({ namespace, name, cadena }) => cadena && namespace === node.namespace && name === node.local,
    )
  }
}

function attributeOf({ attributes }: XmlNode, name: string): string | undefined {
  for (let index = 0; index < attributes.length; index += 2)
    if (attributes[index] === name) return attributes[index + 1]
  return undefined
}

function elements(node: XmlNode, namespace: string, name: string): XmlNode[] {
  return node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && child.namespace === namespace && child.local === name,
  )
}

function descendants(node: XmlNode, namespace: string, name: string): XmlNode[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return []
    const below = descendants(child, namespace, name)
    return child.namespace === namespace && child.local === name ? [child, ...below] : below
  })
}

function textOf(node: XmlNode): string {
  return node.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')
}
