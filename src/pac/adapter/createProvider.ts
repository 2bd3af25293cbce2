/**
 * An adapter and a host, joined into a provider.
 * @module
 */
import { toHex } from '../../lib/hex.js'
import type { Sealed } from '../../seal/sello.js'
import { hash, tokenOf } from '../hash.js'
import { judgeStamped } from '../outcome.js'
import type {
  CancelOutcome,
  CancelRequest,
  FindOutcome,
  Provider,
  Refused,
  Stamped,
  StampOutcome,
  Unavailable,
  Unknown,
} from '../provider.js'
import type {
  Adapter,
  CancelAnswer,
  ClaimedStamp,
  Exchange,
  HttpReply,
  Outgoing,
  Send,
  Unanswered,
  Unsigned,
} from './adapter.js'
import { readTimbreFrom } from './readTimbre.js'
import { isReply, sendOnce, untilAborted } from './sendOnce.js'
import { Session } from './session.js'

/** What an adapter needs to become a provider. */
export interface ProviderOptions {
  readonly send: Send
  /** The present, to know when a token expires. The computer's by default. */
  readonly clock?: () => Date
}

/**
 * Makes a provider of an adapter.
 *
 * - A stamp is accepted only with a whole TFD whose SelloCFD is the Sello that was sent; a PAC that says otherwise is
 *   `unknown`.
 * - What has no reply is `unavailable` when the host is certain that nothing was sent, `unknown` otherwise; so is an
 *   abort.
 * - `requestHash` is that of the sealed document (of the signed request, in a cancellation) and not of the envelope
 *   around it: the same in every attempt and at every PAC, and it never covers a password. `replyHash` is that of the
 *   body as it came.
 * - Texts of the PAC are cut to 2,000 characters, and the token and the adapter's secrets are struck out of them.
 * @throws TypeError when `send` is not a function.
 */
export function createProvider(adapter: Adapter, options: ProviderOptions): Provider {
  if (typeof options?.send !== 'function') throw new TypeError('createProvider: send must be a function')
  const line = new AdapterClient(adapter, options)
  const { cancel, status, balance, ping } = adapter
  return {
    id: adapter.id,
    capabilities: adapter.capabilities,
    stamp: (sealed, signal) => line.stamp(sealed, signal),
    find: (sealed, signal) => line.find(sealed, signal),
    ping: async (signal) => (await line.value(ping, undefined, signal)) === true,
    ...(cancel && { cancel: (request, signal) => line.cancel(cancel, request, signal) }),
    ...(status && { status: (query, signal) => line.value(status, query, signal) }),
    ...(balance && { balance: (signal) => line.value(balance, undefined, signal) }),
  }
}

/** What came of asking: an answer of the PAC, or why there is none. */
interface AdapterReply<Answer> {
  readonly said: Answer | Unsigned<Refused | Unavailable | Unknown>
  readonly reply?: HttpReply
}

/** The adapter, its host and its session. */
class AdapterClient {
  readonly #adapter: Adapter
  readonly #send: Send
  readonly #session: Session | undefined

  constructor(adapter: Adapter, { send, clock = () => new Date() }: ProviderOptions) {
    this.#adapter = adapter
    this.#send = send
    this.#session = adapter.login && new Session(adapter.login, send, clock, adapter.name)
  }

  async stamp(sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
    const outgoing = await prepare(sealed)
    const { said, reply } = await this.#ask(this.#adapter.stamp, outgoing, signal)
    const settled = said.kind === 'stamped' ? this.#settle(said, sealed) : said
    return this.#sign<StampOutcome>(settled, outgoing.sha256, reply)
  }

  async find(sealed: Sealed, signal?: AbortSignal): Promise<FindOutcome> {
    const { find, id, name } = this.#adapter
    if (find === undefined) return { kind: 'unknown', pac: id, message: `${name} no tiene una consulta que no timbre.` }
    const outgoing = await prepare(sealed)
    const { said, reply } = await this.#ask(find, outgoing, signal)
    const settled = said.kind === 'stamped' ? this.#settle(said, sealed) : said
    return this.#sign<FindOutcome>(settled, outgoing.sha256, reply)
  }

  async cancel(exchange: Exchange<CancelRequest, CancelAnswer>, request: CancelRequest, signal?: AbortSignal) {
    const signedHash = request.signed === undefined ? undefined : await hash(request.signed)
    const { said, reply } = await this.#ask(exchange, request, signal)
    return this.#sign<CancelOutcome>(said, signedHash, reply)
  }

  /** Asks for a value; without one, `undefined`. */
  async value<Question, Value>(
    exchange: Exchange<Question, Value>,
    question: Question,
    signal?: AbortSignal,
  ): Promise<Value | undefined> {
    const boxed = { ...exchange, read: (reply: HttpReply) => ({ value: exchange.read(reply, question) }) }
    const { said } = await this.#ask(boxed, question, signal)
    return 'value' in said ? said.value : undefined
  }

  async #ask<Question, Answer>(
    exchange: Exchange<Question, Answer>,
    question: Question,
    signal?: AbortSignal,
  ): Promise<AdapterReply<Answer>> {
    const session = exchange.anonymous ? undefined : this.#session
    if (session === undefined) return this.#attempt(exchange, question, undefined, signal)
    for (let renewed = false; ; renewed = true) {
      const admission = await untilAborted(session.admit(), signal, notSent)
      if (admission.kind !== 'open') return { said: admission }
      const answered = await this.#attempt(exchange, question, admission.token, signal)
      if (answered.reply === undefined || !session.expired(answered.reply)) return answered
      session.drop(admission.token)
      if (renewed) return answered
    }
  }

  async #attempt<Question, Answer>(
    exchange: Exchange<Question, Answer>,
    question: Question,
    token: string | undefined,
    signal?: AbortSignal,
  ): Promise<AdapterReply<Answer>> {
    const result = await sendOnce(this.#send, exchange.request(question, token), signal)
    return isReply(result)
      ? { said: this.#read(exchange, result, question), reply: result }
      : { said: this.#lost(result) }
  }

  #read<Question, Answer>(exchange: Exchange<Question, Answer>, reply: HttpReply, question: Question) {
    try {
      return exchange.read(reply, question)
    } catch {
      return unknown(`No se entiende la respuesta de ${this.#adapter.name} (HTTP ${reply.status}).`)
    }
  }

  #lost({ sent, error }: Unanswered): Unsigned<Unavailable | Unknown> {
    const { name } = this.#adapter
    const why = error?.code ? ` (${error.code})` : ''
    if (sent === 'maybe') return unknown(`${name} no respondió y puede haber recibido la petición${why}.`)
    return { kind: 'unavailable', message: `No se pudo hablar con ${name}: nada se envió${why}.` }
  }

  #settle({ sources, when, code, detail }: ClaimedStamp, sealed: Sealed): Unsigned<Stamped | Unknown> {
    const { id, name } = this.#adapter
    const said = { ...(code !== undefined && { code }), ...(detail !== undefined && { detail }) }
    const reading = readTimbreFrom(sources)
    if (!reading.ok) {
      return { ...unknown(`${name} dice que timbró, pero su respuesta ${reading.problem}.`), ...said, why: 'stamped' }
    }
    return judgeStamped({ pac: id, when, timbre: reading.timbre, ...said }, sealed, id)
  }

  async #sign<Outcome extends { readonly kind: string }>(
    said: Unsigned<Outcome>,
    requestHash: string | undefined,
    reply: HttpReply | undefined,
  ): Promise<Outcome> {
    const signed = {
      ...said,
      ...this.#censored(said as Texts),
      pac: this.#adapter.id,
      ...(requestHash !== undefined && { requestHash }),
      ...(reply !== undefined && { replyHash: await sha256(Uint8Array.from(reply.body)) }),
    }
    return signed as unknown as Outcome
  }

  /** Nothing that a PAC repeats of our credentials gets through. */
  #censored(said: Texts): Texts {
    const secrets = [...(this.#adapter.secrets?.() ?? []), this.#session?.lastToken ?? ''].filter((one) => one !== '')
    const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
    const texts = (['code', 'detail', 'message'] as const).flatMap((name) => {
      const text = said[name]
      return typeof text === 'string' ? [[name, clean(text).slice(0, 2000)] as const] : []
    })
    return Object.fromEntries(texts)
  }
}

interface Texts {
  readonly code?: string
  readonly detail?: string
  readonly message?: string
}

const notSent = { kind: 'unavailable', message: 'La petición se canceló antes de enviarse.' } as const

function unknown(message: string): Unsigned<Unknown> {
  return { kind: 'unknown', message }
}

const utf8 = new TextEncoder()

async function prepare(sealed: Sealed): Promise<Outgoing> {
  if (typeof sealed?.xml !== 'string' || typeof sealed.sello !== 'string' || sealed.sello === '') {
    throw new TypeError('a sealed document is expected')
  }
  return { sealed, octets: utf8.encode(sealed.xml), sha256: await tokenOf(sealed) }
}

async function sha256(octets: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', octets)))
}
