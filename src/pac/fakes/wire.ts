/**
 * Interface between a fake PAC and its wire. A wire reads the call of a request, and writes the
 * answer of the fake in the PAC's protocol. The fake has the state, stamps and tricks: fakes differ
 * only in their wires.
 * @module
 */
import type { SatStatus, StatusQuery } from '../provider.js'
import type { SandboxRelated } from '../sandbox/sat.js'

/** A request as a server receives it. */
export interface FakeRequest {
  /** HTTP method. */
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The whole body. */
  readonly body: Uint8Array
}

/** A reply as a server sends it. */
export interface FakeReply {
  /** HTTP status. */
  readonly status: number
  /** Headers. */
  readonly headers: Readonly<Record<string, string>>
  /** Text is sent in UTF-8. */
  readonly body: string | Uint8Array
}

/** Call of a request. */
export interface FakeCall {
  /** The operation. */
  readonly op:
    | 'stamp'
    | 'find'
    | 'cancel'
    | 'pending'
    | 'answer'
    | 'related'
    | 'status'
    | 'balance'
    | 'ping'
    | 'login'
    | 'register'
  /** User. User and password are compared only if the request has them. */
  readonly user?: string | undefined
  /** Password. */
  readonly password?: string | undefined
  /** Token, for PACs that have them. */
  readonly token?: string | undefined
  /** The sealed document (stamp, find), or the signed request (cancel, answer, related). */
  readonly xml?: string | undefined
  /**
   * Reference of the caller (stamp), or the lookup key: a reference, the hash of the bytes or of
   * the cadena.
   */
  readonly key?: string | undefined
  /** Folio fiscal (status). */
  readonly uuid?: string | undefined
  /** The whole question (status), for a fake with a SAT behind it. */
  readonly query?: StatusQuery | undefined
  /** RFC of a receiver (pending). */
  readonly rfc?: string | undefined
  /** Its name in the wire contract. */
  readonly request?: string | undefined
}

/** A request that the PAC does not have, and how its server answers it. */
export interface Refusal {
  /** Reason, for the developer of an adapter. */
  readonly refusal: string
  readonly reply: FakeReply
}

/** Answer of the fake, written by the wire. */
export type FakeAnswer =
  /** Stamped; without `cfdi` when the answer of the PAC lacks it. */
  | {
      readonly kind: 'stamped'
      readonly when: 'fresh' | 'earlier'
      readonly cfdi?: string
      readonly tfd?: string
    }
  /** Rejected, by a code of the SAT. */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** Not processed, for a reason that the PAC has its own code for. */
  | {
      readonly kind: 'problem'
      readonly code: string
      readonly message: string
      readonly status?: number | undefined
    }
  | { readonly kind: 'absent' }
  | {
      readonly kind: 'cancelled'
      readonly uuid: string
      readonly code: string
      readonly acuse: string
    }
  | { readonly kind: 'pending'; readonly uuids: readonly string[] }
  | {
      readonly kind: 'answered'
      readonly uuid: string
      readonly code: string
      readonly acuse: string
    }
  | ({ readonly kind: 'related' } & SandboxRelated)
  | { readonly kind: 'state'; readonly state: SatStatus }
  | { readonly kind: 'balance'; readonly left: number }
  /** Registered, now or before. */
  | { readonly kind: 'registered'; readonly message: string }
  | { readonly kind: 'alive' }
  /** Logged in: the token is good until then, in milliseconds since 1970. */
  | { readonly kind: 'open'; readonly token: string; readonly expires: number }

/**
 * Reasons for which a PAC processes nothing. `token`: it does not accept the token; as `login`
 * where it has no words of its own.
 */
export type Problem = 'login' | 'token' | 'credits' | 'blocked' | 'maintenance'

/** A flaw of the archive in which a PAC returns documents. */
export type Packing = 'two' | 'none' | 'bomb'

/** The wire of one PAC. */
export interface Wire {
  /** How the PAC recognises stamped documents. */
  readonly dedup: 'bytes' | 'reference'
  /**
   * Whether its answer to a repeated request holds the earlier stamp; `alternates`: the second
   * time.
   */
  readonly earlier: 'always' | 'alternates' | 'never'
  /** Its code and text for each problem that it has one for. */
  readonly problems: Readonly<
    Partial<Record<Problem, readonly [code: string, message: string, status?: number | undefined]>>
  >
  /** Hash for its lookup, if it has one by hash. */
  readonly findsBy?: 'bytes' | 'cadena'
  /** Wrong passwords after which the account is locked. */
  readonly lockAfter?: number
  /** Share of rejected requests above which the account is blocked. */
  readonly blockAbove?: number
  /** It returns documents in archives. */
  readonly archives?: boolean
  /** It gives tokens, which expire. */
  readonly tokens?: boolean
  /** Reads the call of a request. */
  read(
    request: FakeRequest,
  ): FakeCall | Refusal | undefined | Promise<FakeCall | Refusal | undefined>
  /** Writes the reply of an answer. */
  write(said: FakeAnswer, ask: FakeCall, packing?: Packing): FakeReply | Promise<FakeReply>
}
