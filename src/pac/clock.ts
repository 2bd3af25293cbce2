/**
 * The clock: the only source of time for everything that waits.
 * @module
 */
import { type Kind, withMethods } from '../lib/options.js'

/** Current time and delays. Tests supply a virtual one. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  /** Resolves after `ms` milliseconds, or as soon as the signal aborts. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /**
   * Calls `end` after `ms` milliseconds, unless the returned function is called before. Optional:
   * the fallback is `sleep` with a signal, at fifteen times the cost (7 µs instead of 0.5, Node
   * 20). Omit it when you replace the `sleep` of another clock.
   */
  timer?(ms: number, end: () => void): () => void
}

/** Kind of an option with a clock. */
export const clockKind: Kind = /* @__PURE__ */ withMethods('now', 'sleep')

/** The longest that a timer can wait (HTML, timer initialization steps: a signed 32-bit count). */
const longest = 2 ** 31 - 1

/** The system clock. */
export const systemClock: Required<Clock> = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const end = () => {
        cancel()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const cancel = systemClock.timer(ms, end)
      signal?.addEventListener('abort', end)
    }),
  timer(ms, end) {
    const timer = setTimeout(end, Math.min(ms, longest))
    return () => clearTimeout(timer)
  },
}

/**
 * The timer of a clock. A `sleep` that rejects, as that of `node:timers/promises` does when it is
 * woken, has ended.
 */
export function timerOf(clock: Clock, ms: number, end: () => void): () => void {
  if (clock.timer !== undefined) return clock.timer(ms, end)
  const cancelled = new AbortController()
  const wake = () => {
    if (!cancelled.signal.aborted) end()
  }
  clock.sleep(ms, cancelled.signal).then(wake, wake)
  return () => cancelled.abort(over)
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

/**
 * Abort reason of an obsolete wait. Without one an abort makes an exception, with its stack
 * (measured: 15 µs).
 */
export const over = 'over'

/**
 * Runs a call within limits. `undefined` if they were exceeded; its result is then given to `late`,
 * whenever it comes.
 */
export function within<T>(
  clock: Clock,
  { ms, grace, signal }: Limits,
  run: (signal: AbortSignal) => Promise<T>,
  late: (result: T) => void = () => {},
): Promise<T | undefined> {
  const work = new AbortController()
  return new Promise((resolve, reject) => {
    let isOver = false
    let cancel = () => {}
    const running = (async () => run(work.signal))()
    const stop = () => {
      end()
      work.abort()
      cancel = timerOf(clock, grace, () => {
        isOver = true
        resolve(undefined)
      })
    }
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', stop)
    }
    cancel = timerOf(clock, ms, stop)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    running
      .finally(end)
      .then((result) => (isOver ? late(result) : resolve(result)))
      .catch(reject)
  })
}

/**
 * Runs a call without a signal, with a time-out. Then it rejects with the error or the message of
 * `expired`, and passes the later result of the call to `late`.
 */
export function inTime<T>(
  clock: Clock,
  ms: number,
  run: () => Promise<T>,
  expired: string | (() => Error),
  late?: (result: T) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let cancel: (() => void) | undefined
    // An answer that came while the process stood still is read in one more turn of the event loop.
    cancel = timerOf(clock, ms, () => {
      cancel = timerOf(clock, 0, () => {
        isOver = true
        reject(typeof expired === 'string' ? new Error(expired) : expired())
      })
    })
    const running = (async () => run())()
    running
      .finally(() => cancel?.())
      .then((result) => (isOver ? late?.(result) : resolve(result)))
      .catch(reject)
  })
}
