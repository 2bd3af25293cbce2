/**
 * How much of a PAC's load may be recovery: a share of the new documents, and a trickle so that a quiet host recovers too
 * (the retry budget of Finagle and of the SRE book's "Handling Overload"). Without it an outage multiplies the load.
 * @module
 */
import type { Clock } from './clock.js'

/** The retry budget of one PAC. */
export interface BudgetOptions {
  /** Recovery requests that each new document pays for. 0.2. */
  readonly ratio?: number
  /** Recovery requests a second that nobody has to pay for. 1. */
  readonly perSecond?: number
  /** The most that can be saved up, and what there is at the beginning. 20. */
  readonly burst?: number
}

/** Counts recovery requests to one PAC. */
export interface Budget {
  /** A new document was sent. */
  deposit(): void
  /** Whether a recovery request may go; takes it from the budget when so. */
  withdraw(): boolean
}

/** @throws TypeError when an option is not a number of its range. */
export function createBudget(options: BudgetOptions, clock: Clock): Budget {
  const { ratio, perSecond, burst } = { ratio: 0.2, perSecond: 1, burst: 20, ...options }
  for (const [name, value] of Object.entries({ ratio, perSecond, burst })) {
    if (!Number.isFinite(value) || value < 0)
      throw new TypeError(`retryBudget.${name}: ${String(value)} is out of range`)
  }
  let saved = burst
  let at = clock.now()
  const accrue = (amount: number) => {
    saved = Math.min(burst, saved + amount)
  }
  return {
    deposit: () => accrue(ratio),
    withdraw() {
      const now = clock.now()
      accrue((Math.max(0, now - at) / 1000) * perSecond)
      at = now
      if (saved < 1) return false
      saved--
      return true
    },
  }
}
