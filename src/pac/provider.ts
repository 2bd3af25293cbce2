/**
 * The interface of a PAC: its capabilities, operations and outcomes.
 *
 * Stamping is a write to an external system, idempotent at most within one PAC. An outcome is
 * therefore not "success or failure": it states what is known about whether *this* PAC stamped,
 * which decides whether another PAC may be tried.
 * @module
 */
import type { StatusQuery } from '../sat/cfdi40/statusQuery.js'
import type { TimbreFiscalDigital } from '../sat/timbre11/declaration.js'
import type { Sealed } from '../seal/sello.js'
import type { Closing, JournalIdentity } from './journal.js'
import type { TraceContext } from './observe/trace.js'
import type { Settlement, SettleOptions } from './settlement.js'

export type { StatusQuery } from '../sat/cfdi40/statusQuery.js'

/** The evidence that every outcome carries. Never contains secrets. */
export interface Evidence {
  /** Id of the PAC. */
  readonly pac: string
  /** The PAC's own code, verbatim. */
  readonly code?: string
  /** The PAC's own message, verbatim. */
  readonly detail?: string
  /** SHA-256 of the bytes sent, in hexadecimal. */
  readonly requestHash?: string
  /** SHA-256 of the bytes received, in hexadecimal. */
  readonly replyHash?: string
}

/**
 * The PAC stamped the document: now, or earlier (SAT code 307). The TFD was verified to carry the
 * document's Sello.
 */
export interface Stamped extends Evidence {
  /** Discriminant. */
  readonly kind: 'stamped'
  /** `fresh`: by this request. `earlier`: by a previous one. */
  readonly when: 'fresh' | 'earlier'
  /** The stamp. */
  readonly timbre: TimbreFiscalDigital
  /**
   * Where the stamp was before this call made any request. `pac`: at the PAC, at the first known
   * request for the document, so another program sent the same bytes with the same CSD. `journal`:
   * the journal had it, closed: an earlier call received it.
   */
  readonly previous?: 'pac' | 'journal'
}

/**
 * The PAC rejected the document and did not stamp it. Only the scope `list` may differ between
 * PACs, for some hours.
 */
export interface Rejected extends Evidence {
  /** Discriminant. */
  readonly kind: 'rejected'
  /**
   * Cause of the rejection: the document, the certificate, a list that the PAC keeps (LCO, LRFC),
   * or the 72 hours.
   */
  readonly scope: 'document' | 'certificate' | 'list' | 'time'
  /** The SAT's or the PAC's code of the reason. */
  readonly code: string
  /** In Spanish, for the taxpayer. */
  readonly message: string
}

/**
 * Why an account cannot stamp. `password`: user or password are wrong. `blocked`: the account is
 * locked, suspended or inactive. `credits`: no stamps are left. `expired`: the contract is over.
 * `issuer`: it may not stamp for this issuer, and may for others.
 */
export type AccountTrouble = 'password' | 'blocked' | 'credits' | 'expired' | 'issuer'

/**
 * The PAC did not process the document: the account cannot stamp, or the rate limit was exceeded.
 * Not stamped.
 */
export interface Refused extends Evidence {
  /** Discriminant. */
  readonly kind: 'refused'
  /** `account`: it cannot stamp. `throttle`: the rate limit was exceeded. */
  readonly scope: 'account' | 'throttle'
  /**
   * Of an account, if it is known: a failover sends nothing more after `password` and `blocked`.
   */
  readonly account?: AccountTrouble
  /** In Spanish, for the taxpayer. */
  readonly message: string
  /** Milliseconds to wait, if the PAC specified it. */
  readonly retryAfter?: number
}

/** The document certainly did not reach the PAC. Not stamped. */
export interface Unavailable extends Evidence {
  /** Discriminant. */
  readonly kind: 'unavailable'
  /** In Spanish, for the taxpayer. */
  readonly message: string
}

/**
 * The document may have been sent, and the answer was lost or cannot be interpreted. It may be
 * stamped.
 */
export interface Unknown extends Evidence {
  /** Discriminant. */
  readonly kind: 'unknown'
  /** In Spanish, for the taxpayer. */
  readonly message: string
  /**
   * Why no other PAC may be tried, even after the recovery window. `stamped`: the PAC reports a
   * stamp and did not return a usable one (307 without data, a TFD that cannot be read).
   * `mismatch`: it returned the stamp of another document (crossed replies, a key used twice).
   * `unjournaled`: it may have stamped before a journal knew of it ({@link Provider.pin}).
   */
  readonly why?: 'stamped' | 'mismatch' | 'unjournaled'
  /** Argument for `resume`, if the provider keeps a journal. */
  readonly token?: string
  /** Milliseconds until another process that works on the document is done, or counts as dead. */
  readonly retryAfter?: number
}

/** Outcome of a request to stamp. In doubt, `unknown`. */
export type StampOutcome = Stamped | Rejected | Refused | Unavailable | Unknown

/** Outcome of a look-up: the stamp, `absent`, or no reliable answer. */
export type FindOutcome =
  | Stamped
  | { readonly kind: 'absent'; readonly pac: string }
  | Refused
  | Unavailable
  | Unknown

/**
 * How a PAC can look up the stamp of a document: by its bytes, by the hash of its cadena original,
 * by its serie and folio, by its UUID, or by the reference that the caller gave it.
 */
export type FindKind = 'bytes' | 'cadena' | 'folio' | 'uuid' | 'key'

/** Capabilities of a PAC. */
export interface Capabilities {
  /** Sending the same bytes again never makes a second stamp. */
  readonly dedupByContent: boolean
  /**
   * The PAC recognises the reference that its adapter derives from the bytes: `dedupByContent`
   * applies as long as the documents go through that adapter.
   */
  readonly dedupByReference?: boolean
  /** Whether the answer to a repeated request contains the earlier stamp. */
  readonly returnsEarlierStamp: 'always' | 'sometimes' | 'never'
  /** Supported look-ups; all of them are read-only. */
  readonly findKinds: readonly FindKind[]
  /** Accepts cancellation requests signed by the issuer. */
  readonly cancelSigned: boolean
  /** Has a {@link Provider.status} query. */
  readonly satStatus: boolean
  /** Reports the stamps left. */
  readonly balance: boolean
  /** Roots that it stamps besides Comprobante: `['Retenciones']`. Defaults to none. */
  readonly documents?: readonly string[]
  /**
   * Roots that it stamps once the account has an option: a sentence in Spanish, by the root, which
   * the refusal of a document ends with.
   */
  readonly documentsNeed?: Readonly<Record<string, string>>
  /** Roots whose cancellation it carries besides Comprobante. Defaults to none. */
  readonly cancels?: readonly string[]
}

/** A cancellation. The signed request is the one of the SAT's cancellation service. */
export interface CancelRequest {
  /** Folio fiscal of the document to cancel. */
  readonly uuid: string
  /** RFC of the issuer. */
  readonly rfcEmisor: string
  /**
   * 01 with substitute, 02 without, 03 not carried out, 04 nominative operation in a global
   * invoice.
   */
  readonly motivo: '01' | '02' | '03' | '04'
  /** UUID of the substitute, for motive 01. */
  readonly folioSustitucion?: string
  /** RFC of the receiver, which some PACs want besides the signed request. */
  readonly rfcReceptor?: string
  /** Total, as written in the document, which some PACs want besides the signed request. */
  readonly total?: string
  /** Last 8 characters of the Sello, which some PACs want besides the signed request. */
  readonly fe?: string
  /** TipoDeComprobante of the document, which some PACs want besides the signed request. */
  readonly tipoDeComprobante?: 'I' | 'E' | 'T' | 'N' | 'P'
  /** The SAT's cancellation service, if it is not that of CFDI. */
  readonly service?: 'retenciones'
  /** Id of the PAC that stamped it; the failover tries it first. */
  readonly pac?: string
  /** The signed `Cancelacion`, for PACs that accept one. */
  readonly signed?: string
}

/** Outcome of a cancellation. */
export type CancelOutcome =
  | (Evidence & { readonly kind: 'accepted'; readonly code: string; readonly acuse?: string })
  | (Evidence & { readonly kind: 'rejected'; readonly code: string; readonly message: string })
  | Refused
  | Unavailable
  | Unknown

/**
 * Signs a request with the RFC of the PAC that carries it. Called once for each PAC. The bytes are
 * those of `signReceiverAnswer` and `signRelatedQuery` of `cfdi-stamp/cancel`.
 */
export type SignFor = (rfcPac: string) => Promise<string>

/** The requests of cancellation that wait for the answer of a receiver. */
export type PendingOutcome =
  | (Evidence & {
      readonly kind: 'pending'
      /** Folios fiscales; empty if nothing waits. */
      readonly uuids: readonly string[]
    })
  | Refused
  | Unavailable
  | Unknown

/** The answer of a receiver to a request of cancellation. */
export interface AnswerRequest {
  /** Folio fiscal of the document to cancel. */
  readonly uuid: string
  /** RFC of the receiver. */
  readonly rfcReceptor: string
  /** Whether the receiver consents. */
  readonly respuesta: 'Aceptacion' | 'Rechazo'
  /** Signs the `SolicitudAceptacionRechazo`. */
  readonly sign: SignFor
}

/**
 * Outcome of an answer of a receiver. The same one may be given again: a second changes nothing
 * (1002).
 */
export type AnswerOutcome =
  | (Evidence & {
      /** The SAT answered, with a code: see `classOfAnswer` of `cfdi-stamp/cancel`. */
      readonly kind: 'answered'
      readonly code: string
      readonly acuse?: string
    })
  | Refused
  | Unavailable
  | Unknown

/** A question for the documents that are related to one. */
export interface RelatedRequest {
  /** Folio fiscal. */
  readonly uuid: string
  /** Role of the requester in the document. */
  readonly rol: 'emisor' | 'receptor'
  /** Signs the `PeticionConsultaRelacionados`. */
  readonly sign: SignFor
}

/** A document related to another, according to a PAC. */
export interface RelatedDocument {
  /** Folio fiscal. */
  readonly uuid: string
  /** RFC of its issuer. */
  readonly rfcEmisor?: string
  /** RFC of its receiver. */
  readonly rfcReceptor?: string
}

/** Outcome of a question for related documents. */
export type RelatedOutcome =
  | (Evidence & {
      readonly kind: 'related'
      /**
       * Those that relate to the document: while they are in force they hinder its cancellation.
       */
      readonly padres: readonly RelatedDocument[]
      /** Those that it relates to. */
      readonly hijos: readonly RelatedDocument[]
    })
  | (Evidence & { readonly kind: 'rejected'; readonly code: string; readonly message: string })
  | Refused
  | Unavailable
  | Unknown

/** An issuer to be registered in the account at a PAC. */
export interface IssuerRegistration {
  /** Its RFC. */
  readonly rfc: string
}

/** Outcome of a registration. */
export type RegisterOutcome =
  | (Evidence & {
      /** The account may stamp for the issuer; also if it could before. */
      readonly kind: 'registered'
      /** In the words of the PAC: the next step may be there, such as the manifest to sign. */
      readonly message: string
    })
  | (Evidence & { readonly kind: 'rejected'; readonly message: string })
  | Refused
  | Unavailable
  | Unknown

/** Status of a stamped document at the SAT. */
export interface SatStatus {
  /** State of the document. */
  readonly estado: 'Vigente' | 'Cancelado' | 'No Encontrado'
  /** Whether it can be cancelled and how, in the words of the SAT. */
  readonly esCancelable?: string
  /** State of the cancellation, in the words of the SAT. */
  readonly estatusCancelacion?: string
}

/** Identity of a provider's account for a failover, without its credentials. */
export interface ProviderAccount {
  /** Names the account: PAC, address and user. */
  key(): Promise<string>
  /** Digest of its credentials, slow to compute (PBKDF2), to detect a change after a refusal. */
  digest(): Promise<string>
  /**
   * Whether `status` sends the credentials. Absent for a provider that queries the SAT itself: its
   * status is then known while the account is refused.
   */
  readonly inStatus?: boolean
  /** Forgets that the PAC refused it, in this process: the host mended it. */
  retry?(): void
}

/**
 * A PAC. Its methods never throw because of the PAC or the network: every result is an outcome.
 * Aborting the signal when the request may already have left gives `unknown`.
 */
export interface Provider {
  /** Short and stable identifier: it is stored in journals. */
  readonly id: string
  /** Its capabilities. */
  readonly capabilities: Capabilities
  /**
   * The account that it uses. Without one a failover does not protect it from repeated wrong
   * passwords.
   */
  readonly account?: ProviderAccount
  /**
   * Whether its outcomes include earlier requests of any process: it has a journal. A rejection by
   * another provider proves nothing about an earlier request with a lost answer.
   */
  readonly remembers?: boolean
  /**
   * Sends `sealed.xml` unchanged.
   * @param trace position of the call in the host's trace, for its `send`. It has no influence on
   * the outcome.
   */
  stamp(sealed: Sealed, signal?: AbortSignal, trace?: TraceContext): Promise<StampOutcome>
  /**
   * Records that a PAC may have stamped a document that was sent without the journal of this
   * provider. No other PAC receives the document. Rejects with a JournalError with `notSent` if the
   * write fails. Only for providers with `remembers`.
   */
  pin?(sealed: Sealed, pac: string): Promise<void>
  /** The identity of its journal, if it keeps one that has an identity. At most a minute old. */
  journal?(): Promise<JournalIdentity | undefined>
  /**
   * Whether its journal knows a document. A missing entry proves that nothing was sent only while
   * the journal is the same.
   */
  knows?(sealed: Sealed): Promise<boolean>
  /**
   * The final outcome of a document that its journal has, by the SHA-256 of its sealed XML. Only of
   * providers that remember.
   */
  outcomeOf?(token: string): Promise<Closing | undefined>
  /**
   * Ends a document in doubt by manual resolution. Rejects with a SettleError. Only for providers
   * with `remembers`: see `failover.settle`.
   */
  settle?(token: string, settlement: Settlement, options?: SettleOptions): Promise<unknown>
  /**
   * Marks its journal as restored from a backup, without later writes. Every document open until
   * then may be at any PAC: it is looked up at all of them, and not sent. Only for providers with
   * `remembers`.
   */
  afterRestore?(until: number): Promise<void>
  /** Looks up the stamp of a document. Read-only. */
  find(sealed: Sealed, signal?: AbortSignal, trace?: TraceContext): Promise<FindOutcome>
  /** Whether the stamping service responds. Consumes no stamps. */
  ping(signal?: AbortSignal): Promise<boolean>
  /** Cancels a stamped document. */
  cancel?(request: CancelRequest, signal?: AbortSignal): Promise<CancelOutcome>
  /** The requests of cancellation that wait for a receiver. */
  pending?(rfcReceptor: string, signal?: AbortSignal): Promise<PendingOutcome>
  /** Carries the answer of a receiver. Rejects if `sign` does, and not otherwise. */
  answer?(request: AnswerRequest, signal?: AbortSignal): Promise<AnswerOutcome>
  /** Looks up the related documents of a document. Rejects only if `sign` does. */
  related?(request: RelatedRequest, signal?: AbortSignal): Promise<RelatedOutcome>
  /**
   * Registers an issuer in the account. Without its key: a CSD is never uploaded. See
   * `registerIssuer`.
   */
  register?(issuer: IssuerRegistration, signal?: AbortSignal): Promise<RegisterOutcome>
  /** Status at the SAT; `undefined` if not known. */
  status?(query: StatusQuery, signal?: AbortSignal): Promise<SatStatus | undefined>
  /** Stamps left; `undefined` if not known. */
  balance?(signal?: AbortSignal): Promise<number | undefined>
}
