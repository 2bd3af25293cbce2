/**
 * Splits a typed text into words to search for.
 * @module
 */

/** A word to look for, folded. */
export interface Word {
  readonly text: string
  /**
   * The word in its other number: `servicio` for `servicios`, `lapic` for `lapiz`; undefined where
   * it matches nothing more.
   */
  readonly other: string | undefined
  /** The part that every accepted form has in common. */
  readonly common: string
  /** Whether it has one or two letters: such a word matches only where a word begins. */
  readonly short: boolean
}

/** Maximum characters read. */
const longestText = 200
/** Maximum distinct words. */
const mostWords = 16

const ascii = /^[\x00-\x7f]*$/

/**
 * Converts text to lower case without accents, with plain letters and digits for small and raised
 * ones: `m³` becomes `m3`.
 */
export function fold(text: string): string {
  const plain = ascii.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return plain.toLowerCase()
}

/** Splits a text into folded words: each once, the first 16 of the first 200 characters. */
export function wordsOf(text: string): Word[] {
  const texts = new Set<string>()
  for (const piece of fold(text.slice(0, longestText)).split(/[^\p{L}\p{N}./%-]+/u)) {
    const word = /[^./-](?:.*[^./-])?/s.exec(piece)?.[0]
    if (word !== undefined) texts.add(word)
  }
  return [...texts].slice(0, mostWords).map(toWord)
}

function toWord(text: string): Word {
  const other = otherNumber(text)
  const common = other === undefined || text.startsWith(other) ? (other ?? text) : text.slice(0, -1)
  return { text, other, common, short: text.length < 3 }
}

/** The plural of a word in z or the singular of a plural, up to the common beginning. */
function otherNumber(text: string): string | undefined {
  if (/^\p{L}{2,}z$/u.test(text)) return `${text.slice(0, -1)}c`
  if (/^\p{L}{3,}ces$/u.test(text)) return text.slice(0, -3)
  if (/^\p{L}{2,}[^aeiou]es$/u.test(text)) return text.slice(0, -2)
  if (/^\p{L}{2,}[aeiou]s$/u.test(text)) return text.slice(0, -1)
  return undefined
}

/** Whether a word begins at `at`. */
export function isStart(text: string, at: number): boolean {
  return !isInner(text, at - 1)
}

/** Whether there is a letter or a digit at `at`. */
export function isInner(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
  return code >= 128 && /[\p{L}\p{N}]/u.test(text.charAt(at))
}

/** Compares texts by their UTF-16 units, in any language of the machine. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
