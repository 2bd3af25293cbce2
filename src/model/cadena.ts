/**
 * The cadena original: every field of a declaration, in the order it is declared, as the SAT's transformation prints it.
 *
 * One plan per element, derived from its declaration, and two ways to carry it out: over the JSON document, compiled
 * into closures, and over the tree of any XML, white space of unknown nodes included.
 * @module
 */
import { writeNumber } from '../lib/decimal.js'
import { collapseSpace } from '../lib/text.js'
import { parseFragment, type XmlNode } from '../lib/xml.js'
import { selectComplement } from './check.js'
import type { Child, Complement, Element, Model, Schema } from './grammar.js'
import { KeyNode } from './keyTrie.js'

/** What an element contributes, in order. */
type Plan = readonly Step[]

type Step =
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

/** The cadena original of a JSON document. Throws TypeError when a value cannot be written. */
export function writeCadena(model: Model, document: unknown): string {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new TypeError(`${model.document.name} debe ser un objeto`)
  }
  return compiled(model).cadena(document)
}

/** The cadena original of a single schema: that of the stamp. */
export function writeSchemaCadena(schema: Schema, value: unknown): string {
  return writeCadena(soleModel(schema), value)
}

/** The cadena original of a document as parsed from any XML, byte for byte what the SAT's transformation gives. */
export function writeTreeCadena(model: Model, tree: XmlNode): string {
  const text = new TreeWalk(model).element(model.document, planOf(model.document.root), tree)
  return `|${text}||`
}

/** The cadena of one schema's root as parsed, such as that of a stamp. */
export function writeNodeCadena(schema: Schema, node: XmlNode): string {
  return `|${new TreeWalk(soleModel(schema)).element(schema, planOf(schema.root), node)}||`
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

/** Adds the fields of a value, each with its bar before it, after what there is. */
type Fields = (value: unknown, out: string) => string

/**
 * What some value has that is not as `normalize-space` leaves it; also a bar with a space at its side, which does no harm:
 * what is found here is written again, the exact way.
 */
const unnormalized = /[\t\n\r]| {2}|\| | \|/

const cache = new WeakMap<Model, Compiler>()
const soleModels = new WeakMap<Schema, Model>()

function compiled(model: Model): Compiler {
  let compiler = cache.get(model)
  if (compiler === undefined) {
    compiler = new Compiler(model)
    cache.set(model, compiler)
  }
  return compiler
}

function soleModel(schema: Schema): Model {
  let model = soleModels.get(schema)
  if (model === undefined) {
    model = { document: schema, complements: [] }
    soleModels.set(schema, model)
  }
  return model
}

class Compiler {
  readonly #model: Model
  readonly #document: Fields
  readonly #elements = new Map<Element, Fields>()
  readonly #mode: Mode = { exact: false }

  constructor(model: Model) {
    this.#model = model
    this.#document = this.#element(model.document.root)
  }

  /** Values are hardly ever other than normal: all of them are looked at in one text, in a third of the time (measured). */
  cadena(document: unknown): string {
    this.#mode.exact = false
    const cadena = `${this.#document(document, '|')}||`
    if (!unnormalized.test(cadena)) return cadena
    this.#mode.exact = true
    return `${this.#document(document, '|')}||`
  }

  #element(element: Element): Fields {
    let fields = this.#elements.get(element)
    if (fields === undefined) {
      fields = this.#shape(element)
      this.#elements.set(element, fields)
    }
    return fields
  }

  #shape(element: Element): Fields {
    const steps = planOf(element).flatMap((step) => this.#step(element, step))
    if (element.shape === 'object') return objectFields(element, steps, this.#mode)
    if (element.shape === 'list') return (steps[0] as MemberStep).apply ?? nothing
    return (value, out) =>
      steps.reduce(
        (text, step) =>
          step.name === '#text' ? `${text}|${normalize(textValue(value))}` : memberOf(step, value, text),
        out,
      )
  }

  #step(element: Element, step: Step): MemberStep[] {
    switch (step.kind) {
      case 'field':
        return [{ name: step.name, absent: step.always ? '|' : '', apply: undefined }]
      case 'text':
        return [{ name: '#text', absent: '|', apply: undefined }]
      case 'slot':
        return [{ name: step.name, absent: '', apply: (content, out) => this.#slot(content, out) }]
      case 'each': {
        const fields = this.#element(step.element)
        const routes = step.deep ? deepRoutes(element, step.path[0] as string) : [step.path]
        return routes.map((route) => {
          const apply = follow(element, route, fields)
          const name = route[0] as string
          return step.always
            ? { name, absent: '|', apply: (content, out) => orBar(apply(content, out), out) }
            : { name, absent: '', apply }
        })
      }
    }
  }

  #slot(hanging: unknown, out: string): string {
    let text = out
    for (const [key, content] of Object.entries(hanging ?? {})) {
      for (const one of Array.isArray(content) ? content : [content]) {
        if (one !== undefined) text = this.#complement(key, one, text)
      }
    }
    return text
  }

  #complement(name: string, value: unknown, out: string): string {
    const complement = selectComplement(this.#model.complements, name, value)
    if (typeof value === 'string' && complement?.root.shape !== 'text') return out + this.#fragment(value)
    if (complement === undefined || !complement.cadena) return out
    return this.#element(complement.root)(value, out)
  }

  #fragment(fragment: string): string {
    const walk = new TreeWalk(this.#model)
    return parseFragment(fragment)
      .map((node) => (typeof node === 'string' ? '' : walk.template(node)))
      .join('')
  }
}

type Json = Readonly<Record<string, unknown>>

const nothing: Fields = (_, out) => out

/** An empty field where nothing was added. */
function orBar(text: string, out: string): string {
  return text.length === out.length ? `${out}|` : text
}

/** What a member adds to the cadena: by default the field of its content. */
interface MemberStep {
  readonly name: string
  /** Printed when the member is absent. */
  readonly absent: string
  readonly apply: Fields | undefined
}

/** The fields of an object: one after another as long as its keys come in the order of the cadena, as they mostly do. */
function objectFields(element: Element, steps: readonly MemberStep[], mode: Mode): Fields {
  const root = KeyNode.root<true, Place | typeof unordered>((key) => Object.hasOwn(element.content, key) || undefined)
  const inAnyOrder = unorderedFields(element, steps, mode)
  // Out of order is known at the last key, with all the rest written: where the last object was, the next is taken to be.
  let isAstray = false
  const astray: Fields = (value, out) => {
    const [text, isInOrder] = inAnyOrder(value, out)
    isAstray = !isInOrder
    return text
  }
  const start = placeOf(steps, []) as Place
  return (value, out) => {
    if (isAstray) return astray(value, out)
    let node = root
    let place = start
    let text = out
    for (const key in value as Json) {
      const next = node.key === key ? node.next : node.find(key)
      if (next === undefined) continue
      node = next
      node.plan ??= placeOf(steps, node.path)
      const content = (value as Json)[key]
      if (node.plan === unordered || content === undefined) return astray(value, out)
      place = node.plan
      text += place.before
      if (place.apply !== undefined) text = place.apply(content, text)
      else text += typeof content === 'string' && !mode.exact ? content : normalize(content)
    }
    return text + place.end
  }
}

/** How values are written: as they are, or normalized. */
interface Mode {
  exact: boolean
}

/** The last key of a path, in the cadena. */
interface Place {
  /** What goes before its content: the fields that are absent, and its bar. */
  readonly before: string
  readonly apply: Fields | undefined
  /** What goes after it when no other key comes: fields that are absent. */
  readonly end: string
}

const unordered = Symbol('keys in another order than that of the cadena')

function placeOf(steps: readonly MemberStep[], path: readonly string[]): Place | typeof unordered {
  const ranks = path.flatMap((key) => steps.flatMap(({ name }, rank) => (name === key ? [rank] : [])))
  if (ranks.some((rank, at) => at > 0 && rank <= (ranks[at - 1] as number))) return unordered
  const absent = (from: number, to?: number): string =>
    steps
      .slice(from, to)
      .map((step) => step.absent)
      .join('')
  const last = ranks.at(-1) ?? -1
  const end = absent(last + 1)
  const step = steps[last]
  if (step === undefined || step.name !== path.at(-1)) return { before: '', apply: nothing, end }
  if (steps.filter(({ name }) => name === step.name).length > 1) return unordered
  const before = absent((ranks.at(-2) ?? -1) + 1, last)
  return { before: step.apply === undefined ? `${before}|` : before, apply: step.apply, end }
}

/** For keys in any order. Only those that are there are looked up: a miss takes ten times as long. */
function unorderedFields(
  element: Element,
  steps: readonly MemberStep[],
  mode: Mode,
): (...given: Parameters<Fields>) => readonly [text: string, isInOrder: boolean] {
  const root = KeyNode.root<true, Planned>((key) => Object.hasOwn(element.content, key) || undefined)
  return (value, out) => {
    let node = root
    for (const key in value as Json) node = (node.key === key ? node.next : node.find(key)) ?? node
    node.plan ??= plannedFor(steps, node.path)
    const { items, isInOrder } = node.plan
    let hasAll = true
    let text = out
    for (let index = 0; index < items.length; index++) {
      const { name, absent, apply, isThere } = items[index] as PlannedStep
      const content = isThere ? (value as Json)[name] : undefined
      if (content === undefined) {
        text += absent
        if (isThere) hasAll = false
      } else if (apply !== undefined) text = apply(content, text)
      else text += `|${typeof content === 'string' && !mode.exact ? content : normalize(content)}`
    }
    return [text, hasAll && isInOrder]
  }
}

interface PlannedStep extends MemberStep {
  readonly isThere: boolean
}

/** What an object adds whose keys are those of a path. */
interface Planned {
  readonly items: readonly PlannedStep[]
  readonly isInOrder: boolean
}

function plannedFor(steps: readonly MemberStep[], path: readonly string[]): Planned {
  const items = steps.map((step) => ({ ...step, isThere: path.includes(step.name) }))
  return { items, isInOrder: path.every((_, at) => placeOf(steps, path.slice(0, at + 1)) !== unordered) }
}

function memberOf({ name, absent, apply }: MemberStep, value: unknown, out: string): string {
  const content = typeof value === 'object' && value !== null ? (value as Json)[name] : undefined
  if (content === undefined) return out + absent
  return apply === undefined ? `${out}|${normalize(content)}` : apply(content, out)
}

function textValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)['#text'] : value
}

/** From the content of the first name of a route, `fields` of every element at its end. */
function follow(element: Element, route: readonly string[], fields: Fields): Fields {
  const [name, ...rest] = route as [string, ...string[]]
  const member = element.content[name] as Child
  const inner = rest.length === 0 ? fields : descend(member.element, rest, fields)
  if (member.max === 1) return inner
  return (items, out) => {
    if (!Array.isArray(items)) return inner(items, out)
    let text = out
    for (let index = 0; index < items.length; index++) text = inner(items[index], text)
    return text
  }
}

function descend(element: Element, route: readonly string[], fields: Fields): Fields {
  const apply = follow(element, route, fields)
  if (element.shape === 'list') return apply
  return (value, out) => {
    const content = (value as Json)[route[0] as string]
    return content === undefined ? out : apply(content, out)
  }
}

/** Every route from an element to the descendants of a name, in document order. */
function deepRoutes(element: Element, name: string): string[][] {
  return Object.entries(element.content).flatMap(([key, member]) => {
    if (member.kind !== 'child') return []
    const below = deepRoutes(member.element, name).map((route) => [key, ...route])
    return key === name ? [[key], ...below] : below
  })
}

function normalize(value: unknown): string {
  if (typeof value === 'string') return collapseSpace(value)
  if (value === undefined) return ''
  const text = typeof value === 'number' ? writeNumber(value) : undefined
  if (text === undefined) throw new TypeError('un campo de la cadena original debe ser texto o un número finito')
  return text
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
