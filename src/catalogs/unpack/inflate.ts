/**
 * Synchronous decoder of raw DEFLATE (RFC 1951): the platform's own is asynchronous in browsers and
 * workers. It trusts its input, this package's own data: damage makes it fail, possibly with an
 * unspecific error.
 * @module
 */

import type { Bytes } from '../../lib/bytes.js'

const lengthBase = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
]
const lengthExtra = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]
const distanceBase = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
]
const distanceExtra = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** A Huffman code as a table from the next `bits` bits to `symbol * 16 + length`. */
interface Code {
  readonly table: Uint16Array
  readonly bits: number
}

/** Decompresses `source`, which inflates to exactly `size` bytes. */
export function inflate(source: Uint8Array, size: number): Bytes {
  return new Inflater(source, size).run()
}

class Inflater {
  readonly #source: Uint8Array
  readonly #target: Bytes
  #at = 0
  #to = 0
  #buffer = 0
  #held = 0

  constructor(source: Uint8Array, size: number) {
    this.#source = source
    this.#target = new Uint8Array(size)
  }

  run(): Bytes {
    for (let last = 0; last === 0; ) {
      last = this.#take(1)
      const type = this.#take(2)
      if (type === 0) {
        this.#take(this.#held & 7)
        const length = this.#take(16)
        this.#take(16)
        for (let left = length; left > 0; left--) this.#target[this.#to++] = this.#take(8)
      } else if (type === 1) this.#block(fixedLiterals(), huffman(new Uint8Array(30).fill(5)))
      else if (type === 2) {
        // The two codes of a dynamic block: section 3.2.7.
        const literals = this.#take(5) + 257
        const distances = this.#take(5) + 1
        const count = this.#take(4) + 4
        const lengths = new Uint8Array(19)
        for (let index = 0; index < count; index++) lengths[lengthOrder[index]!] = this.#take(3)
        const all = this.#lengths(huffman(lengths), literals + distances)
        this.#block(huffman(all.subarray(0, literals)), huffman(all.subarray(literals)))
      } else throw new RangeError('damaged DEFLATE stream: block type 3')
    }
    if (this.#to !== this.#target.length)
      throw new RangeError('damaged DEFLATE stream: wrong length')
    return this.#target
  }

  #fill(count: number): void {
    while (this.#held < count) {
      // A table look-up may read bits past the end, but never more than three bytes of them.
      if (this.#at > this.#source.length + 3)
        throw new RangeError('damaged DEFLATE stream: cut short')
      this.#buffer |= (this.#source[this.#at++] ?? 0) << this.#held
      this.#held += 8
    }
  }

  #take(count: number): number {
    if (count === 0) return 0
    this.#fill(count)
    const value = this.#buffer & ((1 << count) - 1)
    this.#buffer >>>= count
    this.#held -= count
    return value
  }

  #symbol({ table, bits }: Code): number {
    this.#fill(bits)
    const entry = table[this.#buffer & ((1 << bits) - 1)]!
    if (entry === 0) throw new RangeError('damaged DEFLATE stream: no such code')
    this.#buffer >>>= entry & 15
    this.#held -= entry & 15
    return entry >>> 4
  }

  #lengths(code: Code, count: number): Uint8Array {
    const lengths = new Uint8Array(count)
    for (let at = 0; at < count; ) {
      const symbol = this.#symbol(code)
      if (symbol < 16) lengths[at++] = symbol
      else if (symbol === 16) at = repeatLength(lengths, at, 3 + this.#take(2), lengths[at - 1]!)
      else at = repeatLength(lengths, at, symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7), 0)
    }
    return lengths
  }

  #block(literals: Code, distances: Code): void {
    const target = this.#target
    for (;;) {
      const symbol = this.#symbol(literals)
      if (symbol < 256) target[this.#to++] = symbol
      else if (symbol === 256) return
      else this.#copy(symbol - 257, distances)
    }
  }

  #copy(slot: number, distances: Code): void {
    const length = lengthBase[slot]! + this.#take(lengthExtra[slot]!)
    const far = this.#symbol(distances)
    const from = this.#to - distanceBase[far]! - this.#take(distanceExtra[far]!)
    if (from < 0) throw new RangeError('damaged DEFLATE stream: distance too far back')
    const target = this.#target
    for (let index = 0; index < length; index++) target[this.#to + index] = target[from + index]!
    this.#to += length
  }
}

function repeatLength(lengths: Uint8Array, at: number, times: number, value: number): number {
  lengths.fill(value, at, at + times)
  return at + times
}

/**
 * Creates a canonical code from its lengths (section 3.2.2), with reversed bits because the stream
 * is read from the low end.
 */
function huffman(lengths: Uint8Array): Code {
  const bits = Math.max(
    1,
    lengths.reduce((longest, length) => Math.max(longest, length), 0),
  )
  const table = new Uint16Array(1 << bits)
  const next = firstCodes(lengths)
  lengths.forEach((length, symbol) => {
    if (length === 0) return
    const code = reverseBits(next[length]!++, length)
    for (let at = code; at < table.length; at += 1 << length) table[at] = symbol * 16 + length
  })
  return { table, bits }
}

function firstCodes(lengths: Uint8Array): number[] {
  const counts = new Array<number>(16).fill(0)
  for (const length of lengths) if (length > 0) counts[length]!++
  const next = new Array<number>(16).fill(0)
  for (let length = 1, code = 0; length < 16; length++)
    next[length] = code = (code + counts[length - 1]!) << 1
  return next
}

function reverseBits(code: number, length: number): number {
  let reversed = 0
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit)
  return reversed
}

const fixedLiterals = (): Code =>
  huffman(
    Uint8Array.from({ length: 288 }, (_, symbol) =>
      symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
    ),
  )
