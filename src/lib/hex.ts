/**
 * Hexadecimal of RFC 4648 section 8, in lower case.
 * @module
 */

const digits = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'))

/** Two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = ''
  for (const octet of bytes) hex += digits[octet]
  return hex
}
