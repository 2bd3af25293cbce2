/**
 * Events that `operate` delivers to the host.
 * @module
 */
import type { Orphan } from '../../pac/reconciler.js'
import type { Stamped } from '../../pac/provider.js'
import type { CancellationNotice } from '../cancellation.js'
import type { Attention, StampFailure, StampResult } from '../result.js'

/** A stamp, by its folio fiscal and the PAC that made it. */
export interface StampId {
  /** Folio fiscal, in upper case. */
  readonly uuid: string
  /** Id of the PAC. */
  readonly pac: string
}

/**
 * Event for the host, delivered at least once: it is repeated until `deliver` resolves. The host
 * records it under its key, folio fiscal or token.
 * - `invoice.stamped`, `invoice.failed`: the result of a key, as `engine.stamp` returns it; a
 *   failure is definite
 * - `invoice.recovered`: a stamp of a document without a key, or of one with another result before
 * - `invoice.duplicated`: a second PAC stamped a document; both stamps are valid at the SAT
 * - `invoice.attention`: a key in doubt that no PAC resolves, with the reason and the deadline.
 *   Emitted after an hour, and then after 1, 3 and every 7 days. Resolve it with `engine.settle`
 * - `cancellation.changed`: the cancellation status of a document
 */
export type OperateEvent =
  | {
      readonly type: 'invoice.stamped'
      /** The key of the stamp. */
      readonly key: string
      /** Time at which its document was recorded, in milliseconds since 1970. */
      readonly since: number
      /**
       * Number of rounds that processed it, including this one. More than one if `deliver`
       * rejected, or a PAC did not respond.
       */
      readonly attempts: number
      /** Result of `engine.stamp` for the key. */
      readonly answer: Extract<StampResult, { ok: true }>
    }
  | {
      readonly type: 'invoice.failed'
      readonly key: string
      readonly since: number
      readonly attempts: number
      readonly answer: StampFailure
    }
  | {
      readonly type: 'invoice.recovered'
      /** SHA-256 of the sealed XML. */
      readonly token: string
      /** The sealed XML, without the stamp. */
      readonly sealed: string
      /** The stamp. */
      readonly stamp: Stamped
    }
  | {
      readonly type: 'invoice.duplicated'
      readonly token: string
      /** The stamp that the host keeps. */
      readonly kept: StampId
      /** The stamp to cancel, with motive 02. */
      readonly duplicate: StampId
      /** For `engine.cancelOrphan`. */
      readonly orphan: Orphan
    }
  | ({ readonly type: 'invoice.attention' } & Attention)
  | ({ readonly type: 'cancellation.changed' } & CancellationNotice)

/** Types of events. */
export type OperateEventType = OperateEvent['type']

/** The event of a second stamp. */
export function duplicatedEvent(
  orphan: Orphan,
): Extract<OperateEvent, { type: 'invoice.duplicated' }> {
  const { token, keep, cancel } = orphan
  return {
    type: 'invoice.duplicated',
    token,
    kept: { uuid: keep.timbre.UUID.toUpperCase(), pac: keep.pac },
    duplicate: { uuid: cancel.timbre.UUID.toUpperCase(), pac: cancel.pac },
    orphan,
  }
}
