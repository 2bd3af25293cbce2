/**
 * UUIDs: validation, and creation of version 4 (RFC 9562, sections 4 and 5.4).
 * @module
 */
import { toHex } from './hex.js'

const uuidForm = /^[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i

/**
 * Whether a value is a UUID: 32 hexadecimal digits in five groups. A UUID is safe in a header, a
 * file name and a URL.
 */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && uuidForm.test(value)
}

/** Returns that many random bytes. Defaults to the platform's generator. */
export type Random = (length: number) => Uint8Array

/**
 * Bytes per request to the platform: each request costs 15 µs on Node 20, as much as checking an
 * invoice.
 */
const batch = 1024

let drawn = new Uint8Array(0)

/** Returns bytes of the platform's cryptographic generator, each used once. */
export const secureRandom: Random = (length) => {
  if (length > batch) return crypto.getRandomValues(new Uint8Array(length))
  if (drawn.length < length) drawn = crypto.getRandomValues(new Uint8Array(batch))
  const bytes = drawn.slice(0, length)
  drawn = drawn.subarray(length)
  return bytes
}

/**
 * Creates a UUID in upper case, as the SAT writes them. @throws RangeError when the source returns
 * fewer than 16 bytes.
 */
export function createUuid(random: Random): string {
  const bytes = Uint8Array.from(random(16))
  if (bytes.length < 16) throw new RangeError('la fuente de azar dio menos de 16 bytes')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = toHex(bytes.subarray(0, 16)).toUpperCase()
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
