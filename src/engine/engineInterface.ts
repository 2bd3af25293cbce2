/**
 * The interface of an engine.
 * @module
 */
import type { Finding } from '../model/finding.js'
import type { Orphan } from '../pac/reconciler.js'
import type { SettleOptions } from '../pac/settlement.js'
import type { Given } from '../sat/given.js'
import type { Cancellable } from './cancellable.js'
import type {
  CancelCall,
  CancelResult,
  CancellationNotice,
  SubstituteResult,
} from './cancellation.js'
import type { OrderSettlement } from './stamp/attention.js'
import type { Keyless, KeylessSealOptions, SealOptions, StampOptions } from './engineOptions.js'
import type { Preview } from './preview.js'
import type {
  AnswerCall,
  AnswerResult,
  PendingResult,
  RelatedCall,
  RelatedResult,
} from './receiver.js'
import type {
  Attention,
  Delivery,
  SealedCfdi,
  SealSuccess,
  StampFailure,
  StampResult,
} from './result.js'

/** Stamps documents. Safe for any number of concurrent calls. */
export interface Engine {
  /**
   * Stamps an invoice, an object or JSON text (see {@link Given}). Never rejects: problems of the
   * document, the certificate, the PAC or the engine's dependencies resolve to a failure with a
   * code (see `failureCodes`).
   */
  stamp<T = never>(json: Given<T>, options?: StampOptions): Promise<StampResult>
  /**
   * Resolves to the findings that `stamp` would return. Seals and sends nothing, and reserves no
   * folio.
   */
  check<T = never>(json: Given<T>): Promise<readonly Finding[]>
  /**
   * Resolves to the document that would be sealed, with derived values, findings and totals.
   * Reserves no folio. Never rejects.
   */
  prepare<T = never>(json: Given<T>): Promise<Preview>
  /**
   * Seals and records a document without sending it: the first half of `stamp`. For hosts that
   * write the sealed document in their own transaction before it is sent. The key, or else the
   * document, holds its folio. Never rejects.
   */
  seal<T = never>(json: Given<T>, options?: SealOptions): Promise<SealSuccess | StampFailure>
  /**
   * Stamps a sealed document with the same bytes: the second half of `stamp`. Repeatable. Pass the
   * key of the seal; otherwise the order of the key does not record that the document was sent.
   * Never rejects.
   */
  stampSealed(sealed: Pick<SealedCfdi, 'XML'>, options?: StampOptions): Promise<StampResult>
  /**
   * Yields the unacknowledged results of keys, as `stamp` returns them, after it completes the
   * orders that a crash interrupted. Call it when the process starts, and periodically. Delivery is
   * at least once: a result is repeated until it is acknowledged, after the lease also in other
   * processes.
   * @throws what the store throws when orders cannot be read
   */
  resume(options?: Pick<StampOptions, 'signal'>): AsyncGenerator<Delivery, void, undefined>
  /**
   * Yields the orders that have been in doubt for a while, with the reason and the deadline.
   * `resume` looks them up at increasing intervals. If no PAC knows the result, an operator calls
   * `settle`.
   * @param options.olderThan Milliseconds since the first request without a result. Defaults to
   * 3,600,000.
   * @throws what the store throws
   */
  needsAttention(options?: {
    readonly olderThan?: number
  }): AsyncGenerator<Attention, void, undefined>
  /**
   * Records that the host reported a key that needs attention: its next alarm is due after 1, 3,
   * and then every 7 days. Resolves to `false` if the key needs none.
   * @throws what the store throws
   */
  acknowledgeAttention(key: string): Promise<boolean>
  /**
   * Ends an order in doubt by manual resolution: `not-stamped`, which frees its key, or the stamped
   * XML in Base64. Also settles the journal of a failover. `resume` delivers the result.
   * @param options.by name of the operator for the journal. Defaults to `operator`.
   * @throws SettleError SETTLE_UNKNOWN without a document of the key, SETTLE_CLOSED if its outcome
   * is known, SETTLE_BUSY while another process works on it, SETTLE_STAMP if the XML has no valid
   * stamp or is another document. Nothing is written then.
   * @throws TypeError for a settlement of another type, and what the store throws
   */
  settle(key: string, settlement: OrderSettlement, options?: SettleOptions): Promise<StampResult>
  /**
   * Marks a store as restored from a backup, which lost the keys and results of some time. Call it
   * after the restore, before the next stamp. From then on a key that is unknown or unstamped in
   * the store fails with 708 and is listed by `needsAttention`. Its document is looked up at all
   * PACs if possible, and not sent. Orders taken later (`orderedAt`) are stamped normally.
   * @param lost.since the time of the backup
   * @param lost.until the first use of the restored store. Defaults to now
   * @throws TypeError without `orders`, or for invalid times; and what the store throws
   */
  afterRestore(lost: { readonly since: Date; readonly until?: Date }): Promise<void>
  /**
   * Ends the state of `afterRestore`. Call it after an operator reviewed all stamps of the lost
   * time and settled the forgotten keys: every other forgotten key counts as not stamped, and is
   * free.
   * @returns the number of waiting keys
   * @throws what `settle` throws, and the store
   */
  endRestore(options?: SettleOptions): Promise<number>
  /**
   * Marks the result of a key as delivered: `resume` no longer yields it, and `stamp` with the key
   * still returns it. Resolves to `false` if the key has no result.
   * @throws what the store throws
   */
  acknowledge(key: string): Promise<boolean>
  /**
   * Requests the cancellation of a stamped document: records the request, signs it with the
   * issuer's CSD and sends it. An accepted request does not mean a cancelled document: see
   * `life.phase`, and call `refresh`. Never rejects.
   */
  cancel(call: CancelCall): Promise<CancelResult>
  /**
   * Stamps `json` under a key, related to the old document by TipoRelacion 04, and then requests
   * the cancellation of the old document with motive 01. After a crash, call it again, or `refresh`
   * once the substitute is stamped. Never rejects.
   */
  substitute<T = never>(
    old: Cancellable,
    json: Given<T>,
    options: { readonly key: string },
  ): Promise<SubstituteResult>
  /**
   * Cancels, with motive 02, the second stamp of a document that a failover found:
   * `cancelOrphan: engine.cancelOrphan`.
   */
  cancelOrphan(orphan: Orphan): Promise<void>
  /**
   * Runs the due requests and queries of cancellations, and yields every document with a changed
   * status, repeatedly until `acknowledgeCancellation`. Call it when the process starts, and every few
   * minutes. Changes may come from elsewhere: a document can be cancelled in the SAT's portal.
   * @throws what the store throws when cancellations cannot be read
   */
  refresh(
    options?: Pick<StampOptions, 'signal'>,
  ): AsyncGenerator<CancellationNotice, void, undefined>
  /**
   * Marks a change as delivered. Resolves to `false` for an unknown document.
   * @throws what the store throws
   */
  acknowledgeCancellation(notice: Pick<CancellationNotice, 'uuid' | 'change'>): Promise<boolean>
  /**
   * The earlier name of `acknowledgeCancellation`.
   * @deprecated
   */
  acknowledgeLife(notice: Pick<CancellationNotice, 'uuid' | 'change'>): Promise<boolean>
  /**
   * Resolves to the documents of a receiver whose cancellation waits for its answer, according to
   * the SAT. Never rejects.
   */
  pending(rfcReceptor: string): Promise<PendingResult>
  /**
   * Answers a cancellation as its receiver, signed with the receiver's CSD from `signers`.
   * Repeatable: the SAT keeps the first answer (`answeredBefore`). Never rejects.
   */
  answer(call: AnswerCall): Promise<AnswerResult>
  /**
   * Resolves to the related documents of a document, and those to cancel before it, in order. Never
   * rejects.
   */
  related(call: RelatedCall): Promise<RelatedResult>
}

/** Engine without `orders`. Its methods take no key, and refuse one with 711. */
export interface KeylessEngine extends Engine {
  /** See {@link Engine.stamp}; without a key. */
  stamp<T = never>(json: Given<T>, options?: Keyless<StampOptions>): Promise<StampResult>
  /** See {@link Engine.seal}. A key requires the option `store`. */
  seal<T = never>(json: Given<T>, options?: KeylessSealOptions): Promise<SealSuccess | StampFailure>
  /** See {@link Engine.stampSealed}; without a key. */
  stampSealed(
    sealed: Pick<SealedCfdi, 'XML'>,
    options?: Keyless<StampOptions>,
  ): Promise<StampResult>
  /** Not available: requires a key, and so `orders`. */
  substitute<T = never>(old: Cancellable, json: Given<T>, options: never): Promise<SubstituteResult>
}
