/**
 * What an answer means for a document, given what was known before. Pure: the whole of the safety of failover is here,
 * and tests replace one decision at a time to see that it matters.
 *
 * What must not happen is that a second PAC is asked while the first may have stamped. A no proves that it did not only
 * when no earlier answer was lost, or when the PAC looks for a repetition before it gives that no; that is known of
 * what is wrong in the document itself, not of dates and lists, which change between one request and the next.
 * @module
 */
import type { Absences, InDoubt } from './journal.js'
import { evidence } from './outcome.js'
import type { FindOutcome, Refused, Rejected, Stamped, StampOutcome, Unavailable, Unknown } from './provider.js'

/** What was decided by the host. Times in milliseconds. */
export interface PolicyOptions {
  /** What to do when a PAC rejects by one of its lists. */
  readonly onListRejection: 'stop' | 'next'
  /** Negative look-ups, and the time between the first and the last of them, that prove that a PAC did not stamp. */
  readonly absence: { readonly finds: number; readonly quiet: number }
}

/** What to do next. */
export type Move =
  /** It is settled. */
  | { readonly to: 'close'; readonly outcome: Stamped | Rejected }
  /** This PAC certainly did not stamp: another may be asked. */
  | { readonly to: 'next'; readonly outcome: Rejected | Refused | Unavailable }
  /** It stays with this PAC. */
  | { readonly to: 'stay'; readonly inDoubt: InDoubt }
  /** This PAC said often enough that it does not have it: another may be asked, and this one is watched. */
  | { readonly to: 'leave'; readonly inDoubt: InDoubt }

export interface Policy {
  afterStamp(inDoubt: InDoubt, outcome: StampOutcome, now: number, rules: PolicyOptions): Move
  afterFind(inDoubt: InDoubt, outcome: FindOutcome, now: number, rules: PolicyOptions): Move
  /** Whether to leave a PAC at the deadline, should the policy be to switch. */
  mayLeave(inDoubt: InDoubt): boolean
  provesAbsence(absent: Absences, rules: PolicyOptions): boolean
}

export const policy: Policy = {
  afterStamp(inDoubt, outcome, now, rules) {
    const answered: InDoubt = { ...inDoubt, sending: false }
    switch (outcome.kind) {
      case 'stamped':
        return { to: 'close', outcome }
      case 'unknown':
        return { to: 'stay', inDoubt: lose(answered, outcome, now) }
      case 'rejected':
        return inDoubt.lostAt === undefined
          ? afterFirstRejection(outcome, rules)
          : afterLaterRejection(answered, outcome)
      default:
        return inDoubt.lostAt === undefined
          ? { to: 'next', outcome }
          : { to: 'stay', inDoubt: noted(answered, outcome) }
    }
  },

  afterFind(inDoubt, outcome, now, rules) {
    if (outcome.kind === 'stamped') return { to: 'close', outcome }
    if (outcome.kind === 'unknown') return { to: 'stay', inDoubt: outcome.why ? held(inDoubt, outcome) : inDoubt }
    if (outcome.kind !== 'absent' || inDoubt.why !== undefined) return { to: 'stay', inDoubt }
    const absent = countAbsence(inDoubt.absent, now)
    const counted: InDoubt = { ...inDoubt, absent }
    if (!this.provesAbsence(absent, rules)) return { to: 'stay', inDoubt: counted }
    return inDoubt.no === undefined ? { to: 'leave', inDoubt: counted } : { to: 'close', outcome: inDoubt.no }
  },

  mayLeave: ({ why, no }) => why === undefined && no?.scope !== 'time' && no?.scope !== 'certificate',

  provesAbsence: ({ count, from, to }, { absence }) => count >= absence.finds && to - from >= absence.quiet,
}

/** One more negative look-up. */
export function countAbsence(absent: Absences | undefined, now: number): Absences {
  return { count: (absent?.count ?? 0) + 1, from: absent?.from ?? now, to: now }
}

/** A inDoubt found in the journal with a request on its way: we died before its answer was written (outcome M of the taxonomy). */
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
  return { to: 'stay', inDoubt: { ...noted(inDoubt, outcome), no: outcome } }
}

/** Look-ups made before this moment say nothing about a request that may still be under way at the PAC. */
function lose({ absent: _, ...inDoubt }: InDoubt, outcome: Unknown, now: number): InDoubt {
  return held({ ...noted(inDoubt, outcome), lostAt: now }, outcome)
}

/** `mismatch` gives way to `stamped`, and neither to anything less. */
function held(inDoubt: InDoubt, { why }: Unknown): InDoubt {
  const strongest = why === 'stamped' || inDoubt.why === undefined ? why : inDoubt.why
  return strongest === undefined || strongest === inDoubt.why ? inDoubt : { ...inDoubt, why: strongest }
}

function noted(inDoubt: InDoubt, outcome: Rejected | Refused | Unavailable | Unknown): InDoubt {
  return { ...inDoubt, last: { ...evidence(outcome), message: outcome.message } }
}
