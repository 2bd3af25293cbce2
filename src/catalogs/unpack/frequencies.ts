/**
 * Codes numbers by how often they occurred.
 * @module
 */
import type { Coder } from './rangeDecoder.js'

/** Numbers with their frequencies: a tree of sums. */
export class Frequencies {
  readonly #size: number
  readonly #sums: Int32Array
  readonly #weight: number

  /**
   * @param size count of numbers, a power of 2
   * @param known count of numbers that may occur, each with the frequency 1
   * @param weight frequency that each occurrence adds
   */
  constructor(size: number, known: number, weight: number) {
    const sums = new Int32Array(size * 2).fill(1, size, size + known)
    for (let node = size - 1; node > 0; node--) sums[node] = sums[node * 2]! + sums[node * 2 + 1]!
    this.#size = size
    this.#sums = sums
    this.#weight = weight
  }

  add(number: number): void {
    for (let node = this.#size + number; node > 0; node >>= 1) this.#sums[node]! += this.#weight
  }

  /** Codes a number. A decoder ignores `number`. */
  code(coder: Coder, number: number): number {
    const sums = this.#sums
    const size = this.#size
    let place = coder.locate(sums[1]!, this.#before(number))
    let node = 1
    let first = 0
    while (node < size) {
      node *= 2
      const left = sums[node]!
      if (place < left) continue
      place -= left
      first += left
      node++
    }
    coder.take(first, sums[node]!)
    return node - size
  }

  /** Returns the sum of the frequencies of lower numbers. */
  #before(number: number): number {
    let sum = 0
    for (let node = this.#size + number; node > 1; node >>= 1)
      if (node % 2 === 1) sum += this.#sums[node - 1]!
    return sum
  }
}
