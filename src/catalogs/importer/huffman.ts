/**
 * Huffman codes as DEFLATE wants them: canonical, of bounded length (RFC 1951, section 3.2.2).
 * @module
 */

/** Length in bits of the code of each symbol, 0 for symbols that do not occur; at most `most`. */
export function codeLengths(counts: readonly number[], most: number): number[] {
  const used = counts.flatMap((count, symbol) => (count > 0 ? [symbol] : []))
  const lengths = new Array<number>(counts.length).fill(0)
  if (used.length < 2) {
    // A code of one symbol still takes a bit, and a tree of none is written as one unused symbol.
    lengths[used[0] ?? 0] = 1
    return lengths
  }
  for (let weights = counts.map((count) => count); ; weights = weights.map((weight) => Math.ceil(weight / 2))) {
    for (const [symbol, length] of depths(used, weights)) lengths[symbol] = length
    if (Math.max(...lengths) <= most) return lengths
  }
}

interface Node {
  readonly weight: number
  readonly order: number
  readonly symbols: readonly number[]
}

/** Depths in the Huffman tree. Ties are settled by order of creation, so that the result depends on the counts alone. */
function depths(used: readonly number[], weights: readonly number[]): Map<number, number> {
  const depth = new Map(used.map((symbol) => [symbol, 0]))
  const leaves: Node[] = used.map((symbol) => ({ weight: weights[symbol]!, order: symbol, symbols: [symbol] }))
  leaves.sort((a, b) => a.weight - b.weight || a.order - b.order)
  const trees: Node[] = []
  const lightest = (): Node =>
    (trees[0]?.weight ?? Infinity) < (leaves[0]?.weight ?? Infinity) ? trees.shift()! : leaves.shift()!
  while (leaves.length + trees.length > 1) {
    const [a, b] = [lightest(), lightest()]
    const symbols = [...a.symbols, ...b.symbols]
    for (const symbol of symbols) depth.set(symbol, depth.get(symbol)! + 1)
    trees.push({ weight: a.weight + b.weight, order: 0, symbols })
  }
  return depth
}

/** Codes from their lengths, bits reversed because DEFLATE packs from the low end. */
export function codesOf(lengths: readonly number[]): number[] {
  const next = new Array<number>(17).fill(0)
  for (let length = 1, code = 0; length <= 15; length++) {
    code = (code + lengths.filter((other) => other === length - 1 && other > 0).length) << 1
    next[length] = code
  }
  return lengths.map((length) => (length === 0 ? 0 : reverse(next[length]!++, length)))
}

function reverse(code: number, length: number): number {
  let reversed = 0
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit)
  return reversed
}

/** One symbol of the code that writes code lengths. */
export interface LengthCode {
  readonly symbol: number
  readonly extra: number
  readonly bits: number
}

/** Code lengths with their repetitions: 16 repeats the last 3 to 6 times, 17 and 18 write runs of zeros. */
export function lengthCodes(lengths: readonly number[]): LengthCode[] {
  const codes: LengthCode[] = []
  for (let at = 0; at < lengths.length; ) {
    const value = lengths[at]!
    let run = 1
    while (lengths[at + run] === value) run++
    const code = value === 0 ? zeroRun(run) : sameRun(run, value, lengths[at - 1])
    codes.push(code.code)
    at += code.times
  }
  return codes
}

interface Run {
  readonly code: LengthCode
  readonly times: number
}

function zeroRun(run: number): Run {
  if (run < 3) return { code: { symbol: 0, extra: 0, bits: 0 }, times: 1 }
  const times = Math.min(run, 138)
  return times < 11
    ? { code: { symbol: 17, extra: times - 3, bits: 3 }, times }
    : { code: { symbol: 18, extra: times - 11, bits: 7 }, times }
}

function sameRun(run: number, value: number, before: number | undefined): Run {
  const times = Math.min(run, 6)
  if (before !== value || times < 3) return { code: { symbol: value, extra: 0, bits: 0 }, times: 1 }
  return { code: { symbol: 16, extra: times - 3, bits: 2 }, times }
}
