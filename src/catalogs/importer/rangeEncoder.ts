/**
 * The encoder of range coding.
 * @module
 */
import { type Coder, leastRange, zerosAdded } from '../unpack/rangeDecoder.js'

/** Inverse of `RangeDecoder`. */
export class RangeEncoder implements Coder {
  readonly #bytes: number[] = []
  #low = 0
  #range = 0xffffffff
  /** The range of a place. */
  #unit = 0
  /** The last byte, and the count of it and the bytes 255 after it, which a carry still changes. */
  #last = 0
  #open = 1

  code(probability: number, bit: number): number {
    const bound = Math.imul(this.#range >>> 15, probability) >>> 0
    if (bit === 1) this.#range = bound
    else {
      this.#low += bound
      this.#range -= bound
    }
    this.#scale()
    return bit
  }

  locate(total: number, place: number): number {
    this.#unit = Math.floor(this.#range / total)
    return place
  }

  take(first: number, count: number): void {
    this.#low += this.#unit * first
    this.#range = this.#unit * count
    this.#scale()
  }

  /**
   * Returns the bytes, without the first one, which is 0, and without the last ones that are 0: at
   * most as many as a decoder adds.
   */
  finish(): Uint8Array {
    for (let count = 0; count < 5; count++) this.#shift()
    const least = Math.max(1, this.#bytes.length - zerosAdded)
    let end = this.#bytes.length
    while (end > least && this.#bytes[end - 1] === 0) end--
    return Uint8Array.from(this.#bytes.slice(1, end))
  }

  #scale(): void {
    while (this.#range < leastRange) {
      this.#range *= 256
      this.#shift()
    }
  }

  #shift(): void {
    if (this.#low < 0xff000000 || this.#low >= 2 ** 32) {
      const carry = this.#low >= 2 ** 32 ? 1 : 0
      for (let byte = this.#last; this.#open > 0; this.#open--, byte = 255)
        this.#bytes.push((byte + carry) & 255)
      this.#last = Math.floor(this.#low / leastRange) & 255
    }
    this.#open++
    this.#low = (this.#low % leastRange) * 256
  }
}
