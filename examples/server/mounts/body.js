/**
 * Reads the body of a request, up to the limit of the service.
 * @module
 */

/** Bytes of the largest body that the service takes: its default `limits.body`. */
export const mostBytes = 4 << 20

/**
 * Bytes of all bodies that are arriving. Above it the request with the longest one is closed: clients
 * that send slowly cannot fill the memory, and short bodies still arrive.
 */
const mostHeld = 256 << 20

/** Bytes of each body that is arriving, by its request. */
const held = new Map()
let allHeld = 0

function hold(request, bytes) {
  held.set(request, (held.get(request) ?? 0) + bytes)
  allHeld += bytes
  if (allHeld <= mostHeld) return
  const [longest] = [...held].reduce((one, other) => (other[1] > one[1] ? other : one))
  release(longest)
  longest.destroy(new Error('too many bytes of bodies are arriving'))
}

function release(request) {
  allHeld -= held.get(request) ?? 0
  held.delete(request)
}

/**
 * Reads the bytes of a Node stream, up to one byte above the limit, and ignores the rest. A body
 * with an excessive declared length is not read, and is undefined. Rejects when the client goes before
 * the end: such a request must not run.
 */
export async function bodyOf(request, most = mostBytes) {
  if (Number(request.headers['content-length'] ?? 0) > most) return undefined
  const chunks = []
  let length = 0
  try {
    await new Promise((resolve, reject) => {
      request.on('data', (chunk) => {
        if (length > most) return
        length += chunk.length
        chunks.push(chunk)
        hold(request, chunk.length)
        if (length > most) resolve()
      })
      for (const [event, settle] of [
        ['end', resolve],
        ['error', reject],
        ['close', resolve],
      ])
        request.on(event, settle)
    })
  } finally {
    release(request)
  }
  return Buffer.concat(chunks).subarray(0, most + 1)
}
