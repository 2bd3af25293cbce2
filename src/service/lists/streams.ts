/**
 * Bodies in parts: read on demand, so that a slow client slows its own export only.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import { systemClock, timerOf } from '../../pac/clock.js'

type Parts = AsyncIterable<Uint8Array>

/** Milliseconds after which a stream that nobody reads is abandoned. */
const longestPause = 120_000

/** Whether a body is a stream. */
export function isStream(body: unknown): body is Parts {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}

/**
 * Returns the same stream, and calls `ended` once: when it ends, fails, is abandoned, or is not read
 * for two minutes.
 */
export function watchStream(source: Parts, ended: (cause?: unknown) => void): Parts {
  const parts = source[Symbol.asyncIterator]()
  let isOver = false
  let stopTimer = () => {}
  const end = (cause?: unknown) => {
    stopTimer()
    if (isOver) return
    isOver = true
    ended(cause)
  }
  let abandoned: Error | undefined
  const abandon = () => {
    abandoned = new Error('the client read nothing for two minutes')
    end(abandoned)
    parts.return?.().catch(ignoreError)
  }
  const wait = () => {
    stopTimer = timerOf(systemClock, longestPause, abandon)
  }
  const watched: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => watched,
    async next() {
      stopTimer()
      if (abandoned !== undefined) throw abandoned
      try {
        const part = await parts.next()
        if (part.done === true) end()
        else wait()
        return part
      } catch (cause) {
        end(cause)
        throw cause
      }
    },
    async return() {
      end()
      await parts.return?.()
      return { done: true, value: undefined }
    },
  }
  wait()
  return watched
}

/** Resolves to the bytes of a stream. */
export async function readStream(parts: Parts): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of parts) chunks.push(chunk)
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
