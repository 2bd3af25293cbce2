/**
 * Hexadecimal of RFC 4648 section 8, in lower case.
 * @module
 */

const digits = new TextEncoder().encode('0123456789abcdef')
const decoder = new TextDecoder()

/**
 * Returns two hexadecimal digits per byte. The text is in one piece: a text of 32 pieces keeps 0.8 kB
 * in memory where it is the key of a map (measured), and digests are such keys.
 */
export function toHex(bytes: Uint8Array): string {
  const text = new Uint8Array(2 * bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    text[2 * at] = digits[byte >> 4] as number
    text[2 * at + 1] = digits[byte & 15] as number
  }
  return decoder.decode(text)
}
