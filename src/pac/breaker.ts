/**
 * The default circuit breaker. It opens on consecutive failures or on their share among the last attempts; after a
 * cooldown it pings the PAC, and then admits one trial document before it closes.
 *
 * Failures are the outcomes unknown, unavailable and throttled; a rejection says nothing about the PAC. A refused account
 * opens it at once and for longer: further attempts may lock the account (PADE locks after three).
 * @module
 */

import type { CircuitBreaker, CircuitState } from './circuitBreaker.js'
import type { Clock } from './clock.js'
import type { Refused, StampOutcome } from './provider.js'

/** Options of the circuit breaker of one PAC. Times in milliseconds. */
export interface BreakerOptions {
  /** Consecutive failures that open it. 5. */
  readonly failures?: number
  /** Share of failures among the last `sample` attempts that opens it, in (0, 1]. 0.5. */
  readonly ratio?: number
  /** Number of attempts considered for `ratio`. 20. */
  readonly sample?: number
  /** Initial time that it stays open; doubled each further time. 30 s. */
  readonly cooldown?: number
  /** Maximum time that it stays open. 10 minutes. */
  readonly maxCooldown?: number
  /** Initial time that it stays open after a refused account; doubled each further time. 15 minutes. */
  readonly accountCooldown?: number
  /** Pings in a row without an answer after which a document is tried all the same: the ping itself may be broken. 5. */
  readonly pings?: number
}

/** Cause of a state change. */
export type BreakerReason = 'failures' | 'account' | 'throttle' | 'ping' | 'answer'

/** Called on each state change. */
export type BreakerListener = (from: CircuitState, to: CircuitState, reason: BreakerReason) => void

/**
 * Creates the default circuit breaker.
 * @throws TypeError if an option is out of range.
 */
export function createBreaker(
  options: BreakerOptions,
  clock: Clock,
  changed: BreakerListener = () => {},
): CircuitBreaker {
  return new Breaker({ ...defaults, ...options }, clock, changed)
}

const defaults: Required<BreakerOptions> = {
  failures: 5,
  ratio: 0.5,
  sample: 20,
  cooldown: 30_000,
  maxCooldown: 600_000,
  accountCooldown: 900_000,
  pings: 5,
}

/** Maximum time that it stays open after a refused account. */
const maxAccountCooldown = 4 * 3_600_000

class Breaker implements CircuitBreaker {
  state: CircuitState = 'closed'
  readonly #options: Required<BreakerOptions>
  readonly #clock: Clock
  readonly #changed: BreakerListener
  readonly #recent: boolean[] = []
  #consecutive = 0
  #opened = 0
  /** Pings without an answer since the last trial. */
  #silent = 0
  #reopenAt = 0
  /** Time of the change to half-open. */
  #halfOpenSince = 0
  /** Deadline for the result of a ping or trial: a missing result must not keep the breaker open. */
  #awaitedUntil = 0

  constructor(options: Required<BreakerOptions>, clock: Clock, changed: BreakerListener) {
    requireOptions(options)
    this.#options = options
    this.#clock = clock
    this.#changed = changed
  }

  admit(): 'yes' | 'no' | 'ping' {
    if (this.state === 'closed') return 'yes'
    const now = this.#clock.now()
    if (now < this.#awaitedUntil || (this.state === 'open' && now < this.#reopenAt)) return 'no'
    this.#awaitedUntil = now + this.#options.cooldown
    return this.state === 'open' ? 'ping' : 'yes'
  }

  pinged(answered: boolean): void {
    if (this.state !== 'open') return
    this.#awaitedUntil = 0
    this.#silent = answered ? 0 : this.#silent + 1
    if (answered || this.#silent >= this.#options.pings) this.#become('half-open', 'ping')
    else this.#open('ping', this.#options.cooldown, this.#options.maxCooldown)
  }

  record(outcome: StampOutcome, began: number): void {
    // Sent before the breaker opened: it must not decide the trial.
    if (this.state === 'half-open' && began < this.#halfOpenSince) return
    if (outcome.kind === 'refused') return this.#refused(outcome)
    const failed = outcome.kind === 'unknown' || outcome.kind === 'unavailable'
    this.#count(failed)
    if (!failed) return this.#answered()
    if (this.state === 'half-open' || (this.state === 'closed' && this.#isOverThreshold())) {
      this.#open('failures', this.#options.cooldown, this.#options.maxCooldown)
    }
  }

  #refused({ scope, retryAfter }: Refused): void {
    if (scope === 'account') return this.#open('account', this.#options.accountCooldown, maxAccountCooldown)
    this.#count(true)
    if (retryAfter !== undefined) return this.#open('throttle', retryAfter, retryAfter)
    if (this.state === 'half-open' || this.#isOverThreshold()) {
      this.#open('throttle', this.#options.cooldown, this.#options.maxCooldown)
    }
  }

  #answered(): void {
    if (this.state === 'open') return
    this.#opened = 0
    if (this.state === 'half-open') this.#recent.length = 0
    this.#become('closed', 'answer')
  }

  #open(reason: BreakerReason, cooldown: number, longest: number): void {
    const time = Math.min(cooldown * 2 ** Math.min(this.#opened, 20), longest)
    this.#opened++
    this.#awaitedUntil = 0
    this.#reopenAt = Math.max(this.state === 'open' ? this.#reopenAt : 0, this.#clock.now() + time)
    this.#become('open', reason)
  }

  #become(state: CircuitState, reason: BreakerReason): void {
    const from = this.state
    this.state = state
    if (state === 'half-open') {
      this.#awaitedUntil = 0
      this.#silent = 0
      this.#halfOpenSince = this.#clock.now()
    }
    if (from !== state) this.#changed(from, state, reason)
  }

  #count(failed: boolean): void {
    this.#consecutive = failed ? this.#consecutive + 1 : 0
    this.#recent.push(failed)
    if (this.#recent.length > this.#options.sample) this.#recent.shift()
  }

  #isOverThreshold(): boolean {
    const { failures, ratio, sample } = this.#options
    if (this.#consecutive >= failures) return true
    const failed = this.#recent.filter(Boolean).length
    return this.#recent.length === sample && failed >= ratio * sample
  }
}

function requireOptions(options: Required<BreakerOptions>): void {
  for (const [name, value] of Object.entries(options)) {
    const isCount = name === 'failures' || name === 'sample' || name === 'pings'
    const valid = isCount ? Number.isInteger(value) && value > 0 : Number.isFinite(value) && value >= 0
    if (!valid || (name === 'ratio' && (value === 0 || value > 1))) {
      throw new TypeError(`breaker.${name}: ${String(value)} is out of range`)
    }
  }
}
