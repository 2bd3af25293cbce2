/**
 * What XML 1.0 is written with: white space, names (section 2.3), and references to characters (section 4.1).
 * @module
 */
import { findForbidden } from './text.js'

const nameForm =
  /[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*/uy

/** Of an ASCII character in a name: 0 not in one, 1 not at its start, 2 anywhere. */
const asciiName = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Z_a-z]/.test(character)) return 2
  return /[-.0-9]/.test(character) ? 1 : 0
})

/** Where the name ends that begins at an offset, the colon not being part of one; -1 if none begins there. */
export function nameEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) break
    if (asciiName[code] === 0 || (at === from && asciiName[code] === 1)) break
  }
  return at > from && !(text.charCodeAt(at) > 127) ? at : unicodeNameEnd(text, from)
}

function unicodeNameEnd(text: string, from: number): number {
  nameForm.lastIndex = from
  return nameForm.test(text) ? nameForm.lastIndex : -1
}

/** Where the white space ends that begins at an offset: there, if none does. */
export function spaceEnd(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

const predefined: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The character that a reference stands for, by what is between `&` and `;`; `undefined` if there is none. */
export function dereference(body: string): string | undefined {
  if (!body.startsWith('#')) return Object.hasOwn(predefined, body) ? predefined[body] : undefined
  const match = /^#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))$/.exec(body)
  if (match === null) return undefined
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  if (code > 0x10ffff) return undefined
  const character = String.fromCodePoint(code)
  return findForbidden(character) < 0 ? character : undefined
}
