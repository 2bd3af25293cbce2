/**
 * Hexadecimal of RFC 4648 section 8, in lower case.
 * @module
 */

/** Two digits a byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (octet) => octet.toString(16).padStart(2, '0')).join('')
}
