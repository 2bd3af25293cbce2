/**
 * The fonts, and the replacement of characters that they lack.
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
  /** Font of the text. */
  readonly normal: Uint8Array
  /** Font of emphasised text. */
  readonly bold: Uint8Array
}

/** Returns the library's font: Roboto, reduced to Latin and Greek, with common symbols. */
export function ownFonts(): FontFiles {
  return { normal: decodeBase64(regular) as Uint8Array, bold: decodeBase64(bold) as Uint8Array }
}

/** Loads the library's emoji font, Noto Emoji (half a megabyte), for texts that have emoji. */
export async function emojiFont(): Promise<Uint8Array> {
  const { deflated, bytes } = await import('./font/notoEmoji.js')
  return inflated([decodeBase64(deflated) as Bytes], bytes)
}

/**
 * Soft hyphens, joiners, variation selectors, keycaps and tags, which only affect the characters
 * around them.
 */
const invisible = /[\u00ad\u200b-\u200f\u20e3\u2060\ufe00-\ufe0f\ufeff\u{e0020}-\u{e007f}]/gu

const missing = new RegExp(`[^${latin}${emoji}]`, 'u')

const foreign = new RegExp(missing.source, 'gu')

/** Texts that are not displayed. */
const exact: ReadonlySet<string> = new Set(['value', 'codes'])

/** A view whose characters can be drawn, and those that could not. */
export interface Legible {
  readonly view: View
  readonly missing: readonly string[]
}

/**
 * Returns the view with `�` for each character that the library's fonts lack, and with long words
 * cut; and those characters.
 */
export function legible(view: View): Legible {
  const lost = new Set<string>()
  const drawn = (text: string): string =>
    missing.test(text)
      ? text
          .normalize('NFC')
          .replace(/[^\S\u00a0]|\u0085/g, ' ')
          .replace(invisible, '')
          .replace(foreign, (character) => {
            // A variant of characters that the font has: full width, in a square, in a circle.
            const plain = character.normalize('NFKC')
            if (!missing.test(plain)) return plain
            lost.add(character)
            return '\ufffd'
          })
      : text
  const changed = mapped(view, (text) => breakable(drawn(text)), drawn)
  return { view: changed as View, missing: [...lost].sort() }
}

/** Returns the view with long words cut, for a font of the host's own. */
export function cut(view: View): Legible {
  return { view: mapped(view, breakable, (text) => text) as View, missing: [] }
}

type Change = (text: string) => string

/** @param changeSeal Change of seals, which the layout breaks into lines itself. */
function mapped(value: unknown, change: Change, changeSeal: Change): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapped(item, change, changeSeal))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [
    key,
    exact.has(key) ? inner : mapped(inner, key === 'seals' ? changeSeal : change, changeSeal),
  ])
  return Object.fromEntries(entries)
}

/**
 * Longer words are cut: pdfmake takes quadratic time and memory for a word longer than its line.
 */
const longWord = /\S{60}(?=\S)/gu

function breakable(text: string): string {
  if (text.length > 60) return text.replace(longWord, '$& ')
  return text
}
