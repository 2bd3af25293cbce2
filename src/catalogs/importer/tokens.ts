/**
 * LZ77 as DEFLATE uses it (RFC 1951, sections 3.2.5 and 4): literals, and copies of up to 258 bytes
 * from the last 32 KiB.
 * @module
 */

/** A literal, or a copy if it has a `distanceSymbol`. */
export interface Token {
  readonly symbol: number
  readonly lengthExtra: number
  readonly lengthBits: number
  readonly distanceSymbol: number | undefined
  readonly distanceExtra: number
  readonly distanceBits: number
}

const window = 1 << 15
const longest = 258
const shortest = 3
const attempts = 2048

/** Splits `bytes` into tokens, with hash chains and one step of lazy evaluation. */
export function tokenize(bytes: Uint8Array): Token[] {
  const finder = new Finder(bytes)
  const tokens: Token[] = []
  for (let at = 0; at < bytes.length; ) {
    const found = finder.longestAt(at)
    finder.add(at)
    const later =
      found.length >= shortest && found.length < longest ? finder.longestAt(at + 1) : nothing
    if (found.length < shortest || later.length > found.length) {
      tokens.push(literalToken(bytes[at++]!))
      continue
    }
    tokens.push(copy(found.length, found.distance))
    for (let end = at + found.length; ++at < end; ) finder.add(at)
  }
  return tokens
}

interface Found {
  readonly length: number
  readonly distance: number
}

const nothing: Found = { length: 0, distance: 0 }

class Finder {
  readonly #bytes: Uint8Array
  readonly #heads = new Int32Array(1 << 16).fill(-1)
  readonly #before: Int32Array

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#before = new Int32Array(bytes.length)
  }

  add(at: number): void {
    const hash = this.#hash(at)
    this.#before[at] = this.#heads[hash]!
    this.#heads[hash] = at
  }

  longestAt(at: number): Found {
    if (at + shortest > this.#bytes.length) return nothing
    let best = nothing
    let left = attempts
    for (
      let from = this.#heads[this.#hash(at)]!;
      from >= 0 && at - from <= window && left-- > 0;
      from = this.#before[from]!
    ) {
      const length = from === at ? 0 : this.#common(from, at, best.length)
      if (length > best.length) best = { length, distance: at - from }
      if (length === longest) break
    }
    // A distant copy of three bytes costs more bits than three literals.
    if (best.length === shortest && best.distance > 4096) return nothing
    return best
  }

  #hash(at: number): number {
    const bytes = this.#bytes
    return ((bytes[at]! << 10) ^ (bytes[at + 1]! << 5) ^ bytes[at + 2]!) & 0xffff
  }

  #common(from: number, at: number, beat: number): number {
    const bytes = this.#bytes
    if (bytes[from + beat] !== bytes[at + beat]) return 0
    const most = Math.min(longest, bytes.length - at)
    let length = 0
    while (length < most && bytes[from + length] === bytes[at + length]) length++
    return length
  }
}

function literalToken(symbol: number): Token {
  return {
    symbol,
    lengthExtra: 0,
    lengthBits: 0,
    distanceSymbol: undefined,
    distanceExtra: 0,
    distanceBits: 0,
  }
}

function copy(length: number, distance: number): Token {
  const slot = lengthSlots[length]!
  const far = slotOf(distanceBases, distance)
  return {
    symbol: 257 + slot,
    lengthExtra: length - lengthBases[slot]!,
    lengthBits: slot < 8 || slot === 28 ? 0 : (slot >> 2) - 1,
    distanceSymbol: far,
    distanceExtra: distance - distanceBases[far]!,
    distanceBits: far < 4 ? 0 : (far >> 1) - 1,
  }
}

function slotOf(bases: readonly number[], value: number): number {
  let slot = bases.length - 1
  while (bases[slot]! > value) slot--
  return slot
}

const lengthBases = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
]
const distanceBases = Array.from({ length: 30 }, (_, slot) =>
  slot < 4 ? slot + 1 : (2 + (slot & 1)) * 2 ** ((slot >> 1) - 1) + 1,
)
const lengthSlots = Array.from({ length: longest + 1 }, (_, length) =>
  length < shortest ? 0 : slotOf(lengthBases, length),
)
