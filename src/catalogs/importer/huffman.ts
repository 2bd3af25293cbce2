/**
 * Huffman codes for DEFLATE: canonical, of bounded length (RFC 1951, section 3.2.2).
 * @module
 */

/**
 * Returns the code length in bits of each symbol, at most `most`; 0 for symbols that do not occur.
 */
export function codeLengths(counts: readonly number[], most: number): number[] {
  const used = counts.flatMap((count, symbol) => (count > 0 ? [symbol] : []))
  const lengths = new Array<number>(counts.length).fill(0)
  if (used.length < 2) {
    // A code of one symbol still takes a bit, and an empty tree is written as one unused symbol.
    lengths[used[0] ?? 0] = 1
    return lengths
  }
  for (
    let weights = counts.map((count) => count);
    ;
    weights = weights.map((weight) => Math.ceil(weight / 2))
  ) {
    for (const [symbol, length] of depths(used, weights)) lengths[symbol] = length
    if (Math.max(...lengths) <= most) return lengths
  }
}

interface Node {
  readonly weight: number
  readonly order: number
  readonly symbols: readonly number[]
}

/**
 * Depths in the Huffman tree. Ties are resolved by order of creation, so that the result depends on
 * the counts alone.
 */
function depths(used: readonly number[], weights: readonly number[]): Map<number, number> {
  const depth = new Map(used.map((symbol) => [symbol, 0]))
  const leaves: Node[] = used.map((symbol) => ({
    weight: weights[symbol]!,
    order: symbol,
    symbols: [symbol],
  }))
  leaves.sort((a, b) => a.weight - b.weight || a.order - b.order)
  const trees: Node[] = []
  const lightest = (): Node => {
    if ((trees[0]?.weight ?? Infinity) < (leaves[0]?.weight ?? Infinity)) return trees.shift()!
    return leaves.shift()!
  }
  while (leaves.length + trees.length > 1) {
    const [a, b] = [lightest(), lightest()]
    const symbols = [...a.symbols, ...b.symbols]
    for (const symbol of symbols) depth.set(symbol, depth.get(symbol)! + 1)
    trees.push({ weight: a.weight + b.weight, order: 0, symbols })
  }
  return depth
}

/** Returns the codes of some lengths, with bits reversed because DEFLATE packs from the low end. */
export function codesOf(lengths: readonly number[]): number[] {
  const next = new Array<number>(17).fill(0)
  for (let length = 1, code = 0; length <= 15; length++) {
    code = (code + lengths.filter((other) => other === length - 1 && other > 0).length) << 1
    next[length] = code
  }
  return lengths.map((length) => (length === 0 ? 0 : reverseCode(next[length]!++, length)))
}

function reverseCode(code: number, length: number): number {
  let reversed = 0
  for (let bit = 0; bit < length; bit++) reversed |= ((code >>> bit) & 1) << (length - 1 - bit)
  return reversed
}

/** A symbol of the code for code lengths. */
export interface LengthCode {
  readonly symbol: number
  readonly extra: number
  readonly bits: number
}

/**
 * Encodes code lengths with repetitions: 16 repeats the last 3 to 6 times, 17 and 18 write runs of
 * zeros.
 */
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
  if (times < 11) return { code: { symbol: 17, extra: times - 3, bits: 3 }, times }
  return { code: { symbol: 18, extra: times - 11, bits: 7 }, times }
}

function sameRun(run: number, value: number, before: number | undefined): Run {
  const times = Math.min(run, 6)
  if (before !== value || times < 3) return { code: { symbol: value, extra: 0, bits: 0 }, times: 1 }
  return { code: { symbol: 16, extra: times - 3, bits: 2 }, times }
}
