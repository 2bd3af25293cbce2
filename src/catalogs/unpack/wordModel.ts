/**
 * The model of the catalogues' descriptions: lines of words, in which a word is predicted by the
 * words before it and by the line above. The encoder of the importer and the decoder of the package
 * share it: each step takes the value that an encoder codes, which a decoder does not know, and
 * returns it.
 *
 * A text is words (letters, digits and every byte beyond ASCII) and separators, in turns. Both are
 * numbered in the order of their first appearance. A capital at the start of a word is a bit of its
 * own. A model codes one block of lines; of earlier blocks it knows the words, and not their order.
 * @module
 */
import { BitMixer, hash } from './bitMixer.js'
import { Frequencies } from './frequencies.js'
import type { Coder } from './rangeDecoder.js'

/** Number of a word that is new in a text, in a step of the model. */
export const unknown = -1

/** Numbers of the empty word and of two separators, which every text has. */
export const empty = 0
export const [space, newline] = [0, 1]

/** Maximum numbers of words and separators of a text. */
export const mostWords = 2 ** 16
export const mostSeparators = 2 ** 7

/** Weight of a word in its block: a word of an earlier block has 1. */
const wordWeight = 16

/** Sets of weights of the mixer, by their first one. */
const sets = { candidate: 0, separator: 64, index: 72 } as const

/** Contexts of a word, the successors that each remembers, and those that are tried. */
const [orders, remembered, mostCandidates] = [3, 3, 6]

/** Numbers of a slot of {@link Successors}. */
const slotSize = 2 + remembered

/** Words that followed a context, the most frequent ones first. */
class Successors {
  /** In each slot a check of the context, the words, and their counts, a byte each. */
  readonly #slots = new Int32Array(2 ** 16 * slotSize)
  #at = 0
  #check = 0

  choose(context: number): void {
    this.#at = (context & 0xffff) * slotSize
    this.#check = context | 1
  }

  get isKnown(): boolean {
    return this.#slots[this.#at] === this.#check
  }

  /** Returns a word of a known context; `unknown` when it has fewer. */
  word(rank: number): number {
    return this.#slots[this.#at + 1 + rank]! - 1
  }

  /** Returns the rank of a word and its count, as one number from 1 to 15. */
  evidence(rank: number): number {
    const count = (this.#slots[this.#at + slotSize - 1]! >> (rank * 8)) & 255
    return rank * 5 + (count < 5 ? count : 5)
  }

  learn(word: number): void {
    const slots = this.#slots
    const at = this.#at
    if (slots[at] !== this.#check) {
      slots[at] = this.#check
      slots[at + 1] = word + 1
      slots[at + 2] = slots[at + 3] = 0
      slots[at + 4] = 1
      return
    }
    const counts = slots[at + 4]!
    let rank = 0
    while (rank < remembered - 1 && slots[at + 1 + rank] !== word + 1) rank++
    const isThere = slots[at + 1 + rank] === word + 1
    const count = isThere ? Math.min(15, ((counts >> (rank * 8)) & 255) + 1) : 1
    let after = counts & ~(255 << (rank * 8))
    for (; rank > 0; rank--) {
      const above = (counts >> (rank * 8 - 8)) & 255
      if (above > count) break
      slots[at + 1 + rank] = slots[at + rank]!
      after = (after & ~(0xffff << (rank * 8 - 8))) | (above << (rank * 8))
    }
    slots[at + 1 + rank] = word + 1
    slots[at + 4] = after | (count << (rank * 8))
  }
}

/** Codes the tokens of a text in turns: {@link word} and {@link separator}. */
export class WordModel {
  readonly #coder: Coder
  readonly #mixer: BitMixer
  readonly #pair = new Successors()
  readonly #single = new Successors()
  readonly #above = new Successors()
  readonly #frequencies: Frequencies
  readonly #candidates = new Int32Array(mostCandidates)
  readonly #evidence = new Int32Array(mostCandidates * orders)
  #line: number[] = []
  #lineAbove: number[] = []
  #word = empty
  #before = empty
  #separator = newline
  #candidateCount = 0
  #hits = 0
  #wasCandidate = false

  /** @param known count of words that earlier blocks have, with the empty word */
  constructor(coder: Coder, known: number) {
    this.#coder = coder
    this.#mixer = new BitMixer(coder, 18, 73)
    this.#frequencies = new Frequencies(mostWords, known, wordWeight)
  }

  /** Codes the number of a word, or `unknown`. */
  word(word: number): number {
    this.#chooseContexts()
    this.#listCandidates()
    const at = Math.min(3, this.#line.length)
    for (let index = 0; index < this.#candidateCount; index++) {
      const candidate = this.#candidates[index]!
      if (this.#isCandidate(index, candidate, at, candidate === word ? 1 : 0) === 1) {
        this.#wasCandidate = true
        return candidate
      }
    }
    this.#wasCandidate = false
    const context = hash(Math.min(7, this.#line.length) * 256 + this.#separator, 20)
    if (this.#mixer.alone(hash(context, this.#word), word === unknown ? 1 : 0) === 1) return unknown
    return this.#frequencies.code(this.#coder, Math.max(0, word))
  }

  /** Learns a word that was coded, or is new. */
  learn(word: number): void {
    this.#pair.learn(word)
    this.#single.learn(word)
    this.#above.learn(word)
    if (!this.#wasCandidate) this.#frequencies.add(word)
    this.#before = this.#word
    this.#word = word
    this.#line.push(word)
  }

  /** Codes whether the word that was learnt last has a capital. */
  capital(isCapital: number): number {
    const isFirst = this.#line.length === 1 ? 1 : 0
    return this.#mixer.alone(hash(this.#word * 2 + isFirst, 30), isCapital)
  }

  /** Codes the number of a separator. */
  separator(separator: number): number {
    const c0 = hash(this.#word, 40)
    const c1 = hash(c0, this.#before)
    const c2 = hash(this.#line.length * 64 + this.#lineAbove.length, 42)
    const c3 = hash(c0, this.#line.length + 43)
    const set = sets.separator
    const mixer = this.#mixer
    let coded: number = space
    if (mixer.code(set, separator === space ? 1 : 0, c0, c1, c2, c3) === 0) {
      coded = newline
      if (mixer.code(set + 1, separator === newline ? 1 : 0, c0 + 1, c1 + 1, c2 + 1, c3 + 1) === 0)
        coded = this.#index(separator)
    }
    this.#endWord(coded)
    return coded
  }

  #index(separator: number): number {
    let node = 1
    for (let bit = mostSeparators >> 1; bit > 0; bit >>= 1) {
      const c0 = hash(node, 50)
      const c1 = hash(c0, this.#word)
      const c2 = hash(c0, this.#separator + 100_000)
      const c3 = hash(c0, this.#line.length + 200_000)
      node = node * 2 + this.#mixer.code(sets.index, separator & bit ? 1 : 0, c0, c1, c2, c3)
    }
    return node - mostSeparators
  }

  #endWord(separator: number): void {
    this.#separator = separator
    if (separator !== newline) return
    this.#lineAbove = this.#line
    this.#line = []
    this.#word = this.#before = empty
  }

  #chooseContexts(): void {
    const above = this.#lineAbove
    const at = this.#line.length
    if (at === 0) {
      const first = above[0] ?? empty
      const second = above[1] ?? empty
      this.#single.choose(hash(first, 71))
      this.#pair.choose(hash(hash(first, second), 72))
      this.#above.choose(hash(hash(first, second), hash(above.length, above[2] ?? empty)))
      return
    }
    this.#single.choose(hash(this.#word, 74))
    this.#pair.choose(hash(hash(this.#word, this.#before), this.#separator + 75))
    this.#above.choose(hash(hash(this.#word, above[at] ?? empty), at + 76))
  }

  #isCandidate(index: number, candidate: number, at: number, isIt: number): number {
    const evidence = this.#evidence
    const first = index * orders
    const seen = (evidence[first]! * 16 + evidence[first + 1]!) * 16 + evidence[first + 2]!
    return this.#mixer.code(
      sets.candidate + index * 8 + this.#hits,
      isIt,
      hash(seen, index + 8),
      hash(candidate * 4 + at, this.#word + 1_000_000),
      hash(candidate * 8 + index, 3),
      hash(candidate * 4 + at, this.#before + 2_000_000),
    )
  }

  /** Lists the words that followed the contexts, those of the longest one first. */
  #listCandidates(): void {
    this.#candidateCount = 0
    this.#hits = 0
    this.#listOf(this.#above, 0)
    this.#listOf(this.#pair, 1)
    this.#listOf(this.#single, 2)
  }

  #listOf(successors: Successors, order: number): void {
    if (!successors.isKnown) return
    this.#hits |= 1 << order
    const candidates = this.#candidates
    const evidence = this.#evidence
    for (let rank = 0; rank < remembered; rank++) {
      const word = successors.word(rank)
      if (word === unknown) return
      let index = 0
      while (index < this.#candidateCount && candidates[index] !== word) index++
      if (index === this.#candidateCount) {
        if (index === mostCandidates) return
        this.#candidateCount++
        candidates[index] = word
        for (let other = 0; other < orders; other++) evidence[index * orders + other] = 0
      }
      evidence[index * orders + order] = successors.evidence(rank)
    }
  }
}
