/**
 * Schedule of retries: data, and a pure function of it.
 * @module
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Intervals and number of attempts. */
export interface RetrySchedule {
  /** Milliseconds between attempts. After the last one there is one more attempt, and then none. */
  readonly waits: readonly number[]
  /**
   * Maximum random extension of an interval, as a fraction of it, so that simultaneous failures are
   * not retried simultaneously.
   */
  readonly jitter: number
  /** Maximum milliseconds of a receiver's `Retry-After` that are observed. */
  readonly longest: number
}

/** Ten attempts in a little over three days: the example of Standard Webhooks 1.0.0. */
export const defaultSchedule: RetrySchedule = Object.freeze<RetrySchedule>({
  waits: [
    5 * second,
    5 * minute,
    30 * minute,
    2 * hour,
    5 * hour,
    10 * hour,
    14 * hour,
    20 * hour,
    24 * hour,
  ],
  jitter: 0.2,
  longest: 24 * hour,
})

/** A failed attempt. */
export interface Failed {
  /** Number of attempts so far. */
  readonly tries: number
  /** Milliseconds of the receiver's `Retry-After`, if there is one. */
  readonly retryAfter?: number | undefined
}

/**
 * Returns the milliseconds until the next attempt; undefined when there is none.
 * @param random in [0, 1)
 */
export function waitAfter(
  { tries, retryAfter = 0 }: Failed,
  random: number,
  schedule: RetrySchedule = defaultSchedule,
): number | undefined {
  const wait = schedule.waits[tries - 1]
  if (wait === undefined) return undefined
  return Math.round(
    Math.max(wait * (1 + random * schedule.jitter), Math.min(retryAfter, schedule.longest)),
  )
}

/**
 * Converts a `Retry-After` (RFC 9110, section 10.2.3: seconds, or a date) to milliseconds;
 * undefined when it is neither.
 */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * second
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  if (Number.isNaN(date)) return undefined
  return Math.max(0, date - now)
}
