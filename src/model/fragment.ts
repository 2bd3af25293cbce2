/**
 * XML fragments in a JSON document: the Addenda, and complements that the library does not declare.
 * @module
 */
import { CfdiXmlError } from '../errors.js'
import { escapeAttribute } from '../lib/xml/escape.js'
import { clip, quote } from '../lib/text.js'
import {
  declarationOf,
  parseFragment,
  type Scope,
  type XmlNode,
  XmlSyntaxError,
} from '../lib/xml/xml.js'
import type { Barred } from './check/structureContext.js'
import type { Model } from './grammar.js'

/**
 * Namespace of the SAT's complements. An unknown complement in it is probably newer than the
 * library.
 */
const sat = 'http://www.sat.gob.mx/'

/**
 * Checks a fragment: with a model, one undeclared complement of that name; without a model, any
 * XML.
 * @returns its nodes, or a problem
 */
export function checkFragment(
  fragment: string,
  hanging?: { readonly model: Model; readonly name: string },
): { readonly nodes: readonly (XmlNode | string)[]; readonly problem?: string } {
  try {
    const nodes = parseFragment(fragment)
    const problem = hanging && complementProblem(nodes, hanging.model, hanging.name)
    if (problem !== undefined) return { nodes: [], problem }
    return { nodes }
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error
    return { nodes: [], problem: `el fragmento no es XML bien formado: ${error.message}` }
  }
}

/** Returns the reason why a fragment is not an undeclared complement of that name. */
function complementProblem(
  nodes: readonly (XmlNode | string)[],
  model: Model,
  name: string,
): string | undefined {
  const [root] = nodes
  if (nodes.length !== 1 || root === undefined || typeof root === 'string')
    return 'el fragmento debe ser un solo nodo, sin texto alrededor'
  if (root.local !== name)
    return `el nodo del fragmento es ${clip(root.local)}: debe ir con ese nombre`
  if (declaresNamespace(model, root.namespace))
    return `el nodo ${clip(root.local)} debe darse como objeto JSON, no como fragmento de XML`
  const stranger = declaredWithin(model, root)
  if (stranger !== undefined)
    return `el nodo ${clip(stranger.local)} de ${clip(stranger.namespace)} no puede ir en un fragmento`
  if (!root.namespace.startsWith(sat))
    return `el espacio de nombres ${quote(root.namespace)} no es de un complemento del SAT`
  return undefined
}

/** Yields the values in a fragment that contain a `|`, in attributes and text. */
export function* barsIn(
  nodes: readonly (XmlNode | string)[],
  parent = '',
): Generator<Omit<Barred, 'at'>> {
  for (const node of nodes) {
    if (typeof node === 'string') {
      if (node.includes('|')) yield { element: parent, field: '#text', value: node }
      continue
    }
    const { local: element, attributes, foreign, children } = node
    for (let index = 0; index < attributes.length; index += 2) {
      const [field, value] = attributes.slice(index, index + 2) as [string, string]
      if (value.includes('|')) yield { element, field, value }
    }
    for (let index = 0; index < foreign.length; index += 4) {
      const [field, value] = foreign.slice(index + 2, index + 4) as [string, string]
      if (value.includes('|')) yield { element, field, value }
    }
    yield* barsIn(children, element)
  }
}

const namespaces = new WeakMap<Model, ReadonlySet<string>>()

function declaresNamespace(model: Model, namespace: string): boolean {
  let known = namespaces.get(model)
  if (known === undefined) {
    known = new Set([model.document, ...model.complements].map((schema) => schema.namespace))
    namespaces.set(model, known)
  }
  return known.has(namespace)
}

/**
 * Returns the first element of a fragment, at any depth, with a namespace that the model declares:
 * such an element must stand in its own place.
 */
export function declaredWithin(model: Model, node: XmlNode): XmlNode | undefined {
  if (declaresNamespace(model, node.namespace)) return node
  for (const child of node.children) {
    const found = typeof child === 'string' ? undefined : declaredWithin(model, child)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Maximum growth of all fragments of a document by copied namespaces, per character of the
 * document.
 */
const mostAdded = 8

/** Cuts the children of a document out of it, as self-contained fragments. */
export class FragmentCutter {
  readonly #source: string
  #left: number

  constructor(source: string) {
    this.#source = source
    this.#left = mostAdded * source.length
  }

  /**
   * Returns the XML of a node, with the namespaces that its names use from its ancestors declared
   * on it.
   *
   * @throws CfdiXmlError XML_LIMIT when the fragments would outgrow the document, for example by
   * one long namespace copied to thousands of nodes.
   */
  cut(node: XmlNode): string {
    const raw = this.#source.slice(node.start, node.end)
    let declarations = ''
    for (const scope of findInheritedScopes(node)) {
      const { prefix, namespace } = scope
      const name = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
      const declaration = ` ${name}="${escapeAttribute(namespace)}"`
      this.#left -= declaration.length
      if (this.#left < 0) throw new CfdiXmlError('XML_LIMIT', overgrown)
      declarations += declaration
    }
    if (declarations === '') return raw
    const at = 1 + node.local.length + (node.prefix === '' ? 0 : node.prefix.length + 1)
    return raw.slice(0, at) + declarations + raw.slice(at)
  }
}

const overgrown =
  'La Addenda y los complementos desconocidos medirían diez veces el XML: sus nodos usan espacios de nombres demasiado largos que se declaran fuera de ellos'

const xsi = 'http://www.w3.org/2001/XMLSchema-instance'

/**
 * Returns outer declarations used by names of an element and its descendants: elements, attributes
 * and `xsi:type`.
 */
function findInheritedScopes(root: XmlNode): Set<Scope> {
  const found = new Set<Scope>()
  const add = (scope: Scope | undefined): void => {
    if (
      scope !== undefined &&
      scope.namespace !== '' &&
      scope.offset >= 0 &&
      scope.offset < root.start
    )
      found.add(scope)
  }
  const visit = (node: XmlNode): void => {
    const { scope, prefix, foreign, children } = node
    add(declarationOf(scope, prefix))
    for (let index = 0; index < foreign.length; index += 4) {
      const [attribute, namespace, local, value] = foreign.slice(index, index + 4) as [
        string,
        string,
        string,
        string,
      ]
      add(declarationOf(scope, attribute))
      if (namespace === xsi && local === 'type')
        add(declarationOf(scope, value.trim().split(':').at(-2) ?? ''))
    }
    for (const child of children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  return found
}
