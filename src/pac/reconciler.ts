/**
 * Reconciliation of abandoned attempts: finds the stamps that a PAC made after the document was
 * moved to another one.
 *
 * Only look-ups: sending the document again could create the orphan. A document is claimed before
 * its lookups, so that only one of several processes looks it up and reports its orphans.
 * @module
 */
import { JournalError } from '../errors.js'
import type { Sealed } from '../seal/sello.js'
import type { FailoverContext } from './attempt/context.js'
import { afford } from './budget.js'
import { inTime } from './clock.js'
import type { PacEndpoint } from './endpoint.js'
import { entryOf, isOpen, keep } from './entry.js'
import { readKept } from './hash.js'
import { notify } from './observe/hooks.js'
import type { AbandonedAttempt, Closing, JournalEntry } from './journal.js'
import { countAbsence } from './policy.js'
import type { Stamped } from './provider.js'

/** A second stamp of one document. */
export interface Orphan {
  /** SHA-256 of the sealed XML. */
  readonly token: string
  /** The sealed document. */
  readonly sealed: Sealed
  /** The stamp that was returned to the caller. */
  readonly keep: Stamped
  /**
   * The stamp to cancel: motive 02, issued with errors and not substituted. Its PAC is
   * `cancel.pac`.
   */
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
   * `absent`: the look-up is negative so far. `silent`: the look-up failed. `no-look-up`: the PAC
   * supports none; check the SAT's bulk download and declare the token settled. `not-configured`:
   * the failover does not include the PAC. `busy`: the document is being processed. `postponed`:
   * the retry budget of the PAC is spent; the next call retries. `journal`: the journal failed for
   * this document; the next call retries, and reports the results of this one.
   */
  readonly why:
    | 'absent'
    | 'silent'
    | 'no-look-up'
    | 'not-configured'
    | 'busy'
    | 'postponed'
    | 'journal'
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
  /**
   * Tokens of the documents of which the journal keeps something that cannot be read; empty if not
   * even the token can.
   */
  readonly unreadable: readonly string[]
}

type Findings = { readonly [List in keyof Reconciliation]: Reconciliation[List][number][] }

/** The state of one document while its abandoned attempts are reconciled. */
interface Visit {
  readonly sealed: Sealed
  readonly signal: AbortSignal | undefined
  entry: JournalEntry
}

/**
 * Result of a lookup of an abandoned attempt: its new state, and the reason if it is still pending.
 */
interface Look {
  readonly attempt: AbandonedAttempt
  readonly why?: Pending['why']
}

/** Reconciles the abandoned attempts of documents. One instance for each call of `reconcile`. */
export class Reconciler {
  readonly #context: FailoverContext
  readonly #settled: ReadonlySet<string>
  readonly findings: Findings = { orphans: [], adopted: [], pending: [], unreadable: [] }

  /**
   * @param settled UUIDs of orphans and tokens of documents that the host has resolved, in upper
   * case.
   */
  constructor(context: FailoverContext, settled: ReadonlySet<string>) {
    this.#context = context
    this.#settled = settled
  }

  /** Reports a document that is being processed as pending. */
  postpone({ token, abandoned }: JournalEntry): void {
    for (const attempt of abandoned.filter(isOpen)) this.#pend(token, attempt, 'busy')
  }

  /**
   * A journal that fails for one document must not take the others with it: their orphans may be
   * handed over already.
   */
  async visit(entry: JournalEntry, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#visit(entry, signal)
    } catch (error) {
      if (!(error instanceof JournalError)) throw error
      for (const attempt of entry.abandoned)
        if (attempt.end === undefined) this.#pend(entry.token, attempt, 'journal')
    }
  }

  async #visit(entry: JournalEntry, signal: AbortSignal | undefined): Promise<void> {
    const { token } = entry
    const sealed = await readKept(token, entry.xml)
    if (sealed === undefined) return void this.findings.unreadable.push(token)
    const visit: Visit = { sealed, entry, signal }
    if (!this.#hasWork(entry)) {
      // Reports a document without any possible lookup.
      this.#report(visit)
      const { token, abandoned } = visit.entry
      for (const attempt of abandoned.filter(isOpen))
        this.#pend(token, attempt, whyNot(this.#endpointOf(attempt)))
      return
    }
    if (!(await this.#write(visit, entry.abandoned, entry.outcome, 'held')))
      return this.postpone(entry)
    const looks: Look[] = []
    for (const attempt of entry.abandoned) looks.push(await this.#look(visit, attempt))
    if (!(await this.#conclude(visit, looks))) return this.postpone(entry)
    for (const { attempt, why } of looks) if (why !== undefined) this.#pend(token, attempt, why)
  }

  /** Whether there is a lookup, a report or a write to do, which requires a claim. */
  #hasWork({ token, abandoned, outcome }: JournalEntry): boolean {
    const isSettled = this.#settled.has(token.toUpperCase())
    for (const attempt of abandoned) {
      if (attempt.end !== undefined) continue
      if (!isOpen(attempt)) {
        if (outcome?.kind !== 'stamped' || this.#isHandled(attempt)) return true
      } else if (isSettled || this.#endpointOf(attempt)?.canFind) return true
    }
    return false
  }

  /** Whether an orphan is settled by the host, or can be handed over to it. */
  #isHandled({ found }: AbandonedAttempt): boolean {
    return this.#context.settings.cancelOrphan !== undefined || this.#isSettled(found)
  }

  #isSettled(found: Stamped | undefined): boolean {
    return found !== undefined && this.#settled.has(found.timbre.UUID.toUpperCase())
  }

  async #look(visit: Visit, attempt: AbandonedAttempt): Promise<Look> {
    if (!isOpen(attempt)) return { attempt }
    const { token } = visit.entry
    if (this.#settled.has(token.toUpperCase())) return { attempt: { ...attempt, end: 'settled' } }
    const endpoint = this.#endpointOf(attempt)
    if (!endpoint?.canFind) return { attempt, why: whyNot(endpoint) }
    const { clock, recovery } = this.#context.settings
    if (!(await afford(endpoint.budget, clock, recovery.window, visit.signal)))
      return { attempt, why: 'postponed' }
    const { sealed, signal } = visit
    const { sends } = attempt.inDoubt
    const outcome = await endpoint.find({ token, sealed, sends, recovery: true, signal })
    if (outcome.kind === 'stamped') return { attempt: { ...attempt, found: outcome } }
    if (outcome.kind === 'absent') {
      const absent = countAbsence(attempt.absent, this.#now())
      const { settings, policy } = this.#context
      const over =
        absent.to - attempt.since >= settings.watch &&
        policy.provesAbsence(absent, settings.policyOptions)
      if (over) return { attempt: { ...attempt, absent, end: 'absent' } }
      return { attempt: { ...attempt, absent }, why: 'absent' }
    }
    return { attempt, why: 'silent' }
  }

  /** Writes the results, adopts a stamp if the document has none, and reports orphans. */
  async #conclude(visit: Visit, looks: readonly Look[]): Promise<boolean> {
    const { inDoubt, outcome: before } = visit.entry
    const abandoned = looks.map(({ attempt }) => attempt)
    const first = before?.kind === 'stamped' ? undefined : abandoned.find(isFound)
    const outcome = first?.found ?? before
    const by = { since: this.#now(), by: this.#context.settings.owner }
    const kept = first === undefined ? abandoned : keep(abandoned, first.inDoubt.pac, inDoubt, by)
    const known = new Set(visit.entry.abandoned.filter(isFound))
    const ended =
      outcome?.kind === 'stamped' ? kept.map((attempt) => endSame(attempt, outcome)) : kept
    const isHandedOver = ended.some((attempt) => isFound(attempt) && this.#isHandled(attempt))
    if (!(await this.#write(visit, ended, outcome, isHandedOver ? 'held' : 'released')))
      return false
    const { sealed } = visit
    const { token } = visit.entry
    if (first?.found !== undefined)
      this.findings.adopted.push({
        token,
        sealed,
        outcome: first.found,
        ...(before && { instead: before }),
      })
    for (const attempt of ended) {
      if (!isFound(attempt) || known.has(attempt) || outcome?.kind !== 'stamped') continue
      const orphan = { token, sealed, keep: outcome, cancel: attempt.found }
      notify(this.#context.settings.on, 'orphanFound', orphan)
    }
    await this.#handOver(visit)
    this.#report(visit)
    return true
  }

  /**
   * Hands the orphans over to the host, and releases the claim. They also belong in the report of
   * this call.
   */
  async #handOver(visit: Visit): Promise<void> {
    const { abandoned, outcome, claim } = visit.entry
    if (claim === undefined) return
    const handed: AbandonedAttempt[] = []
    for (const attempt of abandoned) {
      const orphan = orphanOf(visit, attempt)
      const isSettled = orphan !== undefined && this.#isSettled(orphan.cancel)
      const isTaken = orphan !== undefined && !isSettled && (await this.#isTaken(orphan))
      if (isTaken) this.findings.orphans.push(orphan)
      handed.push(isSettled || isTaken ? { ...attempt, end: 'handed-over' } : attempt)
    }
    await this.#write(visit, handed, outcome, 'released')
  }

  /** Whether the host took the orphan over, in time. */
  async #isTaken(orphan: Orphan): Promise<boolean> {
    const { cancelOrphan, clock, timeouts } = this.#context.settings
    if (cancelOrphan === undefined) return false
    try {
      await inTime(
        clock,
        timeouts.host,
        async () => cancelOrphan(orphan),
        () => new Error('too late'),
      )
      return true
    } catch {
      return false
    }
  }

  #report(visit: Visit): void {
    for (const attempt of visit.entry.abandoned) {
      const orphan = orphanOf(visit, attempt)
      if (orphan !== undefined) this.findings.orphans.push(orphan)
    }
  }

  async #write(
    visit: Visit,
    abandoned: readonly AbandonedAttempt[],
    outcome: Closing | undefined,
    claim: 'held' | 'released',
  ): Promise<boolean> {
    const { token, xml, version, inDoubt, visits, due } = visit.entry
    const { owner, lease } = this.#context.settings
    const at = this.#now()
    const state = { abandoned, ...(inDoubt && { inDoubt }), ...(outcome && { outcome }) }
    const held = claim === 'held' ? { owner, until: at + lease } : undefined
    const pace = { ...(visits && { visits }), ...(due && { due }) }
    const entry = entryOf({ token, xml, version: version + 1, at, ...pace }, state, held)
    if (!(await this.#context.journal.append(entry))) return false
    visit.entry = entry
    return true
  }

  #endpointOf({ inDoubt: { pac } }: AbandonedAttempt): PacEndpoint | undefined {
    return this.#context.endpoints.find(({ id }) => id === pac)
  }

  #pend(token: string, { inDoubt: { pac }, since }: AbandonedAttempt, why: Pending['why']): void {
    this.findings.pending.push({ token, pac, since, why })
  }

  #now(): number {
    return this.#context.settings.clock.now()
  }
}

function whyNot(endpoint: PacEndpoint | undefined): Pending['why'] {
  if (endpoint === undefined) return 'not-configured'
  return 'no-look-up'
}

function isFound(
  attempt: AbandonedAttempt,
): attempt is AbandonedAttempt & { readonly found: Stamped } {
  return attempt.found !== undefined && attempt.end === undefined
}

/** Two configured ids may be one PAC, or two accounts at it: then both give the same stamp. */
function endSame(attempt: AbandonedAttempt, kept: Stamped): AbandonedAttempt {
  const { found } = attempt
  const isSame =
    isFound(attempt) && found?.timbre.UUID.toUpperCase() === kept.timbre.UUID.toUpperCase()
  if (!isSame) return attempt
  const { found: _, ...rest } = attempt
  return { ...rest, end: 'same' }
}

function orphanOf(
  { entry: { token, outcome }, sealed }: Visit,
  attempt: AbandonedAttempt,
): Orphan | undefined {
  if (outcome?.kind !== 'stamped' || !isFound(attempt)) return undefined
  return { token, sealed, keep: outcome, cancel: attempt.found }
}
