/**
 * What a check of structure may be asked, and what it gathers on its way.
 * @module
 */
import { type Limits, limitsOf } from '../../lib/limits.js'
import { nearest } from '../../lib/text.js'
import { type At, type Finding, FindingTally } from '../finding.js'

/**
 * Whether a catalogue has a code on any date; `undefined` when that cannot be told (not loaded, incomplete). A code
 * that it has stays in it: the same function is not asked again of one that it admitted.
 */
export type Membership = (catalog: string, code: string) => boolean | undefined

/** What the judgement of a structure may ask, and how much of it is told. */
export interface StructureOptions {
  /** Membership in the SAT's catalogues. Without it, codes of catalogues are judged by form only. */
  readonly member?: Membership
  /** Whether a code of a catalogue is in force on the day of the document. The same function answers always the same. */
  readonly inForce?: ((catalog: string, code: string) => boolean) | undefined
  /** Nearest codes of a catalogue, for the message of a code that does not exist. */
  readonly closest?: (catalog: string, code: string) => readonly string[]
  /** Also what declarations demand beyond the XSD: where a complement may hang, in which type, whether it still may. */
  readonly placement?: boolean
  /** How much is looked at, and told. */
  readonly limits?: Limits | undefined
}

/** What is known, and found, while a document is looked at. */
export class Context {
  readonly member: Membership | undefined
  readonly inForce: StructureOptions['inForce']
  readonly placement: boolean
  readonly findings: Finding[] = []
  /** Whether every code that was seen is known to be in force. */
  allInForce: boolean
  /** Whether every object is a plain one. */
  isPlain = true
  /** Whether something was null where there should be something, or nothing. */
  hasNull = false
  tipo: unknown = undefined
  fecha: unknown = undefined
  /** Findings that make nothing unsound: names that do not exist, nodes that are too many or exclude each other. */
  readonly intact: Finding[] = []
  /** Where texts have white space that the XSD does not see. */
  readonly spaced: At[] = []
  readonly tally: FindingTally
  readonly mostItems: number
  #items = 0
  #guesses = 0
  readonly #closest: StructureOptions['closest']
  #suggested: Map<string, readonly string[]> | undefined

  constructor(options: StructureOptions, element: string, tally?: FindingTally) {
    const { member, inForce, closest, placement = false, limits } = options
    const { nodes, findings } = limitsOf(limits)
    this.mostItems = nodes
    this.tally = tally ?? new FindingTally(findings, element)
    this.member = member
    this.inForce = inForce
    this.allInForce = inForce !== undefined
    this.#closest = closest
    this.placement = placement
  }

  /** Whether these items of a list are more than are looked at, in all. */
  exceeds(items: number): boolean {
    this.#items += items
    return this.#items > this.mostItems
  }

  /** The known name that a wrong one is a slip of. */
  meant(name: string, names: Iterable<string>): string | undefined {
    return this.#guesses++ < guesses ? nearest(name, names) : undefined
  }

  closest(catalog: string, code: string): readonly string[] {
    this.#suggested ??= new Map()
    const key = `${catalog} ${code}`
    const known = this.#suggested.get(key)
    if (known !== undefined || this.#closest === undefined || this.#suggested.size >= suggestions) return known ?? []
    const found = this.#closest(catalog, code)
    this.#suggested.set(key, found)
    return found
  }
}

/** Like keys cost milliseconds to find: a document with more wrong codes than these has another problem. */
const suggestions = 24

/** The same of names: as many as one may type wrong, and no more, however many there are. */
const guesses = 24
