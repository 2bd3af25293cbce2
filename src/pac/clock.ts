/**
 * Time, as everything that waits sees it.
 * @module
 */

/** The present and the passing of time. Tests give one of their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The longest that a timer can wait (HTML, timer initialization steps: a signed 32-bit count). */
const longest = 2 ** 31 - 1

/** The computer's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const timer = setTimeout(end, Math.min(ms, longest))
      signal?.addEventListener('abort', end)
    }),
}

/** How long something may last. */
export interface Limits {
  /** Milliseconds until its signal aborts. */
  readonly ms: number
  /** Milliseconds that it then has to say what it knows. */
  readonly grace: number
  /** Ends the time at once. */
  readonly signal?: AbortSignal | undefined
}

/** Runs something within limits. `undefined` when it was given up; what was given up goes on unheard. */
export async function within<T>(
  clock: Clock,
  { ms, grace, signal }: Limits,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const work = new AbortController()
  const timer = new AbortController()
  const ended = new AbortController()
  const stop = () => timer.abort()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  const giveUp = async () => {
    await clock.sleep(ms, timer.signal)
    work.abort()
    await clock.sleep(grace, ended.signal)
    return undefined
  }
  try {
    return await Promise.race([run(work.signal), giveUp()])
  } finally {
    ended.abort()
    stop()
    signal?.removeEventListener('abort', stop)
  }
}
