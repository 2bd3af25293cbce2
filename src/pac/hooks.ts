/**
 * What a composition of PACs tells while it works, for metrics, traces and alarms. Events carry no document, no
 * credential and no key: ids, codes, times and hashes.
 * @module
 */
import type { BreakerReason } from './breaker.js'
import type { CircuitState } from './circuitBreaker.js'
import type { FindOutcome, StampOutcome } from './provider.js'
import type { Orphan } from './reconciler.js'

/** One call to a PAC. */
export interface Attempt {
  /** SHA-256 of the sealed XML. Absent in a ping. */
  readonly token?: string
  readonly pac: string
  readonly call: 'stamp' | 'find' | 'ping'
  /** How often the document was sent to this PAC, this time included. */
  readonly sends?: number
  /** Whether it is to find out about an answer that was lost. */
  readonly recovery: boolean
}

/** How one call ended. */
export interface AttemptEnd extends Attempt {
  /** Kind of the outcome; of a ping, whether it was answered. */
  readonly kind: StampOutcome['kind'] | FindOutcome['kind'] | 'answered' | 'silent'
  /** The PAC's own code. */
  readonly code?: string
  /** Milliseconds. */
  readonly elapsed: number
}

/** A breaker opened, half opened or closed. */
export interface BreakerChange {
  readonly pac: string
  readonly from: CircuitState
  readonly to: CircuitState
  readonly reason: BreakerReason
}

/** A document leaves a PAC that may have stamped it. From here on it is watched. */
export interface Departure {
  readonly token: string
  readonly pac: string
  readonly why: 'deadline' | 'absent'
}

/** Something that a person must look at. */
export interface Alarm {
  readonly token: string
  readonly pac: string
  /** The PAC gave the stamp of another document. */
  readonly reason: 'mismatch'
  readonly code?: string
}

/** Called in the course of the work; what they throw is ignored. */
export interface FailoverHooks {
  attemptStarted?(attempt: Attempt): void
  attemptEnded?(attempt: AttemptEnd): void
  breakerChanged?(change: BreakerChange): void
  departed?(departure: Departure): void
  orphanFound?(orphan: Orphan): void
  alarm?(alarm: Alarm): void
}

/** Calls a hook. One that throws must not lose a stamp. */
export function notify<Name extends keyof FailoverHooks>(
  hooks: FailoverHooks,
  name: Name,
  event: Parameters<NonNullable<FailoverHooks[Name]>>[0],
): void {
  try {
    const hook = hooks[name] as ((event: unknown) => unknown) | undefined
    const returned = hook?.call(hooks, event)
    if (returned instanceof Promise) returned.catch(() => {})
  } catch {
    // The host's own business.
  }
}
