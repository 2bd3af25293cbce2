/**
 * Events emitted by the failover, for metrics, traces and alarms. They contain ids, codes, times
 * and hashes, and never credentials or keys. Only `orphanFound` contains a document.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import type { BreakerReason, CircuitState } from '../circuit.js'
import type { AccountTrouble, FindOutcome, StampOutcome } from '../provider.js'
import type { Orphan } from '../reconciler.js'
import type { StoreCall } from './storeCalls.js'
import type { TraceContext } from './trace.js'

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
  /** Trace context of its call, if given. At the end, the trace context of the request. */
  readonly trace?: TraceContext
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

/**
 * A document is moved away from a PAC that may have stamped it: the attempt is abandoned, to be
 * reconciled later.
 */
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

/** The account at a PAC cannot stamp. */
export interface AccountTroubleEvent {
  /** Id of the PAC. */
  readonly pac: string
  /**
   * The trouble, if it is known. After `password` and `blocked` nothing more is sent until
   * `retryAccount` or other credentials.
   */
  readonly account?: AccountTrouble
  /** The PAC's own code. */
  readonly code?: string
  /** In Spanish. */
  readonly message: string
}

/** Listeners of the failover. Exceptions that they throw are ignored. */
export interface FailoverHooks {
  /**
   * A call to a PAC begins. A {@link TraceContext} that it returns replaces that of the call: the
   * `send` receives it.
   */
  attemptStarted?(attempt: Attempt): unknown
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
  /** A call to the journal ended, or exceeded its time-out. */
  storeCalled?(call: StoreCall): void
  /** An account cannot stamp; once for each trouble, until a document is stamped. */
  accountRefused?(trouble: AccountTroubleEvent): void
}

/** The event that a hook receives. */
export type EventOf<Hooks, Name extends keyof Hooks> =
  NonNullable<Hooks[Name]> extends (event: infer Event) => unknown ? Event : never

/**
 * Calls a hook and returns its result. An exception in it must not lose a stamp, and neither must a
 * rejection.
 */
export function notify<Hooks extends object, Name extends keyof Hooks>(
  hooks: Hooks,
  name: Name,
  event: EventOf<Hooks, Name>,
): unknown {
  try {
    const hook = hooks[name] as ((event: unknown) => unknown) | undefined
    const returned = hook?.call(hooks, event)
    if (returned instanceof Promise) returned.catch(ignoreError)
    return returned
  } catch {
    // An error of the listener.
    return undefined
  }
}
