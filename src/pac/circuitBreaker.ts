/**
 * Whether a PAC is given new documents: what a circuit breaker decides.
 *
 * A breaker is only asked for documents that no PAC may have stamped. One that is pinned to a PAC goes to that PAC.
 * @module
 */
import type { StampOutcome } from './provider.js'

/** `closed` lets everything through, `open` nothing, `half-open` one document at a time to see. */
export type CircuitState = 'closed' | 'half-open' | 'open'

/**
 * Decides for one PAC. A breaker from a library fits behind these four members; outcomes are values, not exceptions, so
 * it must be told which of them are failures.
 */
export interface CircuitBreaker {
  readonly state: CircuitState
  /** May a document go? `ping`: ask the PAC's ping, tell `pinged`, and ask again. */
  admit(): 'yes' | 'no' | 'ping'
  /** Whether the ping was answered. */
  pinged(answered: boolean): void
  /**
   * What an attempt came to: each one that was admitted, and each one made to recover a pinned document.
   * @param began when it was sent, by the clock: an old one says nothing about how the PAC is now.
   */
  record(outcome: StampOutcome, began: number): void
}
