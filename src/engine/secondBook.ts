/**
 * Seconds of equal documents. Documents that are equal except for their date receive different
 * seconds: each second is assigned once per content.
 * @module
 */

/** A request for a second. Seconds are whole, since 1970. */
export interface SecondWish {
  /** SHA-256 of the document without its date and its seal, in hexadecimal. */
  readonly content: string
  /** Second of another document with this content. */
  readonly taken: number
  /** First permitted second. Earlier assignments may be forgotten. */
  readonly from: number
  /** Last permitted second. */
  readonly to: number
}

/** Assigned seconds, in memory. */
export class SecondBook {
  readonly #contents = new Map<string, Set<number>>()

  /** Assigns the last free second. Returns undefined if none is free. */
  next({ content, taken, from, to }: SecondWish): number | undefined {
    const seconds = this.#contents.get(content) ?? new Set<number>()
    for (const [stored, assigned] of this.#contents) {
      for (const second of assigned) if (second < from) assigned.delete(second)
      if (assigned.size > 0) break
      this.#contents.delete(stored)
    }
    // Move to the end of the map, whose first entries are the least recently used.
    this.#contents.delete(content)
    this.#contents.set(content, seconds.add(taken))
    for (let second = to; second >= from; second--) {
      if (seconds.has(second)) continue
      seconds.add(second)
      return second
    }
    return undefined
  }

  /** Number of stored seconds. */
  get size(): number {
    let size = 0
    for (const seconds of this.#contents.values()) size += seconds.size
    return size
  }
}
