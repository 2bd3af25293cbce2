/**
 * Combines an adapter and a host into a provider.
 * @module
 */

import { toHex } from '../../lib/hex.js'
import { requireOptions } from '../../lib/options.js'
import type { Sealed } from '../../seal/sello.js'
import { AccountTurns } from '../account/accountTurns.js'
import { systemClock } from '../clock.js'
import { hash, tokenOf } from '../hash.js'
import type { TraceContext } from '../observe/trace.js'
import { judgeStamped } from '../outcome.js'
import type {
  AnswerOutcome,
  CancelOutcome,
  CancelRequest,
  FindOutcome,
  PendingOutcome,
  Provider,
  ProviderAccount,
  Refused,
  RegisterOutcome,
  RelatedOutcome,
  SignFor,
  Stamped,
  StampOutcome,
  Unavailable,
  Unknown,
} from '../provider.js'
import { canStamp, notStampable } from '../stampable.js'
import type {
  Adapter,
  CancelAnswer,
  Carried,
  ClaimedStamp,
  Exchange,
  HttpReply,
  Outgoing,
  RetencionesExchanges,
  Send,
  Unanswered,
  Unsigned,
} from './adapter.js'
import { evidenceOf } from './classify.js'
import { readTimbreFrom } from './readTimbre.js'
import { redactorOf } from './redact.js'
import { RejectionLimit } from './rejectionLimit.js'
import { isReply, rejectOnAbort, sendOnce } from './sendOnce.js'
import { Session } from './session.js'
import { holdsStamp } from './stampSigns.js'

/** Options of {@link createProvider}. */
export interface ProviderOptions {
  /** Sends the requests. */
  readonly send: Send
  /**
   * Current time, for the expiry of tokens and the pause after too many rejections. The system
   * clock by default.
   */
  readonly clock?: () => Date
}

/**
 * Creates a provider from an adapter.
 *
 * - A stamp is accepted only with a complete TFD whose SelloCFD is the Sello of the document; any
 *   other claimed stamp is `unknown`.
 * - Without a reply, or after an abort, the outcome is `unavailable` if the host is certain that
 *   nothing was sent, and `unknown` otherwise.
 * - `requestHash` covers the sealed document (the signed request, in a cancellation) and not its
 *   envelope: it is the same in every attempt and at every PAC, and never covers a password.
 *   `replyHash` covers the body of the reply.
 * - Until the PAC accepts the account, one request at a time goes out with it; after a wrong password
 *   or a blocked account none, until `account.retry()`.
 * - After more rejections than the PAC tolerates nothing is sent for a while: `refused`, with the
 *   time to wait.
 * - Texts of the PAC are truncated to 2,000 characters, and the token and the adapter's secrets are
 *   redacted, also escaped and encoded.
 * @throws TypeError if `send` is not a function, or the adapter carries requests that name its PAC
 * and has no `rfcPac`.
 * @example
 * const adapter = finkok({ environment: 'test', user, password })
 * const provider = createProvider(adapter, { send: createSend() })
 * provider.id // → 'finkok'
 */
export function createProvider(adapter: Adapter, options: ProviderOptions): Provider {
  if (typeof options?.send !== 'function')
    throw new TypeError('createProvider: send must be a function')
  requireOptions('createProvider', options, ['send', 'clock'])
  const client = new AdapterClient(adapter, options)
  const { cancel, pending, answer, related, register, rfcPac, status, balance, ping } = adapter
  if ((answer || related) && !rfcPac)
    throw new TypeError(`createProvider: ${adapter.id} needs rfcPac to carry requests`)
  return {
    id: adapter.id,
    capabilities: adapter.capabilities,
    ...(adapter.credentials && {
      account: {
        ...accountIdOf(adapter.credentials()),
        retry: () => client.retryAccount(),
        ...(status && !status.anonymous && { inStatus: true }),
      },
    }),
    stamp: (sealed, signal, trace) => client.stamp(sealed, signal, trace),
    find: (sealed, signal, trace) => client.find(sealed, signal, trace),
    ping: async (signal) => (await client.value(ping, undefined, signal)) === true,
    ...(cancel && { cancel: (request, signal) => client.cancel(cancel, request, signal) }),
    ...(pending && {
      pending: (rfc, signal) => client.inform<string, PendingOutcome>(pending, rfc, signal),
    }),
    ...(answer && {
      answer: (request, signal) =>
        client.carry<typeof request, AnswerOutcome>(answer, request, signal),
    }),
    ...(related && {
      related: (request, signal) =>
        client.carry<typeof request, RelatedOutcome>(related, request, signal),
    }),
    ...(register && {
      register: (issuer, signal) =>
        client.inform<typeof issuer, RegisterOutcome>(register, issuer, signal),
    }),
    ...(status && { status: (query, signal) => client.value(status, query, signal) }),
    ...(balance && { balance: (signal) => client.value(balance, undefined, signal) }),
  }
}

/**
 * Rounds of PBKDF2: some 100 ms. The digest is kept in journals, and PACs give out short passwords.
 */
const rounds = 200_000

/** Returns the account of a provider. Its digest is computed once, on first use. */
function accountIdOf({
  account,
  secret,
}: {
  readonly account: string
  readonly secret: string
}): ProviderAccount {
  let digested: Promise<string> | undefined
  return {
    key: () => hash(account),
    digest: () => {
      digested ??= stretched(account, secret)
      return digested
    },
  }
}

async function stretched(account: string, secret: string): Promise<string> {
  const { subtle } = globalThis.crypto
  const key = await subtle.importKey('raw', utf8.encode(secret), 'PBKDF2', false, ['deriveBits'])
  const salt = utf8.encode(await hash(account))
  const bits = await subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    key,
    256,
  )
  return toHex(new Uint8Array(bits))
}

/** The answer of the PAC, or the outcome that stands for its absence. */
interface AdapterReply<Answer> {
  readonly answer: Answer | Unsigned<Refused | Unavailable | Unknown>
  readonly reply?: HttpReply
}

/** The adapter, its host and its session. */
class AdapterClient {
  readonly #adapter: Adapter
  readonly #send: Send
  readonly #session: Session | undefined
  readonly #account: AccountTurns | undefined
  /** Ends when the last of the big replies is read. */
  #bigReplies: Promise<unknown> = Promise.resolve()
  readonly #rejections: RejectionLimit | undefined
  #redactor: { readonly token: string; readonly redact: (text: string) => string } | undefined

  constructor(adapter: Adapter, { send, clock = () => new Date() }: ProviderOptions) {
    this.#adapter = adapter
    this.#send = send
    this.#rejections =
      adapter.tolerance && new RejectionLimit(adapter.tolerance, () => clock().getTime())
    this.#session = adapter.login && new Session(adapter.login, send, clock, adapter.name)
    this.#account = adapter.credentials && new AccountTurns()
  }

  /** The host mended the account. */
  retryAccount(): void {
    this.#account?.retry()
  }

  async stamp(sealed: Sealed, signal?: AbortSignal, trace?: TraceContext): Promise<StampOutcome> {
    const { id, capabilities } = this.#adapter
    const outgoing = await prepare(sealed)
    if (!canStamp(capabilities, sealed)) return notStampable(id, sealed, capabilities)
    const wait = this.#rejections?.wait ?? 0
    if (wait > 0) {
      const message = `${this.#adapter.name} rechazó demasiados documentos, y cobra o bloquea por ello: nada se envía por ahora.`
      return this.#complete<StampOutcome>(
        { kind: 'refused', scope: 'throttle', message, retryAfter: wait },
        outgoing.sha256,
        undefined,
      )
    }
    const { stamp } = this.#exchangesOf(sealed)
    const { answer: said, reply } = await this.#ask(stamp, outgoing, signal, trace)
    const answer = reply === undefined ? said : this.#doubt(said, reply)
    if (reply !== undefined) this.#rejections?.record(answer.kind === 'rejected')
    const outcome = answer.kind === 'stamped' ? await this.#validate(answer, sealed, reply) : answer
    return this.#complete<StampOutcome>(outcome, outgoing.sha256, reply)
  }

  async find(sealed: Sealed, signal?: AbortSignal, trace?: TraceContext): Promise<FindOutcome> {
    const { id, name } = this.#adapter
    const { find } = this.#exchangesOf(sealed)
    if (find === undefined)
      return { kind: 'unknown', pac: id, message: `${name} no tiene una consulta que no timbre.` }
    const outgoing = await prepare(sealed)
    const { answer: said, reply } = await this.#ask(find, outgoing, signal, trace)
    const answer = reply === undefined ? said : this.#doubt(said, reply)
    const outcome = answer.kind === 'stamped' ? await this.#validate(answer, sealed, reply) : answer
    return this.#complete<FindOutcome>(outcome, outgoing.sha256, reply)
  }

  /** Operations for the root of a document. */
  #exchangesOf({ root }: Sealed): RetencionesExchanges {
    const { retenciones } = this.#adapter
    if (root === undefined || retenciones === undefined) return this.#adapter
    return retenciones
  }

  async cancel(
    cancelCfdi: Exchange<CancelRequest, CancelAnswer>,
    request: CancelRequest,
    signal?: AbortSignal,
  ) {
    const signedHash = request.signed === undefined ? undefined : await hash(request.signed)
    const exchange = request.service === undefined ? cancelCfdi : this.#adapter.retenciones?.cancel
    if (exchange === undefined) {
      const message = `${this.#adapter.name} no cancela retenciones con esta biblioteca: no se envió nada.`
      return this.#complete<CancelOutcome>({ kind: 'unavailable', message }, signedHash, undefined)
    }
    const { answer, reply } = await this.#ask(exchange, request, signal)
    return this.#complete<CancelOutcome>(answer, signedHash, reply)
  }

  /** Signs a request in the name of the PAC, and sends it. */
  async carry<
    Request extends { readonly sign: SignFor },
    Outcome extends { readonly kind: string },
  >(
    exchange: Exchange<Carried<Request>, Unsigned<Outcome>>,
    { sign, ...request }: Request,
    signal?: AbortSignal,
  ): Promise<Outcome | Refused | Unavailable | Unknown> {
    const signed = await sign(this.#adapter.rfcPac as string)
    return this.inform<Carried<Request>, Outcome>(
      exchange,
      { ...request, signed },
      signal,
      await hash(signed),
    )
  }

  /** Returns the outcome of an operation that stamps nothing. */
  async inform<Question, Outcome extends { readonly kind: string }>(
    exchange: Exchange<Question, Unsigned<Outcome>>,
    question: Question,
    signal?: AbortSignal,
    requestHash?: string,
  ): Promise<Outcome | Refused | Unavailable | Unknown> {
    const { answer, reply } = await this.#ask(exchange, question, signal)
    return this.#complete<Outcome | Refused | Unavailable | Unknown>(
      answer as never,
      requestHash,
      reply,
    )
  }

  /** Returns a plain value; `undefined` without an answer. */
  async value<Question, Value>(
    exchange: Exchange<Question, Value>,
    question: Question,
    signal?: AbortSignal,
  ): Promise<Value | undefined> {
    const boxed = {
      ...exchange,
      read: async (reply: HttpReply) => ({ value: await exchange.read(reply, question) }),
    }
    const { answer } = await this.#ask(boxed, question, signal, undefined, true)
    if ('value' in answer) return answer.value
    return undefined
  }

  async #ask<Question, Answer>(
    exchange: Exchange<Question, Answer>,
    question: Question,
    signal?: AbortSignal,
    trace?: TraceContext,
    isQuery = false,
  ): Promise<AdapterReply<Answer>> {
    const send = async () => {
      const session = exchange.anonymous ? undefined : this.#session
      if (session === undefined) return this.#attempt(exchange, question, undefined, signal, trace)
      for (let renewed = false; ; renewed = true) {
        const admission = await rejectOnAbort(session.admit(), signal, notSent)
        if (admission.kind !== 'open') return { answer: admission }
        const answered = await this.#attempt(exchange, question, admission.token, signal, trace)
        if (answered.reply === undefined || !session.expired(answered.reply)) return answered
        session.drop(admission.token)
        if (renewed) return answered
      }
    }
    if (this.#account === undefined || exchange.anonymous) return send()
    return this.#account.inTurn(send, isQuery, signal)
  }

  async #attempt<Question, Answer>(
    exchange: Exchange<Question, Answer>,
    question: Question,
    token: string | undefined,
    signal?: AbortSignal,
    trace?: TraceContext,
  ): Promise<AdapterReply<Answer>> {
    const reply = await sendOnce(this.#send, exchange.request(question, token), signal, trace)
    if (!isReply(reply)) return { answer: this.#unanswered(reply) }
    try {
      const answer = isBig(reply)
        ? await this.#readInTurn(() => exchange.read(reply, question))
        : await exchange.read(reply, question)
      return { answer, reply }
    } catch {
      const message = `No se entiende la respuesta de ${this.#adapter.name} (HTTP ${reply.status}).`
      return { answer: unknownReply(message), reply }
    }
  }

  /**
   * Big replies are read one after another, and after the work that waits: 30 MiB take the better
   * part of a second.
   */
  async #readInTurn<Answer>(read: () => Answer | Promise<Answer>): Promise<Answer> {
    const turn = this.#bigReplies.then(async () => {
      await systemClock.sleep(0)
      return read()
    })
    this.#bigReplies = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  /**
   * The answer, unless the reply holds a stamp in a place that the adapter does not read: such a
   * reply never means that the PAC did not stamp.
   */
  #doubt<
    Answer extends { readonly kind: string; readonly code?: string; readonly detail?: string },
  >(answer: Answer, reply: HttpReply): Answer | Unsigned<Unknown> {
    const isOpen = answer.kind === 'stamped' || ('why' in answer && answer.why !== undefined)
    if (isOpen || !holdsStamp(reply)) return answer
    const message = `La respuesta de ${this.#adapter.name} trae un timbre que no se puede leer.`
    return { ...unknownReply(message), ...evidenceOf(answer), why: 'stamped' }
  }

  #unanswered({ sent, error }: Unanswered): Unsigned<Unavailable | Unknown> {
    const { name } = this.#adapter
    const cause = error?.code ? ` (${error.code})` : ''
    if (sent === 'maybe')
      return unknownReply(`${name} no respondió y puede haber recibido la petición${cause}.`)
    return { kind: 'unavailable', message: `No se pudo hablar con ${name}: nada se envió${cause}.` }
  }

  /** The outcome of a claimed stamp. */
  async #validate(
    { sources, when, ...report }: ClaimedStamp,
    sealed: Sealed,
    reply: HttpReply | undefined,
  ): Promise<Unsigned<Stamped | Unknown>> {
    const { id, name } = this.#adapter
    const evidence = evidenceOf(report)
    const reading = isBig(reply)
      ? await this.#readInTurn(() => readTimbreFrom(sources))
      : readTimbreFrom(sources)
    if (!reading.ok) {
      return {
        ...unknownReply(`${name} dice que timbró, pero su respuesta ${reading.problem}.`),
        ...evidence,
        why: 'stamped',
      }
    }
    return judgeStamped({ pac: id, when, timbre: reading.timbre, ...evidence }, sealed, id)
  }

  async #complete<Outcome extends { readonly kind: string }>(
    unsigned: Unsigned<Outcome>,
    requestHash: string | undefined,
    reply: HttpReply | undefined,
  ): Promise<Outcome> {
    // Removes credentials that the PAC repeats.
    const original = unsigned as Texts
    const texts: Record<string, string> = {}
    for (const name of ['code', 'detail', 'message'] as const) {
      const text = original[name]
      if (typeof text !== 'string') continue
      // A redactor takes some milliseconds to make, and is used until the token changes.
      const token = this.#session?.lastToken ?? ''
      if (this.#redactor?.token !== token) {
        const redact = redactorOf([...(this.#adapter.secrets?.() ?? []), token])
        this.#redactor = { token, redact }
      }
      texts[name] = this.#redactor.redact(text.slice(0, longText)).slice(0, 2000)
    }
    const outcome = {
      ...unsigned,
      ...texts,
      pac: this.#adapter.id,
      ...(requestHash !== undefined && { requestHash }),
      ...(reply !== undefined && { replyHash: await hash(reply.body) }),
    }
    return outcome as unknown as Outcome
  }
}

/** Characters in which credentials are looked for; what is told of a text is far shorter. */
const longText = 50_000

interface Texts {
  readonly code?: string
  readonly detail?: string
  readonly message?: string
}

const notSent = {
  kind: 'unavailable',
  message: 'La petición se canceló antes de enviarse.',
} as const

function unknownReply(message: string): Unsigned<Unknown> {
  return { kind: 'unknown', message }
}

/** Bytes from which a reply is read in its turn: some 30 ms. */
const bigReply = 1_000_000

function isBig(reply: HttpReply | undefined): boolean {
  return reply !== undefined && reply.body.length >= bigReply
}

const utf8 = new TextEncoder()

async function prepare(sealed: Sealed): Promise<Outgoing> {
  if (typeof sealed?.xml !== 'string' || typeof sealed.sello !== 'string' || sealed.sello === '') {
    throw new TypeError('provider: a sealed document is expected')
  }
  const cadenaSha256 = await hash(sealed.cadena ?? '')
  return { sealed, bytes: utf8.encode(sealed.xml), sha256: await tokenOf(sealed), cadenaSha256 }
}
