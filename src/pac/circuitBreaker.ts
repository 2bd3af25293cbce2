/**
 * The interface of a circuit breaker, which decides whether a PAC receives new documents.
 *
 * It is consulted only for documents that no PAC may have stamped. A document in doubt stays with its PAC regardless.
 * @module
 */
import type { StampOutcome } from './provider.js'

/** `closed` admits every document, `open` none, `half-open` one trial document at a time. */
export type CircuitState = 'closed' | 'half-open' | 'open'

/** What a breaker says of a new document. */
export type Admission = 'yes' | 'no' | 'ping'

/**
 * The circuit breaker of one PAC, in this process or shared by several (`createSharedBreaker` of `cfdi-stamp/postgres`). A breaker of a library can be wrapped in these four members; since outcomes are values
 * and not exceptions, the wrapper decides which of them are failures.
 */
export interface CircuitBreaker {
  /** The current state. */
  readonly state: CircuitState
  /** Whether a document is admitted. `ping`: ping the PAC, report it to `pinged`, and call `admit` again. */
  admit(): Admission | Promise<Admission>
  /** Reports whether the ping was answered. */
  pinged(answered: boolean): void | Promise<void>
  /**
   * Reports the outcome of a request: of each admitted document, and of each request for a document in doubt.
   * @param began time of the request, in milliseconds since 1970: an old one does not reflect the current state of the PAC.
   */
  record(outcome: StampOutcome, began: number): void | Promise<void>
}
