/**
 * Sends the calls of the client: the API key, time-outs, retries and failures; verifies webhooks.
 * @module
 */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Reason } from './results.js'

/** Options of the client. */
export interface ClientOptions {
  /** URL of the service: `https://facturas.example.mx`. */
  readonly url: string
  /** API key of the account. */
  readonly key: string
  /** Seconds for each attempt. Defaults to 60. */
  readonly timeout?: number | undefined
  /** Maximum retries of a call. Defaults to 3. */
  readonly retries?: number | undefined
  /** Sends requests. Defaults to `fetch` of the platform. */
  readonly fetch?: typeof fetch | undefined
}

/** Options of one call. */
export interface CallOptions {
  /** Seconds for each attempt. Defaults to the client's. */
  readonly timeout?: number | undefined
  /** Maximum retries. Defaults to the client's. */
  readonly retries?: number | undefined
}

/** Options of a call with an idempotency key. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * Number of the order: the same key is the same invoice, also after a crash. Defaults to a random
   * one, which is the same in every retry of this call only.
   */
  readonly idempotencyKey?: string | undefined
}

/** Base of every failure. */
export class CfdiStampFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Facts of a failed call. */
export interface FailedCall {
  /** Name of the operation. */
  readonly operation: string
  /** Idempotency key that was sent. Repeat the call with it. */
  readonly idempotencyKey: string | undefined
  /** Id of the request in the log of the service, if there was an answer. */
  readonly requestId?: string | undefined
}

/** The id of the request in a message finds it in the log of the service. */
function messageWith(message: string, requestId: string | undefined): string {
  return requestId === undefined ? message : `${message} (request ${requestId})`
}

/** The service refused the call. There is a class for each code. */
export class ServiceFailure extends CfdiStampFailure implements FailedCall {
  /** Stable code. */
  readonly code: number
  /** HTTP status. */
  readonly status: number
  /** Every finding. Empty if the message is the only one. */
  readonly errors: readonly Reason[]
  /** Seconds after which the call may succeed. */
  readonly retryAfter: number | undefined
  readonly operation: string
  readonly idempotencyKey: string | undefined
  readonly requestId: string | undefined

  constructor(
    body: FailureBody,
    answer: FailedCall & Pick<ServiceFailure, 'status' | 'retryAfter'>,
  ) {
    super(messageWith(body.message, answer.requestId))
    this.code = body.code
    this.errors = body.errors
    this.status = answer.status
    this.retryAfter = answer.retryAfter
    this.operation = answer.operation
    this.idempotencyKey = answer.idempotencyKey
    this.requestId = answer.requestId
  }
}

/** No response of the service: the connection, the time-out or a proxy. The call may have succeeded. */
export class ConnectionFailure extends CfdiStampFailure implements FailedCall {
  /** HTTP status of a response that is not of the service. */
  readonly status: number | undefined
  readonly operation: string
  readonly idempotencyKey: string | undefined
  readonly requestId: string | undefined

  constructor(
    message: string,
    call: FailedCall & { readonly status?: number },
    options?: ErrorOptions,
  ) {
    super(messageWith(message, call.requestId), options)
    this.status = call.status
    this.operation = call.operation
    this.idempotencyKey = call.idempotencyKey
    this.requestId = call.requestId
  }
}

/** A webhook that the service did not sign, or not recently. */
export class WebhookFailure extends CfdiStampFailure {
  readonly reason: 'headers' | 'timestamp' | 'signature'

  constructor(reason: WebhookFailure['reason']) {
    super(`the webhook is not valid: ${reason}`)
    this.reason = reason
  }
}

interface FailureBody {
  readonly code: number
  readonly message: string
  readonly errors: readonly Reason[]
}

/** An operation of the service, as data. */
export interface Operation {
  readonly method: string
  /** Path, with `{names}` of fields. */
  readonly path: string
  readonly answer: 'json' | 'bytes' | 'none'
  readonly takesKey?: true
  /** Whether it requires no API key. */
  readonly isOpen?: true
  /** Place of each field. */
  readonly fields: Readonly<Record<string, 'path' | 'query' | 'form'>>
}

type FailureClass = new (...given: ConstructorParameters<typeof ServiceFailure>) => ServiceFailure

/** Seconds of the longest `Retry-After` that a call waits for. */
const longestWait = 60
/** Statuses after which the same call may succeed. */
const retried = new Set([429, 500, 502, 503, 504])

const agent = { 'user-agent': 'cfdi-stamp-client-node' }

/** A request. */
interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: URLSearchParams | null
}

/** Sends calls. */
export class Runtime {
  readonly #options: ClientOptions
  readonly #failures: ReadonlyMap<number, FailureClass>
  readonly #operations: Readonly<Record<string, Operation>>

  constructor(
    options: ClientOptions,
    operations: Readonly<Record<string, Operation>>,
    failures: ReadonlyMap<number, FailureClass>,
  ) {
    requireUrl(options.url)
    requireVisible(options.key, 'an API key')
    this.#options = options
    this.#operations = operations
    this.#failures = failures
  }

  /** Calls an operation. @throws ServiceFailure, ConnectionFailure */
  async call(name: string, input: object, options: KeyedCallOptions = {}): Promise<unknown> {
    const operation = this.#operations[name] as Operation
    const idempotencyKey =
      operation.takesKey === true ? (options.idempotencyKey ?? randomUUID()) : undefined
    const request = this.#requestOf(name, operation, Object.entries(input), idempotencyKey)
    return this.#repeat(operation, request, options, { operation: name, idempotencyKey })
  }

  /** Resolves to the document of a link. Sends no key. @throws ServiceFailure, ConnectionFailure */
  async download(url: string, options: CallOptions): Promise<Uint8Array> {
    const request = { url: requireUrl(url), method: 'GET', headers: agent, body: null }
    const call = { operation: 'download', idempotencyKey: undefined }
    return (await this.#repeat({ answer: 'bytes' }, request, options, call)) as Uint8Array
  }

  async #repeat(
    operation: Pick<Operation, 'answer'>,
    request: Sent,
    options: CallOptions,
    call: FailedCall,
  ): Promise<unknown> {
    const { retries = this.#options.retries ?? 3 } = options
    const isRepeatable = request.method === 'GET' || call.idempotencyKey !== undefined
    for (let attempt = 0; ; attempt++) {
      const answer = await this.#attempt(operation, request, options, call)
      if (!(answer instanceof ServiceFailure || answer instanceof ConnectionFailure)) return answer
      const wait = waitAfter(answer, isRepeatable, attempt)
      if (attempt >= retries || wait === undefined) throw answer
      await new Promise((resolve) => setTimeout(resolve, wait * 1000))
    }
  }

  #requestOf(
    name: string,
    { method, path, fields, isOpen }: Operation,
    input: readonly (readonly [string, unknown])[],
    idempotencyKey: string | undefined,
  ): Sent {
    const given = { path: new Map(), query: new URLSearchParams(), form: new URLSearchParams() }
    for (const [field, value] of input) {
      const place = Object.hasOwn(fields, field) ? fields[field] : undefined
      if (place === undefined) throw new TypeError(`${name}: there is no field ${field}`)
      if (value !== undefined && value !== null) given[place].set(field, textOf(value))
    }
    const base = this.#options.url.replace(/\/+$/, '')
    const filled = path.replace(/\{(\w+)\}/g, (_, field) => {
      const value = given.path.get(field)
      if (value === undefined) throw new TypeError(`${name}: the field ${field} is needed`)
      return encodeURIComponent(value)
    })
    const query = given.query.size === 0 ? '' : `?${given.query}`
    return {
      url: base + filled + query,
      method,
      headers: {
        accept: 'application/json',
        ...agent,
        ...(isOpen === true ? {} : { 'x-api-key': this.#options.key }),
        ...(idempotencyKey === undefined
          ? {}
          : { 'idempotency-key': requireVisible(idempotencyKey, 'an idempotency key') }),
      },
      body: method === 'POST' ? given.form : null,
    }
  }

  /** Resolves to the result, or to the failure. */
  async #attempt(
    { answer }: Pick<Operation, 'answer'>,
    { url, ...init }: Sent,
    options: CallOptions,
    call: FailedCall,
  ): Promise<unknown> {
    const { fetch: send = fetch, timeout: seconds = 60 } = this.#options
    try {
      const signal = AbortSignal.timeout((options.timeout ?? seconds) * 1000)
      const response = await send(url, { ...init, signal, redirect: 'manual' })
      const bytes = new Uint8Array(await response.arrayBuffer())
      if (!response.ok) return this.#failureOf(response, bytes, call)
      if (answer === 'bytes') return bytes
      return answer === 'none' ? undefined : JSON.parse(new TextDecoder().decode(bytes))
    } catch (cause) {
      return new ConnectionFailure('the service did not answer', call, { cause })
    }
  }

  #failureOf({ status, headers }: Response, bytes: Uint8Array, given: FailedCall) {
    const call = { ...given, requestId: headers.get('x-request-id') ?? undefined }
    const body = failureBodyOf(bytes)
    if (body === undefined)
      return new ConnectionFailure(`HTTP ${status}, which is not of the service`, {
        ...call,
        status,
      })
    const Failure = this.#failures.get(body.code) ?? ServiceFailure
    return new Failure(body, { ...call, status, retryAfter: secondsOf(headers.get('retry-after')) })
  }
}

function requireUrl(url: string): string {
  if (/^https?:$/.test(new URL(url).protocol)) return url
  throw new TypeError('CfdiStamp: the URL must be that of an HTTP server')
}

function requireVisible(text: string, noun: string): string {
  if (/^[!-~]+$/.test(text)) return text
  throw new TypeError(`CfdiStamp: ${noun} must have visible ASCII characters`)
}

function failureBodyOf(bytes: Uint8Array): FailureBody | undefined {
  try {
    const body = JSON.parse(new TextDecoder().decode(bytes))
    return typeof body?.code === 'number' && Array.isArray(body.errors) ? body : undefined
  } catch {
    return undefined
  }
}

/** Returns the seconds to the next attempt; `undefined` when there must be none. */
function waitAfter(
  failure: ServiceFailure | ConnectionFailure,
  isRepeatable: boolean,
  attempt: number,
): number | undefined {
  const backoff = Math.min(8, 0.5 * 2 ** attempt) * (0.5 + Math.random() / 2)
  if (failure instanceof ConnectionFailure)
    return isRepeatable && (failure.status ?? 500) >= 500 ? backoff : undefined
  const { status, retryAfter = backoff } = failure
  const mayRepeat = isRepeatable ? retried.has(status) : status === 429
  return mayRepeat && retryAfter <= longestWait ? retryAfter : undefined
}

/** Seconds of a `Retry-After`: a number, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** Text of a form field: lists with commas, documents as JSON. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value)
}

/** Iterates over the items of every page. */
export async function* eachItem<Item>(
  page: (cursor: string | undefined) => Promise<unknown>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const { data, next } = (await page(cursor)) as { data: readonly Item[]; next?: string }
    yield* data
    cursor = next
  } while (cursor !== undefined)
}

/** A received delivery. */
export interface ReceivedWebhook {
  /** Header names in any case, as in Node. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The raw body, not the parsed one. */
  readonly body: string | Uint8Array
}

/** Signatures that are compared at most. */
const mostSignatures = 16

/**
 * Returns the event of a delivery that was signed with one of the secrets, in the last seconds of
 * `tolerance` (300).
 * @throws WebhookFailure
 */
export function verifyDelivery(
  { headers, body }: ReceivedWebhook,
  secrets: string | readonly string[],
  { now = Date.now() / 1000, tolerance = 300 } = {},
): unknown {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const [id, when, signatures] = ['id', 'timestamp', 'signature'].map((name) => {
    const value = lower.get(`webhook-${name}`)
    if (typeof value !== 'string' || value === '') throw new WebhookFailure('headers')
    return value
  }) as [string, string, string]
  if (!/^[0-9]{1,12}$/.test(when)) throw new WebhookFailure('headers')
  if (!(Math.abs(Math.floor(now) - Number(when)) <= tolerance))
    throw new WebhookFailure('timestamp')
  const raw = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body)
  const expected = [secrets]
    .flat()
    .map((secret) =>
      createHmac('sha256', secretBytes(secret)).update(`${id}.${when}.`).update(raw).digest(),
    )
  const given = signatures
    .split(' ')
    .slice(0, mostSignatures)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
  const isSigned = given.some((one) =>
    expected.some((each) => one.length === each.length && timingSafeEqual(one, each)),
  )
  if (!isSigned) throw new WebhookFailure('signature')
  return JSON.parse(raw.toString())
}

function secretBytes(secret: string): Buffer {
  const bytes = Buffer.from(/^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '', 'base64')
  if (bytes.length < 24 || bytes.length > 64)
    throw new TypeError('a webhook secret must be whsec_ and the Base64 of 24 to 64 bytes')
  return bytes
}
