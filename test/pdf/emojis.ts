/**
 * Emoji of the library's font.
 * @module
 */
import { emoji } from '../../src/pdf/font/emoji.js'

const one = new RegExp(`[${emoji}]`, 'u')

/** Each of its characters. */
export const emojis: ReadonlySet<string> = new Set(
  Array.from({ length: 0x1fb00 - 0x2000 }, (_, at) => String.fromCodePoint(at + 0x2000)).filter(
    (any) => one.test(any),
  ),
)
