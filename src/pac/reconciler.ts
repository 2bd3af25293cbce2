/**
 * Stamps that nobody waits for: a PAC that was left in silence stamped after all, and the document has another stamp.
 *
 * Such a PAC is only asked, never sent the document again: that would make the orphan.
 * @module
 */
import type { Sealed } from '../seal/sello.js'
import { adopt, entryOf, isOpen } from './entry.js'
import { readSealed } from './hash.js'
import { notify } from './hooks.js'
import type { AbandonedAttempt, Closing, JournalEntry } from './journal.js'
import { countAbsence } from './policy.js'
import type { FindOutcome, Stamped } from './provider.js'
import type { FailoverContext } from './stampAttempt.js'

/** Two stamps of one document. */
export interface Orphan {
  /** SHA-256 of the sealed XML. */
  readonly token: string
  readonly sealed: Sealed
  /** The stamp that the caller got. */
  readonly keep: Stamped
  /** The one to be cancelled: motive 02, issued with errors and not substituted. Its PAC is `cancel.pac`. */
  readonly cancel: Stamped
}

/** A PAC that was left and of which it is not known yet whether it stamped. */
export interface Pending {
  readonly token: string
  readonly pac: string
  /** When it was left, in milliseconds since 1970. */
  readonly since: number
  /**
   * `absent`: so far it says no. `silent`: it did not answer. `no-look-up`: it cannot be asked without sending it the
   * document; the SAT's bulk download tells, and stays here until the host says that it is settled. `not-configured`: the composition does not have it. `busy`: the document is
   * being worked on.
   */
  readonly why: 'absent' | 'silent' | 'no-look-up' | 'not-configured' | 'busy'
}

/** A document without a stamp whose stamp turned up. */
export interface Adopted {
  readonly token: string
  readonly sealed: Sealed
  readonly outcome: Stamped
  /** What the caller had been told, when it was not an unknown: the PAC's look-ups had denied it for too long. */
  readonly instead?: Closing
}

/** What `reconcile` found. */
export interface Reconciliation {
  /** Every orphan that is not handed over yet, the ones of earlier calls included. */
  readonly orphans: readonly Orphan[]
  readonly adopted: readonly Adopted[]
  readonly pending: readonly Pending[]
}

interface Findings {
  readonly orphans: Orphan[]
  readonly adopted: Adopted[]
  readonly pending: Pending[]
}

/** What is known of the document of an entry, while its abandoned are gone through. */
interface Visit {
  readonly sealed: Sealed
  readonly signal: AbortSignal | undefined
  entry: JournalEntry
}

/** Goes through the PACs that the documents of the journal left behind. One instance for each `reconcile`. */
export class Reconciler {
  readonly #context: FailoverContext
  readonly #settled: ReadonlySet<string>
  readonly findings: Findings = { orphans: [], adopted: [], pending: [] }

  /** @param settled in upper case: UUIDs of orphans, and tokens of documents, that the host has seen to. */
  constructor(context: FailoverContext, settled: ReadonlySet<string>) {
    this.#context = context
    this.#settled = settled
  }

  /** Someone is at work on this document: next time. */
  postpone({ token, abandoned }: JournalEntry): void {
    for (const watch of abandoned.filter(isOpen)) this.#pend(token, watch, 'busy')
  }

  async visit(entry: JournalEntry, signal: AbortSignal | undefined): Promise<void> {
    const visit: Visit = { sealed: readSealed(entry.xml), entry, signal }
    const isSettled = this.#settled.has(entry.token.toUpperCase())
    for (const watch of entry.abandoned.filter(isOpen)) {
      if (isSettled) await this.#replace(visit, watch, { ...watch, end: 'settled' })
      else await this.#ask(visit, watch)
    }
    for (const watch of visit.entry.abandoned) {
      if (watch.found !== undefined && watch.end === undefined) await this.#handOver(visit, watch, watch.found)
    }
  }

  async #ask(visit: Visit, watch: AbandonedAttempt): Promise<void> {
    const { token } = visit.entry
    const endpoint = this.#context.endpoints.find(({ id }) => id === watch.inDoubt.pac)
    if (endpoint === undefined) return this.#pend(token, watch, 'not-configured')
    if (!endpoint.canFind) return this.#pend(token, watch, 'no-look-up')
    const outcome = await endpoint.find(this.#callOf(visit, watch))
    if (outcome.kind === 'stamped') return this.#found(visit, watch, outcome)
    await this.#notFound(visit, watch, outcome)
  }

  async #found(visit: Visit, watch: AbandonedAttempt, found: Stamped): Promise<void> {
    const kept = visit.entry.outcome
    if (kept?.kind !== 'stamped') return this.#adopt(visit, watch, found)
    const same = isSame(kept, found)
    const { token } = visit.entry
    if (!(await this.#replace(visit, watch, same ? { ...watch, end: 'same' } : { ...watch, found }))) {
      return this.#pend(token, watch, 'busy')
    }
    if (same) return
    notify(this.#context.settings.on, 'orphanFound', { token, sealed: visit.sealed, keep: kept, cancel: found })
  }

  async #adopt(visit: Visit, watch: AbandonedAttempt, found: Stamped): Promise<void> {
    const { token, abandoned, inDoubt, outcome: instead } = visit.entry
    if (!(await this.#write(visit, adopt(abandoned, watch, inDoubt, this.#now()), found))) {
      return this.#pend(token, watch, 'busy')
    }
    this.findings.adopted.push({ token, sealed: visit.sealed, outcome: found, ...(instead && { instead }) })
  }

  async #notFound(visit: Visit, watch: AbandonedAttempt, { kind }: FindOutcome): Promise<void> {
    if (kind !== 'absent') return this.#pend(visit.entry.token, watch, 'silent')
    const absent = countAbsence(watch.absent, this.#now())
    const { settings, policy } = this.#context
    const over = absent.to - watch.since >= settings.watch && policy.provesAbsence(absent, settings.rules)
    await this.#replace(visit, watch, over ? { ...watch, absent, end: 'absent' } : { ...watch, absent })
    if (!over) this.#pend(visit.entry.token, watch, 'absent')
  }

  async #handOver(visit: Visit, watch: AbandonedAttempt, cancel: Stamped): Promise<void> {
    const { token, outcome: keep } = visit.entry
    if (keep?.kind !== 'stamped') return
    const orphan: Orphan = { token, sealed: visit.sealed, keep, cancel }
    if (this.#settled.has(cancel.timbre.UUID.toUpperCase()) || (await this.#taken(orphan))) {
      await this.#replace(visit, watch, { ...watch, end: 'handed-over' })
    } else this.findings.orphans.push(orphan)
  }

  /** Reported too: what was handed over in this call belongs in its report. */
  async #taken(orphan: Orphan): Promise<boolean> {
    const { cancelOrphan } = this.#context.settings
    if (cancelOrphan === undefined) return false
    try {
      await cancelOrphan(orphan)
    } catch {
      return false
    }
    this.findings.orphans.push(orphan)
    return true
  }

  async #replace(visit: Visit, watch: AbandonedAttempt, by: AbandonedAttempt): Promise<boolean> {
    return this.#write(
      visit,
      visit.entry.abandoned.map((each) => (each === watch ? by : each)),
    )
  }

  async #write(
    visit: Visit,
    abandoned: readonly AbandonedAttempt[],
    outcome: Closing | undefined = visit.entry.outcome,
  ): Promise<boolean> {
    const { token, xml, version, inDoubt } = visit.entry
    const head = { token, xml, version: version + 1, at: this.#now() }
    const entry = entryOf(head, { abandoned, ...(inDoubt && { inDoubt }), ...(outcome && { outcome }) })
    if (!(await this.#context.journal.append(entry))) return false
    visit.entry = entry
    return true
  }

  #callOf({ entry: { token }, sealed, signal }: Visit, { inDoubt: { sends } }: AbandonedAttempt) {
    return { token, sealed, sends, recovery: true, signal }
  }

  #pend(token: string, { inDoubt: { pac }, since }: AbandonedAttempt, why: Pending['why']): void {
    this.findings.pending.push({ token, pac, since, why })
  }

  #now(): number {
    return this.#context.settings.clock.now()
  }
}

/** Two names of one PAC, or two accounts with it, give one and the same stamp. */
function isSame(one: Stamped, other: Stamped): boolean {
  return one.timbre.UUID.toUpperCase() === other.timbre.UUID.toUpperCase()
}
