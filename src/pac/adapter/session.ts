/**
 * The session with a PAC: a token obtained on demand, shared, and renewed before it expires.
 * @module
 */
import type { HttpReply, Login, LoginAnswer, Send } from './adapter.js'
import { isReply, sendOnce } from './sendOnce.js'

/** Milliseconds before its expiry that a token is renewed, for transit time and clock skew. */
const margin = 60_000

type Open = Extract<LoginAnswer, { kind: 'open' }>

/** A token, or the outcome that stands for its absence. */
export type Admission =
  | { readonly kind: 'open'; readonly token: string }
  | Exclude<LoginAnswer, Open>

/** The session of one provider. */
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
   * The current token, or a new one. Concurrent callers share one login, since some PACs lock
   * accounts after a few; it is therefore not bound to the signal of any of them.
   */
  async admit(): Promise<Admission> {
    if (
      this.#open !== undefined &&
      (this.#open.expires === undefined || this.#clock().getTime() < this.#open.expires - margin)
    )
      return this.#open
    this.#opening ??= this.#logIn().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  /** Discards a rejected token, unless it was already replaced. */
  drop(token: string): void {
    if (this.#open?.token === token) this.#open = undefined
  }

  /** Whether a reply rejects the token. */
  expired(reply: HttpReply): boolean {
    try {
      return this.#login.expired(reply)
    } catch {
      return false
    }
  }

  /** The last token obtained, to be redacted from texts. */
  get lastToken(): string | undefined {
    return this.#lastToken
  }

  async #logIn(): Promise<LoginAnswer> {
    const reply = await sendOnce(this.#send, this.#login.request())
    let answer: LoginAnswer
    try {
      answer = isReply(reply) ? this.#login.read(reply) : this.#unavailable(reply.error?.code)
    } catch {
      answer = this.#unavailable(`HTTP ${(reply as HttpReply).status}`)
    }
    this.#open = answer.kind === 'open' ? answer : undefined
    this.#lastToken = this.#open?.token ?? this.#lastToken
    return answer
  }

  #unavailable(code: string | undefined): LoginAnswer {
    return {
      kind: 'unavailable',
      message: `No se pudo iniciar sesión con ${this.#name}${code ? ` (${code})` : ''}.`,
    }
  }
}
