/**
 * Options and state of a structural check.
 * @module
 */
import { type Limits, limitsOf } from '../../lib/limits.js'
import { nearest } from '../../lib/text.js'
import { type At, type Finding, FindingTally } from '../finding.js'

/**
 * Whether a catalogue has a code on any date; `undefined` when unknown (not loaded, incomplete).
 * Positive results are cached, so they must not change.
 */
export type Membership = (catalog: string, code: string) => boolean | undefined

/** Options of a structural check. */
export interface StructureOptions {
  /** Membership in the SAT's catalogues. Without it, only the form of codes is checked. */
  readonly member?: Membership
  /**
   * Whether a code of a catalogue is in force on the day of the document. Results are cached, so
   * they must not change.
   */
  readonly inForce?: ((catalog: string, code: string) => boolean) | undefined
  /** Returns the nearest codes of a catalogue, for the message of an unknown code. */
  readonly closest?: (catalog: string, code: string) => readonly string[]
  /** Returns the date of a catalogue, for the message of an unknown code. */
  readonly dateOf?: (catalog: string) => string | undefined
  /**
   * Also checks the declarations' demands beyond the XSD: place, document type and dates of
   * complements.
   */
  readonly placement?: boolean
  /** Limits of the input and of the findings. */
  readonly limits?: Limits | undefined
}

/** A value with a `|`, which ends a field of the cadena original. */
export interface Barred {
  /** The SAT's name of the element. */
  readonly element: string
  /** The attribute; `#text` or empty for the text of the element. */
  readonly field: string
  /** Place of the value; for a value within a fragment, that of the fragment. */
  readonly at: At | undefined
  readonly value: string
}

/** State of one check. */
export class Context {
  readonly member: Membership | undefined
  readonly inForce: StructureOptions['inForce']
  readonly placement: boolean
  readonly findings: Finding[] = []
  /** Whether every code so far is known to be in force. */
  allInForce: boolean
  /** Whether every object so far is plain. */
  isPlain = true
  /** Whether a null was found. */
  hasNull = false
  tipo: unknown = undefined
  fecha: unknown = undefined
  /**
   * Findings that leave the document usable for rules: unknown names, repeated or exclusive nodes.
   */
  readonly intact: Finding[] = []
  /** Places of texts with white space that the XSD ignores. */
  readonly spaced: At[] = []
  /** The first values with a `|`. */
  readonly barred: Barred[] = []
  readonly tally: FindingTally
  readonly mostItems: number
  readonly #mostBarred: number
  #items = 0
  #guesses = 0
  readonly dateOf: StructureOptions['dateOf']
  readonly #closest: StructureOptions['closest']
  #suggested: Map<string, readonly string[]> | undefined

  constructor(options: StructureOptions, element: string, tally?: FindingTally) {
    const { member, inForce, closest, dateOf, placement = false, limits } = options
    const { nodes, findings } = limitsOf(limits)
    this.mostItems = nodes
    this.#mostBarred = findings
    this.tally = tally ?? new FindingTally(findings, element)
    this.member = member
    this.inForce = inForce
    this.allInForce = inForce !== undefined
    this.#closest = closest
    this.dateOf = dateOf
    this.placement = placement
  }

  /** Counts the items of a list; returns whether the total exceeds the limit. */
  exceeds(items: number): boolean {
    this.#items += items
    return this.#items > this.mostItems
  }

  /** Records a value with a `|`, up to the limit of findings. */
  noteBar(barred: Barred): void {
    if (this.barred.length < this.#mostBarred) this.barred.push(barred)
  }

  /** Returns the known name nearest to a wrong one. */
  meant(name: string, names: Iterable<string>): string | undefined {
    if (this.#guesses++ < guesses) return nearest(name, names)
    return undefined
  }

  closest(catalog: string, code: string): readonly string[] {
    this.#suggested ??= new Map()
    const key = `${catalog} ${code}`
    const known = this.#suggested.get(key)
    if (known !== undefined || this.#closest === undefined || this.#suggested.size >= suggestions)
      return known ?? []
    const found = this.#closest(catalog, code)
    this.#suggested.set(key, found)
    return found
  }
}

/**
 * Maximum suggested codes per document. A search takes milliseconds, and a document with more wrong
 * codes has another problem.
 */
const suggestions = 24

/** Maximum suggested names per document, as for codes. */
const guesses = 24
