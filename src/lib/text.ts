/**
 * Text functions for XML and XPath: white space, characters, and the nearest word for a suggestion.
 * @module
 */

const spaceRun = /[ \t\r\n]+/g

/** UTF-16 units of a piece, small enough for V8 to collect its matches early. */
const pieceLength = 4096

/**
 * Changes a text piece by piece. `replace` takes up to 24 bytes per match (V8) until it joins them,
 * which for 10 MB of text may exceed the heap. A CR LF is never split.
 */
export function changePieces(text: string, change: (piece: string) => string): string {
  if (text.length <= pieceLength) return change(text)
  const changed: string[] = []
  for (let from = 0; from < text.length; ) {
    let to = from + pieceLength
    if (text.charCodeAt(to - 1) === 0x0d && text.charCodeAt(to) === 0x0a) to++
    changed.push(change(text.slice(from, to)))
    from = to
  }
  return changed.join('')
}

/**
 * `normalize-space` of XPath 1.0 and `whiteSpace="collapse"` of XML Schema: only space, tab, CR and
 * LF count.
 */
export function collapseSpace(text: string): string {
  if (isCollapsed(text)) return text
  const pieces = changePieces(text, (piece) => piece.replace(spaceRun, ' '))
  // A space at the end of one piece may meet a space at the start of the next.
  const inner = text.length > pieceLength ? pieces.replace(/ {2}/g, ' ') : pieces
  const from = inner.startsWith(' ') ? 1 : 0
  const to = inner.length > from && inner.endsWith(' ') ? inner.length - 1 : inner.length
  return inner.slice(from, to)
}

/**
 * A loop over character codes is 3 times as fast as an expression on the short values of a CFDI
 * (measured, Node 20).
 */
function isCollapsed(text: string): boolean {
  let previous = 0x20
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (
      code <= 0x20 &&
      (code === 0x20 ? previous === 0x20 : code === 0x0a || code === 0x09 || code === 0x0d)
    )
      return false
    previous = code
  }
  return previous !== 0x20 || text === ''
}

/** Properties of a character, one bit each; most characters have none. */
const marks = { unusual: 1, markup: 2, space: 4, bar: 8 } as const

/** Marks of every UTF-16 unit. The table takes two thirds of the time of comparisons (measured). */
const marksOf = tabulateMarks()

function tabulateMarks(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(marks.unusual, 0xd800).fill(marks.unusual, 0, 0x20)
  for (const unit of '"&<>') table[unit.charCodeAt(0)] = marks.markup
  table[0x20] = marks.space
  table[0x7c] = marks.bar
  return table
}

/**
 * Texts from this length on are cached by the tests that they pass: certificates are, seals are
 * not.
 */
export const rememberedLength = 1000

/**
 * Creates a test for plain texts: collapsed, not empty, without control characters, without units
 * from the surrogates on, and without the characters of `others`. A text that is not plain is not
 * wrong: it takes the exact path.
 *
 * @param others marks of further characters to refuse.
 * @param isUnplain the opposite test for long texts, where expressions are faster than a loop.
 */
function plainTest(
  others: number,
  isUnplain: (text: string) => boolean,
): (text: string) => boolean {
  const unwanted = marks.unusual | others
  // An issuer uses the same certificate in every document, as the same string. A copy takes longer
  // to compare than the test (measured, Node 20).
  let certificate = ''
  return (text) => {
    if (text.length > 64) {
      if (text === certificate) return true
      if (isUnplain(text)) return false
      if (text.length >= rememberedLength) certificate = text
      return true
    }
    let previous: number = marks.space
    for (let at = 0; at < text.length; at++) {
      const mark = marksOf[text.charCodeAt(at)] as number
      if ((mark & (unwanted | previous)) !== 0) return false
      previous = mark & marks.space
    }
    return previous === 0
  }
}

const unusual = /^ |[\0-\x1f\ud800-\uffff]| $| {2}/

/** Whether a text is collapsed, of usual characters, and has no bar. */
export const isPlainField = plainTest(
  marks.bar,
  // The bar as a part of the expression doubles its time (measured, Node 20).
  (text) => text.includes('|') || unusual.test(text),
)

/** Whether a text is collapsed, of usual characters, and needs no escape in XML. */
export const isPlainMarkup = plainTest(marks.markup, (text) =>
  /^ |[\0-\x1f"&<>\ud800-\uffff]| $| {2}/.test(text),
)

/** Length in code points, as XML Schema counts it. A lone surrogate counts as one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at + 1 < text.length; at++) {
    if (isSurrogatePair(text.charCodeAt(at), text.charCodeAt(at + 1))) {
      count--
      at++
    }
  }
  return count
}

const suspect = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/

/**
 * Returns the index of the first character that XML 1.0 (section 2.2) does not admit, lone
 * surrogates included; -1 if there is none.
 */
export function findForbidden(text: string): number {
  const from = text.search(suspect)
  for (let at = from; at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isSurrogatePair(code, text.charCodeAt(at + 1))) at++
    else if (isForbidden(code)) return at
  }
  return -1
}

function isForbidden(code: number): boolean {
  if (code < 0x20) return code !== 0x9 && code !== 0xa && code !== 0xd
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
}

function isSurrogatePair(code: number, next: number): boolean {
  return code >= 0xd800 && code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff
}

/**
 * Returns the candidate nearest to `word`, ignoring case and accents, if their distance is at most
 * a third of its length.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 60) return undefined
  const wanted = deburred(word)
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const distance = slips(wanted, deburred(candidate), least - 1)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** Returns a text in lower case, without accents. */
export function deburred(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Optimal string alignment distance: wrong, missing, extra or swapped letters. A distance above
 * `most` may be returned as any number above it.
 */
export function slips(a: string, b: string, most: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const changed = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      let least = Math.min(above[column]! + 1, line[column - 1]! + 1, changed)
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) least = Math.min(least, before[column - 2]! + 1)
      line.push(least)
    }
    if (Math.min(...line) > most) return most + 1
    before = above
    above = line
  }
  return above[b.length]!
}

/** Formats a value for a message: one line, at most 60 characters, in quotes. */
export function quote(value: unknown): string {
  return JSON.stringify(clip(typeof value === 'string' ? value : anyText(value)))
}

/** An object may have no text: one without a prototype, or that throws. */
function anyText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return Object.prototype.toString.call(value)
  }
}

/** Cuts a text to at most `most` characters for a message, without splitting one. */
export function clip(text: string, most = 60): string {
  if (text.length > most) return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`
  return text
}

/**
 * Returns the text as one flat string. Strings built by concatenation are joined each time that
 * they are used, and slices keep their source in memory; property names are always flat.
 */
export function inOnePiece(text: string): string {
  return Object.keys({ [text]: 0 })[0] as string
}

/** Returns the source of a regular expression that matches exactly this text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
