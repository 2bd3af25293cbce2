/**
 * ZIP archives of one file (PKWARE APPNOTE 6.3.3), in which some PACs want and return documents.
 * @module
 */

import type { Bytes } from '../../lib/bytes.js'
import { crc32, ZipWriter } from '../../lib/zip.js'

/** Bytes that a file may inflate to. A CFDI of 100,000 concepts has some 60 MB. */
export const maxInflated = 2 ** 26

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }

/**
 * Archives one file, stored. Deterministic: the date is 1 January 1980.
 * @param name in ASCII.
 * @example
 * const archive = writeZip('factura.xml', new TextEncoder().encode(sealed.xml))
 * new TextDecoder().decode(archive.slice(0, 2)) // → 'PK'
 */
export function writeZip(name: string, content: Uint8Array): Bytes {
  const archive = new ZipWriter()
  return join([...archive.add({ name, content }), ...archive.end()])
}

/**
 * The content of an archive with exactly one file, stored or deflated.
 * @throws Error if it is not such an archive, is damaged, or holds more than `max` bytes.
 * @example
 * const archive = writeZip('reply.xml', new TextEncoder().encode(xml))
 * new TextDecoder().decode(await readZip(archive)) // → xml
 */
export async function readZip(archive: Uint8Array, max: number = maxInflated): Promise<Bytes> {
  const { method, crc, packed, size } = zipEntryOf(archive)
  if (size > max) throw new Error(`zip: more than ${max} bytes`)
  const content = method === 0 ? Uint8Array.from(packed) : await inflateEntry(packed, size)
  if (content.length !== size || crc32(content) !== crc) throw new Error('zip: damaged')
  return content
}

interface Entry {
  readonly method: number
  readonly crc: number
  readonly size: number
  readonly packed: Uint8Array
}

/**
 * The one entry, as the central directory describes it: local headers may leave sizes for later.
 */
function zipEntryOf(archive: Uint8Array): Entry {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const end = zipDirectoryEnd(view)
  if (view.getUint16(end + 10, true) !== 1) throw new Error('zip: exactly one file is expected')
  const at = view.getUint32(end + 16, true)
  expect(view, at, signatures.central)
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  if ((flags & 1) !== 0 || (method !== 0 && method !== 8))
    throw new Error('zip: encrypted, or an unknown method')
  const [crc, packedSize] = [view.getUint32(at + 16, true), view.getUint32(at + 20, true)]
  const size = view.getUint32(at + 24, true)
  const local = view.getUint32(at + 42, true)
  expect(view, local, signatures.local)
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + packedSize > archive.length) throw new Error('zip: truncated')
  return { method, crc, size, packed: archive.subarray(start, start + packedSize) }
}

/** Where the end of the central directory is: before a comment of at most 65,535 bytes. */
function zipDirectoryEnd(view: DataView): number {
  const last = view.byteLength - 22
  for (let at = last; at >= 0 && at >= last - 0xffff; at--)
    if (view.getUint32(at, true) === signatures.end) return at
  throw new Error('zip: not an archive')
}

function expect(view: DataView, at: number, signature: number): void {
  // Beyond the end it throws a RangeError.
  if (view.getUint32(at, true) !== signature) throw new Error('zip: damaged')
}

/** Inflates until one byte more than announced, whatever the rest may hold. */
async function inflateEntry(packed: Uint8Array, size: number): Promise<Bytes> {
  const source = new Blob([Uint8Array.from(packed)]).stream()
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const chunks: Uint8Array[] = []
  for (let length = 0; length <= size; ) {
    const { done, value } = await reader.read()
    if (done) return join(chunks)
    chunks.push(value)
    length += value.length
  }
  await reader.cancel()
  throw new Error('zip: more than it announces')
}

function join(parts: readonly Uint8Array[]): Bytes {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
