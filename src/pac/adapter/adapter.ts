/**
 * What an adapter is: the protocol of a PAC as pure functions, from a call to a request and from a reply to an answer.
 *
 * Nothing here does input or output. The host sends ({@link Send}); `createProvider` joins an adapter and a host into a
 * `Provider`, and does what must be the same for all of them: evidence, sessions, and not believing a PAC that says it
 * stamped.
 * @module
 */
import type { Sealed } from '../../seal/sello.js'
import type {
  CancelOutcome,
  CancelRequest,
  Capabilities,
  FindOutcome,
  Refused,
  SatStatus,
  Stamped,
  StampOutcome,
  StatusQuery,
  Unavailable,
} from '../provider.js'

/** An HTTP request, ready to be sent as it is. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Text goes in UTF-8. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** An HTTP reply, whole. */
export interface HttpReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** No reply, or not a whole one. */
export interface Unanswered {
  /** `no` only when it is certain that no octet of the body left; in doubt, `maybe`. */
  readonly sent: 'no' | 'maybe'
  /** What happened. Of it only `code` gets into outcomes, and only when it looks like one (`ECONNRESET`). */
  readonly error?: { readonly code?: string; readonly message?: string }
}

/**
 * How a host sends: once, without following redirections nor trying again, and settling soon after the signal aborts.
 * It need not throw; when it does, that counts as `{ sent: 'maybe' }`.
 */
export type Send = (request: HttpRequest, signal?: AbortSignal) => Promise<HttpReply | Unanswered>

/** One thing that can be asked of a PAC: how, and what its reply means. Both functions are pure and know no clock. */
export interface Exchange<Question, Answer> {
  /** The request. `token` is what {@link Login} obtained, for adapters that have one. */
  request(question: Question, token?: string): HttpRequest
  /** What a reply means, whatever its status and its octets. Should it throw, the answer is `unknown`. */
  read(reply: HttpReply, question: Question): Answer
  /** Asked without the session: it needs none, or brings its own credentials. */
  readonly anonymous?: boolean
}

/** A sealed document on its way to a PAC. */
export interface Outgoing {
  readonly sealed: Sealed
  /** `sealed.xml` in UTF-8. */
  readonly octets: Uint8Array<ArrayBuffer>
  /** SHA-256 of the octets in hexadecimal: what to give to PACs that take a key of the caller's. */
  readonly sha256: string
}

/** An outcome before it is signed: who gave it and the hashes are added by `createProvider`. */
export type Unsigned<Outcome> = Outcome extends unknown ? Omit<Outcome, 'pac' | 'requestHash' | 'replyHash'> : never

/**
 * The PAC says that it stamped. `createProvider` believes it when one of the sources holds a TFD that bears our Sello;
 * otherwise the outcome is `unknown`.
 */
export interface ClaimedStamp {
  readonly kind: 'stamped'
  readonly when: Stamped['when']
  /** XML where the TFD may be: a CFDI or the TFD alone. Its copy of the CFDI is not used for anything else. */
  readonly sources: readonly string[]
  readonly code?: string
  readonly detail?: string
}

/** What a reply to a request to stamp means: an outcome without the evidence, which is added later. */
export type StampAnswer = ClaimedStamp | Unsigned<Exclude<StampOutcome, Stamped>>

/** What a reply to a look-up means. */
export type FindAnswer =
  | ClaimedStamp
  | { readonly kind: 'absent' }
  | Unsigned<Exclude<FindOutcome, Stamped | { kind: 'absent' }>>

/** What a reply to a cancellation means. */
export type CancelAnswer = Unsigned<CancelOutcome>

/** What a reply to a login means. None of them stamped anything. */
export type LoginAnswer =
  | {
      readonly kind: 'open'
      readonly token: string
      /** Milliseconds since 1970. Without it the token is used until the PAC turns it away. */
      readonly expires?: number
    }
  | Unsigned<Refused>
  | Unsigned<Unavailable>

/** How to get a token with a user and a password. One login at a time; the token is shared until it expires. */
export interface Login {
  request(): HttpRequest
  read(reply: HttpReply): LoginAnswer
  /**
   * Whether the PAC turned a request away for its token alone, without looking at what it carried: the one reply after
   * which the request is sent again, once, with a new token.
   */
  expired(reply: HttpReply): boolean
}

/** The protocol of a PAC. Credentials live in the closures of its functions, so that printing an adapter shows none. */
export interface Adapter {
  /** Short and stable: it is written in journals. */
  readonly id: string
  /** As people call it, for messages. */
  readonly name: string
  readonly capabilities: Capabilities
  readonly login?: Login
  readonly stamp: Exchange<Outgoing, StampAnswer>
  /** Looks up and never stamps. Absent when the PAC has no such thing. */
  readonly find?: Exchange<Outgoing, FindAnswer>
  readonly cancel?: Exchange<CancelRequest, CancelAnswer>
  readonly status?: Exchange<StatusQuery, SatStatus | undefined>
  readonly balance?: Exchange<undefined, number | undefined>
  /** Whether the service that stamps is up, asked without cost. */
  readonly ping: Exchange<undefined, boolean>
  /** What must not be seen: struck out of the texts of every outcome, should the PAC repeat it. */
  secrets?(): readonly string[]
}
