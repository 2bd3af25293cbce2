/**
 * Fault injection: makes a provider fail as PACs do, by script, one fault per call, or at random
 * from a seed.
 *
 * A fault may affect the answer and not the stamp: after `timeout-after` the document is stamped
 * and the answer lost.
 * @module
 */
import { type OptionNames, requireOneOf, requireKind, requireOptions } from '../../lib/options.js'
import type { TimbreFiscalDigital } from '../../sat/timbre11/declaration.js'
import type { Sealed } from '../../seal/sello.js'
import { type Clock, clockKind, systemClock } from '../clock.js'
import { unavailable, unknownOutcome } from '../outcome.js'
import { requireProvider, requireSealed } from '../requireProvider.js'
import type { FindOutcome, Provider, Rejected, Stamped, StampOutcome } from '../provider.js'

/** Faults of a request to stamp; each description states whether the document is stamped. */
export type StampFault =
  /** No fault. */
  | 'none'
  /** The account cannot stamp. Not stamped. */
  | 'refuse'
  /** Too many requests. Not stamped. */
  | 'throttle'
  /** The connection is refused. Not stamped. */
  | 'down'
  /** Rejected by the SAT's rules, by a list of the PAC, or by the 72 hours. Not stamped. */
  | 'reject-document'
  | 'reject-list'
  | 'reject-time'
  /** The request is lost and there is no answer. Not stamped. */
  | 'timeout-before'
  /** Stamped, without an answer. */
  | 'timeout-after'
  /** Stamped, and the connection breaks. */
  | 'reset-after'
  /** No answer; stamped after `FaultOptions.late`, when the caller has given up. */
  | 'late'
  /** Stamped; the answer is 307 with the stamp. */
  | 'earlier'
  /** Stamped; the answer is 307 without the stamp. */
  | 'earlier-empty'
  /** Stamped; the answer is the stamp of another document. */
  | 'crossed'
  /** Stamped; the TFD in the answer is invalid. */
  | 'malformed'
  /** The answer is delayed by `FaultOptions.slow`. */
  | 'slow'
  /** The provider throws, before or after the PAC stamps. */
  | 'throw-before'
  | 'throw-after'
  /** The calling process dies: `FaultOptions.crash` is called and the call never settles. */
  | 'crash-before'
  | 'crash-after'

/** Faults of a look-up. `absent` is a false negative: a lagging index (Finkok's 603). */
export type FindFault =
  | 'none'
  | 'absent'
  | 'refuse'
  | 'down'
  | 'timeout'
  | 'crossed'
  | 'malformed'
  | 'slow'
  | 'crash'

/** Faults of a ping. */
export type PingFault = 'none' | 'down' | 'timeout'

/** The fault of each call, in order; after the end of a list, `always` (`none` by default). */
export interface FaultScript {
  /** Faults of the requests to stamp. */
  readonly stamp?: readonly StampFault[]
  /** Faults of the look-ups. */
  readonly find?: readonly FindFault[]
  /** Faults of the pings. */
  readonly ping?: readonly PingFault[]
  /** Faults after the end of each list. */
  readonly always?: {
    readonly stamp?: StampFault
    readonly find?: FindFault
    readonly ping?: PingFault
  }
}

/** The probability of each fault, from 0 to 1. The same seed gives the same faults. */
export interface FaultRates {
  /** Seed of the generator. */
  readonly seed: number
  /** Probabilities for requests to stamp. */
  readonly stamp?: Readonly<Partial<Record<StampFault, number>>>
  /** Probabilities for look-ups. */
  readonly find?: Readonly<Partial<Record<FindFault, number>>>
  /** Probabilities for pings. */
  readonly ping?: Readonly<Partial<Record<PingFault, number>>>
}

/** Options of {@link withFaults}. Times in milliseconds. */
export interface FaultOptions {
  /**
   * Clock of the PAC, which continues when the process under test is dead. The system clock by
   * default.
   */
  readonly clock?: Clock
  /** Time from the request to a `late` stamp. 90 s. */
  readonly late?: number
  /** Delay of a `slow` answer. 5 s. */
  readonly slow?: number
  /** Duration of a missing answer, unless the caller aborts before. 10 minutes. */
  readonly silence?: number
  /** `retryAfter` of `throttle`. 1 s. */
  readonly retryAfter?: number
  /** Called by `crash-before`, `crash-after` and `crash`. */
  readonly crash?: () => void
}

/** A provider with injected faults. */
export interface FaultyProvider extends Provider {
  /** Replaces the faults from the next call on. */
  fail(faults: FaultScript | FaultRates): void
}

/**
 * Wraps a provider with faults.
 * @example A primary that stamps and does not answer
 * const primary = withFaults(createSandboxPac(), { stamp: ['timeout-after'] })
 */
export function withFaults(
  provider: Provider,
  faults: FaultScript | FaultRates,
  options: FaultOptions = {},
): FaultyProvider {
  requireProvider('withFaults', provider)
  requireOptions('withFaults', options, optionNames)
  requireFaults('withFaults', faults)
  return new Faulty(provider, faults, options)
}

const optionNames: OptionNames<FaultOptions> = {
  clock: clockKind,
  late: 'milliseconds',
  slow: 'milliseconds',
  silence: 'milliseconds',
  retryAfter: 'milliseconds',
  crash: 'function',
}

/** The faults of each call, complete by type. */
const faultNames: {
  readonly stamp: Readonly<Record<StampFault, true>>
  readonly find: Readonly<Record<FindFault, true>>
  readonly ping: Readonly<Record<PingFault, true>>
} = {
  stamp: {
    ...{ none: true, refuse: true, throttle: true, down: true, slow: true, late: true },
    ...{ 'reject-document': true, 'reject-list': true, 'reject-time': true },
    ...{ 'timeout-before': true, 'timeout-after': true, 'reset-after': true },
    ...{ earlier: true, 'earlier-empty': true, crossed: true, malformed: true },
    ...{ 'throw-before': true, 'throw-after': true, 'crash-before': true, 'crash-after': true },
  },
  find: {
    ...{ none: true, absent: true, refuse: true, down: true, timeout: true },
    ...{ crossed: true, malformed: true, slow: true, crash: true },
  },
  ping: { none: true, down: true, timeout: true },
}

/** @throws TypeError for a fault that does not exist */
function requireFaults(verb: string, faults: FaultScript | FaultRates): void {
  requireKind(`${verb}: faults`, faults, 'object')
  const isRates = 'seed' in faults
  requireOptions(`${verb}: faults`, faults, {
    ...{ stamp: true, find: true, ping: true },
    ...(isRates ? { seed: 'number' } : { always: { stamp: true, find: true, ping: true } }),
  })
  for (const [call, known] of Object.entries(faultNames)) {
    const name = `${verb}: ${call}`
    const { [call]: given } = faults as Readonly<Record<string, unknown>>
    const names = Object.keys(known)
    if (isRates) {
      if (given !== undefined)
        requireOptions(name, given, Object.fromEntries(names.map((each) => [each, 'share'])))
      continue
    }
    const { [call]: always } = (faults.always ?? {}) as Readonly<Record<string, unknown>>
    if (given !== undefined) requireKind(name, given, 'list')
    for (const fault of [...((given ?? []) as unknown[]), always ?? 'none'])
      requireOneOf(`${name}: a fault`, fault, names)
  }
}

type Pick = <F extends string>(call: 'stamp' | 'find' | 'ping') => F

class Faulty implements FaultyProvider {
  readonly id: string
  readonly capabilities: Provider['capabilities']
  readonly cancel?: NonNullable<Provider['cancel']>
  readonly pending?: NonNullable<Provider['pending']>
  readonly answer?: NonNullable<Provider['answer']>
  readonly related?: NonNullable<Provider['related']>
  readonly status?: NonNullable<Provider['status']>
  readonly balance?: NonNullable<Provider['balance']>
  readonly #inner: Provider
  readonly #clock: Clock
  readonly #options: Required<Omit<FaultOptions, 'clock' | 'crash'>> & {
    readonly crash: () => void
  }
  /** The last stamp, returned for another document by `crossed`. */
  #lastTimbre: TimbreFiscalDigital | undefined
  #pick: Pick

  constructor(
    inner: Provider,
    faults: FaultScript | FaultRates,
    { clock = systemClock, ...options }: FaultOptions,
  ) {
    this.id = inner.id
    this.capabilities = inner.capabilities
    this.#inner = inner
    this.#clock = clock
    this.#options = {
      late: 90_000,
      slow: 5_000,
      silence: 600_000,
      retryAfter: 1_000,
      crash: () => {},
      ...options,
    }
    this.#pick = pickFrom(faults)
    if (inner.cancel) this.cancel = inner.cancel.bind(inner)
    if (inner.pending) this.pending = inner.pending.bind(inner)
    if (inner.answer) this.answer = inner.answer.bind(inner)
    if (inner.related) this.related = inner.related.bind(inner)
    if (inner.status) this.status = inner.status.bind(inner)
    if (inner.balance) this.balance = inner.balance.bind(inner)
  }

  fail(faults: FaultScript | FaultRates): void {
    requireFaults('fail', faults)
    this.#pick = pickFrom(faults)
  }

  async stamp(sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
    requireSealed('stamp', sealed, signal)
    if (signal?.aborted) return unavailable(this.id, 'La petición se canceló antes de enviarse.')
    const fault = this.#pick<StampFault>('stamp')
    return this.#notStamped(fault) ?? this.#sent(fault, sealed, signal)
  }

  async find(sealed: Sealed, signal?: AbortSignal): Promise<FindOutcome> {
    const fault = this.#pick<FindFault>('find')
    switch (fault) {
      case 'absent':
        return { kind: 'absent', pac: this.id }
      case 'refuse':
        return {
          kind: 'refused',
          pac: this.id,
          scope: 'throttle',
          message: 'Demasiadas consultas.',
        }
      case 'down':
        return this.#down()
      case 'timeout':
        return this.#silence(signal)
      case 'crash':
        return this.#crash()
      default:
        if (fault === 'slow') await this.#clock.sleep(this.#options.slow, signal)
        return this.#distort(fault, await this.#inner.find(sealed, signal))
    }
  }

  async ping(signal?: AbortSignal): Promise<boolean> {
    const fault = this.#pick<PingFault>('ping')
    if (fault === 'timeout') await this.#silence(signal)
    return fault === 'none' && this.#inner.ping(signal)
  }

  /** Answers that prove that the document was not stamped. */
  #notStamped(fault: StampFault): StampOutcome | undefined {
    const base = { pac: this.id, message: 'Falla simulada.' }
    switch (fault) {
      case 'refuse':
        return { ...base, kind: 'refused', scope: 'account', code: 'AU2002' }
      case 'throttle':
        return {
          ...base,
          kind: 'refused',
          scope: 'throttle',
          code: '429',
          retryAfter: this.#options.retryAfter,
        }
      case 'down':
        return this.#down()
      case 'reject-document':
        return this.#reject('document', 'CFDI40102')
      case 'reject-list':
        return this.#reject('list', '304')
      case 'reject-time':
        return this.#reject('time', '401')
      default:
        return undefined
    }
  }

  async #sent(
    fault: StampFault,
    sealed: Sealed,
    signal: AbortSignal | undefined,
  ): Promise<StampOutcome> {
    if (fault === 'slow') await this.#clock.sleep(this.#options.slow)
    if (fault === 'timeout-before') return this.#silence(signal)
    if (fault === 'throw-before') throw new Error('Falla simulada.')
    if (fault === 'crash-before') return this.#crash()
    if (fault === 'late') {
      void this.#clock.sleep(this.#options.late).then(() => this.#inner.stamp(sealed))
      return this.#silence(signal)
    }
    const outcome = await this.#inner.stamp(sealed)
    if (fault === 'timeout-after') return this.#silence(signal)
    if (fault === 'reset-after') return unknownOutcome(this.id, 'Se perdió la conexión.')
    if (fault === 'throw-after') throw new Error('Falla simulada.')
    if (fault === 'crash-after') return this.#crash()
    return this.#distort(fault, outcome)
  }

  #distort<O extends StampOutcome | FindOutcome>(fault: StampFault | FindFault, outcome: O) {
    if (outcome.kind !== 'stamped') return outcome
    const others = this.#lastTimbre
    this.#lastTimbre = outcome.timbre
    switch (fault) {
      case 'earlier':
        return { ...outcome, when: 'earlier' as const, code: '307' }
      case 'earlier-empty':
        return {
          ...unknownOutcome(this.id, 'Ya tiene un timbre previo.'),
          code: '307',
          why: 'stamped' as const,
        }
      case 'crossed':
        return { ...outcome, timbre: otherThan(outcome, others) }
      case 'malformed':
        return { ...outcome, timbre: { ...outcome.timbre, UUID: '' } }
      default:
        return outcome
    }
  }

  #down() {
    return unavailable(this.id, 'El PAC no acepta conexiones.')
  }

  #reject(scope: Rejected['scope'], code: string): Rejected {
    return { kind: 'rejected', pac: this.id, scope, code, message: 'Falla simulada.' }
  }

  async #silence(signal: AbortSignal | undefined) {
    await this.#clock.sleep(this.#options.silence, signal)
    return unknownOutcome(this.id, 'El PAC no contestó.')
  }

  #crash(): Promise<never> {
    this.#options.crash()
    return new Promise(() => {})
  }
}

/** Returns the stamp of another document: the previous one, or else an invented one. */
function otherThan(
  { timbre }: Stamped,
  other: TimbreFiscalDigital | undefined,
): TimbreFiscalDigital {
  if (other !== undefined && other.SelloCFD !== timbre.SelloCFD) return other
  return { ...timbre, SelloCFD: btoa(timbre.SelloCFD).slice(0, timbre.SelloCFD.length) }
}

function pickFrom(faults: FaultScript | FaultRates): Pick {
  return ('seed' in faults ? pickAtRandom(faults) : pickInOrder(faults)) as Pick
}

function pickInOrder({ always = {}, ...script }: FaultScript) {
  const left = {
    stamp: [...(script.stamp ?? [])],
    find: [...(script.find ?? [])],
    ping: [...(script.ping ?? [])],
  }
  return (call: 'stamp' | 'find' | 'ping') => left[call].shift() ?? always[call] ?? 'none'
}

function pickAtRandom({ seed, ...rates }: FaultRates) {
  // T. Ettinger's generator: 32 bits of state, enough for a repeatable run.
  let state = seed >>> 0
  return (call: 'stamp' | 'find' | 'ping') => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    let left = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    for (const [fault, rate] of Object.entries(rates[call] ?? {})) {
      left -= rate
      if (left < 0) return fault
    }
    return 'none'
  }
}
