/**
 * The bytes inside a file that may be DER, PEM (RFC 7468) or bare Base64 text.
 * @module
 */

import { decodeBase64, encodeBase64 } from './base64.js'
import type { Bytes } from './bytes.js'

/** No certificate or RSA key comes near it; what is larger is not looked at. */
const maxFileLength = 65_536

/** One block of a file. */
export interface Block {
  /** What PEM says it is: `CERTIFICATE`, `ENCRYPTED PRIVATE KEY` …; empty when the file does not say. */
  readonly label: string
  /** A copy: nobody else can change it. */
  readonly der: Bytes
}

/**
 * The text of a file as environment variables, .env files, browsers and terminals hand it over, made PEM or Base64 again: out of
 * its quotes, with `\\n` for a line break, from a `data:` URL, from hexadecimal, from the Base64 of URLs (RFC 4648 section 5) and,
 * for a PEM, from Base64 around it. What is none of these comes back the same in essence: not PEM, not Base64.
 */
export function unwrapText(text: string): string {
  if (text.length > 2 * maxFileLength) return text
  const bare = dataOf(unquote(text.trim()).replace(/(?:\\r)?\\n/g, '\n'))
  if (bare.includes('-----BEGIN ')) return bare
  const digits = bare.replace(/\s+/g, '')
  const base64 = /^(?:0x)?30[0-9a-f]+$/i.test(digits) ? fromHex(digits) : fromBase64Url(digits)
  const bytes = base64.startsWith('LS0tLS1CRUdJTi') ? decodeBase64(base64) : undefined
  return bytes ? new TextDecoder().decode(bytes) : base64
}

function unquote(text: string): string {
  const [first] = text
  return text.length > 1 && (first === '"' || first === "'" || first === '`') && text.endsWith(first)
    ? text.slice(1, -1)
    : text
}

/** What a `data:` URL holds (RFC 2397), in Base64 as browsers write it. */
function dataOf(text: string): string {
  if (!/^data:/i.test(text)) return text
  const data = text.slice(text.indexOf(',') + 1)
  return data.replace(/%([0-9a-f]{2})/gi, (_, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))
}

function fromHex(digits: string): string {
  const pairs = digits.replace(/^0x/i, '').match(/../g) ?? []
  return encodeBase64(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)))
}

function fromBase64Url(text: string): string {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return text
  const [bare = ''] = text.split('=')
  const standard = bare.replace(/-/g, '+').replace(/_/g, '/')
  return standard.padEnd(Math.ceil(standard.length / 4) * 4, '=')
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
