/**
 * Hexadecimal of RFC 4648 section 8, in lower case.
 * @module
 */

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Returns two hexadecimal digits per byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += digits[byte]
  return hex
}
