/**
 * Events emitted by the failover, for metrics, traces and alarms. They contain ids, codes, times and hashes, and never
 * credentials or keys. Only `orphanFound` contains a document.
 * @module
 */
import type { BreakerReason, CircuitState } from './circuit.js'
import type { FindOutcome, StampOutcome } from './provider.js'
import type { Orphan } from './reconciler.js'

/** One call to a PAC. */
export interface Attempt {
  /** SHA-256 of the sealed XML. Absent for a ping. */
  readonly token?: string
  /** Id of the PAC. */
  readonly pac: string
  /** The operation. */
  readonly call: 'stamp' | 'find' | 'ping'
  /** Number of times the document was sent to this PAC, including this call. */
  readonly sends?: number
  /** Whether the call resolves an earlier unknown outcome. */
  readonly recovery: boolean
}

/** The end of one call. */
export interface AttemptEnd extends Attempt {
  /** Kind of the outcome; for a ping, whether it was answered. */
  readonly kind: StampOutcome['kind'] | FindOutcome['kind'] | 'answered' | 'silent'
  /** The PAC's own code. */
  readonly code?: string
  /** Milliseconds. */
  readonly elapsed: number
}

/** A state change of a circuit breaker. */
export interface BreakerChange {
  /** Id of the PAC. */
  readonly pac: string
  /** State before. */
  readonly from: CircuitState
  /** State after. */
  readonly to: CircuitState
  /** Cause of the change. */
  readonly reason: BreakerReason
}

/** A document is moved away from a PAC that may have stamped it: the attempt is abandoned, to be reconciled later. */
export interface Departure {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** Id of the PAC that is left. */
  readonly pac: string
  /** The recovery window ended, or look-ups proved the document absent. */
  readonly why: 'deadline' | 'absent'
}

/** An event that needs human attention. */
export interface Alarm {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** Id of the PAC. */
  readonly pac: string
  /** The PAC returned the stamp of another document. */
  readonly reason: 'mismatch'
  /** The PAC's own code. */
  readonly code?: string
}

/** Listeners of the failover. Exceptions that they throw are ignored. */
export interface FailoverHooks {
  /** A call to a PAC begins. */
  attemptStarted?(attempt: Attempt): void
  /** A call to a PAC ended. */
  attemptEnded?(attempt: AttemptEnd): void
  /** A circuit breaker changed its state. */
  breakerChanged?(change: BreakerChange): void
  /** An attempt was abandoned. */
  departed?(departure: Departure): void
  /** A second stamp of a document was found. */
  orphanFound?(orphan: Orphan): void
  /** Human attention is needed. */
  alarm?(alarm: Alarm): void
}

/** Calls a hook. An exception in it must not lose a stamp. */
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
    // An error of the listener.
  }
}
