/**
 * Reads the body of a request, up to the limit of the service.
 * @module
 */

/** Bytes of the largest body that the service takes: its default `limits.body`. */
export const mostBytes = 4 << 20

/**
 * Reads the bytes of a Node stream, up to one byte above the limit, and ignores the rest. A body
 * with an excessive declared length is not read.
 */
export async function bodyOf(request, most = mostBytes) {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined
  const chunks = []
  let length = 0
  await new Promise((resolve, reject) => {
    request.on('data', (chunk) => {
      length += chunk.length
      if (length <= most + chunk.length) chunks.push(chunk)
      if (length > most) resolve()
    })
    for (const [event, settle] of [
      ['end', resolve],
      ['error', reject],
      ['close', resolve],
    ])
      request.on(event, settle)
  })
  return Buffer.concat(chunks).subarray(0, most + 1)
}
