/**
 * Decodes the body of a packed text. Native functions of the host take a quarter of the time of ours
 * in a new process.
 * @module
 */
import type { Bytes } from '../../lib/bytes.js'
import { platformModule } from '../../lib/platform.js'
import type { Header, WordsSpec } from '../format.js'
import { inflate } from './inflate.js'
import { CodedLines } from './unpackWords.js'

interface Native {
  readonly Buffer?: { from(text: string, encoding: 'base64'): Bytes }
}

interface Zlib {
  inflateRawSync?(source: Uint8Array): Bytes
}

/** Returns the bytes of a body. Throws a `RangeError` when it is damaged. */
export function unpackBody(body: string, { bytes = 0 }: Pick<Header, 'bytes'>): Bytes {
  return inflateWhole(decodeBody(body.trim()), bytes)
}

/** Returns the lines of a body of coded words. Throws a `RangeError` for a damaged vocabulary. */
export function unpackLines(body: string, words: WordsSpec): CodedLines {
  const packed = decodeBody(body.trim())
  const vocabulary = inflateWhole(packed.subarray(0, words.stream), words.vocabulary)
  return new CodedLines(packed.subarray(words.stream), vocabulary, words)
}

function inflateWhole(packed: Uint8Array, size: number): Bytes {
  const bytes = platformModule<Zlib>('node:zlib').inflateRawSync?.(packed) ?? inflate(packed, size)
  if (bytes.length !== size) throw new RangeError('damaged DEFLATE stream: wrong length')
  return bytes
}

function decodeBody(base64: string): Bytes {
  const { Buffer } = globalThis as Native
  if (Buffer !== undefined) return Buffer.from(base64, 'base64')
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
