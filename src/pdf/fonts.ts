/**
 * The font, and what a text has that it has not.
 * @module
 */
import { decodeBase64 } from '../lib/base64.js'
import { bold, missing, regular } from './font/roboto.js'

/** A font: two TrueType files. */
export interface FontFiles {
  /** Of the text. */
  readonly normal: Uint8Array
  /** Of what stands out. */
  readonly bold: Uint8Array
}

/** The library's: Roboto, cut to the characters of Latin alphabets. */
export function ownFonts(): FontFiles {
  return { normal: decodeBase64(regular) as Uint8Array, bold: decodeBase64(bold) as Uint8Array }
}

/** Joiners and variation selectors, which only mean something to the emoji around them. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]|[\u{1f3fb}-\u{1f3ff}]/gu

const foreign = new RegExp(missing.source, 'gu')

/** The same value, with `�` in its texts for each character that the font has not. */
export function legible<Value>(value: Value): Value {
  return mapped(value) as Value
}

function mapped(value: unknown): unknown {
  if (typeof value === 'string') return missing.test(value) ? printable(value) : value
  if (Array.isArray(value)) return value.map(mapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapped(inner)]))
}

function printable(text: string): string {
  return text
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(invisible, '')
    .replace(foreign, '\ufffd')
}
