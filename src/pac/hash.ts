/**
 * The token of a document, for PACs and journals: the SHA-256 of the bytes sent.
 *
 * RSASSA-PKCS1-v1_5 is deterministic: the same document sealed with the same key gives the same
 * bytes.
 * @module
 */
import { digest } from '../lib/digest.js'
import { toHex } from '../lib/hex.js'
import { parseKept } from '../seal/parseSealed.js'
import type { Sealed } from '../seal/sello.js'

/** Of each object, with the XML that it had: its owner may change it. */
const tokens = new WeakMap<Sealed, { readonly xml: string; readonly token: Promise<string> }>()

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. */
export async function hash(content: string | Uint8Array): Promise<string> {
  return toHex(await digest('sha256', content))
}

/**
 * SHA-256 of the sealed XML, in hexadecimal: the key of the document in the journal, and the
 * argument of `resume`.
 */
export function tokenOf(sealed: Sealed): Promise<string> {
  const { xml } = sealed
  const known = tokens.get(sealed)
  if (known?.xml === xml) return known.token
  const token = hash(xml)
  tokens.set(sealed, { xml, token })
  return token
}

/**
 * Reads the sealed document of a token from its stored XML. Resolves to `undefined` for other
 * content.
 */
export async function readKept(token: string, xml: string): Promise<Sealed | undefined> {
  try {
    if ((await hash(xml)) === token) return parseKept(xml)
    return undefined
  } catch {
    return undefined
  }
}
