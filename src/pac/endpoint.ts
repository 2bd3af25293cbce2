/**
 * One PAC of the failover, with its circuit breaker, bulkhead, retry budget and time-outs. Every
 * call ends in a validated outcome.
 * @module
 */
import { ignoreError } from '../lib/ignoreError.js'
import { requireKind } from '../lib/options.js'
import type { Sealed } from '../seal/sello.js'
import { AccountGate } from './account/accountGate.js'
import type { BoundedJournal } from './boundedJournal.js'
import { type CircuitBreaker, createBreaker } from './breaker.js'
import { type Budget, createBudget } from './budget.js'
import { type Bulkhead, createBulkhead, type Release } from './bulkhead.js'
import { within } from './clock.js'
import { type Attempt, type AttemptEnd, notify } from './observe/hooks.js'
import { judgeFind, judgeStamp, unavailable, unknownOutcome } from './outcome.js'
import { type Memory, memoryOf } from './policy.js'
import type {
  FindOutcome,
  Provider,
  Refused,
  Stamped,
  StampOutcome,
  Unavailable,
} from './provider.js'
import { grace, type Settings } from './settings.js'
import { type TraceContext, traceContextOf } from './observe/trace.js'

/** Receives a stamp that came after its call had been given up. */
export type LateListener = (stamped: Stamped, token: string, sealed: Sealed) => void

/** The document and the purpose of a call. */
export interface CallContext {
  readonly sealed: Sealed
  readonly token: string
  readonly sends: number
  readonly recovery: boolean
  readonly signal: AbortSignal | undefined
  readonly trace?: TraceContext | undefined
}

/** A provider with its resilience mechanisms. */
export class PacEndpoint implements Memory {
  readonly provider: Provider
  readonly budget: Budget
  readonly #breaker: CircuitBreaker
  readonly #bulkhead: Bulkhead
  readonly #settings: Settings
  readonly #late: LateListener
  readonly #gate: AccountGate

  constructor(
    provider: Provider,
    settings: Settings,
    journal: BoundedJournal,
    late: LateListener = () => {},
  ) {
    const { breaker, clock, on } = settings
    this.#late = late
    this.#gate = new AccountGate(provider, journal, settings)
    this.provider = guarded(provider, this.#gate)
    this.#settings = settings
    const concurrency = settings.concurrency(provider.id)
    requireKind(`failover: concurrency(${provider.id})`, concurrency, 'object')
    this.#bulkhead = 'take' in concurrency ? concurrency : createBulkhead(concurrency, clock)
    this.budget = createBudget(settings.retryBudget, clock)
    this.#breaker =
      typeof breaker === 'function'
        ? breaker(provider.id)
        : createBreaker(breaker, clock, (from, to, reason) =>
            notify(on, 'breakerChanged', { pac: this.id, from, to, reason }),
          )
  }

  get id(): string {
    return this.provider.id
  }

  get canFind(): boolean {
    return memoryOf(this.provider.capabilities).canFind
  }

  get recognises(): boolean {
    return memoryOf(this.provider.capabilities).recognises
  }

  /** Admits a new document, if the breaker allows it and the bulkhead has room. */
  async admit(signal: AbortSignal | undefined): Promise<Release | undefined> {
    let admission = await this.#breaker.admit()
    if (admission === 'ping') {
      await this.#breaker.pinged(await this.ping(signal))
      admission = await this.#breaker.admit()
    }
    if (admission !== 'yes') return undefined
    const permit = await this.#bulkhead.take(signal)
    const release = this.#gate.isOpen ? permit : await this.#withTurn(permit, signal)
    // The breaker may have opened while the document waited in the queue.
    if (release === undefined || this.#breaker.state !== 'open') return release
    release()
    return undefined
  }

  /** A permit, and the turn of the account. */
  async #withTurn(
    release: Release | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Release | undefined> {
    if (release === undefined) return undefined
    const end = await this.#gate.admit(signal)
    if (end !== undefined)
      return () => {
        end()
        release()
      }
    release()
    return undefined
  }

  /** Why nothing is sent, if the account was refused. */
  get refusal(): Refused | undefined {
    return this.#gate.refusal
  }

  /** The host mended the account. */
  async retryAccount(): Promise<void> {
    await this.#gate.retry()
    await this.#breaker.reset?.()
  }

  /** Admits a document in doubt, regardless of the breaker. */
  async admitInDoubt(signal: AbortSignal | undefined): Promise<Release | undefined> {
    const permit = await this.#bulkhead.takeFirst(signal)
    if (this.#gate.isOpen) return permit
    return this.#withTurn(permit, signal)
  }

  async stamp(call: CallContext): Promise<StampOutcome> {
    const { sealed, signal } = call
    if (signal?.aborted) return unavailable(this.id, 'La petición se canceló antes de enviarse.')
    const began = this.#settings.clock.now()
    const answer = await this.#call('stamp', call, (trace) =>
      this.#bounded('stamp', call, async (inner) =>
        judgeStamp(await this.provider.stamp(sealed, inner, trace), sealed, this.id),
      ),
    )
    const outcome =
      answer.kind === 'refused' && answer.retryAfter !== undefined
        ? {
            ...answer,
            retryAfter: Math.min(answer.retryAfter, this.#settings.recovery.retryAfter),
          }
        : answer
    if (this.#gate.isOpen) this.#gate.report(outcome)
    else await this.#learn(outcome)
    // An abort by the caller is no evidence about the PAC.
    if (!signal?.aborted) void this.#record(outcome, began)
    return outcome
  }

  async find(call: CallContext): Promise<FindOutcome> {
    const { signal } = call
    if (signal?.aborted) return unavailable(this.id, 'La consulta se canceló antes de enviarse.')
    if (this.#gate.isOpen) return this.#find(call)
    const release = await this.#gate.admit(signal)
    if (release === undefined)
      return this.refusal ?? unavailable(this.id, 'La cuenta espera la primera respuesta del PAC.')
    try {
      const outcome = await this.#find(call)
      await this.#learn(outcome)
      return outcome
    } finally {
      release()
    }
  }

  /**
   * A refusal is durable before the next request; nothing waits for the rest, least of all a stamp
   * that is to be recorded.
   */
  async #learn(outcome: StampOutcome | FindOutcome): Promise<void> {
    const recorded = this.#gate.record(outcome)
    this.#gate.report(outcome)
    if (outcome.kind === 'refused') await recorded
  }

  #find(call: CallContext): Promise<FindOutcome> {
    const { sealed } = call
    return this.#call('find', call, (trace) =>
      this.#bounded('find', call, async (inner) =>
        judgeFind(await this.provider.find(sealed, inner, trace), sealed, this.id),
      ),
    )
  }

  async ping(signal?: AbortSignal): Promise<boolean> {
    const { end } = this.#begin({ pac: this.id, call: 'ping', recovery: false })
    const limits = { ms: this.#settings.timeouts.ping, grace: 0, signal }
    const answered = await within(this.#settings.clock, limits, (inner) =>
      this.provider.ping(inner),
    ).catch(ignoreError)
    end(answered === true ? 'answered' : 'silent')
    return answered === true
  }

  /** A breaker that fails to take note stops nothing. */
  async #record(outcome: StampOutcome, began: number): Promise<void> {
    try {
      await this.#breaker.record(outcome, began)
    } catch {
      // It is of the host.
    }
  }

  async #bounded<O extends StampOutcome | FindOutcome>(
    call: 'stamp' | 'find',
    { token, sealed, signal }: CallContext,
    run: (signal: AbortSignal) => Promise<O>,
  ): Promise<O | ReturnType<typeof unknownOutcome>> {
    const { clock, timeouts } = this.#settings
    const late = (outcome: O) => {
      if (outcome.kind === 'stamped') this.#late(outcome, token, sealed)
    }
    try {
      const outcome = await within(clock, { ms: timeouts[call], grace, signal }, run, late)
      return outcome ?? unknownOutcome(this.id, 'El PAC no contestó a tiempo.')
    } catch (error) {
      // A provider must not throw. The message is dropped: it may contain a URL with credentials.
      const detail = error instanceof Error ? error.name : typeof error
      return { ...unknownOutcome(this.id, 'El adaptador del PAC falló.'), detail }
    }
  }

  async #call<O extends StampOutcome | FindOutcome>(
    call: 'stamp' | 'find',
    { token, sends, recovery, trace: parent }: CallContext,
    run: (trace: TraceContext | undefined) => Promise<O>,
  ): Promise<O> {
    const attempt = { token, pac: this.id, call, sends, recovery }
    const { trace, end } = this.#begin(
      parent === undefined ? attempt : { ...attempt, trace: parent },
    )
    const outcome = await run(trace)
    end(outcome.kind, 'code' in outcome ? outcome.code : undefined)
    if (outcome.kind === 'unknown' && outcome.why === 'mismatch') {
      const alarm = { token, pac: this.id, reason: 'mismatch' as const }
      notify(
        this.#settings.on,
        'alarm',
        outcome.code === undefined ? alarm : { ...alarm, code: outcome.code },
      )
    }
    return outcome
  }

  #begin(attempt: Attempt) {
    const { clock, on } = this.#settings
    const since = clock.now()
    const trace = traceContextOf(notify(on, 'attemptStarted', attempt)) ?? attempt.trace
    const end = (kind: AttemptEnd['kind'], code?: string) =>
      notify(on, 'attemptEnded', {
        ...attempt,
        kind,
        elapsed: clock.now() - since,
        ...(code !== undefined && { code }),
        ...(trace !== undefined && { trace }),
      })
    return { trace, end }
  }
}

/**
 * Wraps a provider: operations with credentials wait for their turn, and are not sent with refused
 * ones. Its status is that of the SAT itself unless its account says otherwise.
 */
function guarded(provider: Provider, gate: AccountGate): Provider {
  const { account, cancel, pending, answer, related, register, status, balance } = provider
  const guard =
    <Question, Outcome extends { readonly kind: string }>(
      ask: (question: Question, signal?: AbortSignal) => Promise<Outcome>,
    ) =>
    async (question: Question, signal?: AbortSignal): Promise<Outcome | Refused | Unavailable> => {
      const release = await gate.admit(signal)
      if (release === undefined)
        return (
          gate.refusal ?? unavailable(provider.id, 'La cuenta espera la primera respuesta del PAC.')
        )
      try {
        const outcome = await ask(question, signal)
        await gate.record(outcome)
        gate.report(outcome)
        return outcome
      } finally {
        release()
      }
    }
  if (account === undefined) return provider
  return {
    ...provider,
    ...(cancel && { cancel: guard(cancel) }),
    ...(pending && { pending: guard(pending) }),
    ...(answer && { answer: guard(answer) }),
    ...(related && { related: guard(related) }),
    ...(register && { register: guard(register) }),
    ...(balance && { balance: (signal) => gate.query(() => balance(signal), signal) }),
    ...(status &&
      account.inStatus && {
        status: (query, signal) => gate.query(() => status(query, signal), signal),
      }),
  }
}
