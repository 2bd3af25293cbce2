/**
 * Compression of the catalogues of the package.
 * @module
 */
import { deflateSync } from 'fflate'

/**
 * Compresses by fflate, in a pinned version: the same rows give the same bytes on every version of
 * Node, whose zlib changes.
 */
export function compress(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: 9, mem: 12 })
}
