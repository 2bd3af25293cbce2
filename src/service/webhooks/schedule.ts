/**
 * When what was not delivered is tried again: data, and a pure function of it.
 * @module
 */

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** When something is tried, and how often. */
export interface RetrySchedule {
  /** Milliseconds from each try to the next; after the last of them it is tried once more, and then nobody tries. */
  readonly waits: readonly number[]
  /** Up to this part of a wait is added to it at random, so that what failed together is not tried together. */
  readonly jitter: number
  /** Of what a receiver asks to be waited (`Retry-After`), no more than this many milliseconds. */
  readonly longest: number
}

/** Ten tries in three days and some hours: the example of Standard Webhooks 1.0.0. */
export const defaultSchedule: RetrySchedule = Object.freeze<RetrySchedule>({
  waits: [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  jitter: 0.2,
  longest: 24 * hour,
})

/** What a wait follows from. */
export interface Failed {
  /** How many times it was tried, this one included. */
  readonly tries: number
  /** Milliseconds that the receiver asks to be waited, when it does. */
  readonly retryAfter?: number | undefined
}

/**
 * Milliseconds until the next try; undefined when there is none.
 * @param random in [0, 1)
 */
export function waitAfter(
  { tries, retryAfter = 0 }: Failed,
  random: number,
  schedule: RetrySchedule = defaultSchedule,
): number | undefined {
  const wait = schedule.waits[tries - 1]
  if (wait === undefined) return undefined
  return Math.round(Math.max(wait * (1 + random * schedule.jitter), Math.min(retryAfter, schedule.longest)))
}

/** Milliseconds that a `Retry-After` asks for (RFC 9110, section 10.2.3: seconds, or a date); undefined when it is neither. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * second
  const date = /^[A-Z][a-z]{2}, /.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
