/**
 * The interface of a failover: several PACs behind that of one.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import type { Provider, StampOutcome } from './provider.js'
import type { Reconciliation } from './reconciler.js'
import type { Settlement, SettleOptions } from './settlement.js'

/** The outcome of a document that was open in the journal. */
export interface Resumed {
  /** SHA-256 of the sealed XML. */
  readonly token: string
  /** `undefined` if the journal's record of the document is unreadable. */
  readonly sealed?: Sealed
  /** The outcome, as `stamp` would have returned it. */
  readonly outcome: StampOutcome
}

/** Several PACs behind the interface of one. */
export interface Failover extends Provider {
  /**
   * Records that a PAC may have stamped a document that was sent without this journal. From then on
   * it is in doubt at that PAC, and no other PAC receives it, regardless of `onUnknown`. An engine
   * calls it for its keys.
   * @throws JournalError with `notSent` if it cannot be recorded.
   */
  pin(sealed: Sealed, pac: string): Promise<void>
  /**
   * Marks its journal as restored from a backup, without later writes. Every document open until
   * then (milliseconds since 1970) may be at any PAC: it is looked up at all of them, and not sent.
   * `engine.afterRestore` calls it.
   * @throws JournalError
   */
  afterRestore(until: number): Promise<void>
  /**
   * Resumes the documents that a crash or a lost answer left open, or only that of a token. Call it
   * when the process starts, and periodically: a document in doubt is visited at increasing
   * intervals, with less than 300 requests a week. Documents of another process are skipped. A
   * document with an unreadable entry is `unknown`, and does not stop the others.
   * @throws JournalError if the journal cannot list its documents.
   */
  resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]>
  /**
   * Looks up abandoned attempts that may have been stamped after all. Read-only for the PACs. Call
   * it periodically; a report without `pending` and `orphans` means that nothing is left to do. A
   * document for which the journal fails is `pending`, and does not stop the others.
   * @throws JournalError if the journal cannot list its documents.
   */
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>
  /**
   * Ends a document in doubt by manual resolution: see the table in docs/en/failover.md. The
   * journal records the operator, the time, and the previous state.
   *
   * `not-stamped`: the document ends without a stamp, as `unavailable`, and may be stamped anew;
   * PACs that can be looked up stay watched, in case a stamp appears. For a completed document it
   * ends the watch of its abandoned attempts. A stamp: the document ends `stamped` with it; if it
   * has another one already, the one given is an orphan, which `reconcile` reports. Use `cancel` or
   * the SAT's bulk download to find stamps of a PAC.
   * @returns The outcome of the document, as `stamp` would have returned it.
   * @throws SettleError SETTLE_UNKNOWN if there is no document with this token, SETTLE_CLOSED if
   * its outcome is known, SETTLE_BUSY while it is being stamped or looked up, SETTLE_STAMP if the
   * stamp is not valid or is that of another document, SETTLE_UNREADABLE if the journal's record of
   * it is unreadable. Nothing is written then.
   * @throws JournalError
   * @throws TypeError if an argument is of another type.
   */
  settle(token: string, settlement: Settlement, options?: SettleOptions): Promise<Resumed>
  /**
   * Reports that the account at a PAC works again: unlocked, its password restored, stamps bought.
   * One request is tried, also by other processes of the journal. After a wrong password or a
   * blocked account nothing is sent until then, or until a provider with other credentials takes
   * its place.
   * @param pac id of the PAC; all of them by default
   * @throws TypeError for an unknown PAC.
   */
  retryAccount(pac?: string): Promise<void>
}

/** Options of {@link Failover.reconcile}. */
export interface ReconcileOptions {
  /**
   * Resolved items that are not reported again: UUIDs of orphans in cancellation, and tokens of
   * documents whose abandoned attempts the host checked by other means (the SAT's bulk download). A
   * token has the effect of `settle(token, 'not-stamped')` for a completed document.
   */
  readonly settled?: Iterable<string>
  /** Stops the look-ups. */
  readonly signal?: AbortSignal
}
