/**
 * The cadena original: every field of a declaration, in the order it is declared, as the SAT's transformation prints it.
 *
 * One plan per element, derived from its declaration, and here carried out over the tree of any XML, white space of unknown
 * nodes included. Over a JSON document `write.ts` does it, together with its XML.
 * @module
 */
import { collapseSpace } from '../lib/text.js'
import type { XmlNode } from '../lib/xml.js'
import type { Complement, Element, Model, Schema } from './grammar.js'

/** What an element contributes, in order. */
type Plan = readonly Step[]

/** A part of a plan. */
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
