/**
 * Range coding of bits: G. N. N. Martin, "Range encoding" (1979), in the form of LZMA, with
 * probabilities of 15 bits.
 * @module
 */

/** Codes a bit at its probability of being 1, in 1/32768. A decoder ignores `bit`. */
export interface BitCoder {
  code(probability: number, bit: number): number
}

/** Ranges below it are scaled by a byte. */
export const leastRange = 2 ** 24

/** Decodes the bits that a range encoder coded with the same probabilities. */
export class RangeDecoder implements BitCoder {
  readonly #source: Uint8Array
  /** The code and the range. In an array: V8 allocates memory for a large number in a field. */
  readonly #state = Uint32Array.of(0, 0xffffffff)
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
    while (state[1]! < leastRange) {
      state[1] = state[1]! << 8
      this.#read()
    }
    return bit
  }

  /** Reads zeros past the end, because an encoder omits them. */
  #read(): void {
    if (this.#at > this.#source.length + 8) throw new RangeError('damaged text: cut short')
    this.#state[0] = (this.#state[0]! << 8) | (this.#source[this.#at++] ?? 0)
  }
}
