/**
 * Range coding of bits: G. N. N. Martin, "Range encoding" (1979), in the form of LZMA, with
 * probabilities of 15 bits.
 * @module
 */

/** Codes a bit at its probability of being 1, in 1/32768. A decoder ignores `bit`. */
export interface BitCoder {
  code(probability: number, bit: number): number
}

/** Codes numbers too, by their shares of a total below 2^24. */
export interface Coder extends BitCoder {
  /** Returns a place in the total that belongs to the number. A decoder ignores `place`. */
  locate(total: number, place: number): number
  /** Codes the number at that place: its first place, and how many it has. */
  take(first: number, count: number): void
}

/** Ranges below it are scaled by a byte. */
export const leastRange = 2 ** 24

/** Zeros that a decoder reads past the end, because an encoder omits them. */
export const zerosAdded = 8

/** Decodes the bits that a range encoder coded with the same probabilities. */
export class RangeDecoder implements Coder {
  readonly #source: Uint8Array
  /**
   * The code, the range, and the range of a place. In an array: V8 allocates memory for a large
   * number in a field.
   */
  readonly #state = Uint32Array.of(0, 0xffffffff, 0)
  #at = 0

  constructor(source: Uint8Array) {
    this.#source = source
    for (let count = 0; count < 4; count++) this.#read()
  }

  code(probability: number): number {
    const state = this.#state
    const bound = Math.imul(state[1]! >>> 15, probability) >>> 0
    const bit = state[0]! < bound ? 1 : 0
    if (bit === 1) state[1] = bound
    else {
      state[0]! -= bound
      state[1]! -= bound
    }
    if (state[1]! < leastRange) this.#scale()
    return bit
  }

  locate(total: number): number {
    const state = this.#state
    const unit = Math.floor(state[1]! / total)
    state[2] = unit
    return Math.min(total - 1, Math.floor(state[0]! / unit))
  }

  take(first: number, count: number): void {
    const state = this.#state
    state[0]! -= Math.imul(first, state[2]!)
    state[1] = Math.imul(count, state[2]!)
    if (state[1]! < leastRange) this.#scale()
  }

  #scale(): void {
    const state = this.#state
    while (state[1]! < leastRange) {
      state[1] = state[1]! << 8
      this.#read()
    }
  }

  #read(): void {
    if (this.#at > this.#source.length + zerosAdded) throw new RangeError('damaged text: cut short')
    this.#state[0] = (this.#state[0]! << 8) | (this.#source[this.#at++] ?? 0)
  }
}
