/**
 * The policy of the failover: the next move after each answer, given the state of the document.
 * Pure functions; tests replace one at a time to show that each matters.
 *
 * The invariants: no second PAC is tried while the first may have stamped, and no PAC that can be
 * looked up gets a document again until look-ups proved that it does not have it. A rejection
 * proves that it did not stamp only if no earlier answer was lost, or if the PAC checks for
 * duplicates before it rejects. The latter holds for errors in the document itself; for dates and
 * lists, which change between requests, it is not known.
 *
 * Nothing is open for ever: docs/en/failover.md has the table of states and of the ways out of
 * them, and test/pac/failover/settling.test.ts and pin.test.ts walk through all of it.
 * @module
 */
import type { AbandonedAttempt, Absences, InDoubt } from './journal.js'
import { evidence } from './outcome.js'
import type {
  Capabilities,
  FindOutcome,
  Refused,
  Rejected,
  Stamped,
  StampOutcome,
  Unavailable,
  Unknown,
} from './provider.js'

/** The options of the policy. Times in milliseconds. */
export interface PolicyOptions {
  /** Action after a rejection because of a list of the PAC. */
  readonly onListRejection: 'stop' | 'next'
  /**
   * Negative look-ups, and the time between the first and the last of them, that prove that a PAC
   * did not stamp.
   */
  readonly absence: { readonly finds: number; readonly quiet: number }
}

/** The next move. */
export type Move =
  /** The outcome is final. */
  | { readonly to: 'close'; readonly outcome: Stamped | Rejected }
  /**
   * Look-ups proved that the rejection is final: the attempt is recorded as abandoned all the same.
   */
  | { readonly to: 'reject'; readonly outcome: Rejected; readonly inDoubt: InDoubt }
  /** This PAC certainly did not stamp: another may be tried. */
  | { readonly to: 'next'; readonly outcome: Rejected | Refused | Unavailable }
  /** The document stays with this PAC. */
  | { readonly to: 'stay'; readonly inDoubt: InDoubt }
  /**
   * Look-ups proved the document absent: another PAC may be tried, and this attempt is abandoned.
   */
  | { readonly to: 'abandon'; readonly inDoubt: InDoubt }

/** Abilities of a PAC to resolve a document after a lost answer, by its capabilities. */
export interface Memory {
  /** Whether it can be looked up. */
  readonly canFind: boolean
  /**
   * Whether it recognises a stamped document that is sent again: by its bytes, or by the reference
   * of its adapter.
   */
  readonly recognises: boolean
}

/**
 * Returns the memory of a PAC with these capabilities. A lookup by the UUID does not count, because
 * after a lost answer the UUID is unknown.
 */
export function memoryOf({ dedupByContent, dedupByReference, findKinds }: Capabilities): Memory {
  return {
    canFind: findKinds.some((kind) => kind !== 'uuid'),
    recognises: dedupByContent || dedupByReference === true,
  }
}

/** The decisions of the failover. Times in milliseconds since 1970. */
export interface Policy {
  /** The move after a request to stamp. */
  afterStamp(inDoubt: InDoubt, outcome: StampOutcome, now: number, options: PolicyOptions): Move
  /** The move after a look-up. */
  afterFind(inDoubt: InDoubt, outcome: FindOutcome, now: number, options: PolicyOptions): Move
  /** Whether the attempt may be abandoned at the deadline, if `onUnknown` is `switch`. */
  mayAbandon(inDoubt: InDoubt, memory: Memory): boolean
  /** Whether negative look-ups prove that the PAC did not stamp. */
  provesAbsence(absent: Absences, options: PolicyOptions): boolean
  /**
   * Whether a document in doubt may be sent to its PAC again. With a lookup it may not, until
   * lookups prove that the PAC does not have the document; a failed or inconclusive lookup has no
   * effect. Without a lookup it may if the PAC recognises stamped documents: the answer, the
   * earlier stamp or the first one, replaces the lookup.
   */
  mayRepeat(inDoubt: InDoubt, memory: Memory, options: PolicyOptions): boolean
  /**
   * Whether the document can no longer be stamped: it is proved absent, and the last lookup at the
   * PAC is done.
   */
  isOver(inDoubt: InDoubt, fecha: string, options: PolicyOptions): boolean
}

/** The policy in use. */
export const policy: Policy = {
  afterStamp(inDoubt, outcome, now, options) {
    const answered: InDoubt = { ...inDoubt, sending: false }
    switch (outcome.kind) {
      case 'stamped':
        return { to: 'close', outcome }
      case 'unknown':
        return { to: 'stay', inDoubt: withLostAnswer(answered, outcome, now) }
      case 'rejected':
        if (inDoubt.lostAt === undefined) {
          const elsewhere = outcome.scope === 'list' && options.onListRejection === 'next'
          return { to: elsewhere ? 'next' : 'close', outcome }
        }
        if (isAbsentAnswer(this, answered, options))
          return { to: 'reject', outcome, inDoubt: answered }
        if (
          outcome.scope === 'document' &&
          (answered.why === undefined || answered.why === 'unjournaled')
        )
          return { to: 'close', outcome }
        return { to: 'stay', inDoubt: { ...withLast(answered, outcome), no: outcome } }
      default:
        if (inDoubt.lostAt === undefined) return { to: 'next', outcome }
        return { to: 'stay', inDoubt: withLast(answered, outcome) }
    }
  },

  afterFind(inDoubt, outcome, now, options) {
    if (outcome.kind === 'stamped') return { to: 'close', outcome }
    if (outcome.kind === 'unknown')
      return { to: 'stay', inDoubt: outcome.why ? withReason(inDoubt, outcome) : inDoubt }
    if (outcome.kind !== 'absent' || inDoubt.why === 'stamped') return { to: 'stay', inDoubt }
    const counted: InDoubt = { ...inDoubt, absent: countAbsence(inDoubt.absent, now) }
    if (!isAbsentAnswer(this, counted, options)) return { to: 'stay', inDoubt: counted }
    if (inDoubt.no !== undefined) return { to: 'reject', outcome: inDoubt.no, inDoubt: counted }
    return { to: inDoubt.why === undefined ? 'abandon' : 'stay', inDoubt: counted }
  },

  mayAbandon({ why, no }, { canFind, recognises }) {
    if (!canFind && !recognises) return false
    return why === undefined && no?.scope !== 'time' && no?.scope !== 'certificate'
  },

  provesAbsence: ({ count, from, to }, { absence }) =>
    count >= absence.finds && to - from >= absence.quiet,

  mayRepeat(inDoubt, { canFind, recognises }, options) {
    if (canFind) return isAbsentAnswer(this, inDoubt, options)
    return recognises
  },

  isOver(inDoubt, fecha, options) {
    return isAbsentAnswer(this, inDoubt, options) && (inDoubt.sentAt ?? 0) >= windowEnd(fecha)
  },
}

/** Hours from Fecha in which a PAC may stamp (RMF 2026, rule 2.7.2.9, I). */
const window = 72

/**
 * The end of the time in which a document may be stamped; never, if its Fecha cannot be read. Fecha
 * is a local time: of the zones of Mexico the one furthest west is eight hours behind UTC.
 */
function windowEnd(fecha: string): number {
  const end = Date.parse(`${fecha}-08:00`) + window * 3_600_000
  if (Number.isNaN(end)) return Number.POSITIVE_INFINITY
  return end
}

/**
 * Whether the PAC is proved not to have the document. A lookup does not override a PAC that claimed
 * to have it.
 */
function isAbsentAnswer(rules: Policy, { absent, why }: InDoubt, options: PolicyOptions): boolean {
  return why !== 'stamped' && absent !== undefined && rules.provesAbsence(absent, options)
}

/** One more negative look-up. */
export function countAbsence(absent: Absences | undefined, now: number): Absences {
  return { count: (absent?.count ?? 0) + 1, from: absent?.from ?? now, to: now }
}

/** The state of an abandoned attempt with the look-ups since: nothing was sent between them. */
export function withWatch({ inDoubt, absent: later }: AbandonedAttempt): InDoubt {
  const { absent: earlier } = inDoubt
  if (later === undefined || earlier === undefined)
    return later ? { ...inDoubt, absent: later } : inDoubt
  return {
    ...inDoubt,
    absent: { count: earlier.count + later.count, from: earlier.from, to: later.to },
  }
}

/** The state after a crash: if a request was in flight, its answer is lost. */
export function afterCrash(inDoubt: InDoubt, now: number): InDoubt {
  if (!inDoubt.sending) return inDoubt
  const { absent: _, ...rest } = inDoubt
  return { ...rest, sending: false, lostAt: now }
}

/**
 * A lost answer resets the count of negative look-ups: they prove nothing about a request that may
 * still be in progress.
 */
function withLostAnswer(
  { absent: _, ...inDoubt }: InDoubt,
  outcome: Unknown,
  now: number,
): InDoubt {
  return withReason({ ...withLast(inDoubt, outcome), lostAt: now }, outcome)
}

/** Keeps the stronger reason: `stamped` replaces the others, and none is removed. */
function withReason(inDoubt: InDoubt, { why }: Unknown): InDoubt {
  const strongest = why === 'stamped' || inDoubt.why === undefined ? why : inDoubt.why
  if (strongest === undefined || strongest === inDoubt.why) return inDoubt
  return { ...inDoubt, why: strongest }
}

function withLast(inDoubt: InDoubt, outcome: Rejected | Refused | Unavailable | Unknown): InDoubt {
  return { ...inDoubt, last: { ...evidence(outcome), message: outcome.message } }
}

const minute = 60_000

/**
 * Milliseconds between the first visits of `resume` to a document in doubt. A visit makes up to
 * five requests.
 */
const pauses = [0, 0, 0.5, 1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute)

/**
 * Milliseconds before `resume` visits a document in doubt again, after so many visits: then for a
 * day each hour, and then each 8 hours. Less than 300 requests a week, and soon after an outage.
 */
export function pauseBeforeVisit(visits: number): number {
  return pauses[visits] ?? (visits < pauses.length + 24 ? 60 * minute : 480 * minute)
}
