/**
 * The circuit breaker of one PAC. It opens on failures in a row or on their share among the last attempts, waits, asks
 * the PAC's ping, and lets one document through before all.
 *
 * Failures are the answers that say that the PAC is unwell: unknown, unavailable and throttled. A rejected document
 * speaks of the document. A refused account opens it at once and for longer: each further try may lock the account
 * (PADE locks after three).
 * @module
 */

import type { CircuitBreaker, CircuitState } from './circuitBreaker.js'
import type { Clock } from './clock.js'
import type { Refused, StampOutcome } from './provider.js'

/** When a breaker opens and for how long. Times in milliseconds. */
export interface BreakerOptions {
  /** Failures in a row that open it. 5. */
  readonly failures?: number
  /** Share of failures among the last `sample` attempts that opens it, in (0, 1]. 0.5. */
  readonly ratio?: number
  /** Attempts that count for `ratio`. 20. */
  readonly sample?: number
  /** How long it stays open the first time; twice as long each further time. 30 s. */
  readonly cooldown?: number
  /** The longest it stays open. 10 minutes. */
  readonly maxCooldown?: number
  /** How long it stays open when the account is refused. 15 minutes, and twice as long each further time. */
  readonly accountCooldown?: number
}

/** Why a breaker changed. */
export type BreakerReason = 'failures' | 'account' | 'throttle' | 'ping' | 'answer'

/** Told when a breaker changes. */
export type BreakerListener = (from: CircuitState, to: CircuitState, reason: BreakerReason) => void

/** @throws TypeError when an option is not a number of its range. */
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
}

/** The longest that an account stays refused without being tried again. */
const maxAccountCooldown = 4 * 3_600_000

class Breaker implements CircuitBreaker {
  state: CircuitState = 'closed'
  readonly #options: Required<BreakerOptions>
  readonly #clock: Clock
  readonly #changed: BreakerListener
  readonly #recent: boolean[] = []
  #inARow = 0
  #opened = 0
  #reopenAt = 0
  /** When it half opened. */
  #halfOpenSince = 0
  /** Until when the outcome of a ping or of the trial is awaited. One that never comes must not keep it shut. */
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
    if (answered) this.#become('half-open', 'ping')
    else this.#open('ping', this.#options.cooldown, this.#options.maxCooldown)
  }

  record(outcome: StampOutcome, began: number): void {
    // Sent before it opened and answered only now: the trial must not be judged by it.
    if (this.state === 'half-open' && began < this.#halfOpenSince) return
    if (outcome.kind === 'refused') return this.#refused(outcome)
    const failed = outcome.kind === 'unknown' || outcome.kind === 'unavailable'
    this.#count(failed)
    if (!failed) return this.#answered()
    if (this.state === 'half-open' || (this.state === 'closed' && this.#isTooMuch())) {
      this.#open('failures', this.#options.cooldown, this.#options.maxCooldown)
    }
  }

  #refused({ scope, retryAfter }: Refused): void {
    if (scope === 'account') return this.#open('account', this.#options.accountCooldown, maxAccountCooldown)
    this.#count(true)
    if (retryAfter !== undefined) return this.#open('throttle', retryAfter, retryAfter)
    if (this.state === 'half-open' || this.#isTooMuch()) {
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
      this.#halfOpenSince = this.#clock.now()
    }
    if (from !== state) this.#changed(from, state, reason)
  }

  #count(failed: boolean): void {
    this.#inARow = failed ? this.#inARow + 1 : 0
    this.#recent.push(failed)
    if (this.#recent.length > this.#options.sample) this.#recent.shift()
  }

  #isTooMuch(): boolean {
    const { failures, ratio, sample } = this.#options
    if (this.#inARow >= failures) return true
    const failed = this.#recent.filter(Boolean).length
    return this.#recent.length === sample && failed >= ratio * sample
  }
}

function requireOptions(options: Required<BreakerOptions>): void {
  for (const [name, value] of Object.entries(options)) {
    const isCount = name === 'failures' || name === 'sample'
    const valid = isCount ? Number.isInteger(value) && value > 0 : Number.isFinite(value) && value >= 0
    if (!valid || (name === 'ratio' && (value === 0 || value > 1))) {
      throw new TypeError(`breaker.${name}: ${String(value)} is out of range`)
    }
  }
}
