/**
 * The token of a PAC that asks for one: obtained when it is needed, shared, renewed before it expires.
 * @module
 */
import type { HttpReply, Login, LoginAnswer, Send } from './adapter.js'
import { isReply, sendOnce } from './sendOnce.js'

/** Renewed this long before it expires: a request takes time to get there, and clocks differ. */
const margin = 60_000

type Open = Extract<LoginAnswer, { kind: 'open' }>

/** What a session gives: a token, or why there is none. */
export type Admission = { readonly kind: 'open'; readonly token: string } | Exclude<LoginAnswer, Open>

export class Session {
  readonly #login: Login
  readonly #send: Send
  readonly #clock: () => Date
  readonly #name: string
  #open: Open | undefined
  #lastToken: string | undefined
  #opening: Promise<LoginAnswer> | undefined

  constructor(login: Login, send: Send, clock: () => Date, name: string) {
    this.#login = login
    this.#send = send
    this.#clock = clock
    this.#name = name
  }

  /**
   * One login at a time, however many ask: some PACs lock accounts after a few. It is not bound to the signal of any of
   * them.
   */
  async admit(): Promise<Admission> {
    if (this.#open !== undefined && this.#isFresh(this.#open)) return this.#open
    this.#opening ??= this.#enter().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Forgets a token that was turned away, unless there is a newer one already. */
  drop(token: string): void {
    if (this.#open?.token === token) this.#open = undefined
  }

  /** Whether a reply turns the token away. */
  expired(reply: HttpReply): boolean {
    try {
      return this.#login.expired(reply)
    } catch {
      return false
    }
  }

  /** The last token there was, to strike it out of texts. */
  get lastToken(): string | undefined {
    return this.#lastToken
  }

  #isFresh({ expires }: Open): boolean {
    return expires === undefined || this.#clock().getTime() < expires - margin
  }

  async #enter(): Promise<LoginAnswer> {
    const reply = await sendOnce(this.#send, this.#login.request())
    const answer = isReply(reply) ? this.#read(reply) : this.#none(reply.error?.code)
    this.#open = answer.kind === 'open' ? answer : undefined
    this.#lastToken = this.#open?.token ?? this.#lastToken
    return answer
  }

  #read(reply: HttpReply): LoginAnswer {
    try {
      return this.#login.read(reply)
    } catch {
      return this.#none(`HTTP ${reply.status}`)
    }
  }

  #none(code: string | undefined): LoginAnswer {
    return { kind: 'unavailable', message: `No se pudo iniciar sesión con ${this.#name}${code ? ` (${code})` : ''}.` }
  }
}
