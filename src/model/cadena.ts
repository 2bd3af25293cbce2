/**
 * The cadena original: every field of a declaration in declared order, as the SAT's transformation
 * prints it.
 *
 * This module evaluates the plan of each element (`cadena/plan.ts`) over any XML tree, including
 * misplaced elements and white space of unknown nodes. For JSON documents `write.ts` writes the
 * cadena together with the XML.
 * @module
 */
import { CfdiXmlError } from '../errors.js'
import { collapseSpace, inOnePiece } from '../lib/text.js'
import { attributeOf } from '../lib/xml/elements.js'
import type { XmlNode } from '../lib/xml/xml.js'
import { type Plan, printedPlanOf, type Template, templatesOf } from './cadena/plan.js'
import type { Model, Schema } from './grammar.js'

/** The cadena original of a parsed document, with its ambiguity. */
export interface TreeCadena {
  readonly text: string
  /**
   * The first ambiguous value; undefined when the cadena determines the content of the document.
   */
  readonly ambiguity: Ambiguity | undefined
}

/**
 * A value that makes the cadena ambiguous. Either it contains a `|`, which ends a field; or it is
 * the text of an element that the transformation does not know, which is printed without a
 * preceding `|` and so continues the previous field.
 */
export interface Ambiguity {
  readonly kind: 'bar' | 'text'
  /** Local name of the element. */
  readonly element: string
  /** The attribute; empty for the text of the element. */
  readonly field: string
}

/**
 * Writes the cadena original of a parsed document, byte for byte as the SAT's transformation.
 *
 * @throws CfdiXmlError XML_LIMIT when nested elements would be printed so often that the cadena
 * outgrows the document.
 */
export function writeTreeCadena(model: Model, tree: XmlNode): string {
  return readTreeCadena(model, tree).text
}

/**
 * As {@link writeTreeCadena}, with the first ambiguity, in one pass. @throws CfdiXmlError as
 * {@link writeTreeCadena}.
 */
export function readTreeCadena(model: Model, tree: XmlNode): TreeCadena {
  const walk = new TreeWalk(model, tree.end)
  walk.fields(model.document.namespace, printedPlanOf(model.document.root), tree)
  return { text: `|${walk.text}||`, ambiguity: walk.ambiguity }
}

/** Writes the contribution of a complement that the model may not know. */
export function writeFragmentCadena(model: Model, nodes: readonly (XmlNode | string)[]): string {
  const walk = new TreeWalk(model, Number.POSITIVE_INFINITY)
  for (const node of nodes) if (typeof node !== 'string') walk.template(node)
  return walk.text
}

/** Schemas with templates, by namespace. */
type Printed = ReadonlyMap<string, Schema>

const printedSchemas = new WeakMap<Model, Printed>()

function printedSchemasOf(model: Model): Printed {
  let printed = printedSchemas.get(model)
  if (printed === undefined) {
    const { document, complements } = model
    const all = [document, ...complements.filter(({ cadena }) => cadena)]
    printed = new Map(all.map((schema) => [schema.namespace, schema]))
    printedSchemas.set(model, printed)
  }
  return printed
}

const templates = new WeakMap<Schema, ReadonlyMap<string, Template>>()

/** Returns the template of an element. */
function templateOf(schema: Schema, name: string): Template | undefined {
  let named = templates.get(schema)
  if (named === undefined) {
    named = new Map(templatesOf(schema).map((one) => [one.name, one]))
    templates.set(schema, named)
  }
  return named.get(name)
}

/**
 * Maximum ratio of the cadena's length to that of its source. Fields printed once are shorter than
 * their XML, but `//name` prints an element once per enclosing element.
 */
const mostGrowth = 16

/** Characters of a page of text. */
const pageLength = 8_192

class TreeWalk {
  ambiguity: Ambiguity | undefined
  readonly #printed: Printed
  readonly #most: number
  readonly #pages: string[] = []
  #page = ''
  #length = 0

  constructor(model: Model, sourceLength: number) {
    this.#printed = printedSchemasOf(model)
    this.#most = mostGrowth * sourceLength
  }

  get text(): string {
    return this.#pages.join('') + this.#page
  }

  /**
   * V8 keeps every piece of a growing text: with it, verifying a seal of 5,000 concepts took 2.7
   * times as long as reading them; with pages, 1.5 (measured, Node 20).
   */
  #print(piece: string): void {
    this.#page += piece
    this.#length += piece.length
    if (this.#page.length < pageLength) return
    this.#pages.push(inOnePiece(this.#page))
    this.#page = ''
  }

  /** Prints the fields of a plan in an element. */
  fields(namespace: string, plan: Plan, node: XmlNode): void {
    for (const step of plan) {
      switch (step.kind) {
        case 'field': {
          const { name, always, when } = step
          if (when !== undefined && attributeOf(node, when[0]) !== when[1]) break
          const value = attributeOf(node, name)
          if (value !== undefined) this.#value(node, name, value)
          else if (always) this.#print('|')
          break
        }
        case 'text':
          this.#value(node, '', readTextContent(node))
          break
        case 'each': {
          const { path, deep, first, element } = step
          const plan = printedPlanOf(element)
          if (first !== undefined) {
            const one = findAlong(node, namespace, path)
            if (one !== undefined) this.fields(namespace, plan, one)
            else if (first === 'always') this.#print('|')
          } else if (deep) this.#below(namespace, path[0] as string, plan, node)
          else this.#along(namespace, path, plan, node)
          break
        }
        case 'slot':
          for (const child of node.children)
            if (isElementOf(child, namespace, step.name)) this.#applyTemplates(child)
      }
    }
  }

  #value(node: XmlNode, field: string, value: string): void {
    if (this.ambiguity === undefined && value.includes('|'))
      this.ambiguity = { kind: 'bar', element: node.local, field }
    this.#print('|')
    this.#print(collapseSpace(value))
  }

  /** Prints the elements at the end of a path of names, in document order. */
  #along(namespace: string, path: readonly string[], plan: Plan, node: XmlNode, depth = 0): void {
    const name = path[depth] as string
    const isLast = depth === path.length - 1
    for (const child of node.children) {
      if (!isElementOf(child, namespace, name)) continue
      if (isLast) this.fields(namespace, plan, child)
      else this.#along(namespace, path, plan, child, depth + 1)
    }
  }

  #below(namespace: string, name: string, plan: Plan, node: XmlNode): void {
    for (const child of node.children) {
      if (typeof child === 'string') continue
      if (isElementOf(child, namespace, name)) {
        this.#refuseGrowth()
        this.fields(namespace, plan, child)
      }
      this.#below(namespace, name, plan, child)
    }
  }

  /** Prints the complements of a slot, without the text beside them. */
  #applyTemplates(slot: XmlNode): void {
    for (const child of slot.children) if (typeof child !== 'string') this.template(child)
  }

  /**
   * Applies the template of a known element. Other elements follow XSLT's built-in rule, which
   * prints their text as it is, white space included, and visits their children (XSLT 1.0, section
   * 5.8).
   */
  template(node: XmlNode): void {
    this.#refuseGrowth()
    const schema = this.#printed.get(node.namespace)
    const known = schema && templateOf(schema, node.local)
    if (known === undefined) {
      for (const child of node.children) {
        if (typeof child === 'string') {
          if (this.ambiguity === undefined && !blank.test(child))
            this.ambiguity = {
              kind: child.includes('|') ? 'bar' : 'text',
              element: node.local,
              field: '',
            }
          this.#print(child)
        } else this.template(child)
      }
    } else if (known.plan === undefined) this.#applyTemplates(node)
    else this.fields(node.namespace, known.plan, node)
  }

  #refuseGrowth(): void {
    if (this.#length > this.#most)
      throw new CfdiXmlError(
        'XML_LIMIT',
        'El XML repite nodos unos dentro de otros: su cadena original no tendría fin',
      )
  }
}

const blank = /^[ \t\r\n]*$/

function isElementOf(node: XmlNode | string, namespace: string, name: string): node is XmlNode {
  return typeof node !== 'string' && node.local === name && node.namespace === namespace
}

/** Returns the first element at the end of a path of names. */
function findAlong(
  node: XmlNode,
  namespace: string,
  path: readonly string[],
  depth = 0,
): XmlNode | undefined {
  if (depth === path.length) return node
  for (const child of node.children) {
    if (!isElementOf(child, namespace, path[depth] as string)) continue
    const found = findAlong(child, namespace, path, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function readTextContent(node: XmlNode): string {
  let text = ''
  for (const child of node.children)
    text += typeof child === 'string' ? child : readTextContent(child)
  return text
}
