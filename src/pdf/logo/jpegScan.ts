/**
 * Decodes the coefficients of a JPEG: baseline, extended and progressive scans with Huffman codes
 * (ISO/IEC 10918-1, annexes F and G).
 * @module
 */
import type { Huffman, ScanBits } from './jpegBits.js'

/** A component of an image, such as its brightness, in blocks of 8 by 8 coefficients. */
export interface Component {
  readonly id: number
  /** Samples of the component, by those of the largest one. */
  readonly across: number
  readonly down: number
  readonly quantization: number
  /** Blocks that hold pixels, and those that are stored for a row. */
  readonly columns: number
  readonly rows: number
  readonly stored: number
  readonly coefficients: Int16Array
}

/** Header of a scan. */
export interface Scan {
  readonly parts: readonly ScanPart[]
  readonly isProgressive: boolean
  /** First and last coefficient, in zigzag order. */
  readonly first: number
  readonly last: number
  /** Bits of a coefficient that earlier scans decoded, if any, and that later ones decode. */
  readonly high: number
  readonly low: number
  /** Units between restart markers, or 0. */
  readonly interval: number
}

/** A component of a scan, with its tables and its last DC coefficient. */
export interface ScanPart {
  readonly component: Component
  readonly dc: Huffman | undefined
  readonly ac: Huffman | undefined
  predicted: number
}

/** Position in a block of each coefficient in zigzag order. */
export const zigzag = Uint8Array.from(
  '0 1 8 16 9 2 3 10 17 24 32 25 18 11 4 5 12 19 26 33 40 48 41 34 27 20 13 6 7 14 21 28 35 42 49 56 57 50 43 36 29 22 15 23 30 37 44 51 58 59 52 45 38 31 39 46 53 60 61 54 47 55 62 63'.split(
    ' ',
  ),
  Number,
)

/** Blocks of a scan that are decoded before other code runs: some ten milliseconds. */
const blocksPerTurn = 10_000

/** Decodes a scan into the coefficients of its components. Lets other code run meanwhile. */
export async function decodeScan(bits: ScanBits, scan: Scan, unitsPerRow: number, rows: number) {
  const decoder = new ScanDecoder(bits, scan)
  const isAlone = scan.parts.length === 1
  const { columns, rows: own } = (scan.parts[0] as ScanPart).component
  const [across, down] = isAlone ? [columns, own] : [unitsPerRow, rows]
  let blocks = 0
  for (const { component } of scan.parts) blocks += isAlone ? 1 : component.across * component.down
  const turn = Math.ceil(blocksPerTurn / blocks)
  for (let unit = 0; unit < across * down; unit++) {
    if (unit > 0 && unit % turn === 0) await new Promise((next) => setTimeout(next))
    if (scan.interval > 0 && unit > 0 && unit % scan.interval === 0) decoder.restart()
    const [x, y] = [unit % across, Math.floor(unit / across)]
    if (isAlone) decoder.decodeBlock(scan.parts[0] as ScanPart, x, y)
    else
      for (const part of scan.parts) {
        // Decodes the blocks of a component in an interleaved unit.
        const { across, down } = part.component
        for (let v = 0; v < down; v++)
          for (let u = 0; u < across; u++) decoder.decodeBlock(part, x * across + u, y * down + v)
      }
  }
}

class ScanDecoder {
  readonly #bits: ScanBits
  readonly #scan: Scan
  /** Blocks that follow without coefficients in this band. */
  #emptyBlocks = 0

  constructor(bits: ScanBits, scan: Scan) {
    this.#bits = bits
    this.#scan = scan
  }

  restart(): void {
    this.#bits.restart()
    this.#emptyBlocks = 0
    for (const part of this.#scan.parts) part.predicted = 0
  }

  decodeBlock(part: ScanPart, x: number, y: number): void {
    const { coefficients, stored } = part.component
    const at = (y * stored + x) * 64
    const { isProgressive, first, high } = this.#scan
    if (!isProgressive) {
      this.#decodeDc(part, coefficients, at)
      this.#decodeAc(part, coefficients, at, 1)
    } else if (first === 0) {
      if (high === 0) this.#decodeDc(part, coefficients, at)
      else {
        coefficients[at] = (coefficients[at] as number) | (this.#bits.read(1) << this.#scan.low)
      }
    } else if (high === 0) this.#decodeAc(part, coefficients, at, first)
    else this.#refineAc(part, coefficients, at)
  }

  #decodeDc(part: ScanPart, coefficients: Int16Array, at: number): void {
    part.predicted += this.#bits.readSigned(this.#bits.readCode(part.dc) & 15)
    coefficients[at] = part.predicted << this.#scan.low
  }

  #decodeAc({ ac }: ScanPart, coefficients: Int16Array, at: number, first: number): void {
    if (this.#emptyBlocks > 0) {
      this.#emptyBlocks--
      return
    }
    const { last, low } = this.#scan
    for (let index = first; index <= last; index++) {
      const code = this.#bits.readCode(ac)
      const [zeros, length] = [code >> 4, code & 15]
      if (length === 0 && zeros < 15) {
        this.#emptyBlocks = this.#readRun(zeros) - 1
        return
      }
      index += zeros
      const value = this.#bits.readSigned(length)
      if (index <= last && length > 0) coefficients[at + (zigzag[index] as number)] = value << low
    }
  }

  /** Number of blocks without further coefficients, this one included. */
  #readRun(length: number): number {
    return length === 0 ? 1 : (1 << length) + this.#bits.read(length)
  }

  /** Adds a bit to the coefficients of earlier scans, and new ones of one bit (G.1.2.3). */
  #refineAc({ ac }: ScanPart, coefficients: Int16Array, at: number): void {
    const { first, last, low } = this.#scan
    let index = first
    while (this.#emptyBlocks === 0 && index <= last) {
      const code = this.#bits.readCode(ac)
      const [zeros, length] = [code >> 4, code & 15]
      if (length === 0 && zeros < 15) {
        this.#emptyBlocks = this.#readRun(zeros)
        break
      }
      const value = length === 0 ? 0 : this.#bits.read(1) === 1 ? 1 << low : -1 << low
      index = this.#refineUntil(coefficients, at, index, zeros)
      if (value !== 0 && index <= last) coefficients[at + (zigzag[index] as number)] = value
      index++
    }
    if (this.#emptyBlocks === 0) return
    this.#refineUntil(coefficients, at, index, 64)
    this.#emptyBlocks--
  }

  /** Refines coefficients until that many zeros are behind; returns the index of the next zero. */
  #refineUntil(coefficients: Int16Array, at: number, index: number, zeros: number): number {
    const { last, low } = this.#scan
    let left = zeros
    for (; index <= last; index++) {
      const place = at + (zigzag[index] as number)
      const value = coefficients[place] as number
      if (value === 0) {
        if (left === 0) return index
        left--
      } else if (this.#bits.read(1) === 1 && (value & (1 << low)) === 0)
        coefficients[place] = value + (value > 0 ? 1 << low : -1 << low)
    }
    return index
  }
}
