/**
 * Why "AUTO" is left where it is: what a member would have been made from, and what of it is missing or wrong.
 * @module
 */
import { isRecord } from '../lib/json.js'
import { groupBy } from '../lib/lists.js'
import { type Finding, structureCode } from '../model/finding.js'
import { type Nodes, nodesIn } from '../model/nodes.js'
import { AUTO } from './derivation.js'
import { isWithin, pathFrom, type Row } from './order.js'

/**
 * The findings of a resolved document: those of what was left as "AUTO" saying why, those of what is missing and could be
 * derived saying how. The others are as they were. What others are made from comes before them: it is what is to be mended.
 * @param rows Every row of the document's derivations, in their order.
 */
export function explainUnresolved<Context>(
  document: unknown,
  findings: readonly Finding[],
  rows: () => readonly Row<Context>[],
  complete: boolean,
): Finding[] {
  const isAlone = findings.length < 2
  if (isAlone && !findings.some((finding) => isLeft(finding) || isMissing(finding))) return [...findings]
  const reasons = new Reasons(document, findings, rows())
  return reasons.causesFirst(findings).map((finding) => {
    if (isLeft(finding)) return withMessage(finding, `${reasons.whyLeft(finding)} (se encontró "AUTO")`)
    const row = isMissing(finding) ? reasons.rowOf(finding) : undefined
    return row === undefined ? finding : withMessage(finding, `${wordsOf(finding)}${howToFill(row, complete)}`)
  })
}

export function isLeft({ value }: Finding): boolean {
  return value === AUTO
}

/** A finding about structure that says that something is not there. */
export function isMissing({ code, message, value }: Finding): boolean {
  return code === structureCode && value === undefined && message.includes(': falta ')
}

/** A finding, and where it is without indices. */
interface Placed {
  readonly finding: Finding
  readonly place: string
}

/** The findings of something that a row makes its member from, by the first steps of where they are. */
interface Source {
  readonly depth: number
  readonly findings: ReadonlyMap<string, readonly Finding[]>
}

/** The reasons of what was left, which are among the findings. */
class Reasons<Context> {
  readonly #document: unknown
  /** By the place of their members. */
  readonly #rows: ReadonlyMap<string, readonly Row<Context>[]>
  /** Where they come. */
  readonly #order: ReadonlyMap<Row<Context> | undefined, number>
  readonly #errors: readonly Placed[]
  readonly #sources = new Map<Row<Context>, readonly Source[]>()
  /** By the finding of their member. */
  readonly #rowsOf = new Map<Finding, Row<Context> | undefined>()
  readonly #nodes = new Map<Row<Context>, ReadonlySet<unknown>>()
  /** What is wrong in what they are made from, of findings of which that is known. */
  readonly #wrong = new Map<Finding, Finding | undefined>()

  constructor(document: unknown, findings: readonly Finding[], rows: readonly Row<Context>[]) {
    this.#document = document
    this.#rows = rowsByPlace(rows)
    this.#order = new Map(rows.map((row, index) => [row, index]))
    // What is said of the whole (how many more there are) names nothing that could be mended first.
    const errors = findings.filter(({ severity, path }) => severity === 'error' && path !== '')
    this.#errors = errors.map((finding) => ({ finding, place: withoutIndices(finding.path) }))
  }

  /** The row that is for the node of a finding: several may derive the same member. */
  rowOf(finding: Finding): Row<Context> | undefined {
    if (!this.#rowsOf.has(finding)) this.#rowsOf.set(finding, this.#rowFor(finding))
    return this.#rowsOf.get(finding)
  }

  #rowFor({ path }: Finding): Row<Context> | undefined {
    const node = nodeAt(this.#document, path)
    return this.#rowsAt(path).find((row) => this.#nodesOf(row).has(node))
  }

  /** In the order in which they came, but each after those of what its member is made from. */
  causesFirst(findings: readonly Finding[]): readonly Finding[] {
    const [seen, ordered]: [Set<Finding>, Finding[]] = [new Set(), []]
    const visit = (finding: Finding): void => {
      if (seen.has(finding)) return
      seen.add(finding)
      for (const cause of this.#wrongSourcesOf(finding)) visit(cause)
      ordered.push(finding)
    }
    for (const finding of findings) visit(finding)
    return ordered
  }

  #wrongSourcesOf(finding: Finding): readonly Finding[] {
    const row = this.rowOf(finding)
    return row === undefined ? [] : this.#near(row, finding)
  }

  whyLeft(finding: Finding): string {
    const row = this.rowOf(finding) ?? this.#rowsAt(finding.path)[0]
    const cause = this.#causeOf(finding)
    if (row !== undefined && cause !== undefined)
      return `se obtiene de ${sourceOf(row)}; antes hay que corregir ${cause.path}`
    if (row === undefined || this.rowOf(finding) === undefined) return 'no se puede obtener; se debe indicar'
    return `no se pudo obtener; depende de ${sourceOf(row)}${lackOf(row, nodeAt(this.#document, finding.path))}`
  }

  #rowsAt(path: string): readonly Row<Context>[] {
    return this.#rows.get(withoutIndices(path)) ?? []
  }

  /** What is to be mended first: what is wrong in what it is made from; or else the first of that which was left too. */
  #causeOf(finding: Finding): Finding | undefined {
    if (this.rowOf(finding) === undefined) return this.#wrongVersion(finding)
    const seen = new Set<Finding>()
    const wrong = this.#wrongSourceOf(finding, seen)
    if (wrong !== undefined) return wrong
    for (const each of seen) this.#wrong.set(each, undefined)
    return this.#firstLeft(finding)
  }

  /**
   * What is wrong in what it is made from, or in what that would be made from. Rows may be made from each other, by what is
   * given: where it was seen already, the search goes on through the other sources.
   */
  #wrongSourceOf(finding: Finding, seen: Set<Finding>): Finding | undefined {
    if (this.#wrong.has(finding) || seen.has(finding)) return this.#wrong.get(finding)
    seen.add(finding)
    const near = this.#wrongSourcesOf(finding)
    const wrong = near.find((other) => !isLeft(other)) ?? firstOf(near, (other) => this.#wrongIn(other, seen))
    if (wrong !== undefined) this.#wrong.set(finding, wrong)
    return wrong
  }

  #wrongIn(left: Finding, seen: Set<Finding>): Finding | undefined {
    return this.rowOf(left) === undefined ? (this.#wrongVersion(left) ?? left) : this.#wrongSourceOf(left, seen)
  }

  /** Where nothing is wrong: only what is derived before it, so that no two are told to wait for each other. */
  #firstLeft(finding: Finding): Finding | undefined {
    const before = this.#wrongSourcesOf(finding).find((other) => this.#placeOf(other) < this.#placeOf(finding))
    return before && (this.#firstLeft(before) ?? before)
  }

  #placeOf(finding: Finding): number {
    return this.#order.get(this.rowOf(finding)) ?? 0
  }

  /** Of a node that no row is for: the version of the complement that it is in, or that it would be made from. */
  #wrongVersion({ path }: Finding): Finding | undefined {
    const holders = this.#rowsAt(path).flatMap(({ nodes }) => [nodes.path, nodes.up ?? ''].map(stripped))
    const wrong = this.#errors.find(({ place }) => {
      const [complement, version] = place.split(/\.(?=[vV]ersion$)/) as [string, string?]
      return version !== undefined && holders.some((holder) => isWithin(holder, complement))
    })
    return wrong?.finding
  }

  /** The findings of what that very node is made from, and not another of its kind. */
  #near(row: Row<Context>, finding: Finding): readonly Finding[] {
    return this.#sourcesOf(row)
      .flatMap(({ depth, findings }) =>
        placesOver(firstSteps(finding.path, depth)).flatMap((place) => findings.get(place) ?? []),
      )
      .filter((other) => other !== finding)
  }

  #sourcesOf(row: Row<Context>): readonly Source[] {
    const { from, given = [] } = row.derivation
    const known = this.#sources.get(row) ?? [...from, ...given].map((member) => this.#sourceOf(row, member))
    this.#sources.set(row, known)
    return known
  }

  #sourceOf(row: Row<Context>, member: string): Source {
    const source = stripped(pathFrom(row.nodes, member))
    const found = this.#errors.filter(({ place }) => isWithin(place, source) || isWithin(source, place))
    const depth = depthOf(row.nodes, member)
    const groups = groupBy(found, ({ finding }) => firstSteps(finding.path, depth))
    const keyed = groups.map((group) => {
      const findings = group.map(({ finding }) => finding)
      return [firstSteps((findings[0] as Finding).path, depth), findings] as const
    })
    return { depth, findings: new Map(keyed) }
  }

  #nodesOf(row: Row<Context>): ReadonlySet<unknown> {
    const known = this.#nodes.get(row) ?? new Set(nodesIn(row.nodes, this.#document))
    this.#nodes.set(row, known)
    return known
  }
}

/** The first that a function finds for one of a list. */
function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** The rows that make a member, by its place without indices. */
function rowsByPlace<Context>(rows: readonly Row<Context>[]): ReadonlyMap<string, readonly Row<Context>[]> {
  const making = rows.filter(({ derivation }) => derivation.settles === undefined)
  return new Map(groupBy(making, memberPath).map((group) => [memberPath(group[0] as Row<Context>), group]))
}

/** How many steps of a path a source shares with its node: those of the node, of what it hangs from, or none. */
function depthOf({ path, up = '' }: Nodes<unknown, unknown>, member: string): number {
  const base = member.startsWith('/') ? '' : member.startsWith('../') ? up : path
  return base === '' || !isWithin(path, base) ? 0 : base.split('.').length
}

/** A path, and those that lead to it. */
function placesOver(path: string): readonly string[] {
  const steps = path.split(/(?=[.[])/)
  return steps.map((_, index) => steps.slice(0, steps.length - index).join(''))
}

/** The first steps of a path, with the indices after the last. */
function firstSteps(path: string, count: number): string {
  return path.split('.').slice(0, count).join('.')
}

function nameOf({ element, field }: Finding): string {
  return field === '' ? element : `${element}.${field}`
}

function wordsOf(finding: Finding): string {
  return finding.message.slice(nameOf(finding).length + ': '.length).replace(/\.$/, '')
}

function withMessage(finding: Finding, words: string): Finding {
  return { ...finding, message: `${nameOf(finding)}: ${words}.` }
}

/** Of what need not be written. */
function howToFill<Context>(row: Row<Context>, complete: boolean): string {
  const { absent } = row.derivation
  if (absent !== undefined) return '; "AUTO" lo pone'
  return complete ? ` y no se pudo obtener; depende de ${sourceOf(row)}` : '; "AUTO" o `complete: true` lo calculan'
}

/** What the node itself lacks of what its member is made from. */
function lackOf<Context>({ derivation: { from } }: Row<Context>, node: unknown): string {
  const missing = from.filter((member) => isPlain(member) && isRecord(node) && node[member] === undefined)
  return missing.length === 0 ? '' : `; falta ${listed(missing)}`
}

/** What a member is made from, in words. */
export function sourceOf<Context>({ derivation: { from, given = [], says } }: Row<Context>): string {
  return says ?? listed([...from, ...given].map(namesOf))
}

/** `Traslados[].Importe` is "Importe de Traslados". */
function namesOf(member: string): string {
  const names = stripped(member.replace(/^(\.\.)?\//, '')).split('.')
  return names.reverse().join(' de ')
}

/** "a, b y c", "a e i" */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${/^h?i/i.test(last) ? 'e' : 'y'} ${last}`
}

function isPlain(member: string): boolean {
  return /^[^./[\]]+$/.test(member)
}

/** The path of a member in the JSON document without indices: what hangs repeated from a slot has its place alone. */
export function memberPath<Context>({ path }: Row<Context>): string {
  return stripped(path)
}

function stripped(path: string): string {
  return path.replaceAll('[]', '')
}

export function withoutIndices(path: string): string {
  return path.replace(/\[\d+\]/g, '')
}

/** What holds the member at a path. */
function nodeAt(document: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  return steps.slice(0, -1).reduce<unknown>((node, step) => childOf(node, step), document)
}

function childOf(node: unknown, step: string): unknown {
  return typeof node === 'object' && node !== null ? (node as Readonly<Record<string, unknown>>)[step] : undefined
}
