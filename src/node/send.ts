/**
 * Sends the requests of adapters on Node with the platform's `fetch`, once, and classifies
 * failures.
 * @module
 */
import { requireOptions } from '../lib/options.js'
import { userAgent } from '../lib/userAgent.js'
import type { HttpReply, HttpRequest, Send, Unanswered } from '../pac/adapter/adapter.js'
import { failedToConnect, watchDeparture } from './log/departure.js'

/** Options of {@link createSend}. */
export interface SendOptions {
  /** Defaults to the platform's. A replacement must neither retry nor follow redirections. */
  readonly fetch?: typeof globalThis.fetch | undefined
  /**
   * Time-out of the exchange in milliseconds. Defaults to 120,000. A short time-out leaves
   * documents in doubt: use at least a minute.
   */
  readonly timeout?: number | undefined
  /**
   * Maximum bytes of a reply. Defaults to 4 MiB plus six times the request, at most 32 MiB: reading
   * an excessive reply would block the process for a second.
   */
  readonly maxReply?: number | undefined
}

/**
 * Creates a `send`: one attempt per call, redirections not followed, replies read completely.
 * (Node's `fetch` itself repeats a request answered with 421, once, on a new connection: by RFC
 * 9110, section 15.5.20, it was not processed.)
 *
 * `sent: 'no'` only for failures of name resolution, of the connection and of the TLS handshake;
 * later time-outs, resets, truncated replies and unknown failures are `maybe`. Node's own `fetch`
 * identifies every failure and time-out before the connection is secure (undici publishes them).
 * With another `fetch` or runtime, only unambiguous codes count. Never rejects.
 * @throws TypeError if an option is invalid.
 * @example
 * const send = createSend({ timeout: 30_000 })
 * const provider = createProvider(sw({ environment: 'test', token }), { send })
 */
export function createSend(options: SendOptions = {}): Send {
  requireOptions('createSend', options, ['fetch', 'timeout', 'maxReply'])
  const { fetch = globalThis.fetch, timeout = 120_000, maxReply } = options
  if (typeof fetch !== 'function') throw new TypeError('createSend: fetch must be a function')
  requirePositiveOption('timeout', timeout, 2 ** 31 - 1)
  if (maxReply !== undefined) requirePositiveOption('maxReply', maxReply, Number.MAX_SAFE_INTEGER)
  return async (request, signal) => {
    if (signal?.aborted) return { sent: 'no', error: { code: 'ABORTED' } }
    const limit = new Limit(timeout, signal)
    return watchDeparture(async (departure) => {
      try {
        return await exchangeWithFetch(
          fetch,
          request,
          limit.signal,
          maxReply ?? replyLimitOf(request),
        )
      } catch (error) {
        // undici drops an aborted request that waits for its connection.
        if (limit.code !== undefined)
          return {
            sent: departure.isStillHere ? 'no' : 'maybe',
            error: { code: limit.code },
          }
        // Node's connector failed, so nothing was written. The code alone is the same for a reset
        // in the handshake and later.
        return unanswered(
          error,
          departure.isStillHere,
          failedToConnect(error) && !departure.hasLeft,
        )
      } finally {
        limit.clear()
      }
    })
  }
}

/** Maximum bytes of a reply: a stamped document in Base64, and a PDF. */
function replyLimitOf({ body = '' }: HttpRequest): number {
  return Math.min(2 ** 25, 2 ** 22 + 6 * body.length)
}

async function exchangeWithFetch(
  fetch: typeof globalThis.fetch,
  { method, url, headers, body }: HttpRequest,
  signal: AbortSignal,
  maxReply: number,
): Promise<HttpReply> {
  const named = { 'user-agent': userAgent, ...headers }
  const init: RequestInit = {
    method,
    headers: named,
    signal,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  }
  const response = await fetch(url, init)
  const bytes = await readBody(response, maxReply)
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
}

async function readBody({ body }: Response, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > max)
      throw Object.assign(new Error(`the reply has more than ${max} bytes`), {
        code: 'REPLY_TOO_LARGE',
      })
    chunks.push(chunk)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

/**
 * Abort signal that combines the caller's signal and a time-out. `AbortSignal.any` leaks with
 * long-lived signals in Node 20.
 */
export class Limit {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #outer: AbortSignal | undefined
  readonly signal = this.#controller.signal
  /** Which of the two aborted, if any. */
  code: 'TIMEOUT' | 'ABORTED' | undefined

  constructor(timeout: number, outer: AbortSignal | undefined) {
    this.#outer = outer
    this.#timer = setTimeout(() => this.#abort('TIMEOUT'), timeout)
    outer?.addEventListener('abort', this.#aborted, { once: true })
  }

  clear(): void {
    clearTimeout(this.#timer)
    this.#outer?.removeEventListener('abort', this.#aborted)
  }

  readonly #aborted = () => this.#abort('ABORTED')

  #abort(code: 'TIMEOUT' | 'ABORTED'): void {
    this.code ??= code
    this.#controller.abort()
  }
}

/**
 * Codes of Node, undici and OpenSSL for failures in which no byte of the request can have been
 * sent.
 */
const unsent = new Set([
  ...[
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
    'EAI_NODATA',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EADDRNOTAVAIL',
  ],
  ...[
    'UND_ERR_CONNECT_TIMEOUT',
    'ERR_INVALID_URL',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'CERT_HAS_EXPIRED',
  ],
  'CERT_NOT_YET_VALID',
  ...[
    'CERT_UNTRUSTED',
    'CERT_REJECTED',
    'CERT_REVOKED',
    'CERT_SIGNATURE_FAILURE',
    'CERT_CHAIN_TOO_LONG',
    'INVALID_CA',
  ],
  ...[
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_GET_ISSUER_CERT',
    'HOSTNAME_MISMATCH',
  ],
  ...[
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'INVALID_PURPOSE',
    'PATH_LENGTH_EXCEEDED',
  ],
])

/** OpenSSL codes that occur in a handshake, and also during a session, for an invalid record. */
const unsentInHandshake = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
  'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
])

/**
 * System calls before a connection is established. In `read` or `write` the same code means a
 * broken connection.
 */
const early = new Set(['connect', 'getaddrinfo', 'queryA', 'queryAaaa'])

interface Failure {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly message?: unknown
  readonly cause?: unknown
  /** The failure of each address, if a name has several. */
  readonly errors?: readonly Failure[]
}

/**
 * Classifies the failure of an exchange.
 * @param isStillHere whether the request is known to be unsent
 * @param isUnconnected whether no connection was established
 */
export function unanswered(error: unknown, isStillHere = false, isUnconnected = false): Unanswered {
  // The innermost cause: `fetch` itself only reports "fetch failed".
  let failure = asFailure(error)
  for (
    let depth = 0;
    depth < 5 && failure.code === undefined && failure.cause !== undefined;
    depth++
  ) {
    failure = asFailure(failure.cause)
  }
  const code = typeof failure.code === 'string' ? failure.code : undefined
  const message = typeof failure.message === 'string' ? failure.message : undefined
  return {
    sent: isUnconnected || isUnsent(failure, isStillHere) ? 'no' : 'maybe',
    error: { ...(code !== undefined && { code }), ...(message !== undefined && { message }) },
  }
}

function isUnsent({ code, syscall, errors }: Failure, isStillHere: boolean): boolean {
  if (errors !== undefined && errors.length > 0)
    return errors.every((one) => isUnsent(one, isStillHere))
  if (unsentInHandshake.has(code as string)) return isStillHere
  if (code === 'ETIMEDOUT') return syscall === 'connect'
  return unsent.has(code as string) && (syscall === undefined || early.has(syscall as string))
}

function asFailure(error: unknown): Failure {
  if (typeof error === 'object' && error !== null) return error
  return {}
}

function requirePositiveOption(name: string, value: number, max: number): void {
  if (Number.isFinite(value) && value > 0 && value <= max) return
  throw new TypeError(`createSend: ${name} must be a number between 1 and ${max}`)
}
