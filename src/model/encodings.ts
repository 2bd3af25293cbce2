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

/** IANA names that an XML declaration can hold. */
const names: Readonly<Record<Encoding, readonly string[]>> = {
  'utf-8': ['utf-8', 'utf8'],
  'utf-16': ['utf-16', 'utf16'],
  'utf-16le': ['utf-16le'],
  'utf-16be': ['utf-16be'],
  'iso-8859-1': [
    'iso-8859-1',
    'iso_8859-1',
    'iso8859-1',
    'iso88591',
    'iso-ir-100',
    'latin1',
    'l1',
    'ibm819',
    'cp819',
  ],
  'windows-1252': ['windows-1252', 'cp1252', 'x-cp1252'],
  'us-ascii': ['us-ascii', 'ascii', 'ansi_x3.4-1968', 'iso646-us', 'iso-ir-6', 'ibm367', 'cp367'],
}

const byName: ReadonlyMap<string, Encoding> = new Map(
  (Object.keys(names) as Encoding[]).flatMap((encoding) =>
    names[encoding].map((name) => [name, encoding] as const),
  ),
)

/** Returns the encoding of a name, in any case; `undefined` if it is not supported. */
export function encodingOf(name: string): Encoding | undefined {
  return byName.get(name.toLowerCase())
}

const unassigned = '\ufffd'

/**
 * Bytes 0x80 to 0x9f of windows-1252: Unicode's MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT, which
 * assigns 27 of them.
 */
const windows1252 =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
  '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178'

/**
 * Decodes bytes, a byte order mark included. @throws RangeError for bytes that the encoding does
 * not assign
 */
export function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  switch (encoding) {
    case 'iso-8859-1':
      return decodeEach(bytes)
    case 'us-ascii':
      return decodeEach(bytes, unassigned.repeat(128))
    case 'windows-1252':
      return decodeEach(bytes, windows1252)
    default: {
      const options = { fatal: true, ignoreBOM: true }
      try {
        if (encoding !== 'utf-8') return new TextDecoder(encoding, options).decode(bytes)
        utf8 ??= new TextDecoder(encoding, options)
        return utf8.decode(bytes)
      } catch (cause) {
        throw new RangeError(`bytes are not ${encoding}`, { cause })
      }
    }
  }
}

/** Shared by all documents: without `stream` a decoder has no state between calls. */
let utf8: TextDecoder | undefined

/** Bytes decoded at a time: `String.fromCharCode` takes its arguments on the stack. */
const step = 8192

/**
 * One character per byte. `high` has the characters of the bytes from 0x80 on. Others map to equal
 * code points.
 */
function decodeEach(bytes: Uint8Array, high?: string): string {
  const units =
    high === undefined
      ? undefined
      : Uint16Array.from({ length: 256 }, (_, byte) => high[byte - 0x80]?.charCodeAt(0) ?? byte)
  const parts: string[] = []
  for (let from = 0; from < bytes.length; from += step) {
    const part = bytes.subarray(from, from + step)
    parts.push(
      String.fromCharCode(
        ...(units === undefined ? part : Uint16Array.from(part, (byte) => units[byte] as number)),
      ),
    )
  }
  const text = parts.join('')
  if (text.includes(unassigned)) throw new RangeError('a byte is not assigned')
  return text
}
