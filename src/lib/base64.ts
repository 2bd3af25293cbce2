/**
 * Base64 of RFC 4648 section 4, strict: no line breaks, padding required, and one text for each
 * sequence of bytes (section 3.5).
 * @module
 */

import type { Bytes } from './bytes.js'
import { readDer, tags } from './der.js'

const foreign = /[^A-Za-z0-9+/]/

/** Valid last digits by the padding after them: unused bits must be zero (RFC 4648 section 3.5). */
const last = [/./s, /[AEIMQUYcgkosw048]/, /[AQgw]/] as const

/**
 * Native functions of the host, ten times as fast as `btoa` (measured): ES2026, and Node before it.
 */
interface Native {
  readonly Buffer?: {
    from(text: string, encoding: 'base64'): Bytes
    from(text: string, encoding: 'utf8'): { toString(encoding: 'base64'): string }
    from(
      memory: ArrayBufferLike,
      start: number,
      length: number,
    ): { toString(encoding: 'base64'): string }
  }
}

/** Length in Base64 of a DER of 48 kB. Certificates are far smaller. */
const maxDerText = 65_536

const utf8 = new TextEncoder()

/** Returns the Base64 of a text's UTF-8 bytes. */
export function encodeTextBase64(text: string): string {
  const { Buffer } = globalThis as Native
  if (Buffer === undefined) return encodeBase64(utf8.encode(text))
  return Buffer.from(text, 'utf8').toString('base64')
}

/** Returns the Base64 of the bytes, on one line. */
export function encodeBase64(bytes: Uint8Array & { toBase64?(): string }): string {
  if (bytes.toBase64 !== undefined) return bytes.toBase64()
  const { Buffer } = globalThis as Native
  if (Buffer !== undefined)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return encodePortable(bytes)
}

/** {@link encodeBase64} for hosts without native functions. */
export function encodePortable(bytes: Uint8Array): string {
  let binary = ''
  // String.fromCharCode takes its arguments on the stack: 8 KiB per call is safe on every engine.
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** Returns the number of bytes that a Base64 text encodes, or `undefined` when it is not Base64. */
export function countBytes(text: string): number | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (!last[padding].test(text.at(-1 - padding) ?? 'A')) return undefined
  // Searching for a foreign character takes no stack. Matching groups of four takes a frame each,
  // and 8 MB overflow it.
  if (foreign.test(text.slice(0, text.length - padding))) return undefined
  return (text.length / 4) * 3 - padding
}

/**
 * Returns the DER of an attribute `Certificado`: Base64 of exactly one SEQUENCE, without PEM lines
 * or white space. Returns `undefined` for other text.
 */
export function readDerBase64(text: string): Bytes | undefined {
  const bytes = text.length > maxDerText ? undefined : decodeBase64(text)
  if (bytes === undefined) return undefined
  try {
    if (readDer(bytes).tag === tags.sequence) return bytes
    return undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the bytes of a Base64 text, or `undefined` when it is not Base64. White space is refused.
 */
export function decodeBase64(text: string): Bytes | undefined {
  if (countBytes(text) === undefined) return undefined
  const { Buffer } = globalThis as Native
  if (Buffer !== undefined && text.length > maxDerText) {
    // Node gives texts of this length a memory of their own, which no other value shares.
    const { buffer, byteOffset, length } = Buffer.from(text, 'base64')
    return new Uint8Array(buffer, byteOffset, length)
  }
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
