/**
 * Writer of DER (ITU-T X.690), the counterpart of {@link readDer}.
 * @module
 */

import { tags } from './der.js'
import type { Bytes } from './bytes.js'

/**
 * Writes an element: identifier, length in its shortest form, and the concatenated parts of its
 * content.
 */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  let size = 0
  for (const part of parts) size += part.length
  const head = Uint8Array.of(tag, ...lengthOf(size))
  const element = new Uint8Array(head.length + size)
  let at = 0
  for (const part of [head, ...parts]) {
    element.set(part, at)
    at += part.length
  }
  return element
}

/** X.690 10.1: one byte up to 127; longer lengths begin with their byte count. */
function lengthOf(size: number): number[] {
  if (size < 0x80) return [size]
  const bytes: number[] = []
  for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}

/** SEQUENCE. */
export function writeSequence(...parts: readonly Uint8Array[]): Bytes {
  return writeDer(tags.sequence, ...parts)
}

/** OBJECT IDENTIFIER of dotted text (X.690 8.19). */
export function writeOid(oid: string): Bytes {
  const [top = 0, second = 0, ...rest] = oid.split('.').map(Number)
  return writeDer(tags.oid, Uint8Array.from([top * 40 + second, ...rest].flatMap(arcOf)))
}

/** Seven bits per byte, all but the last marked. */
function arcOf(arc: number): number[] {
  const bytes = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (rest % 128))
  return bytes
}

/** BIT STRING of whole bytes, or of named bits without the unset ones at the end (X.690 11.2.2). */
export function writeBits(bytes: Uint8Array, unused = 0): Bytes {
  return writeDer(tags.bitString, Uint8Array.of(unused), bytes)
}

/**
 * RFC 5280 4.1.2.5: UTCTime from 1950 to 2049, GeneralizedTime in other years; to the second, in
 * UTC.
 */
export function writeTime(date: Date): Bytes {
  const text = `${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
  const isShort = text >= '1950' && text < '2050'
  return writeDer(
    isShort ? tags.utcTime : tags.generalizedTime,
    new TextEncoder().encode(isShort ? text.slice(2) : text),
  )
}
