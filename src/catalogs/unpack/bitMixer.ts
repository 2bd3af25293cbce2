/**
 * Predicts bits by adaptive counters, mixed in the logistic domain: M. Mahoney, "Adaptive weighing
 * of context models for lossless data compression" (2005). All numbers are integers, so that every
 * engine computes the same ones.
 * @module
 */
import type { BitCoder } from './rangeDecoder.js'

/** 32768 / (1 + e^-x) for each half between -8 and 8. */
const curve = [
  11, 18, 30, 49, 81, 134, 220, 362, 589, 961, 1554, 2485, 3906, 5978, 8813, 12371, 16384, 20397,
  23955, 26790, 28862, 30283, 31214, 31807, 32179, 32406, 32548, 32634, 32687, 32719, 32738, 32750,
  32757,
]

/** Greatest logit, in 1/256. */
const limit = 2048

/** Tables of the mixer. */
interface Tables {
  /** Probabilities of 15 bits, by the logit in 1/256 and {@link limit}. */
  readonly probabilities: Int32Array
  /** Inverse of `probabilities`, by probabilities of 12 bits. */
  readonly logits: Int32Array
  /** Share of the error by which a counter changes at its nth update, in 1/32768. */
  readonly rates: Int32Array
}

/** Created with the first mixer: an import of the library needs none. */
let tables: Tables | undefined

function createTables(): Tables {
  const probabilities = Int32Array.from({ length: limit * 2 }, (_, place) => {
    const [index, rest] = [place >> 7, place & 127]
    return (curve[index]! * (128 - rest) + curve[index + 1]! * rest) >> 7
  })
  let place = 0
  const logits = Int32Array.from({ length: 4096 }, (_, probability) => {
    while (place < limit * 2 - 1 && probabilities[place]! < probability * 8 + 4) place++
    return place - limit
  })
  const rates = Int32Array.from({ length: mostUpdates + 1 }, (_, count) =>
    Math.floor(327680 / (count * 10 + 16)),
  )
  return { probabilities, logits, rates }
}

/** Counters that are mixed for a bit. */
const inputs = 4

/** Updates that a counter counts. */
const mostUpdates = 15

/**
 * Codes bits by the counters of their contexts. The caller chooses `inputs` counters and a set of
 * weights for each bit.
 */
export class BitMixer {
  readonly #coder: BitCoder
  /**
   * A probability of 12 bits, and below it, in four bits, how often it was updated. Wider counters
   * leave the cache, take twice the time, and predict no better.
   */
  readonly #counters: Uint16Array
  /** Weights in 1/65536. */
  readonly #weights: Int32Array
  readonly #mask: number
  readonly #tables: Tables

  /** @param bits binary logarithm of the number of counters */
  constructor(coder: BitCoder, bits: number, sets: number) {
    tables ??= createTables()
    this.#tables = tables
    this.#coder = coder
    this.#counters = new Uint16Array(2 ** bits).fill(2048 << 4)
    this.#mask = 2 ** bits - 1
    this.#weights = new Int32Array(sets * inputs).fill(23000)
  }

  /** Codes a bit in four contexts, given by their hashes. */
  code(set: number, bit: number, c0: number, c1: number, c2: number, c3: number): number {
    const counters = this.#counters
    const weights = this.#weights
    const mask = this.#mask
    const { probabilities, logits, rates } = this.#tables
    const i0 = c0 & mask
    const i1 = c1 & mask
    const i2 = c2 & mask
    const i3 = c3 & mask
    const n0 = counters[i0]!
    const n1 = counters[i1]!
    const n2 = counters[i2]!
    const n3 = counters[i3]!
    const s0 = logits[n0 >> 4]!
    const s1 = logits[n1 >> 4]!
    const s2 = logits[n2 >> 4]!
    const s3 = logits[n3 >> 4]!
    const at = set * inputs
    const w0 = weights[at]!
    const w1 = weights[at + 1]!
    const w2 = weights[at + 2]!
    const w3 = weights[at + 3]!
    const sum =
      (Math.imul(s0, w0) + Math.imul(s1, w1) + Math.imul(s2, w2) + Math.imul(s3, w3)) >> 16
    const logit = sum < -limit ? -limit : sum >= limit ? limit - 1 : sum
    const probability = probabilities[logit + limit]!
    const coded = this.#coder.code(probability, bit)
    const error = ((coded << 15) - probability) * 4
    weights[at] = w0 + (Math.imul(error, s0) >> 14)
    weights[at + 1] = w1 + (Math.imul(error, s1) >> 14)
    weights[at + 2] = w2 + (Math.imul(error, s2) >> 14)
    weights[at + 3] = w3 + (Math.imul(error, s3) >> 14)
    const target = coded === 1 ? 4095 : 0
    counters[i0] = updated(n0, target, rates)
    counters[i1] = updated(n1, target, rates)
    counters[i2] = updated(n2, target, rates)
    counters[i3] = updated(n3, target, rates)
    return coded
  }

  /** Codes a bit in one context, given by its hash. */
  alone(context: number, bit: number): number {
    const counters = this.#counters
    const index = context & this.#mask
    const counter = counters[index]!
    const coded = this.#coder.code(Math.max(16, Math.min(32752, (counter >> 4) * 8)), bit)
    counters[index] = updated(counter, coded === 1 ? 4095 : 0, this.#tables.rates)
    return coded
  }
}

function updated(counter: number, target: number, rates: Int32Array): number {
  const count = counter & 15
  const before = counter >> 4
  const after = before + (Math.imul(target - before, rates[count]!) >> 15)
  return (after << 4) | (count < mostUpdates ? count + 1 : count)
}

/** Mixes two numbers to the hash of a context. */
export function hash(one: number, other: number): number {
  // Numbers of 32 bits with their sign: V8 allocates memory for larger ones in new code.
  const mixed = Math.imul(one, -0x61c8864f) ^ Math.imul((other + 0x7f4a7c15) | 0, -0x7a143595)
  return mixed ^ (mixed >>> 15)
}
