/**
 * Sends webhooks on Node, to public addresses only. Each address is checked when its connection is
 * made.
 * @module
 */
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { type OptionNames, requireOptions } from '../lib/options.js'
import type { HttpReply, HttpRequest, Send, Unanswered } from '../pac/adapter/adapter.js'
import { isPublicAddress } from '../service/webhooks/addresses.js'
import { judgeWebhookUrl } from '../service/webhooks/url.js'
import { Limit, unanswered } from './send.js'

/** Options of {@link createPublicSend}. */
export interface PublicSendOptions {
  /** Time-out of the exchange in milliseconds. Defaults to 15,000. */
  readonly timeout?: number | undefined
  /** Maximum bytes read from a reply. Defaults to 65,536. Only the status of a reply matters. */
  readonly maxReply?: number | undefined
  /**
   * Origins that are accepted unchecked, such as `http://127.0.0.1:8080`, for tests and internal
   * receivers.
   */
  readonly allow?: readonly string[] | undefined
  /** Resolves names. Defaults to `dns.lookup`. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities besides those of Node, in PEM. */
  readonly ca?: string | undefined
}

/** Resolves to all addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>

const resolve: Lookup = (name) =>
  new Promise((found, failed) => {
    systemLookup(name, { all: true, verbatim: true }, (error, all) =>
      error === null ? found(all) : failed(error),
    )
  })

/** Names of the options. */
const optionNames: OptionNames<PublicSendOptions> = {
  timeout: true,
  maxReply: true,
  allow: true,
  lookup: true,
  ca: true,
}

/**
 * Creates a `send` for webhooks: one https request to a public address, without redirections or
 * proxies. It resolves the name once, requires that every address is public, and connects to one of
 * them, which defeats DNS rebinding. Never rejects: for a refused address it resolves to
 * `sent: 'no'` with the code `ADDRESS_REFUSED`. The body of the reply is discarded.
 * @throws TypeError if an option is invalid
 * @example
 * const reply = await createPublicSend()({ method: 'POST', url: 'https://10.0.0.1/', headers: {} })
 * 'sent' in reply && reply.error?.code // → 'ADDRESS_REFUSED'
 */
export function createPublicSend(options: PublicSendOptions = {}): Send {
  requireOptions('createPublicSend', options, optionNames)
  const { timeout = 15_000, maxReply = 65_536, allow = [], lookup = resolve, ca } = options
  for (const [name, value] of Object.entries({ timeout, maxReply }))
    if (!Number.isSafeInteger(value) || value < 1)
      throw new TypeError(`createPublicSend: ${name} is a positive integer`)
  return async (request, outer) => {
    const verdict = judgeWebhookUrl(request.url, allow)
    if (!verdict.ok) return notPublic
    const url = new URL(verdict.url)
    const limit = new Limit(timeout, outer)
    const lookups = allow.includes(url.origin) ? lookupOf(lookup, () => true) : publicLookup(lookup)
    try {
      return await exchangePublicly(url, request, {
        signal: limit.signal,
        maxReply,
        lookup: lookups,
        ca,
      })
    } catch (error) {
      if (limit.code !== undefined) return { sent: 'maybe', error: { code: limit.code } }
      if ((error as { code?: unknown }).code === refused) return notPublic
      return unanswered(error)
    } finally {
      limit.clear()
    }
  }
}

const refused = 'ADDRESS_REFUSED'
const notPublic: Unanswered = { sent: 'no', error: { code: refused } }

/**
 * Creates a `lookup` for `net.connect`, `https.request` and undici's `connect`, for other HTTP
 * clients. It returns the addresses of a name if all of them are public, and fails with
 * `ADDRESS_REFUSED` otherwise. Literal addresses in a URL are not looked up: check those with
 * `judgeWebhookUrl`.
 * @example
 * const { Agent } = await import('node:https')
 * const agent = new Agent({ lookup: publicLookup() })
 */
export function publicLookup(lookup: Lookup = resolve): LookupFunction {
  return lookupOf(lookup, isPublicAddress)
}

function lookupOf(lookup: Lookup, isTaken: (address: string) => boolean): LookupFunction {
  return (name, options, done) => {
    lookup(name).then(
      (all) => {
        const [first] = all
        if (first === undefined || !all.every(({ address }) => isTaken(address)))
          return done(
            Object.assign(new Error('a name leads to an address that is not public'), {
              code: refused,
            }),
            '',
          )
        if (options.all) return done(null, [...all])
        const chosen = all.find(({ family }) => family === options.family) ?? first
        done(null, chosen.address, chosen.family)
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}

interface Exchange {
  readonly signal: AbortSignal
  readonly maxReply: number
  readonly lookup: LookupFunction
  readonly ca: string | undefined
}

function exchangePublicly(
  url: URL,
  { method, headers, body = '' }: HttpRequest,
  { signal, maxReply, lookup, ca }: Exchange,
): Promise<HttpReply> {
  const bytes = Buffer.from(body as string)
  const request = url.protocol === 'http:' ? httpRequest : httpsRequest
  return new Promise((replied, failed) => {
    const options = {
      ...{ method, signal, lookup, agent: false as const },
      headers: { ...headers, 'content-length': String(bytes.length) },
      ...(ca !== undefined && { ca }),
    }
    const sent = request(url, options, (reply) => readReply(reply, maxReply).then(replied, failed))
    sent.on('error', failed)
    sent.end(bytes)
  })
}

/** Reads the status and a limited part of the body: a receiver may send endless data. */
async function readReply(reply: IncomingMessage, most: number): Promise<HttpReply> {
  const { statusCode: status = 0, headers: given } = reply
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given))
    if (typeof value === 'string') headers[name] = value
  let length = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) break
  }
  return { status, headers, body: new Uint8Array() }
}
