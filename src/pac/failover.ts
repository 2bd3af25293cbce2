/**
 * Failover among several PACs: no stamp is lost, and no second stamp goes unnoticed.
 *
 * Each PAC recognises the bytes that it stamped, but not what other PACs stamped. A document
 * therefore moves to the next PAC only after an answer that proves that the current one did not
 * stamp. After a lost answer it stays: it is looked up, or the same bytes are sent again, until the
 * outcome is known. If it is not known by the end of the recovery window, the policy decides. Every
 * step is written to the journal before it is taken, so the state survives the process.
 * @module
 */
import { JournalError, SettleError } from '../errors.js'
import { ignoreError } from '../lib/ignoreError.js'
import { requireKind, requireOptions, requireTexts } from '../lib/options.js'
import type { Sealed } from '../seal/sello.js'
import { Superseded } from './attempt/attemptEntry.js'
import type { FailoverContext } from './attempt/context.js'
import { forEachEntry } from './attempt/forEachEntry.js'
import { keepLate } from './attempt/late.js'
import { SharedAttempts } from './attempt/sharedAttempt.js'
import { StampAttempt } from './attempt/stampAttempt.js'
import {
  contextWithin,
  type JoiningProvider,
  type JournalUnit,
  unitOfJournal,
} from './attempt/stampUnit.js'
import { boundJournal, UnreadableEntry, unsent } from './boundedJournal.js'
import { type Carriers, carriersOf } from './carriers.js'
import { PacEndpoint } from './endpoint.js'
import { entryOf, pinnedEntry, unknownSince } from './entry.js'
import type { Failover, ReconcileOptions, Resumed } from './failoverInterface.js'
import { readKept, tokenOf } from './hash.js'
import { Heartbeat } from './heartbeat.js'
import type { Closing, JournalEntry, JournalIdentity } from './journal.js'
import { observedJournal } from './observe/observedJournal.js'
import type { TraceContext } from './observe/trace.js'
import { judgeStamped, unknownOutcome } from './outcome.js'
import { policy as defaultPolicy, type Policy } from './policy.js'
import type {
  Capabilities,
  FindOutcome,
  Provider,
  SatStatus,
  Stamped,
  StampOutcome,
  StatusQuery,
} from './provider.js'
import { Reconciler, type Reconciliation } from './reconciler.js'
import { requireSealed } from './requireProvider.js'
import { type FailoverOptions, readFailoverSettings, requireProviders } from './settings.js'
import {
  busySettlement,
  requireDoubt,
  requireSettlement,
  type Settlement,
  type SettleOptions,
  settledOutcome,
  unreadableSettlement,
} from './settlement.js'
import { canStamp, combineCapabilities, notStampable } from './stampable.js'

export type { Failover, ReconcileOptions, Resumed } from './failoverInterface.js'

/**
 * Combines several PACs into one provider, in order of preference.
 * @throws TypeError if an option is invalid, two providers share an id, or a lost answer of one
 * could not be resolved: it claims neither to recognise the same bytes nor a look-up, and `once`
 * does not name it.
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
export function composeProviders(
  providers: readonly Provider[],
  options: FailoverOptions,
  policy: Policy,
): Failover {
  requireProviders(providers, options?.once)
  const settings = readFailoverSettings(options)
  const journal = observedJournal(
    boundJournal(settings.journal, settings.clock, settings.timeouts.journal),
    settings,
  )
  const { owner, lease, clock } = settings
  const renew = settings.journal.renew && ((until: number) => journal.renew(owner, until))
  const heartbeat = new Heartbeat({ renew, lease, now: () => clock.now(), clock })
  return new Composition({ settings, journal, heartbeat, policy, late: new Map() }, providers)
}

/** The end of an attempt. */
interface Ended {
  readonly outcome: StampOutcome
  /** Another process works on the document, or has ended it. */
  readonly elsewhere?: true
}

class Composition implements Failover, JoiningProvider {
  readonly id: string
  readonly remembers = true
  readonly capabilities: Capabilities
  readonly cancel: Carriers['cancel']
  readonly pending: Carriers['pending']
  readonly answer: Carriers['answer']
  readonly related: Carriers['related']
  readonly #context: FailoverContext
  /** Attempts in progress, by token: concurrent calls for one document share one. */
  readonly #inFlight = new SharedAttempts<Ended>(
    (token) => void keepLate(this.#context, token).catch(ignoreError),
  )
  /** Documents being reconciled, by token. */
  readonly #reconciling = new Map<string, Promise<void>>()
  /** Identity of the journal, read once a minute. */
  #identity = noIdentity

  constructor(context: Omit<FailoverContext, 'endpoints'>, providers: readonly Provider[]) {
    const { settings, journal } = context
    const endpoints = providers.map(
      (each) =>
        new PacEndpoint(
          each,
          settings,
          journal,
          (stamped: Stamped, token: string, { xml }: Sealed) => {
            this.#context.late.set(token, { pac: each.id, stamped, xml })
            if (!this.#inFlight.has(token)) void keepLate(this.#context, token).catch(ignoreError)
          },
        ),
    )
    this.#context = { ...context, endpoints }
    this.id = context.settings.id
    const given = endpoints.map(({ provider }) => provider)
    const carriers = carriersOf(this.id, given)
    this.cancel = carriers.cancel
    this.pending = carriers.pending
    this.answer = carriers.answer
    this.related = carriers.related
    this.capabilities = combineCapabilities(providers.map(({ capabilities }) => capabilities))
  }

  stamp(sealed: Sealed, signal?: AbortSignal, trace?: TraceContext): Promise<StampOutcome> {
    return this.stampWithin(undefined, sealed, signal, trace)
  }

  async stampWithin(
    given: JournalUnit | undefined,
    sealed: Sealed,
    signal?: AbortSignal,
    trace?: TraceContext,
  ): Promise<StampOutcome> {
    requireSealed('failover.stamp', sealed, signal)
    if (!canStamp(this.capabilities, sealed))
      return notStampable(this.#context.settings.id, sealed, this.capabilities)
    // A copy: later changes of the caller must not be sent under this token.
    const own = { ...sealed }
    const unit = await unitOfJournal(given, this.#context.settings.journal)
    const { outcome } = await this.#join({
      sealed: own,
      token: await tokenOf(own),
      signal,
      trace,
      unit,
      onlyOpen: false,
    })
    return outcome
  }

  async pin(sealed: Sealed, pac: string): Promise<void> {
    requireSealed('failover.pin', sealed)
    requireKind('failover.pin: pac', pac, 'text')
    const token = await tokenOf(sealed)
    const { journal, settings } = this.#context
    const entry = await unsent(() => journal.load(token))
    if (entry instanceof UnreadableEntry) return
    const pinned = pinnedEntry(entry, { token, xml: sealed.xml, pac, now: settings.clock.now() })
    if (pinned === undefined) return
    if (await unsent(() => journal.append(pinned))) return
    throw new JournalError('JOURNAL_WRITE', 'Otro proceso escribe de este comprobante.', {
      notSent: true,
    })
  }

  async afterRestore(until: number): Promise<void> {
    requireKind('failover.afterRestore: until', until, 'number')
    const { journal, settings } = this.#context
    await forEachEntry(
      journal.unfinished('reconcile'),
      settings.parallel,
      undefined,
      async (entry) => {
        if (entry instanceof UnreadableEntry || entry.at > until) return
        const restored = unknownSince(entry, settings.clock.now())
        // If another process writes the entry meanwhile, the restored state is not the last one.
        if (restored !== undefined) await journal.append(restored)
      },
    )
  }

  journal(): Promise<JournalIdentity | undefined> {
    const { journal, settings } = this.#context
    const now = settings.clock.now()
    if (now < this.#identity.until && now > this.#identity.until - 2 * remembered)
      return this.#identity.value
    const value = unsent(() => journal.identity())
    this.#identity = { value, until: now + remembered }
    value.catch(() => {
      this.#identity = noIdentity
    })
    return value
  }

  async knows(sealed: Sealed): Promise<boolean> {
    requireSealed('failover.knows', sealed)
    const token = await tokenOf(sealed)
    const entry = await unsent(() => this.#context.journal.load(token))
    // The caller next compares the identity: one from before the loss of the entry would vouch.
    if (entry === undefined) this.#identity = noIdentity
    return entry !== undefined
  }

  async outcomeOf(token: string): Promise<Closing | undefined> {
    const entry = await this.#context.journal.load(token)
    if (entry instanceof UnreadableEntry) return undefined
    return entry?.outcome
  }

  async find(sealed: Sealed, signal?: AbortSignal, trace?: TraceContext): Promise<FindOutcome> {
    requireSealed('failover.find', sealed, signal)
    const token = await tokenOf(sealed)
    const entry = await this.#context.journal.load(token)
    if (entry instanceof UnreadableEntry) return this.#unreadable(token)
    if (entry?.outcome?.kind === 'stamped') return this.#earlier(entry.outcome, sealed)
    let inconclusive: FindOutcome | undefined
    for (const endpoint of this.#context.endpoints) {
      if (!endpoint.canFind) continue
      const sends = entry?.inDoubt?.sends ?? 0
      const outcome = await endpoint.find({ sealed, token, sends, recovery: true, signal, trace })
      if (outcome.kind === 'stamped') return outcome
      if (outcome.kind !== 'absent') inconclusive = outcome
    }
    if (inconclusive !== undefined) return inconclusive
    if (entry?.status === 'open') return this.#busy(token, entry)
    return { kind: 'absent', pac: this.id }
  }

  async ping(signal?: AbortSignal): Promise<boolean> {
    const answers = await Promise.all(
      this.#context.endpoints.map((endpoint) => endpoint.ping(signal)),
    )
    return answers.includes(true)
  }

  async resume(token?: string, signal?: AbortSignal): Promise<readonly Resumed[]> {
    if (token !== undefined) requireKind('failover.resume: token', token, 'text')
    if (signal !== undefined) requireKind('failover.resume: signal', signal, 'signal')
    const resumed: Resumed[] = []
    const entries =
      token === undefined ? this.#context.journal.unfinished('resume') : this.#entryOf(token)
    await forEachEntry(entries, this.#context.settings.parallel, signal, async (entry, each) => {
      if (entry instanceof UnreadableEntry)
        resumed.push({ token: entry.token, outcome: this.#unreadable(entry.token) })
      else if (entry.status === 'open' && (token !== undefined || this.#isDue(entry))) {
        const { elsewhere, ...document } = await this.#resume(entry, each)
        if (token !== undefined || !elsewhere) resumed.push(document)
      }
    })
    return resumed
  }

  async reconcile(options: ReconcileOptions = {}): Promise<Reconciliation> {
    requireOptions('reconcile', options, { settled: requireTexts, signal: 'signal' })
    const { settled: known = [], signal } = options
    const reconciler = new Reconciler(
      this.#context,
      new Set(Array.from(known, (each) => each.toUpperCase())),
    )
    const entries = this.#context.journal.unfinished('reconcile')
    await forEachEntry(entries, this.#context.settings.parallel, signal, async (entry, each) => {
      const { token } = entry
      if (entry instanceof UnreadableEntry) return void reconciler.findings.unreadable.push(token)
      if (entry.abandoned.length === 0) return
      if (this.#isBusy(entry)) return reconciler.postpone(entry)
      const visit = this.#context.heartbeat
        .during(() => reconciler.visit(entry, each))
        .finally(() => this.#reconciling.delete(token))
      this.#reconciling.set(token, visit)
      await visit
    })
    return reconciler.findings
  }

  async settle(
    token: string,
    settlement: Settlement,
    options: SettleOptions = {},
  ): Promise<Resumed> {
    requireOptions('settle', options, ['by'])
    const { by = 'operator' } = options
    requireSettlement(token, settlement, by)
    const { journal, settings, endpoints } = this.#context
    const entry = await journal.load(token)
    if (entry === undefined)
      throw new SettleError('SETTLE_UNKNOWN', `La bitácora no tiene el comprobante ${token}.`)
    if (entry instanceof UnreadableEntry) throw unreadableSettlement()
    if (this.#isBusy(entry)) throw busySettlement()
    requireDoubt(entry)
    const sealed = await readKept(token, entry.xml)
    if (sealed === undefined) throw unreadableSettlement()
    const canFind = (pac: string) =>
      endpoints.some((endpoint) => endpoint.id === pac && endpoint.canFind)
    const now = settings.clock.now()
    const state = settledOutcome({ entry, sealed, settlement, by, canFind, now })
    const head = { token, xml: entry.xml, version: entry.version + 1, at: now }
    if (this.#isBusy(entry) || !(await journal.append(entryOf(head, state)))) throw busySettlement()
    return { token, sealed, outcome: state.outcome }
  }

  async retryAccount(pac?: string): Promise<void> {
    if (pac !== undefined) requireKind('retryAccount: pac', pac, 'text')
    const { endpoints } = this.#context
    const wanted = endpoints.filter(({ id }) => pac === undefined || id === pac)
    if (wanted.length === 0)
      throw new TypeError(`retryAccount: ${String(pac)} is none of the providers`)
    await Promise.all(wanted.map((endpoint) => endpoint.retryAccount()))
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
    const each = await Promise.all(
      this.#context.endpoints.map(({ provider }) => provider.balance?.(signal)),
    )
    let sum = 0
    for (const balance of each) {
      if (balance === undefined) return undefined
      sum += balance
    }
    return sum
  }

  /** Joins the attempt in progress for the same document, or starts one. */
  #join(request: Request): Promise<Ended> {
    return this.#inFlight.join(
      request,
      (signal, recorded) => this.#attempt({ ...request, signal }, recorded),
      () => {
        // For a caller that went while others wait.
        const message = 'La petición se canceló; el comprobante se sigue timbrando.'
        return { outcome: { ...unknownOutcome(this.id, message), token: request.token } }
      },
    )
  }

  async #attempt(request: Request, recorded: () => void): Promise<Ended> {
    const { token, sealed, unit, onlyOpen } = request
    await this.#reconciling.get(token)?.catch(ignoreError)
    const context = contextWithin(this.#context, unit)
    const entry = await unsent(() => context.journal.load(token))
    if (entry instanceof UnreadableEntry) return { outcome: this.#unreadable(token) }
    if (entry?.outcome?.kind === 'stamped') return { outcome: this.#earlier(entry.outcome, sealed) }
    if (entry !== undefined && this.#isClaimed(entry))
      return { outcome: this.#busy(token, entry), elsewhere: true }
    // Its caller may have received a rejection since it was found open: the caller decides about a
    // retry.
    if (onlyOpen && entry?.outcome !== undefined) return { outcome: entry.outcome, elsewhere: true }
    try {
      const attempt = new StampAttempt(context, { ...request, entry, recorded })
      return { outcome: await this.#context.heartbeat.during(() => attempt.run()) }
    } catch (error) {
      if (!(error instanceof Superseded)) throw error
    }
    // Another process updated the entry concurrently: its state prevails.
    const theirs = await this.#context.journal.load(token).catch(ignoreError)
    const elsewhere = true
    if (theirs instanceof UnreadableEntry) return { outcome: this.#unreadable(token), elsewhere }
    if (theirs?.outcome?.kind === 'stamped')
      return { outcome: this.#earlier(theirs.outcome, sealed), elsewhere }
    return { outcome: theirs?.outcome ?? this.#busy(token, theirs), elsewhere }
  }

  /** A document in doubt has been sent: that the journal fails meanwhile leaves it so. */
  async #resume(
    { token, xml }: JournalEntry,
    signal: AbortSignal | undefined,
  ): Promise<Resumed & Ended> {
    const sealed = await readKept(token, xml)
    if (sealed === undefined) return { token, outcome: this.#unreadable(token) }
    try {
      return {
        token,
        sealed,
        ...(await this.#join({
          token,
          sealed,
          signal,
          trace: undefined,
          unit: undefined,
          onlyOpen: true,
        })),
      }
    } catch (error) {
      if (!(error instanceof JournalError)) throw error
      return { token, sealed, outcome: { ...unknownOutcome(this.id, error.message), token } }
    }
  }

  async *#entryOf(token: string): AsyncIterable<JournalEntry | UnreadableEntry> {
    const entry = await this.#context.journal.load(token)
    if (entry !== undefined) yield entry
  }

  #isClaimed({ claim }: JournalEntry): boolean {
    const { owner, clock } = this.#context.settings
    return claim !== undefined && claim.owner !== owner && claim.until > clock.now()
  }

  /**
   * Whether a round visits a document: no other process works on it, and the last visit was long
   * enough ago.
   */
  #isDue(entry: JournalEntry): boolean {
    return !this.#isClaimed(entry) && (entry.due ?? 0) <= this.#context.settings.clock.now()
  }

  #isBusy(entry: JournalEntry): boolean {
    return (
      this.#inFlight.has(entry.token) ||
      this.#reconciling.has(entry.token) ||
      this.#isClaimed(entry)
    )
  }

  #busy(token: string, entry: JournalEntry | undefined) {
    const busy = {
      ...unknownOutcome(
        entry?.inDoubt?.pac ?? this.id,
        'Otro proceso está timbrando este comprobante.',
      ),
      token,
    }
    const retryAfter = (entry?.claim?.until ?? 0) - this.#context.settings.clock.now()
    return retryAfter > 0 ? { ...busy, retryAfter } : busy
  }

  /** Nothing is sent that the journal may know more about than can be read. */
  #unreadable(token: string) {
    return {
      ...unknownOutcome(this.id, 'No se puede leer lo que la bitácora guarda de este comprobante.'),
      token,
    }
  }

  #earlier(outcome: Stamped, sealed: Sealed) {
    return judgeStamped({ previous: 'journal', ...outcome, when: 'earlier' }, sealed, outcome.pac)
  }
}

/** Milliseconds for which the identity of the journal is remembered. */
const remembered = 60_000

const noIdentity: { readonly value: Promise<JournalIdentity | undefined>; readonly until: number } =
  {
    value: Promise.resolve(undefined),
    until: Number.NEGATIVE_INFINITY,
  }

interface Request {
  readonly token: string
  readonly sealed: Sealed
  readonly signal: AbortSignal | undefined
  readonly trace: TraceContext | undefined
  readonly unit: JournalUnit | undefined
  /** Whether it only continues: a document that the journal has an answer for is not sent again. */
  readonly onlyOpen: boolean
}
