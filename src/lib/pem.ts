/**
 * The octets inside a file that may be DER, PEM (RFC 7468) or bare Base64 text.
 * @module
 */
import { decodeBase64 } from './base64.js'

/** No certificate or RSA key comes near it; what is larger is not looked at. */
const maxFileLength = 65_536

/** One block of a file. */
export interface Block {
  /** What PEM says it is: `CERTIFICATE`, `ENCRYPTED PRIVATE KEY` …; empty when the file does not say. */
  readonly label: string
  /** A copy: nobody else can change it. */
  readonly der: Uint8Array<ArrayBuffer>
}

/** The first block whose label is one of `labels` (or that has none), `undefined` when there is none to decode. */
export function readBlock(source: Uint8Array | string, labels: readonly string[]): Block | undefined {
  if (!(source instanceof Uint8Array) && typeof source !== 'string') {
    throw new TypeError('a certificate or key must be a Uint8Array or a string')
  }
  if (source.length > maxFileLength) return undefined
  // A SEQUENCE begins with 0x30, which as text is a digit: neither PEM nor the Base64 of a SEQUENCE begins so.
  if (typeof source !== 'string' && source[0] === 0x30) return { label: '', der: new Uint8Array(source) }
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  return text.includes('-----BEGIN ') ? readPem(text, labels) : decode('', text)
}

/** `indexOf` and not a pattern: a file full of unclosed BEGIN lines must stay linear. */
function readPem(text: string, labels: readonly string[]): Block | undefined {
  for (let at = text.indexOf('-----BEGIN '); at >= 0; at = text.indexOf('-----BEGIN ', at)) {
    const label = text.slice(at + 11, text.indexOf('-----', at + 11))
    const start = at + 11 + label.length + 5
    const end = text.indexOf(`-----END ${label}-----`, start)
    if (end < 0) return undefined
    if (labels.includes(label)) return decode(label, text.slice(start, end))
    at = end
  }
  return undefined
}

/** White space is for the eye; `\s` takes a byte order mark with it. */
function decode(label: string, base64: string): Block | undefined {
  const der = decodeBase64(base64.replace(/\s+/g, ''))
  return der && der.length > 0 ? { label, der } : undefined
}
