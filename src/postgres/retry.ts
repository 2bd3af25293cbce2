/**
 * Retries of statements and transactions that PostgreSQL rolled back.
 * @module
 */
import { PostgresError } from '../errors.js'
import type { Clock } from '../pac/clock.js'

/**
 * SQLSTATE 40001, serialization failure, and 40P01, deadlock detected (PostgreSQL, appendix A):
 * without effect.
 */
export const undone: ReadonlySet<string> = new Set(['40001', '40P01'])

/**
 * 55P03, lock not available: `lock_timeout` passed. 57014, query canceled: `statement_timeout`
 * passed. Without effect too.
 */
export const heldUp: ReadonlySet<string> = new Set(['55P03', '57014'])

/** Whether an error of a driver, or the PostgresError that it caused, has one of these codes. */
export function hasState(error: unknown, states: ReadonlySet<string>): boolean {
  const { code } = ((error instanceof PostgresError ? error.cause : error) ?? {}) as {
    readonly code?: unknown
  }
  return typeof code === 'string' && states.has(code)
}

/** Limits of a retry. */
export interface RetryOptions {
  /** The errors after which `run` is called again. */
  readonly states: ReadonlySet<string>
  /** Clock of the pauses. */
  readonly clock: Clock
  /** Ends the attempts. */
  readonly signal?: AbortSignal
  /** Maximum number of attempts; any number by default, until the signal aborts. */
  readonly attempts?: number
}

/** The longest pause between two attempts, in milliseconds. */
const longestPause = 128

/**
 * Calls a function until it succeeds or fails with another error. Each pause is twice the one
 * before, plus a random part of up to as much.
 */
export async function retry<T>(run: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { states, clock, signal, attempts = Number.POSITIVE_INFINITY } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= attempts || signal?.aborted || !hasState(error, states)) throw error
    }
    const pause = Math.min(2 ** attempt, longestPause)
    await clock.sleep(pause + Math.random() * pause, signal)
  }
}
