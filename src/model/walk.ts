/**
 * One walk over nodes of several kinds: what hangs from the same node is visited when that one is, so that a list of
 * thousands is gone through once, however many kinds of nodes are below its items.
 * @module
 */
import { isRecord } from '../lib/json.js'
import type { At } from './finding.js'
import type { Each } from './nodes.js'

export type AnyNode = Readonly<Record<string, unknown>>

/** Nodes of whatever kind, as they are walked over. */
export type AnyEach = Each<unknown, unknown>

/** Calls back for each node of each kind, with what was given for its kind. */
export type Walk<Given> = (document: unknown, visit: Visit<Given>) => void

type Visit<Given> = (node: AnyNode, up: AnyNode, place: At | undefined, given: Given) => void

/** A member of a node, and what is visited there and below. One class for all: V8 reads their properties at a fixed place. */
class Branch<Given> {
  readonly name: string
  readonly isList: boolean
  readonly absent: AnyNode | undefined
  /** What was given for the kinds of nodes that are here. */
  readonly given: Given[] = []
  /** Further steps of paths that pass here: what is there hangs from what this hangs from. */
  readonly onward: Branch<Given>[] = []
  /** First steps of paths below this: what is there hangs from it. */
  readonly below: Branch<Given>[] = []
  readonly step: string

  constructor(step: string) {
    this.step = step
    this.name = step.replace(/\[\]$|\?$/, '')
    this.isList = step.endsWith('[]')
    this.absent = step.endsWith('?') ? empty : undefined
  }
}

const empty: AnyNode = {}

/** What nodes are below, and by which path. */
const origins = new WeakMap<AnyEach, { readonly upper: AnyEach; readonly path: string }>()

/** Each node at a path below others. */
export function eachBelow(upper: Each<AnyNode, unknown>, path: string): Each<AnyNode, AnyNode> {
  const start = new Branch<undefined>('')
  follow(start, path).given.push(undefined)
  const each: Each<AnyNode, AnyNode> = (document, visit) =>
    upper(document, (node, _, place) => arrive(start, node, node, place, visit))
  origins.set(each as AnyEach, { upper: upper as AnyEach, path })
  return each
}

/** A walk over several kinds of nodes: those of a kind come in the document's order, the kinds among each other. */
export function walkOf<Given>(kinds: Iterable<readonly [AnyEach, Given]>): Walk<Given> {
  const starts = new Map<AnyEach, Branch<Given>>()
  const branches = new Map<AnyEach, Branch<Given>>()
  const branchOf = (each: AnyEach): Branch<Given> => {
    const known = branches.get(each)
    if (known !== undefined) return known
    const origin = origins.get(each)
    const branch = origin === undefined ? new Branch<Given>('') : follow(branchOf(origin.upper), origin.path)
    if (origin === undefined) starts.set(each, branch)
    branches.set(each, branch)
    return branch
  }
  for (const [each, given] of kinds) branchOf(each).given.push(given)
  const walks = [...starts]
  return (document, visit) => {
    for (const [each, branch] of walks)
      each(document, (node, up, place) => arrive(branch, node as AnyNode, up as AnyNode, place, visit))
  }
}

function follow<Given>(from: Branch<Given>, path: string): Branch<Given> {
  const [first, ...rest] = path.split('.') as [string, ...string[]]
  return rest.reduce((branch, step) => stepOf(branch.onward, step), stepOf(from.below, first))
}

function stepOf<Given>(branches: Branch<Given>[], step: string): Branch<Given> {
  const known = branches.find((branch) => branch.step === step)
  if (known !== undefined) return known
  const branch = new Branch<Given>(step)
  branches.push(branch)
  return branch
}

function arrive<Given>(
  { given, onward, below }: Branch<Given>,
  node: AnyNode,
  up: AnyNode,
  place: At | undefined,
  visit: Visit<Given>,
): void {
  for (let at = 0; at < given.length; at++) visit(node, up, place, given[at] as Given)
  if (onward.length > 0) enterAll(onward, node, up, place, visit)
  if (below.length > 0) enterAll(below, node, node, place, visit)
}

/** Most members are not there: of those no function is called (measured: half the time of a walk). */
function enterAll<Given>(
  branches: readonly Branch<Given>[],
  node: AnyNode,
  up: AnyNode,
  place: At | undefined,
  visit: Visit<Given>,
): void {
  for (let at = 0; at < branches.length; at++) {
    const branch = branches[at] as Branch<Given>
    const member = node[branch.name] ?? branch.absent
    if (member !== undefined) enter(branch, member, up, place, visit)
  }
}

function enter<Given>(
  branch: Branch<Given>,
  member: unknown,
  up: AnyNode,
  parent: At | undefined,
  visit: Visit<Given>,
): void {
  const { name, isList } = branch
  if (isList) {
    if (Array.isArray(member)) enterItems(branch, member, { parent, key: name }, up, visit)
  } else if (isRecord(member)) arrive(branch, member, up, { parent, key: name }, visit)
}

/** One place for all items, so that a walk makes none for each: whoever is visited reads it at once. */
function enterItems<Given>(
  branch: Branch<Given>,
  list: readonly unknown[],
  parent: At,
  up: AnyNode,
  visit: Visit<Given>,
): void {
  const place = { parent, key: 0 }
  for (let index = 0; index < list.length; index++) {
    const item = list[index]
    if (!isRecord(item)) continue
    place.key = index
    arrive(branch, item, up, place, visit)
  }
}
