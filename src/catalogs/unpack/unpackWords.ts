/**
 * Decodes the descriptions of a catalogue from the choices of a {@link WordModel}.
 * @module
 */
import type { Bytes } from '../../lib/bytes.js'
import { RangeDecoder } from './rangeDecoder.js'
import { unknown, WordModel } from './wordModel.js'

/**
 * Returns the `size` bytes of a text. Throws a `RangeError` for most damage; {@link sumOf} detects
 * the rest.
 * @param vocabulary new words and separators in their order, each ended by a zero
 */
export function unpackWords(choices: Uint8Array, vocabulary: Uint8Array, size: number): Bytes {
  return new Decoding(choices, vocabulary, size).run()
}

/** Returns a check sum (FNV-1a). */
export function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ bytes[at]!, 0x01000193)
  return sum >>> 0
}

/** Whether a byte is a small letter of ASCII, which may have a capital. */
export const isSmall = (byte: number | undefined): boolean => byte! >= 97 && byte! <= 122

class Decoding {
  readonly #model: WordModel
  readonly #vocabulary: Uint8Array
  readonly #target: Bytes
  /** The empty word, and the space and the line feed, are in every text. */
  readonly #words: Uint8Array[] = [new Uint8Array(0)]
  readonly #separators: Uint8Array[] = [Uint8Array.of(32), Uint8Array.of(10)]
  #read = 0
  #at = 0

  constructor(choices: Uint8Array, vocabulary: Uint8Array, size: number) {
    this.#model = new WordModel(new RangeDecoder(choices))
    this.#vocabulary = vocabulary
    this.#target = new Uint8Array(size)
  }

  run(): Bytes {
    const size = this.#target.length
    while (this.#at < size) {
      this.#copyWord()
      if (this.#at < size) this.#copySeparator()
    }
    if (this.#at > size || this.#read < this.#vocabulary.length)
      throw new RangeError('damaged text: wrong length')
    return this.#target
  }

  #copyWord(): void {
    let number = this.#model.word(unknown)
    if (number === unknown) number = this.#words.push(this.#readNew()) - 1
    this.#model.learn(number)
    const word = this.#words[number]!
    const start = this.#at
    this.#copy(word)
    if (isSmall(word[0]) && this.#model.capital(0) === 1) this.#target[start]! -= 32
  }

  #copySeparator(): void {
    const number = this.#model.separator(unknown)
    if (number === this.#separators.length) this.#separators.push(this.#readNew())
    const separator = this.#separators[number]
    if (separator === undefined) throw new RangeError('damaged text: no such separator')
    this.#copy(separator)
  }

  #readNew(): Uint8Array {
    const end = this.#vocabulary.indexOf(0, this.#read)
    if (end < 0) throw new RangeError('damaged text: no more words')
    const token = this.#vocabulary.subarray(this.#read, end)
    this.#read = end + 1
    return token
  }

  /** Copies a few bytes, for which `set` would take longer. */
  #copy(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index++)
      this.#target[this.#at + index] = bytes[index]!
    this.#at += bytes.length
  }
}
