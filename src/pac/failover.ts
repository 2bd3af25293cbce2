/**
 * Several PACs as one. If one does not respond, the document is stamped by the next, and never is a stamp lost, or a
 * second one made unnoticed.
 *
 * Each PAC recognises the bytes that it stamped; none knows what the others did. So a document goes to the next PAC only
 * after an answer that proves that this one did not stamp. After an answer that was lost it stays: it is looked up, or
 * the same bytes are sent again, until that is settled. Only if it is not settled within the window does the policy
 * decide. All of it is in the journal before it happens, so it survives the process.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import { PacEndpoint } from './endpoint.js'
import { readSealed, tokenOf } from './hash.js'
import type { JournalEntry } from './journal.js'
import { judgeStamped, unavailable, unknown } from './outcome.js'
import { type Policy, policy } from './policy.js'
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

/** What became of a document that the journal had open. */
export interface Resumed {
  readonly token: string
  /** `undefined` when what the journal holds is not a CFDI. */
  readonly sealed?: Sealed
  readonly outcome: StampOutcome
}

/** Several PACs as one. */
export interface Failover extends Provider {
  /**
   * Takes up every document that a crash or a long silence left open, or the one of a token, and sees each of them to its
   * outcome. Call it when the process starts, and from time to time. Documents that another process works on are left out.
   * @throws Whatever the journal throws.
   */
  resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]>
  /**
   * Asks the PACs that were left in silence whether they stamped after all. Only look-ups. Call it some minutes after a
   * switch and from then on now and then; a report without `pending` and `orphans` says that nothing is left to do.
   * @throws Whatever the journal throws.
   */
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>
}

export interface ReconcileOptions {
  /**
   * What the host has seen to and need not be reported again: UUIDs of orphans whose cancellation is under way, and tokens
   * of documents of which it knows from elsewhere (the SAT's bulk download) what the PACs that were left did.
   */
  readonly settled?: Iterable<string>
  readonly signal?: AbortSignal
}

/**
 * Several PACs as one, the preferred one first.
 * @throws TypeError when an option is wrong, two providers have one id, or one would stamp the same bytes twice.
 * @example
 * const stamping = failover([sw, finkok], { journal: await openFileJournal('timbrado.journal') })
 * for (const { outcome } of await stamping.resume()) …   // what a crash interrupted
 * const outcome = await stamping.stamp(sealed)
 */
export function failover(providers: readonly Provider[], options: FailoverOptions): Failover {
  return composeProviders(providers, options, policy)
}

/** {@link failover} with other decisions: only for tests that plant a bug. */
export function composeProviders(
  providers: readonly Provider[],
  options: FailoverOptions,
  decisions: Policy,
): Failover {
  requireProviders(providers)
  const settings = settingsOf(options)
  const endpoints = providers.map((provider) => new PacEndpoint(provider, settings))
  return new Composition({ settings, endpoints, journal: settings.journal, policy: decisions })
}

class Composition implements Failover {
  readonly id: string
  readonly capabilities: Capabilities
  readonly #context: FailoverContext
  /** One stamping of a document at a time: who asks for the same one gets the same answer. */
  readonly #stamping = new Map<string, Promise<StampOutcome>>()
  /** Documents that `reconcile` is at. */
  readonly #visiting = new Map<string, Promise<void>>()

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
    let silent: FindOutcome | undefined
    for (const endpoint of this.#context.endpoints.filter(({ canFind }) => canFind)) {
      const outcome = await endpoint.find({ sealed, token, sends: entry?.inDoubt?.sends ?? 0, recovery: true, signal })
      if (outcome.kind === 'stamped') return outcome
      if (outcome.kind !== 'absent') silent = outcome
    }
    if (silent !== undefined) return silent
    return entry?.status === 'open' ? this.#held(token, entry) : { kind: 'absent', pac: this.id }
  }

  async ping(signal?: AbortSignal): Promise<boolean> {
    const answers = await Promise.all(this.#context.endpoints.map((endpoint) => endpoint.ping(signal)))
    return answers.includes(true)
  }

  async resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]> {
    const resumed: Resumed[] = []
    const entries = token === undefined ? this.#context.journal.unfinished() : this.#one(token)
    await this.#each(entries, async (entry) => {
      if (entry.status !== 'open' || (token === undefined && this.#isTaken(entry))) return
      resumed.push(await this.#resume(entry, signal))
    })
    return resumed
  }

  async reconcile({ settled = [], signal }: ReconcileOptions = {}): Promise<Reconciliation> {
    const reconciler = new Reconciler(this.#context, new Set(Array.from(settled, (each) => each.toUpperCase())))
    await this.#each(this.#context.journal.unfinished(), async (entry) => {
      const { token } = entry
      if (entry.abandoned.length === 0) return
      if (this.#stamping.has(token) || this.#visiting.has(token) || this.#isTaken(entry)) {
        return reconciler.postpone(entry)
      }
      const visit = reconciler.visit(entry, signal).finally(() => this.#visiting.delete(token))
      this.#visiting.set(token, visit)
      await visit
    })
    return reconciler.findings
  }

  /** Asks the PAC that stamped it first, if the request says which: some cancel only what they stamped. */
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

  /** Of all the PACs together; unknown when one of them does not tell. */
  async balance(signal?: AbortSignal): Promise<number | undefined> {
    const each = await Promise.all(this.#context.endpoints.map(({ provider }) => provider.balance?.(signal)))
    return each.reduce((sum, balance) => (sum === undefined || balance === undefined ? undefined : sum + balance), 0)
  }

  /** Who asks for a document that is being stamped gets the answer of the one who asked first. */
  #join({ token, sealed, signal }: Request): Promise<StampOutcome> {
    const going = this.#stamping.get(token)
    if (going !== undefined) return going
    const outcome = this.#carry(token, sealed, signal).finally(() => this.#stamping.delete(token))
    this.#stamping.set(token, outcome)
    return outcome
  }

  async #carry(token: string, sealed: Sealed, signal: AbortSignal | undefined): Promise<StampOutcome> {
    await this.#visiting.get(token)?.catch(() => {})
    const entry = await this.#context.journal.load(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    if (entry !== undefined && this.#isTaken(entry)) return this.#held(token, entry)
    try {
      return await new StampAttempt(this.#context, { token, sealed, entry, signal }).run()
    } catch (error) {
      if (error instanceof Superseded) return this.#overtaken(token, sealed)
      throw error
    }
  }

  /** Another process wrote about this document in the meantime: what it wrote is what holds. */
  async #overtaken(token: string, sealed: Sealed): Promise<StampOutcome> {
    const entry = await this.#context.journal.load(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    return entry?.outcome ?? this.#held(token, entry)
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

  async *#one(token: string): AsyncIterable<JournalEntry> {
    const entry = await this.#context.journal.load(token)
    if (entry !== undefined) yield entry
  }

  /** A few at once, as the journal gives them. */
  async #each(entries: AsyncIterable<JournalEntry>, work: (entry: JournalEntry) => Promise<void>): Promise<void> {
    const iterator = entries[Symbol.asyncIterator]()
    const worker = async () => {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) await work(next.value)
    }
    await Promise.all(Array.from({ length: this.#context.settings.parallel }, worker))
  }

  #isTaken({ claim }: JournalEntry): boolean {
    const { owner, clock } = this.#context.settings
    return claim !== undefined && claim.owner !== owner && claim.until > clock.now()
  }

  #held(token: string, entry: JournalEntry | undefined) {
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
