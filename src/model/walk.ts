/**
 * One walk over nodes of several kinds. Kinds whose paths have a common beginning share it, so each
 * member is read once.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { At } from './finding.js'
import type { Each } from './nodes.js'

export type AnyNode = Readonly<Record<string, unknown>>

/** Nodes of any kind, for a walk. */
export type AnyEach = Each<unknown, unknown>

/** Calls `visit` for each node of each kind, with the data of its kind. */
export type Walk<Given> = (document: unknown, visit: Visit<Given>) => void

type Visit<Given> = (node: AnyNode, up: AnyNode, place: At | undefined, given: Given) => void

/** Finds nodes from another node, and calls `visit` for each. */
type Through<Node = never, Up = never, From = never, FromUp = never> = (
  document: unknown,
  from: From,
  up: FromUp,
  place: At | undefined,
  visit: (node: Node, up: Up, place: At | undefined) => void,
) => void

/** Origin of a kind of nodes: nodes above them, and a path or a function from there. */
type Origin = { readonly upper: AnyEach } & (
  | { readonly path: string }
  | { readonly through: Through }
)

const origins = new WeakMap<AnyEach, Origin>()

/**
 * A member to visit, with the branches below it. One class for all, because V8 reads their
 * properties at fixed offsets.
 */
class Branch<Given> {
  readonly step: string
  readonly name: string
  readonly isList: boolean
  readonly absent: AnyNode | undefined
  /** Whether the parent of its nodes is the node above; otherwise they share that node's parent. */
  readonly isFirst: boolean
  /** Data of the kinds of nodes at this branch. */
  readonly given: Given[] = []
  /** Functions that find further nodes from those at this branch. */
  readonly found: { readonly through: Through; readonly branch: Branch<Given> }[] = []
  readonly below: Branch<Given>[] = []

  constructor(step: string, isFirst: boolean) {
    this.step = step
    this.name = step.replace(/\[\]$|\?$/, '')
    this.isList = step.endsWith('[]')
    this.absent = step.endsWith('?') ? empty : undefined
    this.isFirst = isFirst
  }

  /** Returns the branch at a path from here. */
  at(path: string): Branch<Given> {
    const [first, ...rest] = path.split('.') as [string, ...string[]]
    let branch = this.#step(first, true)
    for (const step of rest) branch = branch.#step(step, false)
    return branch
  }

  #step(step: string, isFirst: boolean): Branch<Given> {
    const known = this.below.find((branch) => branch.step === step && branch.isFirst === isFirst)
    if (known !== undefined) return known
    const branch = createBranch<Given>(step, isFirst)
    this.below.push(branch)
    return branch
  }
}

/** Outside the class: the compiler writes an alias for a class that names itself, which bundlers keep. */
function createBranch<Given>(step: string, isFirst: boolean): Branch<Given> {
  return new Branch<Given>(step, isFirst)
}

const empty: AnyNode = {}

/** Visits each node at a path below others. */
export function eachBelow(upper: Each<AnyNode, unknown>, path: string): Each<AnyNode, AnyNode> {
  const start = new Branch<undefined>('', false)
  start.at(path).given.push(undefined)
  const each: Each<AnyNode, AnyNode> = (document, visit) => {
    const tour = { document, visit }
    upper(document, (node, _, place) => visitNode(start, node, node, place, tour))
  }
  origins.set(each as AnyEach, { upper: upper as AnyEach, path })
  return each
}

/** Visits each node that a function finds from others. */
export function eachThrough<Node, Up, From, FromUp>(
  upper: Each<From, FromUp>,
  through: Through<Node, Up, From, FromUp>,
): Each<Node, Up> {
  const each: Each<Node, Up> = (document, visit) =>
    upper(document, (node, up, place) => through(document, node, up, place, visit))
  origins.set(each as AnyEach, { upper: upper as AnyEach, through: through as unknown as Through })
  return each
}

/**
 * Creates a walk over several kinds of nodes. Nodes of a kind come in document order; the order of
 * kinds is unspecified.
 */
export function walkOf<Given>(kinds: Iterable<readonly [AnyEach, Given]>): Walk<Given> {
  const starts = new Map<AnyEach, Branch<Given>>()
  const branches = new Map<AnyEach, Branch<Given>>()
  const branchOf = (each: AnyEach): Branch<Given> => {
    const known = branches.get(each)
    if (known !== undefined) return known
    const origin = origins.get(each)
    const branch =
      origin !== undefined && 'path' in origin
        ? branchOf(origin.upper).at(origin.path)
        : new Branch<Given>('', false)
    if (origin === undefined) starts.set(each, branch)
    else if ('through' in origin)
      branchOf(origin.upper).found.push({ through: origin.through, branch })
    branches.set(each, branch)
    return branch
  }
  for (const [each, given] of kinds) branchOf(each).given.push(given)
  const walks = [...starts]
  return (document, visit) => {
    const tour = { document, visit }
    for (const [each, branch] of walks)
      each(document, (node, up, place) =>
        visitNode(branch, node as AnyNode, up as AnyNode, place, tour),
      )
  }
}

/** Places of the items of a list, each created on the first visit of its item. */
interface Places {
  readonly parent: At
  readonly items: At[]
}

function placeOfItem({ parent, items }: Places, index: number): At {
  items[index] ??= { parent, key: index }
  return items[index]
}

/** State of a walk. */
interface Tour<Given> {
  readonly document: unknown
  readonly visit: Visit<Given>
}

function visitNode<Given>(
  branch: Branch<Given>,
  node: AnyNode,
  up: AnyNode,
  place: At | undefined,
  tour: Tour<Given>,
): void {
  const { given, found, below } = branch
  for (let at = 0; at < given.length; at++) tour.visit(node, up, place, given[at] as Given)
  if (found.length > 0) findMembers(branch, node, up, place, tour)
  for (let at = 0; at < below.length; at++) {
    const next = below[at] as Branch<Given>
    // Most members are absent, and skipping the call for them halves the time of a walk (measured).
    const member = node[next.name] ?? next.absent
    if (member !== undefined) enterMember(next, member, next.isFirst ? node : up, place, tour)
  }
}

function findMembers<Given>(
  { found }: Branch<Given>,
  node: AnyNode,
  up: AnyNode,
  place: At | undefined,
  tour: Tour<Given>,
): void {
  for (const { through, branch } of found)
    through(tour.document, node as never, up as never, place, (one, from, where) =>
      visitNode(branch, one, from, where, tour),
    )
}

function enterMember<Given>(
  branch: Branch<Given>,
  member: unknown,
  up: AnyNode,
  parent: At | undefined,
  tour: Tour<Given>,
): void {
  const { name, isList } = branch
  if (isList) {
    if (Array.isArray(member)) enterItems(branch, member, up, { parent, key: name }, tour)
  } else if (isRecord(member)) visitNode(branch, member, up, { parent, key: name }, tour)
}

/**
 * Visits all items for one kind after another, which saves a tenth of the time for 50 concepts
 * (measured).
 */
function enterItems<Given>(
  branch: Branch<Given>,
  list: readonly unknown[],
  up: AnyNode,
  parent: At,
  tour: Tour<Given>,
): void {
  const places = { parent, items: [] }
  const { given, found, below } = branch
  for (let at = 0; at < given.length; at++) visitItems(given[at] as Given, list, up, places, tour)
  if (found.length > 0)
    for (const [index, item] of list.entries())
      if (isRecord(item)) findMembers(branch, item, up, placeOfItem(places, index), tour)
  for (let at = 0; at < below.length; at++) {
    const branch = below[at] as Branch<Given>
    const { name, absent, isFirst } = branch
    for (let index = 0; index < list.length; index++) {
      const item = list[index]
      if (!isRecord(item)) continue
      const member = item[name] ?? absent
      if (member === undefined) continue
      enterMember(branch, member, isFirst ? item : up, placeOfItem(places, index), tour)
    }
  }
}

function visitItems<Given>(
  given: Given,
  list: readonly unknown[],
  up: AnyNode,
  places: Places,
  { visit }: Tour<Given>,
): void {
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (!isRecord(item)) continue
    visit(item, up, placeOfItem(places, index), given)
  }
}
