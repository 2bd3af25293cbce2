/**
 * A raw DEFLATE writer (RFC 1951) with the same output on every machine and version, so that an
 * update changes only changed data. Compression matters more than speed: it runs once a month.
 * @module
 */
import { codeLengths, codesOf, lengthCodes } from './huffman.js'
import { type Token, tokenize } from './tokens.js'

const tokensPerBlock = 1 << 15
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Compresses `bytes` to one DEFLATE stream of dynamic blocks. */
export function deflate(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const tokens = tokenize(bytes)
  const bits = new Bits()
  for (let at = 0; at === 0 || at < tokens.length; at += tokensPerBlock) {
    writeBlock(bits, tokens.slice(at, at + tokensPerBlock), at + tokensPerBlock >= tokens.length)
  }
  return bits.bytes()
}

function writeBlock(bits: Bits, tokens: readonly Token[], last: boolean): void {
  const literals = codeLengths(
    countSymbols(286, tokens, (token) => token.symbol, [256]),
    15,
  )
  const distances = codeLengths(
    countSymbols(30, tokens, (token) => token.distanceSymbol, []),
    15,
  )
  bits.write(last ? 1 : 0, 1)
  bits.write(2, 2)
  writeCodes(bits, literals, distances)
  const literal = codesOf(literals)
  const distance = codesOf(distances)
  for (const token of tokens) {
    bits.write(literal[token.symbol]!, literals[token.symbol]!)
    if (token.distanceSymbol === undefined) continue
    bits.write(token.lengthExtra, token.lengthBits)
    bits.write(distance[token.distanceSymbol]!, distances[token.distanceSymbol]!)
    bits.write(token.distanceExtra, token.distanceBits)
  }
  bits.write(literal[256]!, literals[256]!)
}

function countSymbols(
  size: number,
  tokens: readonly Token[],
  symbolOf: (token: Token) => number | undefined,
  always: readonly number[],
): number[] {
  const counts = new Array<number>(size).fill(0)
  for (const symbol of always) counts[symbol]!++
  for (const token of tokens) {
    const symbol = symbolOf(token)
    if (symbol !== undefined) counts[symbol]!++
  }
  return counts
}

/** Section 3.2.7: the lengths of both codes, run-length and Huffman coded. */
function writeCodes(bits: Bits, literals: readonly number[], distances: readonly number[]): void {
  const [shortLiterals, shortDistances] = [trim(literals, 257), trim(distances, 1)]
  const runs = lengthCodes([...shortLiterals, ...shortDistances])
  const counts = new Array<number>(19).fill(0)
  for (const run of runs) counts[run.symbol]!++
  const lengths = codeLengths(counts, 7)
  const codes = codesOf(lengths)
  let order = lengthOrder.length
  while (order > 4 && lengths[lengthOrder[order - 1]!] === 0) order--
  bits.write(shortLiterals.length - 257, 5)
  bits.write(shortDistances.length - 1, 5)
  bits.write(order - 4, 4)
  for (const symbol of lengthOrder.slice(0, order)) bits.write(lengths[symbol]!, 3)
  for (const run of runs) {
    bits.write(codes[run.symbol]!, lengths[run.symbol]!)
    bits.write(run.extra, run.bits)
  }
}

function trim(lengths: readonly number[], least: number): number[] {
  let length = lengths.length
  while (length > least && lengths[length - 1] === 0) length--
  return lengths.slice(0, length)
}

class Bits {
  readonly #bytes: number[] = []
  #buffer = 0
  #held = 0

  write(value: number, count: number): void {
    this.#buffer |= value << this.#held
    this.#held += count
    for (; this.#held >= 8; this.#held -= 8, this.#buffer >>>= 8)
      this.#bytes.push(this.#buffer & 255)
  }

  bytes(): Uint8Array<ArrayBuffer> {
    if (this.#held > 0) this.#bytes.push(this.#buffer & 255)
    return Uint8Array.from(this.#bytes)
  }
}
