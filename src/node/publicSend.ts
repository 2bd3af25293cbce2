/**
 * The host of deliveries to strangers on Node: sends to public addresses only, judged where the connection is made.
 * @module
 */
import { type LookupAddress, type LookupOptions, lookup as systemLookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { HttpReply, HttpRequest, Send, Unanswered } from '../pac/adapter/adapter.js'
import { isPublicAddress } from '../service/webhooks/addresses.js'
import { judgeWebhookUrl } from '../service/webhooks/url.js'
import { Limit, unanswered } from './send.js'

/** Options of {@link createPublicSend}. */
export interface PublicSendOptions {
  /** Milliseconds for the whole exchange, 15,000 by default. */
  readonly timeout?: number | undefined
  /** Bytes of a reply that are read, 65,536 by default; what a receiver says is of no interest but for its status. */
  readonly maxReply?: number | undefined
  /** Origins that are sent to whatever they are, such as `http://127.0.0.1:8080`: for tests, and for receivers of one's own. */
  readonly allow?: readonly string[] | undefined
  /** Resolves names: `dns.lookup` by default. */
  readonly lookup?: Lookup | undefined
  /** Certificate authorities besides those of Node, in PEM. */
  readonly ca?: string | undefined
}

/** All addresses of a name. */
export type Lookup = (name: string) => Promise<readonly LookupAddress[]>

const resolve: Lookup = (name) =>
  new Promise((found, failed) => {
    systemLookup(name, { all: true, verbatim: true }, (error, all) => (error === null ? found(all) : failed(error)))
  })

/**
 * A `send` for webhooks: https, to a public address, once, without redirections nor proxies. A name is resolved here, every address that
 * it has must be public, and the connection is made to one of those: a name that answers differently the next time gains nothing (DNS
 * rebinding). Never rejects; what is not sent because of its address is `sent: 'no'` with the code `ADDRESS_REFUSED`. The body of the
 * reply is not kept.
 * @throws TypeError if an option is invalid
 * @example
 * const reply = await createPublicSend()({ method: 'POST', url: 'https://10.0.0.1/', headers: {} })
 * 'sent' in reply && reply.error?.code // → 'ADDRESS_REFUSED'
 */
export function createPublicSend(options: PublicSendOptions = {}): Send {
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
      return await exchange(url, request, { signal: limit.signal, maxReply, lookup: lookups, ca })
    } catch (error) {
      if (limit.code !== undefined) return { sent: 'maybe', error: { code: limit.code } }
      return (error as { code?: unknown }).code === refused ? notPublic : unanswered(error)
    } finally {
      limit.clear()
    }
  }
}

const refused = 'ADDRESS_REFUSED'
const notPublic: Unanswered = { sent: 'no', error: { code: refused } }

/**
 * A `lookup` for `net.connect`, `https.request` and undici's `connect`, for clients of one's own: it gives the addresses of a name when
 * all of them are public, and fails with `ADDRESS_REFUSED` otherwise. Addresses that are written in a URL are not looked up: judge those
 * with `judgeWebhookUrl`.
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
      (all) => answer(all, isTaken, options, done),
      (error: NodeJS.ErrnoException) => done(error, ''),
    )
  }
}

function answer(
  all: readonly LookupAddress[],
  isTaken: (address: string) => boolean,
  options: LookupOptions,
  done: Parameters<LookupFunction>[2],
): void {
  const [first] = all
  if (first === undefined || !all.every(({ address }) => isTaken(address)))
    return done(Object.assign(new Error('a name leads to an address that is not public'), { code: refused }), '')
  if (options.all) return done(null, [...all])
  const chosen = all.find(({ family }) => family === options.family) ?? first
  done(null, chosen.address, chosen.family)
}

interface Exchange {
  readonly signal: AbortSignal
  readonly maxReply: number
  readonly lookup: LookupFunction
  readonly ca: string | undefined
}

function exchange(
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
      ...(ca === undefined ? {} : { ca }),
    }
    const sent = request(url, options, (reply) => readReply(reply, maxReply).then(replied, failed))
    sent.on('error', failed)
    sent.end(bytes)
  })
}

/** The status counts. Of the body no more is read than is taken: a receiver may send without end. */
async function readReply(reply: IncomingMessage, most: number): Promise<HttpReply> {
  const { statusCode: status = 0, headers: given } = reply
  const headers = Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  let length = 0
  for await (const chunk of reply as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) break
  }
  return { status, headers: Object.fromEntries(headers), body: new Uint8Array() }
}
