/**
 * Reads the bits and codes of a JPEG scan (ISO/IEC 10918-1, annexes C and F).
 * @module
 */

/** A Huffman table: the length and value of each code, by the 16 bits that begin with it. */
export type Huffman = Uint16Array

/** Creates a table from the number of codes of each length, and their values in order. */
export function huffmanOf(counts: Uint8Array, values: Uint8Array): Huffman {
  const table = new Uint16Array(0x10000)
  let code = 0
  let at = 0
  counts.forEach((count, index) => {
    const length = index + 1
    const span = 1 << (16 - length)
    for (let end = at + count; at < end; at++, code += span)
      table.fill((length << 8) | (values[at] ?? 0), code, code + span)
  })
  return table
}

/** The bits of a scan. Past its end, all are zero. */
export class ScanBits {
  readonly #bytes: Uint8Array
  #at: number
  #bits = 0
  #count = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** Reads a number of up to 16 bits. */
  read(length: number): number {
    const value = this.#peek() >>> (16 - length)
    this.#count -= length
    return value
  }

  /** Reads a number whose first bit is its sign. */
  readSigned(length: number): number {
    if (length === 0) return 0
    const value = this.read(length)
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }

  /** Reads a code. @throws RangeError for one that the table lacks. */
  readCode(table: Huffman | undefined): number {
    const found = table?.[this.#peek()] ?? 0
    if (found === 0) throw new RangeError('unknown code')
    this.#count -= found >>> 8
    return found & 0xff
  }

  /** Continues after the next restart marker. */
  restart(): void {
    this.#bits = 0
    this.#count = 0
    const bytes = this.#bytes
    for (; this.#at + 1 < bytes.length; this.#at++)
      if (bytes[this.#at] === 0xff && ((bytes[this.#at + 1] as number) & 0xf8) === 0xd0) break
    this.#at += 2
  }

  /** The next 16 bits. */
  #peek(): number {
    while (this.#count < 16) {
      this.#bits = (this.#bits << 8) | this.#nextByte()
      this.#count += 8
    }
    return (this.#bits >>> (this.#count - 16)) & 0xffff
  }

  /** A byte of 0xff is followed by zero; anything else is a marker, which ends the bits. */
  #nextByte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) return 0
    if (byte !== 0xff) {
      this.#at++
      return byte
    }
    if (this.#bytes[this.#at + 1] !== 0) return 0
    this.#at += 2
    return byte
  }
}
