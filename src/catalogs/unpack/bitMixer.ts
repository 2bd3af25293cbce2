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
  const rates = Int32Array.from({ length: 128 }, (_, count) =>
    Math.floor(327680 / (count * 10 + 16)),
  )
  return { probabilities, logits, rates }
}

/** Counters that are mixed for a bit. */
const inputs = 4

/**
 * Codes bits by the counters of their contexts. The caller chooses `inputs` counters and a set of
 * weights for each bit.
 */
export class BitMixer {
  readonly #coder: BitCoder
  /** A probability of 15 bits, and below it, in eight bits, how often it was updated. */
  readonly #counters: Int32Array
  /** Weights in 1/65536. */
  readonly #weights: Int32Array
  readonly #mask: number
  readonly #tables: Tables

  /** @param bits binary logarithm of the number of counters */
  constructor(coder: BitCoder, bits: number, sets: number) {
    tables ??= createTables()
    this.#tables = tables
    this.#coder = coder
    this.#counters = new Int32Array(2 ** bits).fill(16384 << 8)
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
    const s0 = logits[counters[i0]! >> 11]!
    const s1 = logits[counters[i1]! >> 11]!
    const s2 = logits[counters[i2]! >> 11]!
    const s3 = logits[counters[i3]! >> 11]!
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
    const target = coded === 1 ? 32767 : 0
    counters[i0] = updated(counters[i0]!, target, rates)
    counters[i1] = updated(counters[i1]!, target, rates)
    counters[i2] = updated(counters[i2]!, target, rates)
    counters[i3] = updated(counters[i3]!, target, rates)
    return coded
  }

  /** Codes a bit in one context, given by its hash. */
  alone(context: number, bit: number): number {
    const counters = this.#counters
    const index = context & this.#mask
    const counter = counters[index]!
    const coded = this.#coder.code(Math.max(16, Math.min(32752, counter >> 8)), bit)
    counters[index] = updated(counter, coded === 1 ? 32767 : 0, this.#tables.rates)
    return coded
  }
}

function updated(counter: number, target: number, rates: Int32Array): number {
  const count = counter & 255
  const before = counter >> 8
  const after = before + (Math.imul(target - before, rates[count]!) >> 15)
  return (after << 8) | (count < 127 ? count + 1 : count)
}

/** Mixes two numbers to the hash of a context. */
export function hash(one: number, other: number): number {
  const mixed = Math.imul(one, 0x9e3779b1) ^ Math.imul(other + 0x7f4a7c15, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}
