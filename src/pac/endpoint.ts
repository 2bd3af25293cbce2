/**
 * One PAC of the failover, with its circuit breaker, bulkhead, retry budget and time-outs. Every call ends in a validated
 * outcome.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import { type CircuitBreaker, createBreaker } from './breaker.js'
import { type Budget, createBudget } from './budget.js'
import { type Bulkhead, createBulkhead, type Release } from './bulkhead.js'
import { within } from './clock.js'
import { type Attempt, notify } from './hooks.js'
import { judgeFind, judgeStamp, unavailable, unknown } from './outcome.js'
import { type Memory, memoryOf } from './policy.js'
import type { FindOutcome, Provider, Stamped, StampOutcome } from './provider.js'
import { grace, type Settings } from './settings.js'

/** Receives a stamp that came after its call had been given up. */
export type LateListener = (stamped: Stamped, token: string, sealed: Sealed) => void

/** The document and the purpose of a call. */
export interface CallContext {
  readonly sealed: Sealed
  readonly token: string
  readonly sends: number
  readonly recovery: boolean
  readonly signal: AbortSignal | undefined
}

/** A provider with its resilience mechanisms. */
export class PacEndpoint implements Memory {
  readonly provider: Provider
  readonly budget: Budget
  readonly #breaker: CircuitBreaker
  readonly #bulkhead: Bulkhead
  readonly #settings: Settings
  readonly #late: LateListener

  constructor(provider: Provider, settings: Settings, late: LateListener = () => {}) {
    const { breaker, clock, on } = settings
    this.#late = late
    this.provider = provider
    this.#settings = settings
    const concurrency = settings.concurrency(provider.id)
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
    if (!(await this.#isAllowed(signal))) return undefined
    const release = await this.#bulkhead.take(signal)
    // The breaker may have opened while the document waited in the queue.
    if (release === undefined || this.#breaker.state !== 'open') return release
    release()
    return undefined
  }

  /** Admits a document in doubt, regardless of the breaker. */
  async admitInDoubt(signal: AbortSignal | undefined): Promise<Release | undefined> {
    return this.#bulkhead.takeFirst(signal)
  }

  async stamp(call: CallContext): Promise<StampOutcome> {
    const { sealed, signal } = call
    if (signal?.aborted) return unavailable(this.id, 'La petición se canceló antes de enviarse.')
    const began = this.#settings.clock.now()
    const answer = await this.#call('stamp', call, () =>
      this.#bounded('stamp', call, async (inner) =>
        judgeStamp(await this.provider.stamp(sealed, inner), sealed, this.id),
      ),
    )
    const outcome = this.#capped(answer)
    // An abort by the caller says nothing about the PAC.
    if (!signal?.aborted) void this.#record(outcome, began)
    return outcome
  }

  async find(call: CallContext): Promise<FindOutcome> {
    const { sealed, signal } = call
    if (signal?.aborted) return unavailable(this.id, 'La consulta se canceló antes de enviarse.')
    return this.#call('find', call, () =>
      this.#bounded('find', call, async (inner) => judgeFind(await this.provider.find(sealed, inner), sealed, this.id)),
    )
  }

  async ping(signal?: AbortSignal): Promise<boolean> {
    const end = this.#begin({ pac: this.id, call: 'ping', recovery: false })
    const limits = { ms: this.#settings.timeouts.ping, grace: 0, signal }
    const answered = await within(this.#settings.clock, limits, (inner) => this.provider.ping(inner)).catch(() => false)
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

  async #isAllowed(signal: AbortSignal | undefined): Promise<boolean> {
    const admission = await this.#breaker.admit()
    if (admission !== 'ping') return admission === 'yes'
    await this.#breaker.pinged(await this.ping(signal))
    return (await this.#breaker.admit()) === 'yes'
  }

  /** No PAC decides for how long it is not asked. */
  #capped(outcome: StampOutcome): StampOutcome {
    if (outcome.kind !== 'refused' || outcome.retryAfter === undefined) return outcome
    return { ...outcome, retryAfter: Math.min(outcome.retryAfter, this.#settings.recovery.retryAfter) }
  }

  async #bounded<O extends StampOutcome | FindOutcome>(
    call: 'stamp' | 'find',
    { token, sealed, signal }: CallContext,
    run: (signal: AbortSignal) => Promise<O>,
  ): Promise<O | ReturnType<typeof unknown>> {
    const { clock, timeouts } = this.#settings
    const late = (outcome: O) => {
      if (outcome.kind === 'stamped') this.#late(outcome, token, sealed)
    }
    try {
      const outcome = await within(clock, { ms: timeouts[call], grace, signal }, run, late)
      return outcome ?? unknown(this.id, 'El PAC no contestó a tiempo.')
    } catch (error) {
      // A provider must not throw. The message is dropped: it may contain a URL with credentials.
      const detail = error instanceof Error ? error.name : typeof error
      return { ...unknown(this.id, 'El adaptador del PAC falló.'), detail }
    }
  }

  async #call<O extends StampOutcome | FindOutcome>(
    call: 'stamp' | 'find',
    { token, sends, recovery }: CallContext,
    run: () => Promise<O>,
  ): Promise<O> {
    const end = this.#begin({ token, pac: this.id, call, sends, recovery })
    const outcome = await run()
    end(outcome.kind, 'code' in outcome ? outcome.code : undefined)
    if (outcome.kind === 'unknown' && outcome.why === 'mismatch') this.#alarm(token, outcome.code)
    return outcome
  }

  #begin(attempt: Attempt) {
    const { clock, on } = this.#settings
    const since = clock.now()
    notify(on, 'attemptStarted', attempt)
    return (kind: Parameters<NonNullable<typeof on.attemptEnded>>[0]['kind'], code?: string) =>
      notify(on, 'attemptEnded', {
        ...attempt,
        kind,
        elapsed: clock.now() - since,
        ...(code === undefined ? {} : { code }),
      })
  }

  #alarm(token: string, code: string | undefined): void {
    const alarm = { token, pac: this.id, reason: 'mismatch' as const }
    notify(this.#settings.on, 'alarm', code === undefined ? alarm : { ...alarm, code })
  }
}
