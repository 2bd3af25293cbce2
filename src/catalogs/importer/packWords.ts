/**
 * Encodes the descriptions of a catalogue as the choices of a model of words.
 * @module
 */
import type { WordsBlock } from '../format.js'
import { isSmall, sumOf } from '../unpack/unpackWords.js'
import { mostSeparators, mostWords, unknown, WordModel } from '../unpack/wordModel.js'
import { RangeEncoder } from './rangeEncoder.js'

/**
 * Words after which a line is the last one of its block. Half of it takes 2 % more space, and no
 * less time for the first text of a new process: V8 compiles the decoder meanwhile.
 */
const wordsOfBlock = 24_000

/** A text as `CodedLines` reads it. */
export interface CodedWords {
  /** The choices of each block. */
  readonly choices: readonly Uint8Array[]
  /** Separators and then words in the order of their first appearance, each ended by a zero. */
  readonly vocabulary: Uint8Array
  readonly separators: number
  readonly blocks: readonly WordsBlock[]
}

/**
 * Returns the choices and the vocabulary of lines, each ended by a line feed; `undefined` for a text
 * with a zero, which ends a word of the vocabulary, or with too many words or separators.
 */
export function packWords(text: Uint8Array): CodedWords | undefined {
  if (text.includes(0)) return undefined
  return new Encoding(text).run()
}

class Encoding {
  readonly #text: Uint8Array
  readonly #words = new Tokens([''])
  readonly #separators = new Tokens([' ', '\n'])
  #coder = new RangeEncoder()
  #model = new WordModel(this.#coder, 1)
  #at = 0

  constructor(text: Uint8Array) {
    this.#text = text
  }

  run(): CodedWords | undefined {
    const choices: Uint8Array[] = []
    const blocks: WordsBlock[] = []
    while (this.#at < this.#text.length) {
      const { block, coded } = this.#block()
      if (this.#words.size > mostWords || this.#separators.size > mostSeparators) return undefined
      blocks.push(block)
      choices.push(coded)
    }
    const vocabulary = Uint8Array.from([...this.#separators.bytes, ...this.#words.bytes])
    return { choices, vocabulary, separators: this.#separators.size - 2, blocks }
  }

  #block(): { readonly block: WordsBlock; readonly coded: Uint8Array } {
    const [start, known] = [this.#at, this.#words.size]
    this.#coder = new RangeEncoder()
    this.#model = new WordModel(this.#coder, known)
    let lines = 0
    for (let count = 1; this.#at < this.#text.length; count++) {
      this.#word()
      if (this.#at === this.#text.length || !this.#separator()) continue
      lines++
      if (count >= wordsOfBlock) break
    }
    const coded = this.#coder.finish()
    const text = this.#text.subarray(start, this.#at)
    const words = this.#words.size - known
    const block = { lines, bytes: text.length, choices: coded.length, words, sum: sumOf(text) }
    return { block, coded }
  }

  #word(): void {
    const word = this.#take(isOfWord)
    const isCapital = word[0]! >= 65 && word[0]! <= 90
    if (isCapital) word[0]! += 32
    this.#model.word(this.#words.find(word))
    this.#model.learn(this.#words.number(word))
    if (isSmall(word[0])) this.#model.capital(isCapital ? 1 : 0)
  }

  /** Codes a separator. Returns whether it ends a line. */
  #separator(): boolean {
    const isLineEnd = this.#text[this.#at] === 10
    const separator = isLineEnd ? Uint8Array.of(this.#text[this.#at++]!) : this.#take(isBetween)
    this.#model.separator(this.#separators.number(separator))
    return isLineEnd
  }

  /** Returns the next bytes of a kind, none, one or more. */
  #take(isIn: (byte: number) => boolean): Uint8Array {
    const start = this.#at
    while (this.#at < this.#text.length && isIn(this.#text[this.#at]!)) this.#at++
    return Uint8Array.from(this.#text.subarray(start, this.#at))
  }
}

/** Tokens by their numbers. */
class Tokens {
  /** New tokens, each ended by a zero. */
  readonly bytes: number[] = []
  readonly #numbers: Map<string, number>

  /** @param known tokens that every text has */
  constructor(known: readonly string[]) {
    this.#numbers = new Map(known.map((token, number) => [token, number]))
  }

  get size(): number {
    return this.#numbers.size
  }

  find(token: Uint8Array): number {
    return this.#numbers.get(keyOf(token)) ?? unknown
  }

  /** Returns the number of a token, which is added if it is new. */
  number(token: Uint8Array): number {
    const known = this.find(token)
    if (known !== unknown) return known
    this.#numbers.set(keyOf(token), this.size)
    for (const byte of token) this.bytes.push(byte)
    this.bytes.push(0)
    return this.size - 1
  }
}

const isOfWord = (byte: number): boolean =>
  byte >= 128 || isSmall(byte) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57)

const isBetween = (byte: number): boolean => byte !== 10 && !isOfWord(byte)

const latin1 = new TextDecoder('latin1')
const keyOf = (bytes: Uint8Array): string => latin1.decode(bytes)
