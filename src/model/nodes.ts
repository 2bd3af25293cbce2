/**
 * Nodes of a document by the declaration: what rules judge, derivations fill in and pages print.
 *
 * `at(nomina12, 'Percepciones', 'Percepcion[]')` is each Percepcion of each payslip: what it is called, where it is, how to
 * walk over all of them, and what they hang from. Whatever may stand in their place in JSON that nobody has judged is
 * passed over.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { At } from './finding.js'
import type { Complement, Element, Schema, Static } from './grammar.js'
import { slotPlacesOf } from './slots.js'
import { isVersion, versionNameOf } from './version.js'
import { type AnyNode, eachBelow, eachThrough } from './walk.js'

/** Calls back for each node: itself, what it hangs from, and its place. */
export type Each<Node, Up> = (document: unknown, visit: Visit<Node, Up>) => void

export type Visit<Node, Up> = (node: Node, up: Up, place: At | undefined) => void

/** Nodes of a kind. `Up` is what they hang from: the node of the step before. */
export interface Nodes<Node, Up = undefined> {
  /** The SAT's name of the node, for findings. */
  readonly element: string
  /** Where they are, `Conceptos[].Parte[]`; `''` is the root. */
  readonly path: string
  /** Where what they hang from is; undefined for the root. */
  readonly up: string | undefined
  /** Types of document that have them, when not all do. */
  readonly tipos: readonly string[] | undefined
  /** What declares them; undefined when they are none of the declaration's. */
  readonly declaration?: Element | undefined
  readonly each: Each<Node, Up>
}

/** A schema whose values are of a type that the declaration alone does not tell. */
export interface Typed<Json> {
  /** Type carrier only, never set. */
  readonly T?: Json
}

/** The type of what a schema declares. */
export type ValueOf<S extends Schema> = 'T' extends keyof S ? NonNullable<S['T' & keyof S]> : Static<S['root']>

/**
 * The type of what is at a path below a value: names of members, `[]` after a list whose items are meant, `?` after one that
 * counts as empty when it is not there.
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

/** What the root of a schema hangs from: nothing, or what has the slot, `Holders` by what complements call the place. */
export type HolderOf<S extends Schema, Holders> = S extends { readonly at: infer At extends keyof Holders }
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
 * The selector of nodes of a root document: the same nodes, asked for again, are the same object. Each step is a path from the
 * node before it, so that a node may hang from what is one member above or several. `Holders` are the types of what has the
 * slots.
 * @throws TypeError when a step is not in the declaration.
 * @example
 * const at = nodesOf(comprobante)
 * at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]')   // each Traslado, hanging from its Concepto
 * at(nomina12, 'Emisor?')                                   // the Emisor of each payslip, {} where there is none
 */
export function nodesOf<Holders = unknown>(document: Schema): Selector<Holders> {
  const root = rootNodes(document)
  const slots = holdersOf(document, root)
  const startOf = (schema: Schema): Declared => {
    if (schema === document) return root
    const holder = slots.get((schema as Complement).at)
    if (holder === undefined) throw new TypeError(`${schema.name} hangs from nothing of ${document.name}`)
    return complementNodes(schema as Complement, holder.holders, holder.slot)
  }
  const starts = new Map<Schema, Declared>()
  return ((schema: Schema, ...steps: string[]) => {
    const start = starts.get(schema) ?? startOf(schema)
    starts.set(schema, start)
    return steps.reduce(below, start)
  }) as Selector<Holders>
}

/** All of them that a document has, in its order. */
export function nodesIn<Node>({ each }: Nodes<Node, unknown>, document: unknown): readonly Node[] {
  const found: Node[] = []
  each(document, (node) => found.push(node))
  return found
}

/** The same nodes where the document has those others too, which they then hang from. */
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

/** Those of the nodes of which a condition holds. */
export const where = selection(
  <Node, Up>(nodes: Nodes<Node, Up>, condition: (node: Node, up: Up) => boolean): Nodes<Node, Up> => ({
    ...nodes,
    each: eachThrough(nodes.each, (_document, node, up, place, visit) => {
      if (condition(node, up)) visit(node, up, place)
    }),
  }),
)

/** A way to select nodes by others that gives the same object again: tables over the same nodes share a walk. */
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

/** The same nodes where the document has some of those others: once, however many these are. */
export function carrying<Node, Up>(nodes: Nodes<Node, Up>, carriers: Nodes<unknown, unknown>): Nodes<Node, Up> {
  const each: Each<Node, Up> = (document, visit) => {
    if (hasSome(carriers, document)) nodes.each(document, visit)
  }
  return { ...nodes, tipos: carriers.tipos, each }
}

function hasSome({ each }: Nodes<unknown, unknown>, document: unknown): boolean {
  let found = false
  each(document, () => {
    found = true
  })
  return found
}

/** Nodes, and the element that declares them. */
interface Declared extends Nodes<AnyNode, unknown> {
  readonly declaration: Element
}

function rootNodes({ name, root }: Schema): Declared {
  const each: Each<AnyNode, unknown> = (document, visit) => {
    if (isRecord(document)) visit(document, undefined, undefined)
  }
  return { element: name, path: '', up: undefined, tipos: undefined, each, declaration: root }
}

/** The complements of a name and version, hanging from what has the slot. */
function complementNodes(complement: Complement, holders: Declared, slot: string): Declared {
  const { name, root, tipos, single } = complement
  const isOne = isOfVersion(complement)
  const each: Each<AnyNode, unknown> = (document, visit) =>
    holders.each(document, (holder, _, place) => {
      const filled = holder[slot]
      const content = isRecord(filled) ? filled[name] : undefined
      if (content === undefined) return
      const here = { parent: { parent: place, key: slot }, key: name }
      if (isOne(content)) visit(content, holder, here)
      else if (Array.isArray(content) && !(single === true && content.filter(isOne).length > 1))
        content.forEach((item, index) => {
          if (isOne(item)) visit(item, holder, { parent: here, key: index })
        })
    })
  const path = [holders.path, slot, name].filter((step) => step !== '').join('.')
  return { element: name, path, up: holders.path, tipos, each, declaration: root }
}

/** Told by its version attribute, whatever its case, where the schema has one. */
function isOfVersion({ root, version }: Schema): (value: unknown) => value is AnyNode {
  const attribute = versionNameOf(root)
  if (attribute === undefined || version === undefined) return isRecord
  return (value): value is AnyNode => isRecord(value) && isVersion(value[attribute], version)
}

const known = new WeakMap<Declared, Map<string, Declared>>()

/** The nodes at a path below others: asked for again, the same object. */
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
  if (element.shape !== 'list' || item?.[1].kind !== 'child') throw new TypeError(`${parent}.${name} is no list`)
  return { element: item[0], declaration: item[1].element }
}

interface Holder {
  readonly holders: Declared
  readonly slot: string
}

/** Where the slots of a document are: on which of its nodes, and under which name. */
function holdersOf(document: Schema, root: Declared): ReadonlyMap<string, Holder> {
  return new Map(
    slotPlacesOf(document).map(({ at, name, path }) => [
      at,
      { holders: path === '' ? root : below(root, path), slot: name },
    ]),
  )
}
