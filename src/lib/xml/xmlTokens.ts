/**
 * Tokens of XML 1.0: white space, line ends (section 2.11), names (2.3), and references to
 * characters (4.1).
 * @module
 */
import { changePieces, findForbidden } from '../text.js'

const nameForm =
  /[A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}][-.0-9A-Z_a-z\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd\u{10000}-\u{effff}]*/uy

/** Use of an ASCII character in names: 0 never, 1 after the first character, 2 anywhere. */
const asciiName = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Z_a-z]/.test(character)) return 2
  if (/[-.0-9]/.test(character)) return 1
  return 0
})

/** ASCII characters of names with a prefix, colon included. */
const asciiNames = asciiName.map((kind, code) => (kind > 0 || code === 0x3a ? 1 : 0))

/** Returns the end of the name at an offset, without a colon; -1 if no name begins there. */
export function nameEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) break
    if (asciiName[code] === 0 || (at === from && asciiName[code] === 1)) break
  }
  if (at > from && !(text.charCodeAt(at) > 127)) return at
  nameForm.lastIndex = from
  if (nameForm.test(text)) return nameForm.lastIndex
  return -1
}

/** A name with or without prefix. */
export interface QName {
  readonly text: string
  /** Empty without a prefix. */
  readonly prefix: string
  readonly local: string
}

/** Slots of the table of names, a power of two. */
const slots = 128

/**
 * Text length from which a table of names pays: long texts repeat their names, and a look-up takes
 * a third of the time (measured).
 */
const tabledLength = 1 << 15

/**
 * Reads names. In a long text a frequent name is one shared string, which is neither cut out nor
 * validated again.
 */
export class NameReader {
  readonly #text: string
  readonly #known: (QName | undefined)[] | undefined

  constructor(text: string) {
    this.#text = text
    this.#known = text.length < tabledLength ? undefined : new Array(slots)
  }

  /** Returns the name at an offset; `undefined` if there is none. */
  at(from: number): QName | undefined {
    if (this.#known === undefined) return this.#read(from)
    return this.#readKnown(from, this.#known)
  }

  /** The text of {@link at}, for names whose prefix is not needed. */
  textAt(from: number): string | undefined {
    if (this.#known !== undefined) return this.#readKnown(from, this.#known)?.text
    const text = this.#text
    const middle = nameEnd(text, from)
    const end = text.charCodeAt(middle) === 0x3a ? nameEnd(text, middle + 1) : middle
    if (middle < 0 || end < 0) return undefined
    return text.slice(from, end)
  }

  #readKnown(from: number, table: (QName | undefined)[]): QName | undefined {
    const text = this.#text
    let at = from
    let hash = 0
    for (
      let code = text.charCodeAt(at);
      code < 128 && asciiNames[code] === 1;
      code = text.charCodeAt(++at)
    )
      hash = (hash * 31 + code) & 0xffffff
    const slot = hash & (slots - 1)
    const known = table[slot]
    // The next character may belong to the name if it is not ASCII.
    if (
      known !== undefined &&
      known.text.length === at - from &&
      text.startsWith(known.text, from)
    ) {
      if (!(text.charCodeAt(at) > 127)) return known
    }
    const name = this.#read(from)
    if (name !== undefined) table[slot] = name
    return name
  }

  #read(from: number): QName | undefined {
    const text = this.#text
    const middle = nameEnd(text, from)
    if (middle < 0) return undefined
    if (text.charCodeAt(middle) !== 0x3a) {
      const local = text.slice(from, middle)
      return { text: local, prefix: '', local }
    }
    const end = nameEnd(text, middle + 1)
    if (end < 0) return undefined
    return {
      text: text.slice(from, end),
      prefix: text.slice(from, middle),
      local: text.slice(middle + 1, end),
    }
  }
}

/** Returns the end of the white space at an offset, or the offset itself. */
export function spaceEnd(text: string, from: number): number {
  for (let at = from; ; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x09 && code !== 0x0d) return at
  }
}

const predefined: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

/** Normalises line ends to one line feed (section 2.11). */
export function normalizeLineEnds(text: string): string {
  if (text.includes('\r'))
    return changePieces(text, (piece) => replaceEach(piece, ['\r\n', '\r'], '\n'))
  return text
}

/** Replaces literal white space of an attribute value by spaces (section 3.3.3). */
export function normalizeSpaces(text: string): string {
  if (!/[\t\r\n]/.test(text)) return text
  return changePieces(text, (piece) => replaceEach(piece, ['\r\n', '\r', '\n', '\t'], ' '))
}

/**
 * Eight times as fast as an expression over a piece that contains each character (measured, Node
 * 20).
 */
function replaceEach(piece: string, found: readonly string[], by: string): string {
  let replaced = piece
  for (const one of found) replaced = replaced.split(one).join(by)
  return replaced
}

/** References joined at a time: a few thousand, so that memory stays linear in the text. */
const joinedAtOnce = 4096

/**
 * Replaces each reference in a text by its character.
 * @param fail called with the first invalid reference and its offset
 */
export function replaceReferences(
  text: string,
  fail: (reference: string, at: number) => never,
): string {
  let done = ''
  let parts: string[] = []
  let from = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    const end = text.indexOf(';', at)
    const character = end < 0 ? undefined : dereference(text.slice(at + 1, end))
    if (character === undefined)
      fail((/^&[^;&]{0,20};?/.exec(text.slice(at, at + 22)) as RegExpExecArray)[0], at)
    parts.push(text.slice(from, at), character)
    from = end + 1
    if (parts.length < joinedAtOnce) continue
    done += parts.join('')
    parts = []
  }
  return done + parts.join('') + text.slice(from)
}

/**
 * Returns the character of a reference, given the text between `&` and `;`; `undefined` if it is
 * invalid.
 */
function dereference(body: string): string | undefined {
  if (!body.startsWith('#')) return Object.hasOwn(predefined, body) ? predefined[body] : undefined
  const match = /^#(?:x0*([0-9A-Fa-f]{1,6})|0*([0-9]{1,7}))$/.exec(body)
  if (match === null) return undefined
  const code = match[1] === undefined ? Number(match[2]) : Number.parseInt(match[1], 16)
  if (code > 0x10ffff) return undefined
  const character = String.fromCodePoint(code)
  if (findForbidden(character) < 0) return character
  return undefined
}
