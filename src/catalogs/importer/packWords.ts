/**
 * Encodes the descriptions of a catalogue as the choices of a model of words.
 * @module
 */
import { isSmall } from '../unpack/unpackWords.js'
import {
  empty,
  mostSeparators,
  mostWords,
  newline,
  space,
  unknown,
  WordModel,
} from '../unpack/wordModel.js'
import { RangeEncoder } from './rangeEncoder.js'

/** A text as `unpackWords` reads it. */
export interface CodedWords {
  readonly choices: Uint8Array
  readonly vocabulary: Uint8Array
}

/**
 * Returns the choices and the vocabulary of a text; `undefined` for a text with a zero, which ends a
 * word of the vocabulary, or with too many words or separators.
 */
export function packWords(text: Uint8Array): CodedWords | undefined {
  if (text.includes(0)) return undefined
  return new Encoding(text).run()
}

class Encoding {
  readonly #text: Uint8Array
  readonly #coder = new RangeEncoder()
  readonly #model = new WordModel(this.#coder)
  readonly #words = new Map([['', empty as number]])
  readonly #separators = new Map([
    [' ', space as number],
    ['\n', newline],
  ])
  readonly #vocabulary: number[] = []
  #at = 0

  constructor(text: Uint8Array) {
    this.#text = text
  }

  run(): CodedWords | undefined {
    while (this.#at < this.#text.length) {
      this.#word()
      if (this.#at < this.#text.length) this.#separator()
      if (this.#words.size > mostWords || this.#separators.size >= mostSeparators) return undefined
    }
    return { choices: this.#coder.finish(), vocabulary: Uint8Array.from(this.#vocabulary) }
  }

  #word(): void {
    const word = this.#take(isOfWord)
    const isCapital = word[0]! >= 65 && word[0]! <= 90
    if (isCapital) word[0]! += 32
    const known = this.#words.get(keyOf(word)) ?? unknown
    this.#model.word(known)
    this.#model.learn(known === unknown ? this.#add(this.#words, word) : known)
    if (isSmall(word[0])) this.#model.capital(isCapital ? 1 : 0)
  }

  #separator(): void {
    const isLineEnd = this.#text[this.#at] === 10
    const separator = isLineEnd ? Uint8Array.of(this.#text[this.#at++]!) : this.#take(isBetween)
    const known = this.#separators.get(keyOf(separator))
    this.#model.separator(known ?? this.#separators.size)
    if (known === undefined) this.#add(this.#separators, separator)
  }

  #add(numbers: Map<string, number>, token: Uint8Array): number {
    const number = numbers.size
    numbers.set(keyOf(token), number)
    for (const byte of token) this.#vocabulary.push(byte)
    this.#vocabulary.push(0)
    return number
  }

  /** Returns the next bytes of a kind, none, one or more. */
  #take(isIn: (byte: number) => boolean): Uint8Array {
    const start = this.#at
    while (this.#at < this.#text.length && isIn(this.#text[this.#at]!)) this.#at++
    return Uint8Array.from(this.#text.subarray(start, this.#at))
  }
}

const isOfWord = (byte: number): boolean =>
  byte >= 128 || isSmall(byte) || (byte >= 65 && byte <= 90) || (byte >= 48 && byte <= 57)

const isBetween = (byte: number): boolean => byte !== 10 && !isOfWord(byte)

const latin1 = new TextDecoder('latin1')
const keyOf = (bytes: Uint8Array): string => latin1.decode(bytes)
