/**
 * Events of the engine, for metrics, traces and alarms. They contain the host's key, ids, codes and
 * times, and never credentials, keys of certificates or documents. Events of PACs are those of the
 * failover (`FailoverHooks`), the rounds of `operate` those of its `onRound`.
 * @module
 */
import type { StoreHooks } from '../../pac/observe/storeCalls.js'
import type { TraceContext } from '../../pac/observe/trace.js'
import type { FailureCode } from '../codes.js'

export type { StoreCall, StoreHooks } from '../../pac/observe/storeCalls.js'
export type { TraceContext } from '../../pac/observe/trace.js'

/** A call to the engine: the same object in each of its events. */
export interface EngineCall {
  /** The method. `resume` is one order of a recovery. */
  readonly operation: 'stamp' | 'seal' | 'stampSealed' | 'resume'
  /** The host's key, if the call has one. */
  readonly key?: string
  /** Trace context of the caller. */
  readonly trace?: TraceContext
}

/** An event of a call. */
export interface CallEvent {
  /**
   * The call. Calls that share one stamp each start and end; the events between belong to the
   * first.
   */
  readonly call: EngineCall
}

/** An order is claimed: until the claim ends no other process works on its key. */
export interface OrderClaim extends CallEvent {
  /**
   * `new`: this call records it. `sealed`: recorded before and not sent. `sent`: a PAC may have
   * stamped it.
   */
  readonly state: 'new' | 'sealed' | 'sent'
}

/** An order whose lease expired: its process died or was suspended. */
export interface OrderTakeover extends CallEvent {
  /** State of the order. */
  readonly state: 'sealed' | 'sent'
  /** Name of the process that had it (`owner` of its engine). */
  readonly from: string
  /** Milliseconds since the lease expired. */
  readonly expired: number
}

/** A document has its final bytes, recorded under its key if it has one. */
export interface SealedDocument extends CallEvent {
  /** SHA-256 of the sealed XML, in hexadecimal: the token of the failover's events. */
  readonly token: string
  /** Its folio, if the sequence of the engine issued it. */
  readonly folio?: string
}

/** The provider is about to receive a document. */
export interface SentDocument extends CallEvent {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /**
   * Id of the provider: a PAC, or a failover, which reports each of its PACs (`attemptStarted`).
   */
  readonly provider: string
  /** Whether an earlier call may have sent it. */
  readonly again: boolean
}

/** A document is in doubt. */
export interface DoubtfulDocument extends CallEvent {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** Id of the PAC that may have stamped it, or of the provider. */
  readonly pac: string
  /** The PAC's own code. */
  readonly code?: string
}

/** The end of a call. */
export interface CallEnd extends CallEvent {
  /** `stamped`; `sealed` (of `seal`); `failed`: see `code`. */
  readonly outcome: 'stamped' | 'sealed' | 'failed'
  /** Code of the failure. */
  readonly code?: FailureCode
  /** Id of the PAC that responded. */
  readonly pac?: string
  /** Folio fiscal. */
  readonly uuid?: string
  /** Number of stamp requests of this call to the provider. 0 for a stored result. */
  readonly requests: number
  /** Milliseconds. */
  readonly elapsed: number
}

/** A change of a folio of a sequence. */
export interface FolioChange {
  /**
   * `issued`: reserved for a document, or again for the same key after a crash. `used`: its
   * document is stamped. `returned`: its document is certainly not stamped, and the folio is free.
   * A change may be reported twice.
   */
  readonly change: 'issued' | 'used' | 'returned'
  /** RFC of the issuer. */
  readonly rfc: string
  /** The series; empty for documents without one. */
  readonly serie: string
  /** The folio. */
  readonly folio: string
  /**
   * The key of the order or the token of the document; absent while a folio without a key is not
   * bound.
   */
  readonly holder?: string
}

/**
 * Listeners of the engine. Their exceptions and rejections are ignored, and their promises are not
 * awaited.
 */
export interface EngineHooks extends StoreHooks {
  /**
   * A call begins; emitted before the method returns. A {@link TraceContext} that it returns
   * replaces that of the call: the provider and its `send` receive it.
   */
  stampStarted?(event: CallEvent): unknown
  /** An order is claimed. */
  orderClaimed?(event: OrderClaim): unknown
  /** The claim is on an order that another process left. */
  orderTakenOver?(event: OrderTakeover): unknown
  /** A document is sealed. */
  documentSealed?(event: SealedDocument): unknown
  /** A document is sent. */
  documentSent?(event: SentDocument): unknown
  /** A document is in doubt. */
  documentInDoubt?(event: DoubtfulDocument): unknown
  /** A call ended. */
  stampEnded?(event: CallEnd): unknown
  /** A folio was issued, used or returned. */
  folioChanged?(event: FolioChange): unknown
}
