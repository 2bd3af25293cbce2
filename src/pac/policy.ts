/**
 * The policy of the failover: the next move after each answer, given the state of the document. Pure functions; tests
 * replace one at a time to show that each matters.
 *
 * The invariant: no second PAC is tried while the first may have stamped. A rejection proves that it did not only if no
 * earlier answer was lost, or if the PAC checks for duplicates before it rejects. The latter holds for errors in the
 * document itself; for dates and lists, which change between requests, it is not known.
 * @module
 */
import type { Absences, InDoubt } from './journal.js'
import { evidence } from './outcome.js'
import type { FindOutcome, Refused, Rejected, Stamped, StampOutcome, Unavailable, Unknown } from './provider.js'

/** The options of the policy. Times in milliseconds. */
export interface PolicyOptions {
  /** What to do when a PAC rejects because of one of its lists. */
  readonly onListRejection: 'stop' | 'next'
  /** Negative look-ups, and the time between the first and the last of them, that prove that a PAC did not stamp. */
  readonly absence: { readonly finds: number; readonly quiet: number }
}

/** The next move. */
export type Move =
  /** The outcome is final. */
  | { readonly to: 'close'; readonly outcome: Stamped | Rejected }
  /** This PAC certainly did not stamp: another may be tried. */
  | { readonly to: 'next'; readonly outcome: Rejected | Refused | Unavailable }
  /** The document stays with this PAC. */
  | { readonly to: 'stay'; readonly inDoubt: InDoubt }
  /** Look-ups proved the document absent: another PAC may be tried, and this attempt is abandoned. */
  | { readonly to: 'abandon'; readonly inDoubt: InDoubt }

/** The decisions of the failover. Times in milliseconds since 1970. */
export interface Policy {
  /** The move after a request to stamp. */
  afterStamp(inDoubt: InDoubt, outcome: StampOutcome, now: number, options: PolicyOptions): Move
  /** The move after a look-up. */
  afterFind(inDoubt: InDoubt, outcome: FindOutcome, now: number, options: PolicyOptions): Move
  /** Whether the attempt may be abandoned at the deadline, if `onUnknown` says `switch`. */
  mayAbandon(inDoubt: InDoubt): boolean
  /** Whether negative look-ups prove that the PAC did not stamp. */
  provesAbsence(absent: Absences, options: PolicyOptions): boolean
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
        return inDoubt.lostAt === undefined
          ? afterFirstRejection(outcome, options)
          : afterLaterRejection(answered, outcome)
      default:
        return inDoubt.lostAt === undefined
          ? { to: 'next', outcome }
          : { to: 'stay', inDoubt: withLast(answered, outcome) }
    }
  },

  afterFind(inDoubt, outcome, now, options) {
    if (outcome.kind === 'stamped') return { to: 'close', outcome }
    if (outcome.kind === 'unknown') return { to: 'stay', inDoubt: outcome.why ? withReason(inDoubt, outcome) : inDoubt }
    if (outcome.kind !== 'absent' || inDoubt.why !== undefined) return { to: 'stay', inDoubt }
    const absent = countAbsence(inDoubt.absent, now)
    const counted: InDoubt = { ...inDoubt, absent }
    if (!this.provesAbsence(absent, options)) return { to: 'stay', inDoubt: counted }
    return inDoubt.no === undefined ? { to: 'abandon', inDoubt: counted } : { to: 'close', outcome: inDoubt.no }
  },

  mayAbandon: ({ why, no }) => why === undefined && no?.scope !== 'time' && no?.scope !== 'certificate',

  provesAbsence: ({ count, from, to }, { absence }) => count >= absence.finds && to - from >= absence.quiet,
}

/** One more negative look-up. */
export function countAbsence(absent: Absences | undefined, now: number): Absences {
  return { count: (absent?.count ?? 0) + 1, from: absent?.from ?? now, to: now }
}

/** The state after a crash: if a request was in flight, its answer is lost. */
export function afterCrash(inDoubt: InDoubt, now: number): InDoubt {
  if (!inDoubt.sending) return inDoubt
  const { absent: _, ...rest } = inDoubt
  return { ...rest, sending: false, lostAt: now }
}

function afterFirstRejection(outcome: Rejected, { onListRejection }: PolicyOptions): Move {
  const elsewhere = outcome.scope === 'list' && onListRejection === 'next'
  return { to: elsewhere ? 'next' : 'close', outcome }
}

function afterLaterRejection(inDoubt: InDoubt, outcome: Rejected): Move {
  if (outcome.scope === 'document' && inDoubt.why === undefined) return { to: 'close', outcome }
  return { to: 'stay', inDoubt: { ...withLast(inDoubt, outcome), no: outcome } }
}

/** A lost answer resets the count of negative look-ups: they say nothing about a request that may still be in progress. */
function withLostAnswer({ absent: _, ...inDoubt }: InDoubt, outcome: Unknown, now: number): InDoubt {
  return withReason({ ...withLast(inDoubt, outcome), lostAt: now }, outcome)
}

/** Keeps the stronger reason: `stamped` replaces `mismatch`, and neither is removed. */
function withReason(inDoubt: InDoubt, { why }: Unknown): InDoubt {
  const strongest = why === 'stamped' || inDoubt.why === undefined ? why : inDoubt.why
  return strongest === undefined || strongest === inDoubt.why ? inDoubt : { ...inDoubt, why: strongest }
}

function withLast(inDoubt: InDoubt, outcome: Rejected | Refused | Unavailable | Unknown): InDoubt {
  return { ...inDoubt, last: { ...evidence(outcome), message: outcome.message } }
}
