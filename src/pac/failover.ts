/**
 * Failover among several PACs. If one does not respond, the next one stamps; no stamp is lost and no second stamp goes
 * unnoticed.
 *
 * Each PAC recognises the bytes that it stamped, but not what other PACs stamped. A document therefore moves to the next
 * PAC only after an answer that proves that the current one did not stamp. After a lost answer it stays: it is looked up,
 * or the same bytes are sent again, until the outcome is known. If it is not known by the end of the recovery window,
 * the policy decides. Every step is written to the journal before it is taken, so the state survives the process.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import { PacEndpoint } from './endpoint.js'
import { readSealed, tokenOf } from './hash.js'
import type { JournalEntry } from './journal.js'
import { judgeStamped, unavailable, unknown } from './outcome.js'
import { policy as defaultPolicy, type Policy } from './policy.js'
import type {
  CancelOutcome,
  CancelRequest,
  Capabilities,
  FindOutcome,
  Provider,
  SatStatus,
  Stamped,
  StampOutcome,
  StatusQuery,
} from './provider.js'
import { Reconciler, type Reconciliation } from './reconciler.js'
import { type FailoverOptions, requireProviders, settingsOf } from './settings.js'
import { type FailoverContext, StampAttempt, Superseded } from './stampAttempt.js'

/** The outcome of a document that was open in the journal. */
export interface Resumed {
  /** SHA-256 of the sealed XML. */
  readonly token: string
  /** `undefined` if the journal's entry does not contain a CFDI. */
  readonly sealed?: Sealed
  /** The outcome, as `stamp` would have returned it. */
  readonly outcome: StampOutcome
}

/** Several PACs behind the interface of one. */
export interface Failover extends Provider {
  /**
   * Resumes the documents that a crash or a lost answer left open, or only that of a token. Call it when the process
   * starts, and periodically. Documents claimed by another process are skipped.
   * @throws Errors of the journal.
   */
  resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]>
  /**
   * Looks up abandoned attempts that may have been stamped after all. Read-only for the PACs. Call it periodically;
   * a report without `pending` and `orphans` means that nothing is left to do.
   * @throws Errors of the journal.
   */
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>
}

/** Options of {@link Failover.reconcile}. */
export interface ReconcileOptions {
  /**
   * What the host has already resolved and is not to be reported again: UUIDs of orphans that are being cancelled, and
   * tokens of documents whose abandoned attempts it checked by other means (the SAT's bulk download).
   */
  readonly settled?: Iterable<string>
  /** Stops the look-ups. */
  readonly signal?: AbortSignal
}

/**
 * Combines several PACs into one provider, in order of preference.
 * @throws TypeError if an option is invalid, two providers share an id, or one would stamp the same bytes twice.
 * @example
 * const stamping = failover([main, backup], { journal })
 * await stamping.resume() // documents interrupted by a crash
 * const outcome = await stamping.stamp(sealed)
 * outcome.kind // → 'stamped'
 */
export function failover(providers: readonly Provider[], options: FailoverOptions): Failover {
  return composeProviders(providers, options, defaultPolicy)
}

/** {@link failover} with another policy: only for tests that inject a bug. */
export function composeProviders(providers: readonly Provider[], options: FailoverOptions, policy: Policy): Failover {
  requireProviders(providers)
  const settings = settingsOf(options)
  const endpoints = providers.map((provider) => new PacEndpoint(provider, settings))
  return new Composition({ settings, endpoints, journal: settings.journal, policy })
}

class Composition implements Failover {
  readonly id: string
  readonly remembers = true
  readonly capabilities: Capabilities
  readonly #context: FailoverContext
  /** In-flight attempts by token: concurrent calls for one document share an attempt. */
  readonly #inFlight = new Map<string, Promise<StampOutcome>>()
  /** Documents being reconciled, by token. */
  readonly #reconciling = new Map<string, Promise<void>>()

  constructor(context: FailoverContext) {
    this.#context = context
    this.id = context.settings.id
    this.capabilities = capabilitiesOf(context.endpoints.map(({ provider }) => provider.capabilities))
  }

  async stamp(sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
    return this.#join({ token: await tokenOf(sealed), sealed, signal })
  }

  async find(sealed: Sealed, signal?: AbortSignal): Promise<FindOutcome> {
    const token = await tokenOf(sealed)
    const entry = await this.#context.journal.load(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    let inconclusive: FindOutcome | undefined
    for (const endpoint of this.#context.endpoints.filter(({ canFind }) => canFind)) {
      const outcome = await endpoint.find({ sealed, token, sends: entry?.inDoubt?.sends ?? 0, recovery: true, signal })
      if (outcome.kind === 'stamped') return outcome
      if (outcome.kind !== 'absent') inconclusive = outcome
    }
    if (inconclusive !== undefined) return inconclusive
    return entry?.status === 'open' ? this.#busy(token, entry) : { kind: 'absent', pac: this.id }
  }

  async ping(signal?: AbortSignal): Promise<boolean> {
    const answers = await Promise.all(this.#context.endpoints.map((endpoint) => endpoint.ping(signal)))
    return answers.includes(true)
  }

  async resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]> {
    const resumed: Resumed[] = []
    const entries = token === undefined ? this.#context.journal.unfinished() : this.#entryOf(token)
    await this.#forEach(entries, async (entry) => {
      if (entry.status !== 'open' || (token === undefined && this.#isClaimed(entry))) return
      resumed.push(await this.#resume(entry, signal))
    })
    return resumed
  }

  async reconcile({ settled = [], signal }: ReconcileOptions = {}): Promise<Reconciliation> {
    const reconciler = new Reconciler(this.#context, new Set(Array.from(settled, (each) => each.toUpperCase())))
    await this.#forEach(this.#context.journal.unfinished(), async (entry) => {
      const { token } = entry
      if (entry.abandoned.length === 0) return
      if (this.#inFlight.has(token) || this.#reconciling.has(token) || this.#isClaimed(entry)) {
        return reconciler.postpone(entry)
      }
      const visit = reconciler.visit(entry, signal).finally(() => this.#reconciling.delete(token))
      this.#reconciling.set(token, visit)
      await visit
    })
    return reconciler.findings
  }

  /** Tries first the PAC that stamped the document, if known: some PACs cancel only their own stamps. */
  async cancel(request: CancelRequest, signal?: AbortSignal): Promise<CancelOutcome> {
    const able = this.#context.endpoints.map(({ provider }) => provider).filter(({ cancel }) => cancel !== undefined)
    const inOrder = [...able.filter(({ id }) => id === request.pac), ...able.filter(({ id }) => id !== request.pac)]
    let last: CancelOutcome | undefined
    for (const provider of inOrder) {
      last = (await provider.cancel?.(request, signal)) ?? last
      if (last !== undefined && last.kind !== 'refused' && last.kind !== 'unavailable') return last
    }
    return last ?? unavailable(this.id, 'Ningún PAC de los configurados cancela.')
  }

  async status(query: StatusQuery, signal?: AbortSignal): Promise<SatStatus | undefined> {
    for (const { provider } of this.#context.endpoints) {
      const status = await provider.status?.(query, signal)
      if (status !== undefined) return status
    }
    return undefined
  }

  /** The sum over all PACs; `undefined` if that of one is not known. */
  async balance(signal?: AbortSignal): Promise<number | undefined> {
    const each = await Promise.all(this.#context.endpoints.map(({ provider }) => provider.balance?.(signal)))
    return each.reduce((sum, balance) => (sum === undefined || balance === undefined ? undefined : sum + balance), 0)
  }

  /** Joins the attempt in flight for the same document, or starts one. */
  #join({ token, sealed, signal }: Request): Promise<StampOutcome> {
    const inFlight = this.#inFlight.get(token)
    if (inFlight !== undefined) return inFlight
    const outcome = this.#attempt(token, sealed, signal).finally(() => this.#inFlight.delete(token))
    this.#inFlight.set(token, outcome)
    return outcome
  }

  async #attempt(token: string, sealed: Sealed, signal: AbortSignal | undefined): Promise<StampOutcome> {
    await this.#reconciling.get(token)?.catch(() => {})
    const entry = await this.#context.journal.load(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    if (entry !== undefined && this.#isClaimed(entry)) return this.#busy(token, entry)
    try {
      return await new StampAttempt(this.#context, { token, sealed, entry, signal }).run()
    } catch (error) {
      if (error instanceof Superseded) return this.#superseded(token, sealed)
      throw error
    }
  }

  /** Another process updated the entry concurrently: its state prevails. */
  async #superseded(token: string, sealed: Sealed): Promise<StampOutcome> {
    const entry = await this.#context.journal.load(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    return entry?.outcome ?? this.#busy(token, entry)
  }

  async #resume({ token, xml }: JournalEntry, signal: AbortSignal | undefined): Promise<Resumed> {
    let sealed: Sealed
    try {
      sealed = readSealed(xml)
    } catch {
      return { token, outcome: { ...unknown(this.id, 'Lo que guarda la bitácora no es un CFDI.'), token } }
    }
    return { token, sealed, outcome: await this.#join({ token, sealed, signal }) }
  }

  async *#entryOf(token: string): AsyncIterable<JournalEntry> {
    const entry = await this.#context.journal.load(token)
    if (entry !== undefined) yield entry
  }

  /** Processes entries with bounded concurrency. */
  async #forEach(entries: AsyncIterable<JournalEntry>, work: (entry: JournalEntry) => Promise<void>): Promise<void> {
    const iterator = entries[Symbol.asyncIterator]()
    const worker = async () => {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) await work(next.value)
    }
    await Promise.all(Array.from({ length: this.#context.settings.parallel }, worker))
  }

  #isClaimed({ claim }: JournalEntry): boolean {
    const { owner, clock } = this.#context.settings
    return claim !== undefined && claim.owner !== owner && claim.until > clock.now()
  }

  #busy(token: string, entry: JournalEntry | undefined) {
    return { ...unknown(entry?.inDoubt?.pac ?? this.id, 'Otro proceso está timbrando este comprobante.'), token }
  }

  #earlier(outcome: Stamped, sealed: Sealed) {
    return judgeStamped({ ...outcome, when: 'earlier' }, sealed, outcome.pac)
  }
}

interface Request {
  readonly token: string
  readonly sealed: Sealed
  readonly signal: AbortSignal | undefined
}

function capabilitiesOf(each: readonly Capabilities[]): Capabilities {
  return {
    dedupByContent: true,
    returnsEarlierStamp: 'always',
    findKinds: [...new Set(each.flatMap(({ findKinds }) => findKinds))],
    cancelSigned: each.some(({ cancelSigned }) => cancelSigned),
    satStatus: each.some(({ satStatus }) => satStatus),
    balance: each.every(({ balance }) => balance),
  }
}
