/**
 * The fonts, and what a text has that they have not.
 * @module
 */
import { decodeBase64 } from '../lib/base64.js'
import type { Bytes } from '../lib/bytes.js'
import { emoji } from './font/emoji.js'
import { bold, latin, regular } from './font/roboto.js'
import { inflated } from './inflated.js'
import type { View } from './view.js'

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

/** The library's emoji, Noto Emoji: half a megabyte, loaded for a text that has any. */
export async function emojiFont(): Promise<Uint8Array> {
  const { deflated, bytes } = await import('./font/notoEmoji.js')
  return inflated([decodeBase64(deflated) as Bytes], bytes)
}

/** Soft hyphens, joiners, variation selectors, keycaps and tags, which only mean something to the characters around them. */
const invisible = /[\u00ad\u200b-\u200f\u20e3\u2060\ufe00-\ufe0f\ufeff\u{e0020}-\u{e007f}]/gu

const missing = new RegExp(`[^${latin}${emoji}]`, 'u')

const foreign = new RegExp(missing.source, 'gu')

/** What is not for the eye, or is broken into lines by whoever lays it out. */
const exact: ReadonlySet<string> = new Set(['value', 'codes', 'seals'])

/** The view with `�` in its texts for each character that the library's fonts have not, and long words cut. */
export function legible(view: View): View {
  return mapped(view, (text) => breakable(missing.test(text) ? printable(text) : text)) as View
}

/** The view with long words cut, for a font of the host's own. */
export function cut(view: View): View {
  return mapped(view, breakable) as View
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, change))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, exact.has(key) ? inner : mapped(inner, change)])
  return Object.fromEntries(entries)
}

/** Words of more letters than these are cut: pdfmake takes quadratic time and memory to lay out one that is longer than its line. */
const longWord = /\S{60}(?=\S)/gu

function breakable(text: string): string {
  return text.length > 60 ? text.replace(longWord, '$& ') : text
}

function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\t\n\r\u2028\u2029]/g, ' ')
    .replace(invisible, '')
    .replace(foreign, '\ufffd')
}
