/**
 * Reads the bytes of a file in DER, PEM (RFC 7468) or bare Base64.
 * @module
 */

import { decodeBase64, encodeBase64 } from './base64.js'
import type { Bytes } from './bytes.js'

/** Larger files are refused: certificates and RSA keys are far smaller. */
const maxFileLength = 65_536

/** One block of a file. */
export interface Block {
  /** Label of the PEM: `CERTIFICATE`, `ENCRYPTED PRIVATE KEY` …; empty without one. */
  readonly label: string
  /** A private copy. */
  readonly der: Bytes
}

/**
 * Restores PEM or Base64 from the text that environment variables, .env files, browsers and
 * terminals deliver: in quotes, with `\\n` for line breaks, as a `data:` URL, in hexadecimal, in
 * URL-safe Base64 (RFC 4648 section 5), or a PEM inside Base64. Other text stays as unreadable as
 * before.
 */
export function unwrapText(text: string): string {
  if (text.length > 2 * maxFileLength) return text
  const trimmed = text.trim()
  const unquoted = /^(["'`])(.*)\1$/s.exec(trimmed)?.[2] ?? trimmed
  const bare = dataOf(unquoted.replace(/(?:\\r)?\\n/g, '\n'))
  if (bare.includes('-----BEGIN ')) return bare
  const digits = bare.replace(/\s+/g, '')
  const base64 = /^(?:0x)?30[0-9a-f]+$/i.test(digits) ? fromHex(digits) : fromBase64Url(digits)
  const bytes = base64.startsWith('LS0tLS1CRUdJTi') ? decodeBase64(base64) : undefined
  if (bytes) return new TextDecoder().decode(bytes)
  return base64
}

/** Returns the content of a `data:` URL (RFC 2397), in Base64 as browsers write it. */
function dataOf(text: string): string {
  if (!/^data:/i.test(text)) return text
  const data = text.slice(text.indexOf(',') + 1)
  return data.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
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

/**
 * Returns the first block without a label or with one of `labels`, `undefined` when no such block
 * can be decoded.
 */
export function readBlock(
  source: Uint8Array | string,
  labels: readonly string[],
): Block | undefined {
  if (!(source instanceof Uint8Array) && typeof source !== 'string') {
    throw new TypeError('a certificate or key must be a Uint8Array or a string')
  }
  if (source.length > maxFileLength) return undefined
  // A SEQUENCE begins with 0x30, the digit 0 as text. Neither PEM nor the Base64 of a SEQUENCE
  // begins with it.
  if (typeof source !== 'string' && source[0] === 0x30)
    return { label: '', der: new Uint8Array(source) }
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source)
  if (text.includes('-----BEGIN ')) {
    // Uses `indexOf` instead of an expression: a file full of unclosed BEGIN lines must stay
    // linear.
    for (let at = text.indexOf('-----BEGIN '); at >= 0; at = text.indexOf('-----BEGIN ', at)) {
      const label = text.slice(at + 11, text.indexOf('-----', at + 11))
      const start = at + 11 + label.length + 5
      const end = text.indexOf(`-----END ${label}-----`, start)
      if (end < 0) return undefined
      if (labels.includes(label)) return decodeBlock(label, text.slice(start, end))
      at = end
    }
    return undefined
  }
  return decodeBlock('', text)
}

/** White space is ignored; `\s` includes a byte order mark. */
function decodeBlock(label: string, base64: string): Block | undefined {
  const der = decodeBase64(base64.replace(/\s+/g, ''))
  if (der && der.length > 0) return { label, der }
  return undefined
}
