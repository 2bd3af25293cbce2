/**
 * Protects the account of one provider in this process: until one answer shows that its credentials
 * are accepted, one request at a time goes out with them, and none after a wrong password or a
 * blocked account. A failover extends it to other processes and restarts (`accountGate.ts`).
 * @module
 */
import type { Unsigned } from '../adapter/adapter.js'
import { type Bulkhead, createBulkhead } from '../bulkhead.js'
import { systemClock } from '../clock.js'
import type { Refused, Unavailable } from '../provider.js'

/** Milliseconds that a request waits for the first answer. */
const maxWait = 30_000

const waiting: Unsigned<Unavailable> = {
  kind: 'unavailable',
  message: 'La cuenta espera la primera respuesta del PAC: nada se envió.',
}

/** An answer of a PAC, or what stands for its absence. */
interface Asked {
  readonly answer: unknown
}

/** The account of one provider. */
export class AccountTurns {
  readonly #turns: Bulkhead = createBulkhead(
    { limit: 1, queue: Number.MAX_SAFE_INTEGER, maxWait },
    systemClock,
  )
  #isProven = false
  #refused: Unsigned<Refused> | undefined
  /** Whether a query without an answer may have met a wrong password. */
  #isDoubted = false

  /**
   * Sends a request in its turn. Without one, and after a refusal, it is answered here.
   * @param isQuery whether its answer is a plain value, in which a refusal is not seen: after one
   * without an answer no other query goes out before the account is accepted.
   */
  async inTurn<Reply extends Asked>(
    send: () => Promise<Reply>,
    isQuery: boolean,
    signal?: AbortSignal,
  ): Promise<Reply | { readonly answer: Unsigned<Refused | Unavailable> }> {
    if (this.#isProven) return this.#learn(await send(), isQuery)
    const release = this.#refused === undefined ? await this.#turns.take(signal) : undefined
    try {
      if (this.#refused !== undefined) return { answer: this.#refused }
      if (release === undefined || (isQuery && this.#isDoubted)) return { answer: waiting }
      if (this.#isProven) release()
      return this.#learn(await send(), isQuery)
    } finally {
      release?.()
    }
  }

  /** Forgets a refusal: the host mended the account. */
  retry(): void {
    this.#refused = undefined
    this.#isDoubted = false
  }

  #learn<Reply extends Asked>(asked: Reply, isQuery: boolean): Reply {
    const answer = asked.answer as Parameters<typeof isAccepted>[0]
    if (answer.account === 'password' || answer.account === 'blocked') {
      this.#isProven = false
      this.#refused = asked.answer as Unsigned<Refused>
    } else if (isAccepted(answer)) this.#isProven = true
    else if (isQuery) this.#isDoubted = true
    return asked
  }
}

/** Whether an answer shows that the PAC took the credentials. */
export function isAccepted(answer: {
  readonly kind?: string
  readonly account?: unknown
  readonly why?: unknown
  readonly value?: unknown
}): boolean {
  switch (answer.kind) {
    case 'refused':
      return answer.account !== undefined
    case 'unknown':
      return answer.why !== undefined
    case 'unavailable':
      return false
    default:
      return answer.kind !== undefined || answer.value !== undefined
  }
}
