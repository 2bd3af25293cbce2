/**
 * Wire contract of a PAC: its addresses, requests and replies as data, each claim with its sources.
 * A fake is made from it (`contractWire.ts`), and refuses requests that it does not describe. No
 * adapter reads it: a mistake of an adapter and one of its contract are made apart.
 * @module
 */
import type { Grade } from '../adapter/dossier.js'
import type { FakeCall, Problem, Wire } from './wire.js'

/** Public material that claims rest on. */
export interface WireSource {
  /** Strength of the evidence. */
  readonly grade: Exclude<Grade, 'unknown'>
  /** Repository and file, or URL. */
  readonly cite: string
}

/** Keys of the contract's sources. Empty: invented, so that a fake can answer; no source has it. */
export type From = readonly string[]

/** Address of a service, without a trailing slash. */
export interface WireAddress {
  readonly url: string
  readonly from: From
}

/**
 * Addresses of an environment, by the names that `urls` of the adapter's options has. The first one
 * is the fake's root.
 */
export type WireHosts = Readonly<Record<string, WireAddress>>

/**
 * Meaning of a value in a request, for the fake. `expression`: the expression of the SAT's status
 * service.
 */
export type Holding =
  | 'user'
  | 'password'
  | 'token'
  | 'xml'
  | 'key'
  | 'uuid'
  | 'rfc'
  | 'rfcEmisor'
  | 'rfcReceptor'
  | 'total'
  | 'fe'
  | 'expression'

/** A header, a parameter of the query, or a field of the body. */
export interface WireField {
  /** `required` by default. `forbidden`: the PAC answers with an error if it comes. */
  readonly need?: 'required' | 'optional' | 'forbidden'
  /** Values that it may have. Media types are compared without parameters. Any by default. */
  readonly value?: string | readonly string[]
  /** Expression that the value matches as a whole. */
  readonly pattern?: string
  /** Text before the value that the fake uses: `Bearer `. */
  readonly prefix?: string
  /** Meaning of the value. */
  readonly holds?: Holding
  /**
   * Encoding. `zip`: Base64 of an archive with one file. `json`: JSON, whose members are fields
   * below it.
   */
  readonly as?: 'text' | 'base64' | 'zip' | 'json'
  /** Whether it may come several times. */
  readonly repeated?: boolean
  readonly from: From
}

/** Fields by name. Inner ones by path: `accesos/usuario`. */
export type WireFields = Readonly<Record<string, WireField>>

/** Body of a SOAP 1.1 request. */
export interface SoapBody {
  readonly kind: 'soap'
  readonly namespace: string
  readonly operation: string
  /** Value of SOAPAction. Not checked without one. */
  readonly action?: string
  /** Whether the fields are in the namespace of the operation. */
  readonly qualified: boolean
  /** `given`: a sequence, in the order of `fields`. */
  readonly order: 'given' | 'any'
  /** RPC/encoded: each field has an `xsi:type`. */
  readonly encoded?: boolean
  readonly fields: WireFields
}

/** Body of a request. `whole`: one value. */
export type WireBody =
  | SoapBody
  | { readonly kind: 'whole'; readonly field: WireField }
  | { readonly kind: 'json' | 'form' | 'multipart'; readonly fields: WireFields }

/** Kind of answer of a fake that a reply is for. */
export type ReplyName =
  | 'fresh'
  /** With the earlier stamp. */
  | 'earlier'
  /** Answer "stamped before", without the stamp. */
  | 'earlierEmpty'
  | 'found'
  | 'absent'
  | 'rejected'
  | 'problem'
  | 'cancelled'
  | 'pending'
  /** Nothing is pending; `pending` by default. */
  | 'noPending'
  | 'answered'
  | 'related'
  /** No related documents; `related` by default. */
  | 'unrelated'
  | 'state'
  | 'balance'
  | 'registered'
  | 'alive'
  | 'open'

/**
 * A reply, as a template. `{{cfdi}}` is a value, escaped as the format requires; `{{cfdi:base64}}`,
 * `{{cfdi:zip}}`, `{{cfdi:raw}}` encode it otherwise; `{{#uuids}}…{{.}}…{{/uuids}}` repeats for a
 * list, or appears only if the value is not empty. `contractReply.ts` lists the values.
 */
export interface WireReply {
  /** 200 by default. */
  readonly status?: number
  /** Besides the format's Content-Type. Values are templates; empty ones are left out. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Envelopes of the contract around it, from the inside. */
  readonly within?: readonly string[]
  /** Format by which values are escaped, and Content-Type. `xml` by default. */
  readonly format?: 'xml' | 'json' | 'text' | 'html'
  readonly from: From
}

/** One request that the PAC takes. */
export interface WireRequest {
  readonly op: FakeCall['op']
  /**
   * Document that it is about. `cfdi` by default; requests for `retenciones` are answered if they
   * have replies.
   */
  readonly document?: 'cfdi' | 'retenciones'
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Name of the host. */
  readonly at: string
  /** Path after the address of the host: `/pendings/{rfc}`. Empty by default. */
  readonly path?: string
  /** Whether the case of the path is ignored. */
  readonly anyCase?: boolean
  readonly query?: WireFields
  /** Names in lower case. Others are ignored. */
  readonly headers?: WireFields
  readonly body?: WireBody
  readonly replies?: Readonly<Partial<Record<ReplyName, WireReply>>>
  readonly from: From
}

/** How the PAC remembers and protects itself. */
export interface WireMemory
  extends Pick<Wire, 'dedup' | 'earlier' | 'findsBy' | 'lockAfter' | 'blockAbove' | 'tokens'> {
  readonly from: From
}

/**
 * Reply to a request that the contract does not describe, as the server of the PAC would.
 * `{{reason}}` is ours.
 */
export interface WireRefusals {
  /** Address without a service. 404 by default. */
  readonly address?: WireReply
  /** Operation or namespace that the service does not have. */
  readonly operation: WireReply
  /** Header or field that is missing, unknown, repeated or wrong: `{{field}}`. */
  readonly field: WireReply
}

/** Answer of a PAC that processes nothing. */
export interface WireProblem {
  readonly code: string
  readonly message: string
  /** HTTP status, if it is another than that of the reply. */
  readonly status?: number
  readonly from: From
}

/** The wire of one PAC. */
export interface WireContract {
  readonly sources: Readonly<Record<string, WireSource>>
  readonly hosts: Readonly<Record<'production' | 'test', WireHosts>>
  readonly memory: WireMemory
  /** Codes and texts for account troubles. An empty code means unknown. */
  readonly problems: Readonly<Partial<Record<Problem, WireProblem>>>
  /** Templates around replies: `{{content}}` is escaped, `{{content:raw}}` is not. */
  readonly envelopes?: Readonly<Record<string, string>>
  readonly refusals: WireRefusals
  /** Default replies of all operations, by name. */
  readonly replies?: Readonly<Partial<Record<ReplyName, WireReply>>>
  readonly requests: Readonly<Record<string, WireRequest>>
}
