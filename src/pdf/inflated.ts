/**
 * Decompresses zlib streams with a limit.
 * @module
 */
import type { Bytes } from '../lib/bytes.js'

/** Decompresses a zlib stream to at most `most` bytes. @throws RangeError beyond that. */
export async function inflated(chunks: readonly Bytes[], most: number): Promise<Uint8Array> {
  const stream = new Blob([...chunks]).stream().pipeThrough(new DecompressionStream('deflate'))
  const whole = new Uint8Array(most)
  let length = 0
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return whole.subarray(0, length)
    if (length + value.length > most) throw new RangeError('more bytes than it says')
    whole.set(value, length)
    length += value.length
  }
}
