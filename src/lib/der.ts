/**
 * Strict reader of DER (ITU-T X.690): definite lengths in their shortest form, tag numbers below
 * 31, no trailing bytes. It reads one level at a time without recursion, so nested input costs no
 * stack and each byte is read once.
 * @module
 */

/**
 * Thrown for bytes that are not DER. Private to the library: callers wrap it in their own errors.
 */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** One tag-length-value. All views share the memory of the input. */
export interface Der {
  /** The identifier byte (class, constructed bit and number): 0x30 for a SEQUENCE. */
  readonly tag: number
  /** The whole element: identifier, length and content. */
  readonly bytes: Uint8Array
  readonly content: Uint8Array
}

/** Identifier bytes of the types in certificates and keys (X.690 8.1.2). */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const

/** Returns the only element of `bytes`. */
export function readDer(bytes: Uint8Array): Der {
  const element = elementAt(bytes, 0)
  if (element.bytes.length !== bytes.length) throw new DerError('bytes left over after the element')
  return element
}

/**
 * Returns the elements inside a constructed one, whose tag must be `tag`:
 * `children(der, tags.sequence)`.
 */
export function children(parent: Der | undefined, tag: number): Der[] {
  const { content } = expectTag(parent, tag)
  const found: Der[] = []
  for (let at = 0; at < content.length; at += found.at(-1)!.bytes.length)
    found.push(elementAt(content, at))
  return found
}

/** Returns the element if it exists and has the expected tag. */
export function expectTag(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag)
    throw new DerError(
      `expected tag ${tagName(tag)}, found ${element ? tagName(element.tag) : 'none'}`,
    )
  return element
}

function elementAt(bytes: Uint8Array, at: number): Der {
  const tag = bytes[at]
  if (tag === undefined) throw new DerError('unexpected end')
  if ((tag & 0x1f) === 0x1f) throw new DerError('tag numbers above 30 are not used here')
  // X.690 10.1: definite, in the fewest bytes. Four bytes are 4 GiB, more than any certificate.
  let length = bytes[at + 1]
  let start = at + 2
  if (length === undefined) throw new DerError('unexpected end')
  if (length >= 0x80) {
    const count = length & 0x7f
    if (count === 0 || count > 4) throw new DerError('indefinite or oversized length')
    length = 0
    for (let i = 0; i < count; i++) length = length * 256 + (bytes[start + i] ?? Number.NaN)
    if (Number.isNaN(length)) throw new DerError('unexpected end')
    if (length < 0x80 || length < 256 ** (count - 1))
      throw new DerError('length not in its shortest form')
    start += count
  }
  const end = start + length
  if (end > bytes.length) throw new DerError('length beyond the end')
  return { tag, bytes: bytes.subarray(at, end), content: bytes.subarray(start, end) }
}

/** Returns the dotted text of an OBJECT IDENTIFIER (X.690 8.19). */
export function readOid(element: Der | undefined): string {
  const { content } = expectTag(element, tags.oid)
  if (content.length === 0 || content.at(-1)! & 0x80)
    throw new DerError('object identifier cut short')
  // No standard identifier is half as long, and the text goes into messages.
  if (content.length > 64) throw new DerError('object identifier too long')
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (arc > Number.MAX_SAFE_INTEGER / 128)
      throw new DerError('object identifier with an arc too large')
    if (byte & 0x80) continue
    arcs.push(arc)
    arc = 0
  }
  const top = Math.min(Math.floor(arcs[0]! / 40), 2)
  return [top, arcs[0]! - top * 40, ...arcs.slice(1)].join('.')
}

/** Reads a small non-negative INTEGER: versions, iterations, key lengths. */
export function readSmallInteger(element: Der | undefined): number {
  const { content } = expectTag(element, tags.integer)
  if (content.length === 0 || content.length > 6 || content[0]! & 0x80)
    throw new DerError('integer out of range')
  let value = 0
  for (const byte of content) value = value * 256 + byte
  return value
}

/**
 * Returns the bytes of a BIT STRING (X.690 8.6). Unused trailing bits are zero in DER (11.2.1), so
 * they read as unset.
 */
export function readBits(element: Der | undefined): Uint8Array {
  const { content } = expectTag(element, tags.bitString)
  const [unused = 8] = content
  const last = content.length > 1 ? content[content.length - 1]! : 0
  if (unused > 7 || (content.length === 1 && unused > 0) || (last & ((1 << unused) - 1)) !== 0) {
    throw new DerError('malformed bit string')
  }
  return content.subarray(1)
}

/** Returns a BIT STRING of whole bytes, such as a key or a signature. */
export function readBitBytes(element: Der | undefined): Uint8Array {
  const bytes = readBits(element)
  if (element?.content[0] !== 0) throw new DerError('bits that are not bytes')
  return bytes
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Returns the text of a directory string, `undefined` for another type. TeletexString is read as
 * Latin-1 although the standard says T.61: the SAT writes Latin-1 (Ñ is 0xD1).
 */
export function readText({ tag, content }: Der): string | undefined {
  switch (tag) {
    case tags.utf8String:
      return utf8.decode(content)
    case tags.printableString:
    case tags.ia5String:
    case tags.teletexString:
      return codes(content, 1)
    case tags.bmpString:
      return codes(content, 2)
    default:
      return undefined
  }
}

/**
 * Converts bytes to code points directly: `TextDecoder('latin1')` is windows-1252 (WHATWG
 * Encoding).
 */
function codes(content: Uint8Array, width: 1 | 2): string {
  if (content.length % width) throw new DerError('odd number of bytes in a BMPString')
  let text = ''
  for (let at = 0; at < content.length; at += width) {
    text += String.fromCharCode(width === 1 ? content[at]! : content[at]! * 256 + content[at + 1]!)
  }
  return text
}

const time = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/

/** Reads UTCTime or GeneralizedTime as in RFC 5280 4.1.2.5: to the second, in UTC. */
export function readTime(element: Der | undefined): Date {
  if (element?.tag !== tags.utcTime) expectTag(element, tags.generalizedTime)
  const text = codes(element!.content, 1)
  // RFC 5280 4.1.2.5.1: two-digit years from 50 on are 19xx.
  const full = element!.tag === tags.generalizedTime ? text : (text < '50' ? '20' : '19') + text
  const [, year, month, day, hour, minute, second] = time.exec(full) ?? []
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  // Some engines roll a date such as 02-30 over to March, so the result must format to the same
  // text.
  if (Number.isNaN(date.getTime()) || date.toISOString().replace(/[-:T]|\.\d+/g, '') !== full) {
    throw new DerError('malformed time')
  }
  return date
}

const tagName = (tag: number): string => `0x${tag.toString(16).padStart(2, '0')}`
