/**
 * Decodes the descriptions of a catalogue from the choices of a {@link WordModel}.
 * @module
 */
import type { Bytes } from '../../lib/bytes.js'
import type { WordsBlock, WordsSpec } from '../format.js'
import { lastUpTo } from '../numbers.js'
import { RangeDecoder } from './rangeDecoder.js'
import { empty, unknown, WordModel } from './wordModel.js'

/** Lines of a text whose blocks are decoded at the first use. */
export class CodedLines {
  readonly #choices: Uint8Array
  readonly #vocabulary: Vocabulary
  readonly #blocks: readonly WordsBlock[]
  /** First line, first new word and first byte of each block, and of the end. */
  readonly #lines: Uint32Array
  readonly #words: Uint32Array
  readonly #starts: Uint32Array
  readonly #decoded: (DecodedBlock | undefined)[] = []

  /** @param vocabulary separators and words in their order, each ended by a zero */
  constructor(choices: Uint8Array, vocabulary: Uint8Array, { separators, blocks }: WordsSpec) {
    this.#choices = choices
    this.#vocabulary = new Vocabulary(vocabulary, separators)
    this.#blocks = blocks
    this.#lines = firstsOf(blocks.map(({ lines }) => lines))
    this.#words = firstsOf(blocks.map(({ words }) => words))
    this.#starts = firstsOf(blocks.map(({ choices }) => choices))
  }

  /** Returns a line. Throws a `RangeError` when its block is damaged. */
  line(number: number): string {
    const block = lastUpTo(this.#lines, number)
    const { text, starts } = this.#block(block)
    const place = number - this.#lines[block]!
    return text.slice(starts[place], starts[place + 1]! - 1)
  }

  /** Returns the lines from `from` on, up to `to`. Throws a `RangeError` for a damaged block. */
  slice(from: number, to: number): string[] {
    const lines: string[] = []
    for (let at = lastUpTo(this.#lines, from); this.#lines[at]! < to; at++) {
      const inBlock = this.#block(at).text.split('\n', this.#blocks[at]!.lines)
      const first = this.#lines[at]!
      for (const line of inBlock.slice(Math.max(0, from - first), to - first)) lines.push(line)
    }
    return lines
  }

  #block(at: number): DecodedBlock {
    this.#decoded[at] ??= this.#decode(at)
    return this.#decoded[at]
  }

  #decode(at: number): DecodedBlock {
    const choices = this.#choices.subarray(this.#starts[at], this.#starts[at + 1])
    const bytes = unpackWords(choices, this.#vocabulary, this.#words[at]!, this.#blocks[at]!)
    const text = utf8.decode(bytes)
    return { text, starts: lineStarts(text, this.#blocks[at]!.lines) }
  }
}

interface DecodedBlock {
  readonly text: string
  /** First character of each line, and the end. */
  readonly starts: Uint32Array
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

function firstsOf(counts: readonly number[]): Uint32Array {
  const firsts = new Uint32Array(counts.length + 1)
  for (const [at, count] of counts.entries()) firsts[at + 1] = firsts[at]! + count
  return firsts
}

function lineStarts(text: string, lines: number): Uint32Array {
  const starts = new Uint32Array(lines + 1)
  for (let line = 1; line <= lines; line++) starts[line] = text.indexOf('\n', starts[line - 1]) + 1
  return starts
}

/** Words and separators of a text by their numbers. */
export class Vocabulary {
  readonly bytes: Uint8Array
  /** First byte of each token, and of the end. */
  readonly starts: Uint32Array
  readonly separators: number

  constructor(bytes: Uint8Array, separators: number) {
    const starts = new Uint32Array(bytes.length + 1)
    let tokens = 0
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) starts[++tokens] = at + 1
    this.bytes = bytes
    this.starts = starts.slice(0, tokens + 1)
    this.separators = separators
  }

  /** Returns the place of a word; that of the first separator for the empty word. */
  wordAt(number: number): number {
    return this.separators + number - 1
  }
}

/**
 * Returns the text of a block. Throws a `RangeError` when it is damaged.
 * @param known words that earlier blocks have, without the empty one
 */
export function unpackWords(
  choices: Uint8Array,
  vocabulary: Vocabulary,
  known: number,
  block: Pick<WordsBlock, 'bytes' | 'words' | 'sum'>,
): Bytes {
  const text = new Decoding(choices, vocabulary, known + 1, block).run()
  if (sumOf(text) !== block.sum) throw new RangeError('damaged text: wrong check sum')
  return text
}

/** Returns a check sum (FNV-1a). */
export function sumOf(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ bytes[at]!, 0x01000193)
  return sum >>> 0
}

/** The space and the line feed, which every text has. */
const commonSeparators = [32, 10]

/** Whether a byte is a small letter of ASCII, which may have a capital. */
export const isSmall = (byte: number | undefined): boolean => byte! >= 97 && byte! <= 122

class Decoding {
  readonly #model: WordModel
  readonly #vocabulary: Vocabulary
  readonly #target: Bytes
  readonly #mostWords: number
  #words: number
  #at = 0

  constructor(
    choices: Uint8Array,
    vocabulary: Vocabulary,
    known: number,
    { bytes, words }: Pick<WordsBlock, 'bytes' | 'words'>,
  ) {
    this.#model = new WordModel(new RangeDecoder(choices), known)
    this.#vocabulary = vocabulary
    this.#target = new Uint8Array(bytes)
    this.#words = known
    this.#mostWords = known + words
  }

  run(): Bytes {
    const size = this.#target.length
    while (this.#at < size) {
      this.#copyWord()
      if (this.#at < size) this.#copySeparator()
    }
    if (this.#at > size || this.#words !== this.#mostWords)
      throw new RangeError('damaged text: wrong length')
    return this.#target
  }

  #copyWord(): void {
    let word = this.#model.word(unknown)
    if (word === unknown) word = this.#words++
    this.#model.learn(word)
    if (word === empty) return
    const start = this.#at
    this.#copy(this.#vocabulary.wordAt(word))
    if (isSmall(this.#target[start]) && this.#model.capital(0) === 1) this.#target[start]! -= 32
  }

  #copySeparator(): void {
    const separator = this.#model.separator(unknown)
    if (separator > 1) this.#copy(separator - 2)
    else this.#target[this.#at++] = commonSeparators[separator]!
  }

  /** Copies a token: a few bytes, for which `set` would take longer. */
  #copy(token: number): void {
    const { bytes, starts } = this.#vocabulary
    if (token + 1 >= starts.length) throw new RangeError('damaged text: no such word')
    const end = starts[token + 1]! - 1
    for (let from = starts[token]!; from < end; from++) this.#target[this.#at++] = bytes[from]!
  }
}
