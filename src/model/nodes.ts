/**
 * Selects nodes of a document by its declaration, for rules, derivations and printed pages.
 *
 * `at(nomina12, 'Percepciones', 'Percepcion[]')` selects each Percepcion of each payslip, with its
 * name, path, parent and a function that visits all of them. Other values in the place of a node,
 * as in unvalidated JSON, are skipped.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { At } from './finding.js'
import type { Complement, Element, Schema, Static } from './grammar.js'
import { slotPlacesOf } from './slots.js'
import { isVersion, versionNameOf } from './version.js'
import { type AnyNode, eachBelow, eachThrough } from './walk.js'

/** Calls `visit` for each node with the node, its parent and its place. */
export type Each<Node, Up> = (document: unknown, visit: Visit<Node, Up>) => void

export type Visit<Node, Up> = (node: Node, up: Up, place: At | undefined) => void

/** Nodes of a kind. `Up` is the type of their parent: the node of the previous step. */
export interface Nodes<Node, Up = undefined> {
  /** The SAT's name of the node, for findings. */
  readonly element: string
  /** Their path, `Conceptos[].Parte[]`; `''` is the root. */
  readonly path: string
  /** Path of their parent; undefined for the root. */
  readonly up: string | undefined
  /** Document types that have them, if not all do. */
  readonly tipos: readonly string[] | undefined
  /** Their declaration; undefined for nodes that are not in a declaration. */
  readonly declaration?: Element | undefined
  readonly each: Each<Node, Up>
}

/** A schema whose value type is given explicitly instead of computed from the declaration. */
export interface Typed<Json> {
  /** Type carrier only, never set. */
  readonly T?: Json
}

/** Value type of a schema. */
export type ValueOf<S extends Schema> = 'T' extends keyof S
  ? NonNullable<S['T' & keyof S]>
  : Static<S['root']>

/**
 * Type at a path below a value: names of members, `[]` after a list to select its items, `?` after
 * a member that counts as empty when absent.
 */
export type NodeAt<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? NodeAt<MemberAt<T, Head>, Rest>
  : MemberAt<T, Path>

type MemberAt<T, Step extends string> = Step extends `${infer Name}[]`
  ? Item<Value<T, Name>>
  : Step extends `${infer Name}?`
    ? Value<T, Name>
    : Value<T, Step>

type Value<T, Name> = Name extends keyof T ? NonNullable<T[Name]> : never
type Item<T> = T extends readonly (infer Each)[] ? Each : never

/**
 * Parent type of a schema's root: none, or the owner of its slot. `Holders` has the owners by the
 * name of the place.
 */
export type HolderOf<S extends Schema, Holders> = S extends {
  readonly at: infer At extends keyof Holders
}
  ? Holders[At]
  : undefined

/** Selects nodes of a root document and of its complements. See {@link nodesOf}. */
export interface Selector<Holders> {
  <S extends Schema>(schema: S): Nodes<ValueOf<S>, HolderOf<S, Holders>>
  <S extends Schema, A extends string>(schema: S, a: A): Nodes<NodeAt<ValueOf<S>, A>, ValueOf<S>>
  <S extends Schema, A extends string, B extends string>(
    schema: S,
    a: A,
    b: B,
  ): Nodes<NodeAt<NodeAt<ValueOf<S>, A>, B>, NodeAt<ValueOf<S>, A>>
  <S extends Schema, A extends string, B extends string, C extends string>(
    schema: S,
    a: A,
    b: B,
    c: C,
  ): Nodes<NodeAt<NodeAt<NodeAt<ValueOf<S>, A>, B>, C>, NodeAt<NodeAt<ValueOf<S>, A>, B>>
}

/**
 * Creates the selector of a root document. Equal selections return the same object. Each step is a
 * path from the node before it, so a node's parent may be one or several members above. `Holders`
 * has the types of the owners of slots.
 * @throws TypeError when a step is not in the declaration.
 * @example
 * const at = nodesOf(comprobante)
 * at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]')   // each Traslado, hanging from its Concepto
 * at(nomina12, 'Emisor?')                                   // the Emisor of each payslip, {} where there is none
 */
export function nodesOf<Holders = unknown>(document: Schema): Selector<Holders> {
  const root: Declared = {
    ...{ element: document.name, path: '', up: undefined, tipos: undefined },
    declaration: document.root,
    each: (value, visit) => {
      if (isRecord(value)) visit(value, undefined, undefined)
    },
  }
  // The slots of a document: their owners and names.
  const slots = new Map<string, { readonly holders: Declared; readonly slot: string }>()
  for (const { at, name, path } of slotPlacesOf(document))
    slots.set(at, { holders: path === '' ? root : below(root, path), slot: name })
  const startOf = (schema: Schema): Declared => {
    if (schema === document) return root
    const holder = slots.get((schema as Complement).at)
    if (holder === undefined) throw new TypeError(`${document.name} has no slot for ${schema.name}`)
    return complementNodes(schema as Complement, holder.holders, holder.slot)
  }
  const starts = new Map<Schema, Declared>()
  return ((schema: Schema, ...steps: string[]) => {
    const start = starts.get(schema) ?? startOf(schema)
    starts.set(schema, start)
    return steps.reduce(below, start)
  }) as Selector<Holders>
}

/** Returns all such nodes of a document, in document order. */
export function nodesIn<Node>({ each }: Nodes<Node, unknown>, document: unknown): readonly Node[] {
  const found: Node[] = []
  each(document, (node) => found.push(node))
  return found
}

/** Selects the same nodes with each carrier in the document as their parent. */
export const within = selection(
  <Node, Up>(nodes: Nodes<Node, unknown>, carriers: Nodes<Up, unknown>): Nodes<Node, Up> => ({
    ...nodes,
    up: carriers.path,
    tipos: carriers.tipos,
    each: eachThrough(carriers.each, (document, carrier, _up, _place, visit) =>
      nodes.each(document, (node, _, place) => visit(node, carrier, place)),
    ),
  }),
)

/** Selects the nodes for which a condition holds. */
export const where = selection(
  <Node, Up>(
    nodes: Nodes<Node, Up>,
    condition: (node: Node, up: Up) => boolean,
  ): Nodes<Node, Up> => ({
    ...nodes,
    each: eachThrough(nodes.each, (_document, node, up, place, visit) => {
      if (condition(node, up)) visit(node, up, place)
    }),
  }),
)

/** Caches selections, so that tables over the same nodes share a walk. */
function selection<Select extends (nodes: never, by: never) => object>(select: Select): Select {
  const known = new WeakMap<object, WeakMap<object, object>>()
  return ((nodes: never, by: never) => {
    const selected = known.get(nodes) ?? new WeakMap<object, object>()
    known.set(nodes, selected)
    const found = selected.get(by) ?? select(nodes, by)
    selected.set(by, found)
    return found
  }) as Select
}

/** Selects the same nodes, once, if the document has at least one carrier. */
export function carrying<Node, Up>(
  nodes: Nodes<Node, Up>,
  carriers: Nodes<unknown, unknown>,
): Nodes<Node, Up> {
  const each: Each<Node, Up> = (document, visit) => {
    let found = false
    carriers.each(document, () => {
      found = true
    })
    if (found) nodes.each(document, visit)
  }
  return { ...nodes, tipos: carriers.tipos, each }
}

/** Nodes with the element that declares them. */
interface Declared extends Nodes<AnyNode, unknown> {
  readonly declaration: Element
}

/** Selects the complements of a name and version, with the owner of the slot as parent. */
function complementNodes(complement: Complement, holders: Declared, slot: string): Declared {
  const { name, root, single } = complement
  // Documents without types have complements without them.
  const tipos = complement.tipos.length === 0 ? undefined : complement.tipos
  const isOne = versionTest(complement)
  const each: Each<AnyNode, unknown> = (document, visit) =>
    holders.each(document, (holder, _, place) => {
      const filled = holder[slot]
      const content = isRecord(filled) ? filled[name] : undefined
      if (content === undefined) return
      const here = { parent: { parent: place, key: slot }, key: name }
      if (isOne(content)) visit(content, holder, here)
      else if (Array.isArray(content) && !(single === true && content.filter(isOne).length > 1))
        for (const [index, item] of content.entries())
          if (isOne(item)) visit(item, holder, { parent: here, key: index })
    })
  const path = [holders.path, slot, name].filter((step) => step !== '').join('.')
  return { element: name, path, up: holders.path, tipos, each, declaration: root }
}

/** Compares the version attribute, `Version` or `version`, where the schema has one. */
function versionTest({ root, version }: Schema): (value: unknown) => value is AnyNode {
  const attribute = versionNameOf(root)
  if (attribute === undefined || version === undefined) return isRecord
  return (value): value is AnyNode => isRecord(value) && isVersion(value[attribute], version)
}

const known = new WeakMap<Declared, Map<string, Declared>>()

/** Selects the nodes at a path below others. Equal selections return the same object. */
function below(nodes: Declared, path: string): Declared {
  const selected = known.get(nodes) ?? new Map<string, Declared>()
  known.set(nodes, selected)
  const found = selected.get(path) ?? declaredBelow(nodes, path)
  selected.set(path, found)
  return found
}

function declaredBelow(nodes: Declared, path: string): Declared {
  const { element, declaration } = path.split('.').reduce(declarationAt, nodes)
  const whole = [nodes.path, path.replaceAll('?', '')].filter((step) => step !== '').join('.')
  const each = eachBelow(nodes.each, path)
  return { element, path: whole, up: nodes.path, tipos: nodes.tipos, each, declaration }
}

interface Named {
  readonly element: string
  readonly declaration: Element
}

function declarationAt({ element: parent, declaration }: Named, step: string): Named {
  const name = step.replace(/\[\]$|\?$/, '')
  const member = declaration.content[name]
  if (member?.kind !== 'child') throw new TypeError(`${parent} has no element ${name}`)
  const { element, max } = member
  if (!step.endsWith('[]')) return { element: name, declaration: element }
  if (max > 1) return { element: name, declaration: element }
  const [item] = Object.entries(element.content)
  if (element.shape !== 'list' || item?.[1].kind !== 'child')
    throw new TypeError(`${parent}.${name} is not a list`)
  return { element: item[0], declaration: item[1].element }
}
