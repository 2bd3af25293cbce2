/**
 * An operation, as data: from one declaration come its route, its check and its description.
 * @module
 */
import type { JsonSchema } from '../model/jsonSchema.js'
import type { Answer } from './answer.js'
import type { CodeName } from './codes.js'
import type { Environment } from './environment.js'
import type { Fields, RawFields, Values } from './fields.js'
import type { Links } from './links.js'
import type { AccountRecord, EnvironmentName, Scope } from './records.js'

/** What operations work with. */
export interface Service {
  readonly environments: ReadonlyMap<EnvironmentName, Environment>
  readonly links: Links
  /** Makes the PDF of a stamped XML. */
  readonly pdf: ((xml: string) => Promise<Uint8Array>) | undefined
  /** Whether an address may be a webhook's. */
  readonly acceptsWebhook: (url: URL, environment: EnvironmentName) => boolean
  /** Bytes of a body. */
  readonly mostBytes: number
  /** The OpenAPI document. */
  readonly describe: () => object
}

/** Names in any case. What came several times is a list, as Node has it: of the headers that are read here, none may. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Who calls: what its key says. */
export interface Caller {
  readonly environment: Environment
  readonly account: AccountRecord
  readonly scopes: readonly Scope[]
}

/** A call of an operation, with what it was given already read. */
export interface Call<Input> {
  readonly service: Service
  readonly input: Input
  readonly headers: Headers
}

/** A call with a key. */
export interface KeyedCall<Input> extends Call<Input>, Caller {}

/** What an operation is given: fields of its path, query and form. */
export interface Inputs {
  readonly params?: Fields
  readonly query?: Fields
  readonly form?: Fields
}

/** The same, before it is known which. */
interface Declared<Params extends Fields, Query extends Fields, Form extends Fields> {
  readonly params?: Params
  readonly query?: Query
  readonly form?: Form
}

/** What describes an operation. */
export interface Described {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `{names}` of fields of the path. */
  readonly path: string
  /** What it does: in Spanish for the OpenAPI document, in both for the pages. */
  readonly summary: Readonly<Record<'es' | 'en', string>>
  /** What its answer is when it is a yes: the status, and what is in the body. */
  readonly output: { readonly status: number; readonly schema?: JsonSchema; readonly type?: string }
  /** The codes that it may say no with, besides those that all may. */
  readonly codes: readonly CodeName[]
  /** Whether it takes an `Idempotency-Key`. */
  readonly takesKey?: boolean
}

/** An operation that needs a key with a scope. */
export interface KeyedOperation extends Described, Inputs {
  readonly scope: Scope
  readonly run: (call: KeyedCall<never>) => Promise<Answer>
}

/** An operation for anybody. */
export interface OpenOperation extends Described, Inputs {
  readonly scope?: undefined
  readonly run: (call: Call<never>) => Promise<Answer>
}

/** Any operation. */
export type Operation = KeyedOperation | OpenOperation

/** No fields. */
// biome-ignore lint/complexity/noBannedTypes: an object without members is what is meant
type None = {}

/** Declares an operation with a key; what `run` is given is what the declaration says. */
export function keyed<
  const Params extends Fields = None,
  const Query extends Fields = None,
  const Form extends Fields = None,
>(
  declared: Declared<Params, Query, Form> &
    Described & {
      readonly scope: Scope
      readonly run: (call: KeyedCall<Values<Params> & Values<Query> & Values<Form>>) => Promise<Answer>
    },
): KeyedOperation {
  return declared
}

/** Declares an operation for anybody. */
export function open<
  const Params extends Fields = None,
  const Query extends Fields = None,
  const Form extends Fields = None,
>(
  declared: Declared<Params, Query, Form> &
    Described & { readonly run: (call: Call<Values<Params> & Values<Query> & Values<Form>>) => Promise<Answer> },
): OpenOperation {
  return declared
}

/** What is given to an operation as plain data. */
export interface OperationRequest {
  /** Names in any case. */
  readonly headers?: Headers | undefined
  /** What stands in its path for each name. */
  readonly params?: RawFields | undefined
  /** Its query. */
  readonly query?: RawFields | undefined
  /** The fields of its form. */
  readonly form?: RawFields | undefined
}
