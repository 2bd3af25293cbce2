/**
 * Limits the calls of each account: how many run at once, how many wait for their turn, and how many
 * begin in a minute. A key may have limits of its own, which are counted apart.
 *
 * They apply before the key is looked up: a caller beyond its limits costs no statement.
 * @module
 */
import { systemClock, timerOf } from '../pac/clock.js'
import { refuse } from './answer.js'

/** Limits of an account in one process. */
export interface CallLimits {
  /** Maximum calls that run at once. Defaults to 32. */
  readonly atOnce: number
  /** Maximum calls that wait for their turn. Defaults to 256; one more is refused with 733. */
  readonly waiting: number
  /** Maximum calls that begin in a minute. Defaults to `Infinity`; one more is refused with 733. */
  readonly perMinute: number
}

const defaultLimits: CallLimits = { atOnce: 32, waiting: 256, perMinute: Number.POSITIVE_INFINITY }

/** @throws TypeError when a limit is not a positive number, or is unknown */
export function readCallLimits(
  name: string,
  given: Partial<CallLimits> = {},
  base: CallLimits = defaultLimits,
): CallLimits {
  for (const [limit, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultLimits, limit))
      throw new TypeError(`${name}: ${limit} is not a limit`)
    const least = limit === 'waiting' ? 0 : 1
    if (value !== undefined && !(typeof value === 'number' && value >= least))
      throw new TypeError(`${name}: ${limit} must be a number of ${least} or more`)
  }
  return {
    ...base,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

/** Longest wait for a turn in milliseconds. */
const longestWait = 30_000
/** Keys whose account is remembered. */
const mostKnown = 10_000
const minute = 60_000

/** The calls that share limits. */
interface Lane {
  readonly name: string
  limits: CallLimits
  running: number
  readonly waiting: Set<() => void>
  /** Calls that may begin now, at the time `at`. */
  left: number
  at: number
}

/** Where the calls of a key are counted. */
export interface Counted {
  readonly name: string
  readonly limits: Partial<CallLimits> | undefined
}

/** A call that was let in. */
export interface Ticket {
  /** Says where further calls of the key are counted, once it was authenticated. */
  identify(counted: Counted): void
  /** Headers of the response. */
  headers(): Readonly<Record<string, string>>
  /** Ends the call. */
  leave(): void
}

/** The turnstile of a service. */
export class Turnstile {
  readonly #limits: CallLimits
  readonly #now: () => number
  /** By the time of the last call, oldest first. */
  readonly #lanes = new Map<string, Lane>()
  /** Where the calls of a key are counted, by the hash of its text. */
  readonly #known = new Map<string, Counted>()

  constructor(limits: CallLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Lets the call of a key in, or waits for its turn. A key that was not seen before is counted by
   * itself, whether it works or not.
   * @param name the hash of the key
   * @throws Refusal 733 beyond the limits
   */
  async enter(name: string): Promise<Ticket> {
    const lane = this.#laneOf(this.#known.get(name) ?? { name, limits: undefined })
    this.#spend(lane)
    if (lane.running >= lane.limits.atOnce) await this.#wait(lane)
    else lane.running++
    return {
      identify: (counted) => this.#identify(name, counted),
      headers: () => headersOf(lane, this.#now()),
      leave: () => this.#leave(lane),
    }
  }

  #laneOf({ name, limits }: Counted): Lane {
    const wanted = readCallLimits('limits', limits, this.#limits)
    const now = this.#now()
    const lane = this.#lanes.get(name)
    if (lane !== undefined) {
      lane.limits = wanted
      this.#lanes.delete(name)
      this.#lanes.set(name, lane)
      return lane
    }
    const made = { name, limits: wanted, running: 0, waiting: new Set<() => void>() }
    const created: Lane = { ...made, left: wanted.perMinute, at: now }
    this.#lanes.set(name, created)
    return created
  }

  #spend(lane: Lane): void {
    const now = this.#now()
    lane.left = callsLeft(lane, now)
    lane.at = now
    if (lane.left < 1) {
      const wait = ((1 - lane.left) * minute) / lane.limits.perMinute
      throw this.#refuse(lane, wait)
    }
    lane.left--
  }

  /** Waits for its turn. @throws Refusal 733 when too many wait, or for too long */
  #wait(lane: Lane): Promise<void> {
    if (lane.waiting.size >= lane.limits.waiting) throw this.#refuse(lane, 1_000)
    return new Promise((resolve, reject) => {
      const cancel = timerOf(systemClock, longestWait, () => {
        lane.waiting.delete(begin)
        reject(this.#refuse(lane, 1_000))
      })
      const begin = () => {
        cancel()
        lane.running++
        resolve()
      }
      lane.waiting.add(begin)
    })
  }

  #refuse(lane: Lane, wait: number) {
    const refusal = refuse('limit', { retryAfter: Math.max(1_000, wait) })
    const { answer } = refusal
    const headers = { ...headersOf(lane, this.#now()), ...answer.headers }
    return Object.assign(refusal, { answer: { ...answer, headers } })
  }

  #leave(lane: Lane): void {
    lane.running--
    const [next] = lane.waiting
    if (next !== undefined && lane.running < lane.limits.atOnce) {
      lane.waiting.delete(next)
      next()
    }
    const isIdle = lane.running === 0 && lane.waiting.size === 0
    if (isIdle && callsLeft(lane, this.#now()) >= lane.limits.perMinute)
      this.#lanes.delete(lane.name)
    else if (this.#lanes.size > mostKnown) this.#sweep()
  }

  #identify(name: string, counted: Counted): void {
    this.#known.delete(name)
    this.#known.set(name, counted)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest)
  }

  /** Forgets idle lanes whose minute is over. It ends at the first lane of the last minute. */
  #sweep(): void {
    const now = this.#now()
    for (const [name, lane] of this.#lanes) {
      if (now - lane.at < minute) return
      if (lane.running === 0 && lane.waiting.size === 0) this.#lanes.delete(name)
    }
  }
}

/** The calls that may begin at a time: they come back evenly over a minute. */
function callsLeft({ left, at, limits: { perMinute } }: Lane, now: number): number {
  if (perMinute === Number.POSITIVE_INFINITY) return perMinute
  return Math.min(perMinute, left + (Math.max(0, now - at) * perMinute) / minute)
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-10, where there is a rate. */
function headersOf(lane: Lane, now: number): Readonly<Record<string, string>> {
  const { perMinute } = lane.limits
  if (perMinute === Number.POSITIVE_INFINITY) return {}
  const left = callsLeft(lane, now)
  const reset = Math.ceil(((perMinute - left) * 60) / perMinute)
  return {
    'ratelimit-policy': `"account";q=${perMinute};w=60`,
    ratelimit: `"account";r=${Math.floor(left)};t=${reset}`,
  }
}
