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
import { JournalError, SettleError } from '../errors.js'
import type { Sealed } from '../seal/sello.js'
import { Superseded } from './attempt/attemptEntry.js'
import type { FailoverContext, LateStamp } from './attempt/context.js'
import { keepLate } from './attempt/late.js'
import { SharedAttempt } from './attempt/sharedAttempt.js'
import { StampAttempt } from './attempt/stampAttempt.js'
import { boundJournal, UnreadableEntry } from './boundedJournal.js'
import { type Carriers, carriersOf } from './carriers.js'
import { PacEndpoint } from './endpoint.js'
import { entryOf, isNews, unjournaled } from './entry.js'
import { readKept, tokenOf } from './hash.js'
import type { JournalEntry } from './journal.js'
import { judgeStamped, unknown } from './outcome.js'
import { policy as defaultPolicy, type Policy } from './policy.js'
import type { Capabilities, FindOutcome, Provider, SatStatus, Stamped, StampOutcome, StatusQuery } from './provider.js'
import { Reconciler, type Reconciliation } from './reconciler.js'
import { requireDoubt, requireSettlement, type Settlement, type SettleOptions, settled } from './settle.js'
import { type FailoverOptions, requireProviders, settingsOf } from './settings.js'

/** The outcome of a document that was open in the journal. */
export interface Resumed {
  /** SHA-256 of the sealed XML. */
  readonly token: string
  /** `undefined` if what the journal keeps of the document cannot be read. */
  readonly sealed?: Sealed
  /** The outcome, as `stamp` would have returned it. */
  readonly outcome: StampOutcome
}

/** Several PACs behind the interface of one. */
export interface Failover extends Provider {
  /**
   * Says that a PAC may have stamped a document that this journal does not have in doubt: it was sent without it. From then on it is
   * in doubt at that PAC, and no other gets it, whatever `onUnknown` says. An engine does so for its keys.
   * @throws JournalError with `notSent` if it cannot be recorded.
   */
  pin(sealed: Sealed, pac: string): Promise<void>
  /**
   * Resumes the documents that a crash or a lost answer left open, or only that of a token. Call it when the process
   * starts, and periodically. Documents that another process works on are skipped; one whose entry cannot be read is
   * `unknown`, and does not stop the others.
   * @throws JournalError if the journal cannot list its documents.
   */
  resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]>
  /**
   * Looks up abandoned attempts that may have been stamped after all. Read-only for the PACs. Call it periodically;
   * a report without `pending` and `orphans` means that nothing is left to do. A document for which the journal fails is
   * `pending`, and does not stop the others.
   * @throws JournalError if the journal cannot list its documents.
   */
  reconcile(options?: ReconcileOptions): Promise<Reconciliation>
  /**
   * Takes the word of a person for a document whose outcome the PACs do not tell: see the table in docs/failover.md. The
   * journal keeps who said so, when, and what was known.
   *
   * `not-stamped`: the document ends without a stamp, as `unavailable`, and may be stamped anew; PACs that can be looked up stay
   * watched, in case a stamp appears. For a document that was completed already it ends the watch of its abandoned attempts.
   * A stamp: the document ends `stamped` with it; if it has another one already, the one given is an orphan, which
   * `reconcile` reports. `cancel` and the SAT's bulk download tell what a PAC stamped.
   * @returns The outcome of the document, as `stamp` would have returned it.
   * @throws SettleError SETTLE_UNKNOWN if there is no document with this token, SETTLE_CLOSED if its outcome is known,
   * SETTLE_BUSY while it is being stamped or looked up, SETTLE_STAMP if the stamp is not valid or is that of another document,
   * SETTLE_UNREADABLE if what the journal keeps of it cannot be read. Nothing is written then.
   * @throws JournalError
   * @throws TypeError if an argument is of another type.
   */
  settle(token: string, settlement: Settlement, options?: SettleOptions): Promise<Resumed>
}

/** Options of {@link Failover.reconcile}. */
export interface ReconcileOptions {
  /**
   * What the host has already resolved and is not to be reported again: UUIDs of orphans that are being cancelled, and
   * tokens of documents whose abandoned attempts it checked by other means (the SAT's bulk download). The latter is what
   * `settle(token, 'not-stamped')` does for a completed document.
   */
  readonly settled?: Iterable<string>
  /** Stops the look-ups. */
  readonly signal?: AbortSignal
}

/**
 * Combines several PACs into one provider, in order of preference.
 * @throws TypeError if an option is invalid, two providers share an id, or a lost answer of one could not be resolved: it claims neither
 * to recognise the same bytes nor a look-up, and `once` does not name it.
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
  requireProviders(providers, options?.once)
  const settings = settingsOf(options)
  const journal = boundJournal(settings.journal, settings.clock, settings.timeouts.journal)
  return new Composition({ settings, journal, policy, late: new Map() }, providers)
}

/** The end of an attempt. */
interface Ended {
  readonly outcome: StampOutcome
  /** Another process works on the document, or has ended it. */
  readonly elsewhere?: true
}

class Composition implements Failover {
  readonly id: string
  readonly remembers = true
  readonly capabilities: Capabilities
  readonly cancel: Carriers['cancel']
  readonly pending: Carriers['pending']
  readonly answer: Carriers['answer']
  readonly related: Carriers['related']
  readonly #context: FailoverContext
  /** Attempts in progress, by token: concurrent calls for one document share one. */
  readonly #inFlight = new Map<string, SharedAttempt<Ended>>()
  /** Documents being reconciled, by token. */
  readonly #reconciling = new Map<string, Promise<void>>()

  constructor(context: Omit<FailoverContext, 'endpoints'>, providers: readonly Provider[]) {
    const late =
      (pac: string) =>
      (stamped: Stamped, token: string, { xml }: Sealed) =>
        this.#late(token, { pac, stamped, xml })
    const endpoints = providers.map((each) => new PacEndpoint(each, context.settings, late(each.id)))
    this.#context = { ...context, endpoints }
    this.id = context.settings.id
    const { cancel, pending, answer, related } = carriersOf(this.id, providers)
    this.cancel = cancel
    this.pending = pending
    this.answer = answer
    this.related = related
    this.capabilities = capabilitiesOf(providers.map(({ capabilities }) => capabilities))
  }

  async stamp(sealed: Sealed, signal?: AbortSignal): Promise<StampOutcome> {
    // A copy: what the caller changes meanwhile must not be sent under this token.
    const { outcome } = await this.#join({
      sealed: { ...sealed },
      token: await tokenOf(sealed),
      signal,
      onlyOpen: false,
    })
    return outcome
  }

  async pin(sealed: Sealed, pac: string): Promise<void> {
    const token = await tokenOf(sealed)
    const { journal, settings } = this.#context
    const entry = await unsent(() => journal.load(token))
    if (entry instanceof UnreadableEntry || (entry !== undefined && !isNews(entry, pac))) return
    const { version = 0, abandoned = [] } = entry ?? {}
    const now = settings.clock.now()
    const head = { token, xml: sealed.xml, version: version + 1, at: now }
    const pinned = entryOf(head, { inDoubt: unjournaled(pac, now), abandoned })
    if (await unsent(() => journal.append(pinned))) return
    throw new JournalError('JOURNAL_WRITE', 'Otro proceso escribe de este comprobante.', { notSent: true })
  }

  async find(sealed: Sealed, signal?: AbortSignal): Promise<FindOutcome> {
    const token = await tokenOf(sealed)
    const entry = await this.#context.journal.load(token)
    if (entry instanceof UnreadableEntry) return this.#unreadable(token)
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
    const entries = token === undefined ? this.#context.journal.unfinished('resume') : this.#entryOf(token)
    await this.#forEach(entries, async (entry) => {
      if (entry instanceof UnreadableEntry) resumed.push({ token: entry.token, outcome: this.#unreadable(entry.token) })
      else if (entry.status === 'open' && (token !== undefined || !this.#isClaimed(entry))) {
        const { elsewhere, ...document } = await this.#resume(entry, signal)
        if (token !== undefined || !elsewhere) resumed.push(document)
      }
    })
    return resumed
  }

  async reconcile({ settled: known = [], signal }: ReconcileOptions = {}): Promise<Reconciliation> {
    const reconciler = new Reconciler(this.#context, new Set(Array.from(known, (each) => each.toUpperCase())))
    await this.#forEach(this.#context.journal.unfinished('reconcile'), async (entry) => {
      const { token } = entry
      if (entry instanceof UnreadableEntry) return void reconciler.findings.unreadable.push(token)
      if (entry.abandoned.length === 0) return
      if (this.#isBusy(entry)) return reconciler.postpone(entry)
      const visit = reconciler.visit(entry, signal).finally(() => this.#reconciling.delete(token))
      this.#reconciling.set(token, visit)
      await visit
    })
    return reconciler.findings
  }

  async settle(token: string, settlement: Settlement, { by = 'operator' }: SettleOptions = {}): Promise<Resumed> {
    requireSettlement(token, settlement, by)
    const { journal, settings, endpoints } = this.#context
    const entry = await journal.load(token)
    if (entry === undefined) throw new SettleError('SETTLE_UNKNOWN', `La bitácora no tiene el comprobante ${token}.`)
    if (entry instanceof UnreadableEntry) throw unreadable()
    if (this.#isBusy(entry)) throw busy()
    requireDoubt(entry)
    const sealed = await readKept(token, entry.xml)
    if (sealed === undefined) throw unreadable()
    const canFind = (pac: string) => endpoints.some((endpoint) => endpoint.id === pac && endpoint.canFind)
    const now = settings.clock.now()
    const state = settled({ entry, sealed, settlement, by, canFind, now })
    const head = { token, xml: entry.xml, version: entry.version + 1, at: now }
    if (this.#isBusy(entry) || !(await journal.append(entryOf(head, state)))) throw busy()
    return { token, sealed, outcome: state.outcome }
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

  /** Joins the attempt in progress for the same document, or starts one. */
  async #join({ token, sealed, signal, onlyOpen }: Request): Promise<Ended> {
    let shared = this.#inFlight.get(token)
    while (shared?.isAborted) {
      await shared.result.catch(() => {})
      shared = this.#inFlight.get(token)
    }
    shared ??= this.#begin(token, sealed, onlyOpen)
    return shared.join(signal, () => ({ outcome: this.#goingOn(token) }))
  }

  #begin(token: string, sealed: Sealed, onlyOpen: boolean): SharedAttempt<Ended> {
    const shared = new SharedAttempt<Ended>((signal, recorded) => {
      const end = () => {
        this.#inFlight.delete(token)
        void keepLate(this.#context, token).catch(() => {})
      }
      return this.#attempt({ token, sealed, signal, onlyOpen }, recorded).finally(end)
    })
    this.#inFlight.set(token, shared)
    return shared
  }

  async #attempt({ token, sealed, signal, onlyOpen }: Request, recorded: () => void): Promise<Ended> {
    await this.#reconciling.get(token)?.catch(() => {})
    const entry = await unsent(() => this.#context.journal.load(token))
    if (entry instanceof UnreadableEntry) return { outcome: this.#unreadable(token) }
    if (entry?.outcome?.kind === 'stamped') return { outcome: this.#earlier(entry.outcome, sealed) }
    if (entry !== undefined && this.#isClaimed(entry)) return { outcome: this.#busy(token, entry), elsewhere: true }
    // Its caller may have been told no since it was found open: whether to try again is the caller's to say.
    if (onlyOpen && entry?.outcome !== undefined) return { outcome: entry.outcome, elsewhere: true }
    try {
      return { outcome: await new StampAttempt(this.#context, { token, sealed, entry, signal, recorded }).run() }
    } catch (error) {
      if (error instanceof Superseded) return { outcome: await this.#superseded(token, sealed), elsewhere: true }
      throw error
    }
  }

  /** Another process updated the entry concurrently: its state prevails. */
  async #superseded(token: string, sealed: Sealed): Promise<StampOutcome> {
    const entry = await this.#context.journal.load(token).catch(() => undefined)
    if (entry instanceof UnreadableEntry) return this.#unreadable(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    return entry?.outcome ?? this.#busy(token, entry)
  }

  /** A document in doubt has been sent: that the journal fails meanwhile leaves it so. */
  async #resume({ token, xml }: JournalEntry, signal: AbortSignal | undefined): Promise<Resumed & Ended> {
    const sealed = await readKept(token, xml)
    if (sealed === undefined) return { token, outcome: this.#unreadable(token) }
    try {
      return { token, sealed, ...(await this.#join({ token, sealed, signal, onlyOpen: true })) }
    } catch (error) {
      if (!(error instanceof JournalError)) throw error
      return { token, sealed, outcome: { ...unknown(this.id, error.message), token } }
    }
  }

  #late(token: string, late: LateStamp): void {
    this.#context.late.set(token, late)
    if (!this.#inFlight.has(token)) void keepLate(this.#context, token).catch(() => {})
  }

  async *#entryOf(token: string): AsyncIterable<JournalEntry | UnreadableEntry> {
    const entry = await this.#context.journal.load(token)
    if (entry !== undefined) yield entry
  }

  /** Processes entries with bounded concurrency. Nothing goes on once it has ended, even if it failed. */
  async #forEach<T>(entries: AsyncIterable<T>, work: (entry: T) => Promise<void>): Promise<void> {
    const iterator = entries[Symbol.asyncIterator]()
    const worker = async () => {
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) await work(next.value)
    }
    const ended = await Promise.allSettled(Array.from({ length: this.#context.settings.parallel }, worker))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  }

  #isClaimed({ claim }: JournalEntry): boolean {
    const { owner, clock } = this.#context.settings
    return claim !== undefined && claim.owner !== owner && claim.until > clock.now()
  }

  #isBusy(entry: JournalEntry): boolean {
    return this.#inFlight.has(entry.token) || this.#reconciling.has(entry.token) || this.#isClaimed(entry)
  }

  #busy(token: string, entry: JournalEntry | undefined) {
    return { ...unknown(entry?.inDoubt?.pac ?? this.id, 'Otro proceso está timbrando este comprobante.'), token }
  }

  /** For a caller that went while others wait. */
  #goingOn(token: string) {
    return { ...unknown(this.id, 'La petición se canceló; el comprobante se sigue timbrando.'), token }
  }

  /** Nothing is sent that the journal may know more about than can be read. */
  #unreadable(token: string) {
    return { ...unknown(this.id, 'No se puede leer lo que la bitácora guarda de este comprobante.'), token }
  }

  #earlier(outcome: Stamped, sealed: Sealed) {
    return judgeStamped({ ...outcome, when: 'earlier' }, sealed, outcome.pac)
  }
}

interface Request {
  readonly token: string
  readonly sealed: Sealed
  readonly signal: AbortSignal | undefined
  /** Whether it only continues: a document that the journal has an answer for is not sent again. */
  readonly onlyOpen: boolean
}

/** @throws JournalError with `notSent`: its caller sends nothing without the journal. */
async function unsent<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { code, message, cause } = error as JournalError
    throw new JournalError(code, message, { cause, notSent: true })
  }
}

function unreadable(): SettleError {
  return new SettleError('SETTLE_UNREADABLE', 'No se puede leer lo que la bitácora guarda de este comprobante.')
}

function busy(): SettleError {
  return new SettleError('SETTLE_BUSY', 'El comprobante se está timbrando o consultando en este momento.')
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
