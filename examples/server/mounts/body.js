/**
 * What was sent, read no further than the service takes it.
 * @module
 */

/** Bytes of the largest body that the service takes: its default `limits.body`. */
export const mostBytes = 4 << 20

/**
 * The bytes of a stream of Node, cut one above what is taken: more is neither kept nor waited for. A body that says that it is too
 * large is not read at all.
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
