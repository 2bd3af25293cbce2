/**
 * Explains why "AUTO" was not resolved: the sources of the member, and the finding to correct
 * first.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { type Finding, structureCode } from '../model/finding.js'
import { type Nodes, nodesIn } from '../model/nodes.js'
import { AUTO } from './derivation.js'
import { isWithin, pathFrom, type Row } from './order.js'

/**
 * Rewrites the findings of a resolved document: an unresolved "AUTO" gets its reason, and a missing
 * member that can be derived gets a hint. Other findings are unchanged. Leaves out findings that
 * follow from another one: they disappear with its correction.
 * @param rows All derivations of the document, in the order of evaluation.
 */
export function explainUnresolved<Context>(
  document: unknown,
  findings: readonly Finding[],
  rows: () => readonly Row<Context>[],
  complete: boolean,
): Finding[] {
  const kept: Finding[] = []
  for (const { finding, follows } of explainEach(document, findings, rows, complete))
    if (!follows) kept.push(finding)
  return kept
}

/** A finding with its reason, and whether it follows from another finding of the document. */
export interface Explained {
  readonly finding: Finding
  readonly follows: boolean
}

/**
 * As {@link explainUnresolved}, including findings that follow from others, each after those about
 * its sources.
 */
export function explainEach<Context>(
  document: unknown,
  findings: readonly Finding[],
  rows: () => readonly Row<Context>[],
  complete: boolean,
): Explained[] {
  const isAlone = findings.length < 2
  if (isAlone && !findings.some((finding) => isLeft(finding) || isMissing(finding)))
    return findings.map((finding) => ({ finding, follows: false }))
  const reasons = new Reasons(document, findings, rows())
  return reasons.causesFirst(findings).map((finding) => {
    if (isLeft(finding)) {
      const said = withMessage(finding, `${reasons.whyLeft(finding)} (se encontró "AUTO")`)
      return { finding: said, follows: reasons.followsFromAnother(finding) }
    }
    const row = isMissing(finding) ? reasons.rowOf(finding) : undefined
    if (row === undefined) return { finding, follows: false }
    const follows = complete && row.derivation.absent === undefined && reasons.isBlocked(finding)
    const cause = finding.message.slice(nameOfField(finding).length + ': '.length)
    const words = `${cause.replace(/\.$/, '')}${howToFill(row, complete)}`
    return { finding: withMessage(finding, words), follows }
  })
}

export function isLeft({ value }: Finding): boolean {
  return value === AUTO
}

/** Whether a finding of the structure reports a missing member. */
export function isMissing({ code, message, value }: Finding): boolean {
  return code === structureCode && value === undefined && message.includes(': falta ')
}

/** A finding, and its path without indices. */
interface Placed {
  readonly finding: Finding
  readonly place: string
}

/** Findings about one source of a row, grouped by the first `depth` steps of their paths. */
interface Source {
  readonly depth: number
  readonly groups: ReadonlyMap<string, Causes>
}

/**
 * Findings about one source of the nodes at one place. Thousands of nodes may have it in common, so
 * each search over it is done once, not once for each node.
 */
interface Causes {
  readonly findings: Finding[]
  /** Findings that `causesFirst` has visited. */
  visited: number
  /** Findings whose own sources were searched without an error. */
  searched: number
  /** The first finding that is an error by itself. */
  wrong: Finding | undefined
  /** The first finding of an earlier row, as a cache. */
  earlier?: { readonly finding: Finding | undefined }
}

/** A search for an error among the direct and indirect sources of a finding. */
interface Search {
  readonly seen: Set<Finding>
  /** Where the search of each group began. */
  readonly begun: Map<Causes, number>
}

/** Finds the reason of each unresolved finding. */
class Reasons<Context> {
  readonly #document: unknown
  /** Rows by the path of their member, without indices. */
  readonly #rows = new Map<string, Row<Context>[]>()
  /** Position of each row in the order of evaluation. */
  readonly #order = new Map<Row<Context> | undefined, number>()
  readonly #errors: Placed[] = []
  readonly #sources = new Map<Row<Context>, readonly Source[]>()
  /** Row of each finding, as a cache. */
  readonly #rowsOf = new Map<Finding, Row<Context> | undefined>()
  readonly #nodes = new Map<Row<Context>, ReadonlySet<unknown>>()
  /** First error among the sources of a finding, as a cache. */
  readonly #wrong = new Map<Finding, Finding | undefined>()

  constructor(document: unknown, findings: readonly Finding[], rows: readonly Row<Context>[]) {
    this.#document = document
    for (const [index, row] of rows.entries()) {
      this.#order.set(row, index)
      if (row.derivation.settles !== undefined) continue
      const place = memberPath(row)
      const same = this.#rows.get(place)
      if (same === undefined) this.#rows.set(place, [row])
      else same.push(row)
    }
    // A finding about the whole document (the number of omitted ones) cannot be corrected first.
    for (const finding of findings)
      if (finding.severity === 'error' && finding.path !== '')
        this.#errors.push({ finding, place: withoutIndices(finding.path) })
  }

  /**
   * Returns the row that derives the member of a finding in its node. Several rows may derive the
   * same member of different nodes.
   */
  rowOf(finding: Finding): Row<Context> | undefined {
    if (this.#rowsOf.has(finding)) return this.#rowsOf.get(finding)
    const node = nodeAt(this.#document, finding.path)
    let found: Row<Context> | undefined
    for (const row of this.#rowsAt(finding.path)) {
      const nodes = this.#nodes.get(row) ?? new Set(nodesIn(row.nodes, this.#document))
      this.#nodes.set(row, nodes)
      if (!nodes.has(node)) continue
      found = row
      break
    }
    this.#rowsOf.set(finding, found)
    return found
  }

  /** Returns the findings in their order, but each after the findings about its sources. */
  causesFirst(findings: readonly Finding[]): readonly Finding[] {
    const [seen, ordered]: [Set<Finding>, Finding[]] = [new Set(), []]
    const visit = (finding: Finding): void => {
      if (seen.has(finding)) return
      seen.add(finding)
      for (const causes of this.#causesOf(finding))
        while (causes.visited < causes.findings.length)
          visit(causes.findings[causes.visited++] as Finding)
      ordered.push(finding)
    }
    for (const finding of findings) visit(finding)
    return ordered
  }

  /** Returns the findings about the sources of a finding, which may be among them. */
  #causesOf(finding: Finding): readonly Causes[] {
    const row = this.rowOf(finding)
    if (row === undefined) return []
    const all: Causes[] = []
    for (const { depth, groups } of this.#sourcesOf(row)) {
      // Those of the node of the finding, and of the nodes above it.
      const steps = firstSteps(finding.path, depth).split(/(?=[.[])/)
      for (let count = steps.length; count > 0; count--) {
        const causes = groups.get(steps.slice(0, count).join(''))
        if (causes !== undefined) all.push(causes)
      }
    }
    return all
  }

  #sourcesOf(row: Row<Context>): readonly Source[] {
    const known = this.#sources.get(row)
    if (known !== undefined) return known
    const { from, given = [] } = row.derivation
    const sources: Source[] = []
    for (const member of [...from, ...given]) {
      const source = stripped(pathFrom(row.nodes, member))
      const depth = depthOf(row.nodes, member)
      const groups = new Map<string, Causes>()
      for (const { finding, place } of this.#errors) {
        if (!isWithin(place, source) && !isWithin(source, place)) continue
        const node = firstSteps(finding.path, depth)
        const none = { findings: [], visited: 0, searched: 0, wrong: undefined }
        const causes: Causes = groups.get(node) ?? none
        groups.set(node, causes)
        causes.findings.push(finding)
        if (!isLeft(finding)) causes.wrong ??= finding
      }
      sources.push({ depth, groups })
    }
    this.#sources.set(row, sources)
    return sources
  }

  /** Whether an unresolved value depends on another finding. */
  followsFromAnother(finding: Finding): boolean {
    return this.#rowsAt(finding.path).length > 0 && this.#causeOf(finding) !== undefined
  }

  /** Whether a source of a member is wrong, unresolved or missing. */
  isBlocked(finding: Finding): boolean {
    for (const { findings } of this.#causesOf(finding))
      if (findings.length > 1 || findings[0] !== finding) return true
    return false
  }

  whyLeft(finding: Finding): string {
    const row = this.rowOf(finding) ?? this.#rowsAt(finding.path)[0]
    const cause = this.#causeOf(finding)
    if (row !== undefined && cause !== undefined)
      return `se obtiene de ${nameSources(row)}; antes hay que corregir ${cause.path}`
    if (row === undefined || this.rowOf(finding) === undefined)
      return 'no se puede obtener; se debe indicar'
    return `no se pudo obtener; depende de ${nameSources(row)}${lackOf(row, nodeAt(this.#document, finding.path))}`
  }

  #rowsAt(path: string): readonly Row<Context>[] {
    return this.#rows.get(withoutIndices(path)) ?? []
  }

  /**
   * Returns the finding to correct first: an error among the sources, or else the first unresolved
   * source.
   */
  #causeOf(finding: Finding): Finding | undefined {
    if (this.rowOf(finding) === undefined) return this.#wrongVersion(finding)
    const search: Search = { seen: new Set(), begun: new Map() }
    const wrong = this.#wrongSourceOf(finding, search)
    if (wrong === undefined) {
      for (const each of search.seen) this.#wrong.set(each, undefined)
      return this.#firstLeft(finding)
    }
    // A search that ends early has not seen all sources of its findings.
    for (const [causes, from] of search.begun) causes.searched = from
    return wrong
  }

  /**
   * Returns an error among the direct or indirect sources. Rows may use each other's optional
   * sources (`given`), so each finding is visited once.
   */
  #wrongSourceOf(finding: Finding, search: Search): Finding | undefined {
    if (this.#wrong.has(finding) || search.seen.has(finding)) return this.#wrong.get(finding)
    search.seen.add(finding)
    const near = this.#causesOf(finding)
    let wrong: Finding | undefined
    for (const causes of near) wrong ??= causes.wrong
    for (const causes of near) {
      if (wrong !== undefined) break
      if (!search.begun.has(causes)) search.begun.set(causes, causes.searched)
      while (wrong === undefined && causes.searched < causes.findings.length) {
        const other = causes.findings[causes.searched++] as Finding
        if (this.rowOf(other) === undefined) wrong = this.#wrongVersion(other) ?? other
        else wrong = this.#wrongSourceOf(other, search)
      }
    }
    if (wrong !== undefined) this.#wrong.set(finding, wrong)
    return wrong
  }

  /**
   * Without errors among the sources: considers only earlier rows, so that no two findings refer to
   * each other.
   */
  #firstLeft(finding: Finding): Finding | undefined {
    let before: Finding | undefined
    for (const causes of this.#causesOf(finding)) {
      // All findings that have these causes are of one row.
      causes.earlier ??= {
        finding: causes.findings.find((other) => this.#placeOf(other) < this.#placeOf(finding)),
      }
      before = causes.earlier.finding
      if (before !== undefined) break
    }
    return before && (this.#firstLeft(before) ?? before)
  }

  #placeOf(finding: Finding): number {
    return this.#order.get(this.rowOf(finding)) ?? 0
  }

  /**
   * For a node without a row: returns the error about the version of its complement, or of the
   * complement it would be derived from.
   */
  #wrongVersion({ path }: Finding): Finding | undefined {
    const holders: string[] = []
    for (const { nodes } of this.#rowsAt(path))
      holders.push(stripped(nodes.path), stripped(nodes.up ?? ''))
    for (const { finding, place } of this.#errors) {
      const [complement, version] = place.split(/\.(?=[vV]ersion$)/) as [string, string?]
      if (version !== undefined && holders.some((holder) => isWithin(holder, complement)))
        return finding
    }
    return undefined
  }
}

/**
 * Number of path steps that a source shares with its node: those of the node, of its parent, or
 * none.
 */
function depthOf({ path, up = '' }: Nodes<unknown, unknown>, member: string): number {
  const base = member.startsWith('/') ? '' : member.startsWith('../') ? up : path
  if (base === '' || !isWithin(path, base)) return 0
  return base.split('.').length
}

/** Returns the first steps of a path, with the indices after the last. */
function firstSteps(path: string, count: number): string {
  return path.split('.').slice(0, count).join('.')
}

function nameOfField({ element, field }: Finding): string {
  if (field === '') return element
  return `${element}.${field}`
}

function withMessage(finding: Finding, words: string): Finding {
  return { ...finding, message: `${nameOfField(finding)}: ${words}.` }
}

/** Hint for a member that the caller may leave out. */
function howToFill<Context>(row: Row<Context>, complete: boolean): string {
  const { absent } = row.derivation
  if (absent !== undefined) return '; "AUTO" lo pone'
  if (complete) return ` y no se pudo obtener; depende de ${nameSources(row)}`
  return '; "AUTO" o `complete: true` lo calculan'
}

/** Names the sources that the node itself lacks. */
function lackOf<Context>({ derivation: { from } }: Row<Context>, node: unknown): string {
  const missing = from.filter(
    (member) => /^[^./[\]]+$/.test(member) && isRecord(node) && node[member] === undefined,
  )
  if (missing.length === 0) return ''
  return `; falta ${listed(missing)}`
}

/** Names the sources of a member, in Spanish. */
export function nameSources<Context>({
  derivation: { from, given = [], says },
}: Row<Context>): string {
  return says ?? listed([...from, ...given].map(memberNames))
}

/** `Traslados[].Importe` is "Importe de Traslados". */
function memberNames(member: string): string {
  const names = stripped(member.replace(/^(\.\.)?\//, '')).split('.')
  return names.reverse().join(' de ')
}

/** "a, b y c", "a e i" */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  if (names.length < 2) return last
  return `${names.slice(0, -1).join(', ')} ${/^h?i/i.test(last) ? 'e' : 'y'} ${last}`
}

/** Path of a member in the JSON document, without indices. */
export function memberPath<Context>({ path }: Row<Context>): string {
  return stripped(path)
}

function stripped(path: string): string {
  return path.replaceAll('[]', '')
}

export function withoutIndices(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/** Returns the parent node of the member at a path. */
function nodeAt(document: unknown, path: string): unknown {
  const steps = path.match(/[^.[\]]+/g) ?? []
  let node = document
  for (const step of steps.slice(0, -1)) {
    if (typeof node !== 'object' || node === null) return undefined
    node = (node as Readonly<Record<string, unknown>>)[step]
  }
  return node
}
