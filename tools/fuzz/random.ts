/**
 * Reproducible random choices: the same seed gives the same ones.
 * @module
 */

export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to `end`, exclusive. */
  below(end: number): number {
    return Math.floor(this.#next() * end)
  }

  /** Returns true once in `inSoMany` times. */
  once(inSoMany: number): boolean {
    return this.below(inSoMany) === 0
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  /** Mostly small numbers, sometimes one near `end`. */
  small(end: number): number {
    return Math.floor(end ** this.#next())
  }

  /** Mulberry32: from 0 to 1. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
