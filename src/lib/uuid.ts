/**
 * UUIDs of version 4 (RFC 9562, section 5.4).
 * @module
 */
import { toHex } from './hex.js'

/** Fills with random bytes; the platform's generator by default. */
export type Random = (length: number) => Uint8Array

/** Bytes asked of the platform at a time: each time costs 15 µs on Node 20, as much as checking an invoice. */
const batch = 1024

let drawn = new Uint8Array(0)

/** Bytes of the platform's cryptographic generator, none of them twice. */
export const secureRandom: Random = (length) => {
  if (length > batch) return crypto.getRandomValues(new Uint8Array(length))
  if (drawn.length < length) drawn = crypto.getRandomValues(new Uint8Array(batch))
  const bytes = drawn.slice(0, length)
  drawn = drawn.subarray(length)
  return bytes
}

/** A UUID in upper case, as the SAT writes them. @throws RangeError when the source gives fewer than 16 bytes. */
export function createUuid(random: Random): string {
  const bytes = Uint8Array.from(random(16))
  if (bytes.length < 16) throw new RangeError('la fuente de azar dio menos de 16 bytes')
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = toHex(bytes.subarray(0, 16)).toUpperCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
