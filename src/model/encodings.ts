/**
 * Decodes bytes in the encodings that XML may declare, equally on every runtime. `TextDecoder` maps
 * windows-1252 and ISO-8859-1 differently between versions of Node, and the Encoding Standard
 * treats them as one.
 * @module
 */

/** Supported encodings. */
export type Encoding =
  | 'utf-8'
  | 'utf-16'
  | 'utf-16le'
  | 'utf-16be'
  | 'iso-8859-1'
  | 'windows-1252'
  | 'us-ascii'

/** IANA names that an XML declaration can hold, each encoding's own name first. */
const names = [
  'utf-8 utf8',
  'utf-16 utf16',
  'utf-16le',
  'utf-16be',
  'iso-8859-1 iso_8859-1 iso8859-1 iso88591 iso-ir-100 latin1 l1 ibm819 cp819',
  'windows-1252 cp1252 x-cp1252',
  'us-ascii ascii ansi_x3.4-1968 iso646-us iso-ir-6 ibm367 cp367',
].map((line) => line.split(' '))

/** Returns the encoding of a name, in any case; `undefined` if it is not supported. */
export function encodingOf(name: string): Encoding | undefined {
  return names.find((line) => line.includes(name.toLowerCase()))?.[0] as Encoding | undefined
}

/**
 * Characters of the bytes from 0x80 on, where they differ from the code points; U+FFFD for bytes
 * that are not assigned. Those of windows-1252 are Unicode's MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT,
 * which assigns 27 of 32.
 */
const highs: { readonly [Name in Encoding]?: string } = {
  'iso-8859-1': '',
  'us-ascii': '\ufffd'.repeat(128),
  'windows-1252':
    '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
    '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178',
}

/**
 * Decodes bytes, a byte order mark included. @throws RangeError for bytes that the encoding does
 * not assign
 */
export function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  const high = highs[encoding]
  if (high !== undefined) return decodeEach(bytes, high)
  const options = { fatal: true, ignoreBOM: true }
  try {
    if (encoding !== 'utf-8') return new TextDecoder(encoding, options).decode(bytes)
    utf8 ??= new TextDecoder(encoding, options)
    return utf8.decode(bytes)
  } catch (cause) {
    throw new RangeError(`bytes are not ${encoding}`, { cause })
  }
}

/** Shared by all documents: without `stream` a decoder has no state between calls. */
let utf8: TextDecoder | undefined

/** Bytes decoded at a time: `String.fromCharCode` takes its arguments on the stack. */
const step = 8192

/** One character per byte: that of `high`, or the equal code point. */
function decodeEach(bytes: Uint8Array, high: string): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += step) {
    const part = String.fromCharCode(...bytes.subarray(from, from + step))
    if (high === '') text += part
    else text += part.replace(/[\x80-\xff]/g, (unit) => high[unit.charCodeAt(0) - 0x80] ?? unit)
  }
  if (text.includes('\ufffd')) throw new RangeError('a byte is not assigned')
  return text
}
