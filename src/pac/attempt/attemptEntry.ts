/**
 * Entry of one attempt in the journal: its stored and pending states, and the handling of failed
 * writes.
 * @module
 */
import { ignoreError } from '../../lib/ignoreError.js'
import { JournalError } from '../../errors.js'
import { entryOf, type State } from '../entry.js'
import type { JournalEntry } from '../journal.js'
import { unavailable, unknownOutcome } from '../outcome.js'
import { pauseBeforeVisit } from '../policy.js'
import type { Unknown } from '../provider.js'
import { grace } from '../settings.js'
import type { AttemptInput, FailoverContext } from './context.js'

/** The entry of the document was updated concurrently: the state in memory is stale. */
export class Superseded extends Error {}

/** The entry that one attempt writes. */
export class AttemptEntry {
  readonly #context: FailoverContext
  readonly #input: AttemptInput
  #stored: JournalEntry | undefined
  #writing: JournalEntry | undefined

  constructor(context: FailoverContext, input: AttemptInput) {
    this.#context = context
    this.#input = input
    this.#keep(input.entry)
  }

  /** The entry as stored in the journal. */
  get stored(): JournalEntry | undefined {
    return this.#stored
  }

  /**
   * Whether the claim lasts as long as a request, or heartbeats extend it. It does not if the
   * process was suspended: then another process may have taken the document over, and the next
   * write fails.
   */
  get isClaimed(): boolean {
    const { until = 0 } = this.#stored?.claim ?? {}
    const { settings, heartbeat } = this.#context
    if (settings.journal.renew !== undefined) return heartbeat.isAlive(until)
    return this.#now() + settings.timeouts.stamp + grace <= until
  }

  /** @throws Superseded if another process updated the entry. */
  async write(state: State, claim: 'held' | 'released' = 'held'): Promise<void> {
    const { token, sealed } = this.#input
    const before = this.#stored
    const { owner, lease } = this.#context.settings
    const visits = (before?.visits ?? 0) + (claim === 'released' ? 1 : 0)
    const due = claim === 'released' ? { due: this.#now() + pauseBeforeVisit(visits - 1) } : {}
    const entry = entryOf(
      {
        token,
        xml: sealed.xml,
        version: (before?.version ?? 0) + 1,
        at: this.#now(),
        ...(visits && { visits }),
        ...due,
      },
      state,
      claim === 'held' && state.outcome === undefined
        ? { owner, until: this.#now() + lease }
        : undefined,
    )
    this.#writing = entry
    const { journal } = this.#context
    const retractLater = () =>
      void journal.append(this.#retraction(entry, before)).catch(ignoreError)
    if (!(await journal.append(entry, before?.status === 'open' ? undefined : retractLater)))
      throw new Superseded()
    this.#keep(entry)
  }

  /**
   * Returns the outcome of a call whose journal fails: unknown.
   * @throws JournalError with `notSent` if the document is not open in the journal.
   */
  async failed({ code, message, cause }: JournalError): Promise<Unknown> {
    const { token } = this.#input
    if (this.#stored?.status !== 'open') {
      if (code !== 'JOURNAL_TIMEOUT') await this.#retract().catch(ignoreError)
      throw new JournalError(code, message, { cause, notSent: true })
    }
    const pac = this.#stored.inDoubt?.pac ?? this.#context.settings.id
    return { ...unknownOutcome(pac, 'La bitácora falló, y no se sabe si el PAC timbró.'), token }
  }

  #keep(entry: JournalEntry | undefined): void {
    this.#stored = entry
    if (entry?.status === 'open') this.#input.recorded()
  }

  /**
   * Retracts a failed write, which may have taken effect. Otherwise `resume` could send a document
   * that the caller knows as not sent.
   */
  async #retract(): Promise<void> {
    const stored = await this.#context.journal.load(this.#input.token)
    const { version, claim } = this.#writing ?? {}
    if (
      !(stored && 'version' in stored) ||
      stored.version !== version ||
      stored.claim?.owner !== claim?.owner
    )
      return
    await this.#context.journal.append(this.#retraction(stored, this.#stored))
  }

  #retraction(
    { token, xml, version }: JournalEntry,
    before: JournalEntry | undefined,
  ): JournalEntry {
    const { id } = this.#context.settings
    const { abandoned = [], outcome = unavailable(id, 'No se envió: la bitácora falló antes.') } =
      before ?? {}
    return entryOf({ token, xml, version: version + 1, at: this.#now() }, { abandoned, outcome })
  }

  #now(): number {
    return this.#context.settings.clock.now()
  }
}
