/**
 * What a fake PAC and its wire tell each other: a wire reads what a request asks for, and writes what the fake says, as the
 * PAC does. State, stamps and tricks are the fake's: fakes differ only in their wires.
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

/** What a request asks for. */
export interface FakeCall {
  /** The operation. */
  readonly op: 'stamp' | 'find' | 'cancel' | 'pending' | 'answer' | 'related' | 'status' | 'balance' | 'ping' | 'login'
  /** User. Neither it nor the password is compared if the request has none. */
  readonly user?: string | undefined
  /** Password. */
  readonly password?: string | undefined
  /** Token, for PACs that have them. */
  readonly token?: string | undefined
  /** The sealed document (stamp, find), or the signed request (cancel, answer, related). */
  readonly xml?: string | undefined
  /** The reference of the caller (stamp), or what to find by: a reference, the hash of the bytes or of the cadena. */
  readonly key?: string | undefined
  /** Folio fiscal (status). */
  readonly uuid?: string | undefined
  /** The whole question (status), for a fake with a SAT behind it. */
  readonly query?: StatusQuery | undefined
  /** RFC of a receiver (pending). */
  readonly rfc?: string | undefined
}

/** What the fake says, for the wire to write. */
export type FakeAnswer =
  /** Stamped; without `cfdi` when the answer of the PAC lacks it. */
  | { readonly kind: 'stamped'; readonly when: 'fresh' | 'earlier'; readonly cfdi?: string; readonly tfd?: string }
  /** Rejected, by a code of the SAT. */
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** Not processed, for a reason that the PAC has its own code for. */
  | { readonly kind: 'problem'; readonly code: string; readonly message: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'cancelled'; readonly uuid: string; readonly code: string; readonly acuse: string }
  | { readonly kind: 'pending'; readonly uuids: readonly string[] }
  | { readonly kind: 'answered'; readonly uuid: string; readonly code: string; readonly acuse: string }
  | ({ readonly kind: 'related' } & SandboxRelated)
  | { readonly kind: 'state'; readonly state: SatStatus }
  | { readonly kind: 'balance'; readonly left: number }
  | { readonly kind: 'alive' }
  /** Logged in: the token is good until then, in milliseconds since 1970. */
  | { readonly kind: 'open'; readonly token: string; readonly expires: number }

/** Reasons for which a PAC processes nothing. */
export type Problem = 'login' | 'credits' | 'blocked' | 'maintenance'

/** A flaw of the archive in which a PAC returns documents. */
export type Packing = 'two' | 'none' | 'bomb'

/** The wire of one PAC. */
export interface Wire {
  /** How the PAC recognises what it stamped before. */
  readonly dedup: 'bytes' | 'reference'
  /** Whether its answer to a repeated request holds the earlier stamp; `alternates`: the second time. */
  readonly earlier: 'always' | 'alternates' | 'never'
  /** Its code and text for each problem that it has one for. */
  readonly problems: Readonly<Partial<Record<Problem, readonly [code: string, message: string]>>>
  /** The hash by which it finds what it stamped, if it finds by one. */
  readonly findsBy?: 'bytes' | 'cadena'
  /** Wrong passwords after which the account is locked. */
  readonly lockAfter?: number
  /** Share of rejected requests above which the account is blocked. */
  readonly blockAbove?: number
  /** It returns documents in archives. */
  readonly archives?: boolean
  /** It gives tokens, which expire. */
  readonly tokens?: boolean
  /** What a request asks for; `undefined` if the PAC has no such operation. */
  read(request: FakeRequest): FakeCall | undefined | Promise<FakeCall | undefined>
  /** The reply that says it. */
  write(said: FakeAnswer, ask: FakeCall, packing?: Packing): FakeReply | Promise<FakeReply>
}
