/**
 * A PAC, as the library sees it: what it can do and how it answers.
 *
 * Stamping is a write to a system that is not ours, idempotent at most within one PAC. So the answers are not "ok or
 * error": they say what is known about whether *this* PAC stamped, because that decides who may be asked next.
 * @module
 */
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Sealed } from '../seal/sello.js'

/** What every answer carries: who gave it and the evidence, never secrets. */
export interface Evidence {
  /** Id of the PAC that answered. */
  readonly pac: string
  /** The PAC's own code, as it came. */
  readonly code?: string
  /** The PAC's own message, as it came. */
  readonly detail?: string
  /** SHA-256 of the bytes sent, in hexadecimal. */
  readonly requestHash?: string
  /** SHA-256 of the bytes received, in hexadecimal. */
  readonly replyHash?: string
}

/** The PAC stamped: now, or before (the SAT's code 307). Its TFD bears our own Sello; that was checked. */
export interface Stamped extends Evidence {
  readonly kind: 'stamped'
  readonly when: 'fresh' | 'earlier'
  readonly timbre: TimbreFiscalDigital
}

/** The PAC says no, and did not stamp. `list` may differ between PACs for some hours; the rest would not. */
export interface Rejected extends Evidence {
  readonly kind: 'rejected'
  /** What the no is about: the document, the certificate, a list the PAC keeps (LCO, LRFC), or the 72 hours. */
  readonly scope: 'document' | 'certificate' | 'list' | 'time'
  readonly code: string
  /** In Spanish, for the taxpayer. */
  readonly message: string
}

/** The PAC did not look at the document: the account cannot stamp, or it asks to slow down. It did not stamp. */
export interface Refused extends Evidence {
  readonly kind: 'refused'
  readonly scope: 'account' | 'throttle'
  readonly message: string
  /** Milliseconds to wait, when the PAC said so. */
  readonly retryAfter?: number
}

/** The document certainly did not reach the PAC. */
export interface Unavailable extends Evidence {
  readonly kind: 'unavailable'
  readonly message: string
}

/** The document was, or may have been, sent, and the answer is lost or cannot be understood. It may be stamped. */
export interface Unknown extends Evidence {
  readonly kind: 'unknown'
  readonly message: string
  /**
   * Why no other PAC may be asked, however long this one is silent. `stamped`: it says that it stamped and did not hand
   * the stamp over (307 without data, a TFD that cannot be read). `mismatch`: what it handed over is the stamp of another
   * document (crossed replies, a key used twice).
   */
  readonly why?: 'stamped' | 'mismatch'
  /** What to call `resume` with, when the provider keeps a journal. */
  readonly token?: string
}

/** How a PAC answers a request to stamp. When in doubt, `unknown`. */
export type StampOutcome = Stamped | Rejected | Refused | Unavailable | Unknown

/** How a PAC answers a look-up: the stamp, a no, or nothing that can be relied on. */
export type FindOutcome = Stamped | { readonly kind: 'absent'; readonly pac: string } | Refused | Unavailable | Unknown

/** How a PAC can look up a stamp whose UUID is not known. */
export type FindKind = 'bytes' | 'folio' | 'uuid' | 'key'

/** What a PAC can do. */
export interface Capabilities {
  /** The same bytes sent again give the earlier stamp and never a second one. */
  readonly dedupByContent: boolean
  /** Whether that answer brings the earlier stamp with it. */
  readonly returnsEarlierStamp: 'always' | 'sometimes' | 'never'
  /** Look-ups that only read. */
  readonly findKinds: readonly FindKind[]
  /** Cancels with a request that the issuer signed. */
  readonly cancelSigned: boolean
  readonly satStatus: boolean
  readonly balance: boolean
}

/** What to cancel, and how. The signed request is that of the SAT's service (see `cancel/`). */
export interface CancelRequest {
  readonly uuid: string
  readonly rfcEmisor: string
  readonly motivo: '01' | '02' | '03' | '04'
  /** UUID that substitutes it, for motive 01. */
  readonly folioSustitucion?: string
  /** Id of the PAC that stamped it. A composition of PACs asks it first. */
  readonly pac?: string
  /** The signed `Cancelacion`, for PACs that take one. */
  readonly signed?: string
}

/** How a PAC answers a cancellation. */
export type CancelOutcome =
  | (Evidence & { readonly kind: 'accepted'; readonly code: string; readonly acuse?: string })
  | (Evidence & { readonly kind: 'rejected'; readonly code: string; readonly message: string })
  | Refused
  | Unavailable
  | Unknown

/** What the SAT says of a stamped document. */
export interface SatStatus {
  readonly estado: 'Vigente' | 'Cancelado' | 'No Encontrado'
  readonly esCancelable?: string
  readonly estatusCancelacion?: string
}

/** What identifies a document to the SAT's status service. */
export interface StatusQuery {
  readonly uuid: string
  readonly rfcEmisor: string
  readonly rfcReceptor: string
  readonly total: string
  /** Last 8 characters of the Sello. */
  readonly fe: string
}

/**
 * A PAC. Its methods never throw for what the PAC or the network does: that is an outcome. An abort of the signal after
 * the request may have left is `unknown`.
 */
export interface Provider {
  /** Short and stable: it is written in journals. */
  readonly id: string
  readonly capabilities: Capabilities
  /** Sends `sealed.xml` as it is. */
  stamp(sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome>
  /** Looks up without ever stamping. */
  find(sealed: Sealed, signal?: AbortSignal): Promise<FindOutcome>
  /** Whether it answers at all, asked without cost. */
  ping(signal?: AbortSignal): Promise<boolean>
  cancel?(request: CancelRequest, signal?: AbortSignal): Promise<CancelOutcome>
  status?(query: StatusQuery, signal?: AbortSignal): Promise<SatStatus | undefined>
  /** Stamps left, when the PAC tells. */
  balance?(signal?: AbortSignal): Promise<number | undefined>
}
