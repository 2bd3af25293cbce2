/**
 * Retry budget: limits recovery requests to a share of the new documents, plus a constant minimum
 * rate (as in Finagle, and in "Handling Overload" of the SRE book). Without it an outage multiplies
 * the load.
 * @module
 */
import type { OptionNames } from '../lib/options.js'
import type { Clock } from './clock.js'

/** Options of the retry budget of one PAC. */
export interface BudgetOptions {
  /** Recovery requests earned by each new document. 0.2. */
  readonly ratio?: number
  /** Recovery requests always allowed per second. 1. */
  readonly perSecond?: number
  /** Maximum and initial balance. 20. */
  readonly burst?: number
}

/** Kinds of the options. */
export const budgetNames: OptionNames<BudgetOptions> = {
  ratio: 'number',
  perSecond: 'number',
  burst: 'number',
}

/** The retry budget of one PAC. */
export interface Budget {
  /** Credits a new document. */
  deposit(): void
  /** Debits a recovery request; `false` if the balance does not allow it. */
  withdraw(): boolean
}

/** Waits until a budget allows a recovery request; `false` if it does not in time. */
export async function afford(
  budget: Budget,
  clock: Clock,
  ms: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const end = clock.now() + ms
  while (!budget.withdraw()) {
    if (clock.now() >= end || signal?.aborted) return false
    await clock.sleep(1_000, signal)
  }
  return true
}

/** @throws TypeError if an option is out of range. */
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
