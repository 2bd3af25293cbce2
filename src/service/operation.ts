/**
 * An operation, as data: one declaration gives its route, its validation and its documentation.
 * @module
 */
import type { Random } from '../lib/uuid.js'
import type { JsonSchema } from '../model/jsonSchema.js'
import type { Vault } from './account/vault.js'
import type { Answer } from './answer.js'
import type { CodeName } from './codes.js'
import type { Environment } from './environment.js'
import type { Fields, RawFields, Values } from './fields.js'
import type { RenderPdf } from './handlers/pdfChoices.js'
import type { Links } from './links.js'
import type { AccountRecord, EnvironmentName, KeyRecord, Scope } from './records.js'
import type { Turnstile } from './turnstile.js'

/** Base URLs of environments with addresses of their own. */
export type Addresses = Readonly<Partial<Record<EnvironmentName, string>>>

/** Dependencies of operations. */
export interface Service {
  readonly environments: ReadonlyMap<EnvironmentName, Environment>
  readonly links: Links
  /** Base URLs of environments with addresses of their own. */
  readonly addresses: Addresses
  /** Creates the PDF of an XML. */
  readonly pdf: RenderPdf | undefined
  /** Creates the PDF of an acuse. */
  readonly acusePdf: ((acuse: string, uuid: string) => Promise<Uint8Array>) | undefined
  /** Whether a webhook may have this URL. */
  readonly acceptsWebhook: (url: URL, environment: EnvironmentName) => boolean
  /** Seals secrets at rest. */
  readonly vault: Vault | undefined
  /** Returns random bytes. */
  readonly random: Random
  /** Maximum bytes of a body. */
  readonly mostBytes: number
  /** Maximum concepts of a document. */
  readonly mostConcepts: number
  /** Limits of the calls of each account. */
  readonly turnstile: Turnstile
  /** Headers that announce the end of this version of the interface. */
  readonly retirement: Readonly<Record<string, string>>
  /** Returns the OpenAPI document. */
  readonly describe: () => object
}

/**
 * Header names in any case. A repeated header is a list, as in Node; none of those read here may be
 * repeated.
 */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** An authenticated caller: the data of its key. */
export interface Caller {
  readonly environment: Environment
  readonly account: AccountRecord
  readonly key: KeyRecord
  readonly scopes: readonly Scope[]
  /** Whether the account had no credit at the begin of a stamp; `false` if it is not known. */
  readonly lacksCredit: boolean
}

/** A call of an operation, with its parsed input. */
export interface Call<Input> {
  readonly service: Service
  readonly input: Input
  readonly headers: Headers
  /** Id of the request. */
  readonly requestId: string
}

/** A call with a key. */
export interface KeyedCall<Input> extends Call<Input>, Caller {}

/** Inputs of an operation: fields of its path, query and form. */
export interface Inputs {
  readonly params?: Fields
  readonly query?: Fields
  readonly form?: Fields
}

/** Inputs with their specific types. */
interface Declared<Params extends Fields, Query extends Fields, Form extends Fields> {
  readonly params?: Params
  readonly query?: Query
  readonly form?: Form
}

/** Route and documentation of an operation. */
export interface Described {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path, with `{names}` of fields. */
  readonly path: string
  /** Summary: in Spanish for the OpenAPI document, in both languages for the pages. */
  readonly summary: Readonly<Record<'es' | 'en', string>>
  /** Successful response: status and body. */
  readonly output: { readonly status: number; readonly schema?: JsonSchema; readonly type?: string }
  /** Failure codes, besides those of every operation. */
  readonly codes: readonly CodeName[]
  /** Whether it accepts an `Idempotency-Key`. */
  readonly takesKey?: boolean
  /** Whether it exists only in a sandbox that can be driven. */
  readonly isSandboxOnly?: boolean
  /**
   * Whether the audit log has its calls. Defaults to those with a key that change something, by
   * their method.
   */
  readonly isAudited?: false
}

/** An operation that requires an API key with a scope. */
export interface KeyedOperation extends Described, Inputs {
  readonly scope: Scope
  readonly run: (call: KeyedCall<never>) => Promise<Answer>
}

/** An operation without authentication. */
export interface OpenOperation extends Described, Inputs {
  readonly scope?: undefined
  readonly run: (call: Call<never>) => Promise<Answer>
}

/** An operation. */
export type Operation = KeyedOperation | OpenOperation

/** No fields. */
// biome-ignore lint/complexity/noBannedTypes: an object without members is what is meant
type None = {}

/** Declares an operation with an API key; the declaration types the input of `run`. */
export function keyed<
  const Params extends Fields = None,
  const Query extends Fields = None,
  const Form extends Fields = None,
>(
  declared: Declared<Params, Query, Form> &
    Described & {
      readonly scope: Scope
      readonly run: (
        call: KeyedCall<Values<Params> & Values<Query> & Values<Form>>,
      ) => Promise<Answer>
    },
): KeyedOperation {
  return declared
}

/** Declares an operation without authentication. */
export function open<
  const Params extends Fields = None,
  const Query extends Fields = None,
  const Form extends Fields = None,
>(
  declared: Declared<Params, Query, Form> &
    Described & {
      readonly run: (call: Call<Values<Params> & Values<Query> & Values<Form>>) => Promise<Answer>
    },
): OpenOperation {
  return declared
}

/** Request of an operation, as plain data. */
export interface OperationRequest {
  /** Environment of the address that received it; absent at an address of both. */
  readonly address?: EnvironmentName | undefined
  /** Header names in any case. */
  readonly headers?: Headers | undefined
  /** Path parameters. */
  readonly params?: RawFields | undefined
  /** Query parameters. */
  readonly query?: RawFields | undefined
  /** Form fields. */
  readonly form?: RawFields | undefined
}
