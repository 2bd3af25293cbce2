/**
 * The interface of an adapter: the protocol of a PAC as pure functions, from a call to a request
 * and from a reply to an answer.
 *
 * An adapter does no input or output: the host sends requests ({@link Send}). `createProvider`
 * combines both into a `Provider` and adds what all adapters share: evidence, sessions and the
 * validation of stamps.
 * @module
 */
import type { Bytes } from '../../lib/bytes.js'
import type { Sealed } from '../../seal/sello.js'
import type { TraceContext } from '../observe/trace.js'
import type {
  AnswerOutcome,
  AnswerRequest,
  CancelOutcome,
  CancelRequest,
  Capabilities,
  FindOutcome,
  IssuerRegistration,
  PendingOutcome,
  Refused,
  RegisterOutcome,
  RelatedOutcome,
  RelatedRequest,
  SatStatus,
  Stamped,
  StampOutcome,
  StatusQuery,
  Unavailable,
} from '../provider.js'
import type { RejectionTolerance } from './rejectionLimit.js'

export type { RejectionTolerance }

/** An HTTP request, to be sent unchanged. */
export interface HttpRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Absolute URL. */
  readonly url: string
  /** Headers to send. */
  readonly headers: Readonly<Record<string, string>>
  /** Text is sent in UTF-8. */
  readonly body?: string | Bytes
}

/** A complete HTTP reply. */
export interface HttpReply {
  /** HTTP status. */
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded body. */
  readonly body: Uint8Array
}

/** The absence of a complete reply. */
export interface Unanswered {
  /** `no` only if it is certain that no byte of the body was sent; in doubt, `maybe`. */
  readonly sent: 'no' | 'maybe'
  /** The cause. Only `code` is copied to outcomes, and only if it looks like one (`ECONNRESET`). */
  readonly error?: { readonly code?: string; readonly message?: string }
}

/**
 * Sends a request: once, without redirections or retries, and settles soon after the signal aborts.
 * An exception counts as `{ sent: 'maybe' }`. `trace` is the trace context of the call that the
 * request belongs to, where it has one; a host may set the header `traceparent` from it.
 */
export type Send = (
  request: HttpRequest,
  signal?: AbortSignal,
  trace?: TraceContext,
) => Promise<HttpReply | Unanswered>

/**
 * One operation of a PAC: its request, and the meaning of its reply. Both functions are pure,
 * without a clock; `read` may return a promise, because the platform only inflates asynchronously.
 */
export interface Exchange<Question, Answer> {
  /** Builds the request. `token` comes from {@link Login}, for adapters that have one. */
  request(question: Question, token?: string): HttpRequest
  /** Interprets a reply of any status and content. If it throws, the answer is `unknown`. */
  read(reply: HttpReply, question: Question): Answer | Promise<Answer>
  /** Sent without the session: it needs none, or carries its own credentials. */
  readonly anonymous?: boolean
}

/** A sealed document to be sent to a PAC. */
export interface Outgoing {
  /** The sealed document. */
  readonly sealed: Sealed
  /** `sealed.xml` in UTF-8. */
  readonly bytes: Bytes
  /** SHA-256 of the bytes in hexadecimal: the idempotency key for PACs that accept one. */
  readonly sha256: string
  /** SHA-256 of the cadena original in hexadecimal: the lookup key of some PACs (SIFEI). */
  readonly cadenaSha256: string
}

/** An outcome without the id of the PAC and the hashes, which `createProvider` adds. */
export type Unsigned<Outcome> = Outcome extends unknown
  ? Omit<Outcome, 'pac' | 'requestHash' | 'replyHash'>
  : never

/**
 * A stamp that the PAC reports. `createProvider` accepts it if one of the sources contains a TFD
 * with the Sello of the document; otherwise the outcome is `unknown`.
 */
export interface ClaimedStamp {
  /** Discriminant. */
  readonly kind: 'stamped'
  /** `fresh`: by this request. `earlier`: by a previous one. */
  readonly when: Stamped['when']
  /** XML that may contain the TFD: a CFDI or the TFD alone. Nothing else of it is used. */
  readonly sources: readonly string[]
  /** The PAC's own code. */
  readonly code?: string
  /** The PAC's own message. */
  readonly detail?: string
}

/** The meaning of a reply to a request to stamp. */
export type StampAnswer = ClaimedStamp | Unsigned<Exclude<StampOutcome, Stamped>>

/** The meaning of a reply to a look-up. */
export type FindAnswer =
  | ClaimedStamp
  | { readonly kind: 'absent' }
  | Unsigned<Exclude<FindOutcome, Stamped | { kind: 'absent' }>>

/** The meaning of a reply to a cancellation. */
export type CancelAnswer = Unsigned<CancelOutcome>

/** Meaning of a reply to a lookup of pending cancellations. */
export type PendingAnswer = Unsigned<PendingOutcome>

/** The meaning of a reply to the answer of a receiver. */
export type ReceiverReply = Unsigned<AnswerOutcome>

/** The meaning of a reply to a question for related documents. */
export type RelatedAnswer = Unsigned<RelatedOutcome>

/** The meaning of a reply to a registration. */
export type RegisterAnswer = Unsigned<RegisterOutcome>

/** A request that was signed in the name of the PAC that carries it. */
export type Carried<Request extends { readonly sign: unknown }> = Omit<Request, 'sign'> & {
  /** The signed request. */
  readonly signed: string
}

/** The meaning of a reply to a login. Never `unknown`: a login stamps nothing. */
export type LoginAnswer =
  | {
      readonly kind: 'open'
      readonly token: string
      /** Milliseconds since 1970. Without it the token is used until the PAC rejects it. */
      readonly expires?: number
    }
  | Unsigned<Refused>
  | Unsigned<Unavailable>

/**
 * How to obtain a token with a user and a password. Logins never overlap; the token is shared until
 * it expires.
 */
export interface Login {
  /** Builds the request. */
  request(): HttpRequest
  /** Interprets a reply. If it throws, the answer is `unavailable`. */
  read(reply: HttpReply): LoginAnswer
  /**
   * Whether the PAC rejected a request only because of its token, without processing it. Then the
   * request is sent once more with a new token.
   */
  expired(reply: HttpReply): boolean
}

/** Operations of a PAC for CFDI de retenciones. */
export interface RetencionesExchanges {
  /** The request to stamp. */
  readonly stamp: Exchange<Outgoing, StampAnswer>
  /** A read-only look-up, if the PAC has one. */
  readonly find?: Exchange<Outgoing, FindAnswer>
  /** The cancellation, if the PAC has one. */
  readonly cancel?: Exchange<CancelRequest, CancelAnswer>
}

/**
 * The protocol of a PAC. Credentials belong in closures, so that printing an adapter does not
 * reveal them.
 */
export interface Adapter {
  /** Short and stable identifier: it is stored in journals. */
  readonly id: string
  /** Display name, for messages. */
  readonly name: string
  /** Capabilities of the PAC. */
  readonly capabilities: Capabilities
  /** How to obtain a token, if it needs one. */
  readonly login?: Login
  /** The request to stamp. */
  readonly stamp: Exchange<Outgoing, StampAnswer>
  /** A read-only look-up, if the PAC has one. */
  readonly find?: Exchange<Outgoing, FindAnswer>
  /** The cancellation, if the PAC has one. */
  readonly cancel?: Exchange<CancelRequest, CancelAnswer>
  /**
   * The operations for CFDI de retenciones, if the PAC takes them; `capabilities.documents` then
   * lists `Retenciones`. Without it the operations above take them.
   */
  readonly retenciones?: RetencionesExchanges
  /**
   * RFC of the PAC, which the requests of `answer` and `related` name (`RfcPacEnviaSolicitud`);
   * required with them.
   */
  readonly rfcPac?: string
  /** Lookup of pending cancellations by the RFC of the receiver, if the PAC has one. */
  readonly pending?: Exchange<string, PendingAnswer>
  /** The answer of a receiver, if the PAC carries it. */
  readonly answer?: Exchange<Carried<AnswerRequest>, ReceiverReply>
  /** The question for related documents, if the PAC carries it. */
  readonly related?: Exchange<Carried<RelatedRequest>, RelatedAnswer>
  /** The registration of an issuer in the account, if the PAC documents one that takes no key. */
  readonly register?: Exchange<IssuerRegistration, RegisterAnswer>
  /** The status query, if the PAC has one. */
  readonly status?: Exchange<StatusQuery, SatStatus | undefined>
  /** The query of stamps left, if the PAC has one. */
  readonly balance?: Exchange<undefined, number | undefined>
  /** Whether the stamping service responds. Must consume no stamps. */
  readonly ping: Exchange<undefined, boolean>
  /**
   * How many rejections the PAC tolerates before it charges or blocks for them. Unlimited by
   * default.
   */
  readonly tolerance?: RejectionTolerance
  /**
   * The account and its secret, by which an account that the PAC refused is remembered.
   * Without it nothing protects the account from being locked by repeated wrong passwords.
   */
  credentials?(): { readonly account: string; readonly secret: string }
  /** Credentials to redact from the texts of every outcome, in case the PAC repeats them. */
  secrets?(): readonly string[]
}
