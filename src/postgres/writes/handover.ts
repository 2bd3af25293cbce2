/**
 * Facts about the document of an order that this process has just written: the database has its XML
 * and no journal entry. The document is sent next, so the journal skips a read and the XML. Both
 * are hints: if another process wrote the first entry meanwhile, the append of this process is
 * refused and the entry is read.
 * @module
 */
import type { Clock } from '../../pac/clock.js'

/** Maximum of remembered documents: those not sent yet. */
const most = 1_000
/** Milliseconds for which it is assumed that no other process sent the document. */
const fresh = 1_000

interface Given {
  readonly at: number
  isAbsent: boolean
}

/** The documents of the orders that this process wrote last. */
export class Handover {
  readonly #clock: Clock
  readonly #given = new Map<string, Given>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Remembers the token of an order without a journal entry. */
  give(token: string): void {
    this.#given.delete(token)
    this.#given.set(token, { at: this.#clock.now(), isAbsent: true })
    if (this.#given.size <= most) return
    for (const [oldest] of this.#given) return void this.#given.delete(oldest)
  }

  /** Whether the write of the order found no journal entry of the document. Returns true once. */
  takeAbsence(token: string): boolean {
    const given = this.#given.get(token)
    if (given === undefined || !given.isAbsent) return false
    given.isAbsent = false
    return Math.abs(this.#clock.now() - given.at) <= fresh
  }

  /** Remembers that a key had no order. */
  giveKey(key: string): void {
    this.give(hintOfKey(key))
  }

  /** Whether a key had no order a moment ago. Returns true once. */
  takeKey(key: string): boolean {
    const isAbsent = this.takeAbsence(hintOfKey(key))
    this.#given.delete(hintOfKey(key))
    return isAbsent
  }

  /** Whether the order in the database has the XML of the document. Returns true once. */
  takeXml(token: string): boolean {
    return this.#given.delete(token)
  }
}

/** Name of the hint about an order: no token has it. */
function hintOfKey(key: string): string {
  return `order ${key}`
}
