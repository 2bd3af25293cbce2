/**
 * Text as XML and XPath see it: white space, characters, and the nearest word for a "did you mean".
 * @module
 */

const spaceRun = /[ \t\r\n]+/g

/** `normalize-space` of XPath 1.0 and `whiteSpace="collapse"` of XML Schema: only space, tab, CR and LF count. */
export function collapseSpace(text: string): string {
  if (isCollapsed(text)) return text
  const inner = text.replace(spaceRun, ' ')
  const from = inner.startsWith(' ') ? 1 : 0
  const to = inner.length > from && inner.endsWith(' ') ? inner.length - 1 : inner.length
  return inner.slice(from, to)
}

/** A loop over the codes is 3 times as fast as a regular expression on the short values of a CFDI (measured, Node 20). */
function isCollapsed(text: string): boolean {
  let previous = 0x20
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code <= 0x20 && (code === 0x20 ? previous === 0x20 : code === 0x0a || code === 0x09 || code === 0x0d))
      return false
    previous = code
  }
  return previous !== 0x20 || text === ''
}

/** What a character may be, one bit each; most are nothing of it. */
const marks = { unusual: 1, markup: 2, space: 4, bar: 8 } as const

/** Marks of every UTF-16 unit: looked up in two thirds of the time that comparing takes (measured). */
const marksOf = new Uint8Array(0x10000).fill(marks.unusual, 0xd800).fill(marks.unusual, 0, 0x20)
for (const unit of '"&<>') marksOf[unit.charCodeAt(0)] = marks.markup
marksOf[0x20] = marks.space
marksOf[0x7c] = marks.bar

/** Texts from this length on are remembered by the tests that they passed: a certificate is one, a seal is not. */
export const rememberedLength = 1000

/**
 * A test of texts for being plain: collapsed, not empty, and free of control characters, of surrogates and what lies beyond
 * them, and of some characters besides. What is not plain is not wrong: it takes the exact way.
 *
 * @param others marks of what it must be free of besides.
 * @param unplain finds the same in a long text, where a regular expression wins.
 */
function plainTest(others: number, unplain: RegExp): (text: string) => boolean {
  const unwanted = marks.unusual | others
  // An issuer writes the same certificate in document after document: the same text, and not a copy, which takes longer to
  // compare than the test does (measured, Node 20).
  let certificate = ''
  const isLongPlain = (text: string): boolean => {
    if (text === certificate) return true
    if (unplain.test(text)) return false
    if (text.length >= rememberedLength) certificate = text
    return true
  }
  return (text) => {
    if (text.length > 64) return isLongPlain(text)
    let previous: number = marks.space
    for (let at = 0; at < text.length; at++) {
      const mark = marksOf[text.charCodeAt(at)] as number
      if ((mark & (unwanted | previous)) !== 0) return false
      previous = mark & marks.space
    }
    return previous === 0
  }
}

/** Whether a text is plain: collapsed, and of usual characters. */
export const isPlain = plainTest(0, /^ |[\0-\x1f\ud800-\uffff]| $| {2}/)

/** Whether a text is plain and has no bar. */
export const isPlainField = plainTest(marks.bar, /^ |[\0-\x1f|\ud800-\uffff]| $| {2}/)

/** Whether a text is plain and has nothing that must be escaped in XML: the same in an attribute and in the cadena original. */
export const isPlainMarkup = plainTest(marks.markup, /^ |[\0-\x1f"&<>\ud800-\uffff]| $| {2}/)

/** Length in characters (code points), as XML Schema counts it; lone surrogates count one. */
export function countCharacters(text: string): number {
  let count = text.length
  for (let at = 0; at + 1 < text.length; at++) {
    if (isHighSurrogate(text.charCodeAt(at)) && isLowSurrogate(text.charCodeAt(at + 1))) {
      count--
      at++
    }
  }
  return count
}

const suspect = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/

/** Index of the first character that XML 1.0 (section 2.2) does not admit, lone surrogates included; -1 when all are. */
export function findForbidden(text: string): number {
  const from = text.search(suspect)
  for (let at = from; at >= 0 && at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(at + 1))) at++
    else if (isForbidden(code)) return at
  }
  return -1
}

function isForbidden(code: number): boolean {
  if (code < 0x20) return code !== 0x9 && code !== 0xa && code !== 0xd
  return (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** The candidate nearest to `word` (case and accents apart), when it is near enough to be a slip: at most a third of its length. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 60) return undefined
  const wanted = folded(word)
  let best: string | undefined
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue
    const distance = slips(wanted, folded(candidate), least - 1)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

function folded(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * How many letters are wrong, missing, too many or in the place of their neighbour (optimal string alignment distance); more than `most`
 * may come out as any number above it.
 */
export function slips(a: string, b: string, most: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) line.push(cell(a, b, row, column, line, above, before))
    if (Math.min(...line) > most) return most + 1
    before = above
    above = line
  }
  return above[b.length]!
}

function cell(
  a: string,
  b: string,
  row: number,
  column: number,
  line: number[],
  above: number[],
  before: number[],
): number {
  const same = a[row - 1] === b[column - 1]
  const plain = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1))
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
  return swapped ? Math.min(plain, before[column - 2]! + 1) : plain
}

/** A value for a message: one line, at most 60 characters, in quotes. */
export function quote(value: unknown): string {
  return JSON.stringify(clip(typeof value === 'string' ? value : String(value)))
}

/** At most so many characters of a text, for a message; none is cut in half. */
export function clip(text: string, most = 60): string {
  return text.length > most ? `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...` : text
}

/**
 * The same text, joined and on its own: not in pieces that are joined each time that what it is part of is, and not a part of
 * a longer one that would be kept for its sake. Names of properties are always so.
 */
export function inOnePiece(text: string): string {
  return Object.keys({ [text]: 0 })[0] as string
}
