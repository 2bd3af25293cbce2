/**
 * The clock: the only source of time for everything that waits.
 * @module
 */

/** Current time and delays. Tests supply a virtual one. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The longest that a timer can wait (HTML, timer initialization steps: a signed 32-bit count). */
const longest = 2 ** 31 - 1

/** The system clock. */
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

/** Limits of a call. */
export interface Limits {
  /** Milliseconds until its signal aborts. */
  readonly ms: number
  /** Milliseconds after that to still return a result. */
  readonly grace: number
  /** Aborts the call at once. */
  readonly signal?: AbortSignal | undefined
}

/** The reason of a wait that nobody needs any more. Without one an abort makes an exception, with its stack (measured: 15 µs). */
export const over = 'over'

/** Runs a call within limits. `undefined` if they were exceeded; its result is then given to `late`, whenever it comes. */
export async function within<T>(
  clock: Clock,
  { ms, grace, signal }: Limits,
  run: (signal: AbortSignal) => Promise<T>,
  late: (result: T) => void = () => {},
): Promise<T | undefined> {
  const work = new AbortController()
  const timer = new AbortController()
  const ended = new AbortController()
  const stop = () => timer.abort(over)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  const giveUp = async () => {
    await clock.sleep(ms, timer.signal)
    if (ended.signal.aborted) return undefined
    work.abort()
    await clock.sleep(grace, ended.signal)
    if (!ended.signal.aborted) running.then(late, () => {})
    return undefined
  }
  const running = (async () => run(work.signal))()
  try {
    return await Promise.race([running, giveUp()])
  } finally {
    ended.abort(over)
    stop()
    signal?.removeEventListener('abort', stop)
  }
}
