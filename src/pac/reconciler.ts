/**
 * Reconciliation of abandoned attempts: finds the stamps that a PAC made after the document was moved to another one.
 *
 * Only look-ups: sending the document again could create the orphan.
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

/** A second stamp of one document. */
export interface Orphan {
  /** SHA-256 of the sealed XML. */
  readonly token: string
  /** The sealed document. */
  readonly sealed: Sealed
  /** The stamp that was returned to the caller. */
  readonly keep: Stamped
  /** The stamp to cancel: motive 02, issued with errors and not substituted. Its PAC is `cancel.pac`. */
  readonly cancel: Stamped
}

/** An abandoned attempt whose outcome is still unknown. */
export interface Pending {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** Id of the PAC. */
  readonly pac: string
  /** Time of the abandonment, in milliseconds since 1970. */
  readonly since: number
  /**
   * `absent`: the look-up is negative so far. `silent`: the look-up failed. `no-look-up`: the PAC supports none; check
   * the SAT's bulk download and declare the token settled. `not-configured`: the failover does not include the PAC.
   * `busy`: the document is being processed.
   */
  readonly why: 'absent' | 'silent' | 'no-look-up' | 'not-configured' | 'busy'
}

/** A document without a stamp, completed with the stamp of an abandoned attempt. */
export interface Adopted {
  /** SHA-256 of the sealed XML, in hexadecimal. */
  readonly token: string
  /** The sealed document. */
  readonly sealed: Sealed
  /** The stamp that was adopted. */
  readonly outcome: Stamped
  /** The outcome returned to the caller before, if it was not `unknown`. */
  readonly instead?: Closing
}

/** The report of `reconcile`. */
export interface Reconciliation {
  /** Orphans not handed over before this call, including those found by earlier calls. */
  readonly orphans: readonly Orphan[]
  /** Documents completed by this call. */
  readonly adopted: readonly Adopted[]
  /** Abandoned attempts that remain unknown. */
  readonly pending: readonly Pending[]
}

interface Findings {
  readonly orphans: Orphan[]
  readonly adopted: Adopted[]
  readonly pending: Pending[]
}

/** The state of one document while its abandoned attempts are reconciled. */
interface Visit {
  readonly sealed: Sealed
  readonly signal: AbortSignal | undefined
  entry: JournalEntry
}

/** Reconciles the abandoned attempts of documents. One instance for each call of `reconcile`. */
export class Reconciler {
  readonly #context: FailoverContext
  readonly #settled: ReadonlySet<string>
  readonly findings: Findings = { orphans: [], adopted: [], pending: [] }

  /** @param settled UUIDs of orphans and tokens of documents that the host has resolved, in upper case. */
  constructor(context: FailoverContext, settled: ReadonlySet<string>) {
    this.#context = context
    this.#settled = settled
  }

  /** Reports a document that is being processed as pending. */
  postpone({ token, abandoned }: JournalEntry): void {
    for (const attempt of abandoned.filter(isOpen)) this.#pend(token, attempt, 'busy')
  }

  async visit(entry: JournalEntry, signal: AbortSignal | undefined): Promise<void> {
    const visit: Visit = { sealed: readSealed(entry.xml), entry, signal }
    const isSettled = this.#settled.has(entry.token.toUpperCase())
    for (const attempt of entry.abandoned.filter(isOpen)) {
      if (isSettled) await this.#update(visit, attempt, { ...attempt, end: 'settled' })
      else await this.#check(visit, attempt)
    }
    for (const attempt of visit.entry.abandoned) {
      if (attempt.found !== undefined && attempt.end === undefined)
        await this.#reportOrphan(visit, attempt, attempt.found)
    }
  }

  async #check(visit: Visit, attempt: AbandonedAttempt): Promise<void> {
    const { token } = visit.entry
    const endpoint = this.#context.endpoints.find(({ id }) => id === attempt.inDoubt.pac)
    if (endpoint === undefined) return this.#pend(token, attempt, 'not-configured')
    if (!endpoint.canFind) return this.#pend(token, attempt, 'no-look-up')
    const outcome = await endpoint.find(this.#callOf(visit, attempt))
    if (outcome.kind === 'stamped') return this.#found(visit, attempt, outcome)
    await this.#notFound(visit, attempt, outcome)
  }

  async #found(visit: Visit, attempt: AbandonedAttempt, found: Stamped): Promise<void> {
    const kept = visit.entry.outcome
    if (kept?.kind !== 'stamped') return this.#adopt(visit, attempt, found)
    const same = isSame(kept, found)
    const { token } = visit.entry
    if (!(await this.#update(visit, attempt, same ? { ...attempt, end: 'same' } : { ...attempt, found }))) {
      return this.#pend(token, attempt, 'busy')
    }
    if (same) return
    notify(this.#context.settings.on, 'orphanFound', { token, sealed: visit.sealed, keep: kept, cancel: found })
  }

  async #adopt(visit: Visit, attempt: AbandonedAttempt, found: Stamped): Promise<void> {
    const { token, abandoned, inDoubt, outcome: instead } = visit.entry
    if (!(await this.#write(visit, adopt(abandoned, attempt, inDoubt, this.#now()), found))) {
      return this.#pend(token, attempt, 'busy')
    }
    this.findings.adopted.push({ token, sealed: visit.sealed, outcome: found, ...(instead && { instead }) })
  }

  async #notFound(visit: Visit, attempt: AbandonedAttempt, { kind }: FindOutcome): Promise<void> {
    if (kind !== 'absent') return this.#pend(visit.entry.token, attempt, 'silent')
    const absent = countAbsence(attempt.absent, this.#now())
    const { settings, policy } = this.#context
    const over = absent.to - attempt.since >= settings.watch && policy.provesAbsence(absent, settings.policyOptions)
    await this.#update(visit, attempt, over ? { ...attempt, absent, end: 'absent' } : { ...attempt, absent })
    if (!over) this.#pend(visit.entry.token, attempt, 'absent')
  }

  async #reportOrphan(visit: Visit, attempt: AbandonedAttempt, cancel: Stamped): Promise<void> {
    const { token, outcome: keep } = visit.entry
    if (keep?.kind !== 'stamped') return
    const orphan: Orphan = { token, sealed: visit.sealed, keep, cancel }
    if (this.#settled.has(cancel.timbre.UUID.toUpperCase()) || (await this.#deliver(orphan))) {
      await this.#update(visit, attempt, { ...attempt, end: 'handed-over' })
    } else this.findings.orphans.push(orphan)
  }

  /** Hands an orphan over to the host. It also belongs in the report of this call. */
  async #deliver(orphan: Orphan): Promise<boolean> {
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

  async #update(visit: Visit, attempt: AbandonedAttempt, replacement: AbandonedAttempt): Promise<boolean> {
    return this.#write(
      visit,
      visit.entry.abandoned.map((each) => (each === attempt ? replacement : each)),
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

/** Two configured ids may be one PAC, or two accounts at it: then both give the same stamp. */
function isSame(one: Stamped, other: Stamped): boolean {
  return one.timbre.UUID.toUpperCase() === other.timbre.UUID.toUpperCase()
}
