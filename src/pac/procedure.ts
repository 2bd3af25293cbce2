/**
 * What an answer means for a document, given what was known before. Pure: the whole of the safety of failover is here,
 * and tests replace one decision at a time to see that it matters.
 *
 * What must not happen is that a second PAC is asked while the first may have stamped. A no proves that it did not only
 * when no earlier answer was lost, or when the PAC looks for a repetition before it gives that no; that is known of
 * what is wrong in the document itself, not of dates and lists, which change between one request and the next.
 * @module
 */
import type { Absences, Pin } from './journal.js'
import { evidence } from './outcome.js'
import type { FindOutcome, Refused, Rejected, Stamped, StampOutcome, Unavailable, Unknown } from './provider.js'

/** What was decided by the host. Times in milliseconds. */
export interface Rules {
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
  | { readonly to: 'stay'; readonly pin: Pin }
  /** This PAC said often enough that it does not have it: another may be asked, and this one is watched. */
  | { readonly to: 'leave'; readonly pin: Pin }

export interface Procedure {
  afterStamp(pin: Pin, outcome: StampOutcome, now: number, rules: Rules): Move
  afterFind(pin: Pin, outcome: FindOutcome, now: number, rules: Rules): Move
  /** Whether to leave a PAC at the deadline, should the policy be to switch. */
  mayLeave(pin: Pin): boolean
  provesAbsence(absent: Absences, rules: Rules): boolean
}

export const procedure: Procedure = {
  afterStamp(pin, outcome, now, rules) {
    const answered: Pin = { ...pin, sending: false }
    switch (outcome.kind) {
      case 'stamped':
        return { to: 'close', outcome }
      case 'unknown':
        return { to: 'stay', pin: lose(answered, outcome, now) }
      case 'rejected':
        return pin.lostAt === undefined ? afterFirstRejection(outcome, rules) : afterLaterRejection(answered, outcome)
      default:
        return pin.lostAt === undefined ? { to: 'next', outcome } : { to: 'stay', pin: noted(answered, outcome) }
    }
  },

  afterFind(pin, outcome, now, rules) {
    if (outcome.kind === 'stamped') return { to: 'close', outcome }
    if (outcome.kind === 'unknown') return { to: 'stay', pin: outcome.why ? held(pin, outcome) : pin }
    if (outcome.kind !== 'absent' || pin.why !== undefined) return { to: 'stay', pin }
    const absent = countAbsence(pin.absent, now)
    const counted: Pin = { ...pin, absent }
    if (!this.provesAbsence(absent, rules)) return { to: 'stay', pin: counted }
    return pin.no === undefined ? { to: 'leave', pin: counted } : { to: 'close', outcome: pin.no }
  },

  mayLeave: ({ why, no }) => why === undefined && no?.scope !== 'time' && no?.scope !== 'certificate',

  provesAbsence: ({ count, from, to }, { absence }) => count >= absence.finds && to - from >= absence.quiet,
}

/** One more negative look-up. */
export function countAbsence(absent: Absences | undefined, now: number): Absences {
  return { count: (absent?.count ?? 0) + 1, from: absent?.from ?? now, to: now }
}

/** A pin found in the journal with a request on its way: we died before its answer was written (outcome M of the taxonomy). */
export function afterCrash(pin: Pin, now: number): Pin {
  if (!pin.sending) return pin
  const { absent: _, ...rest } = pin
  return { ...rest, sending: false, lostAt: now }
}

function afterFirstRejection(outcome: Rejected, { onListRejection }: Rules): Move {
  const elsewhere = outcome.scope === 'list' && onListRejection === 'next'
  return { to: elsewhere ? 'next' : 'close', outcome }
}

function afterLaterRejection(pin: Pin, outcome: Rejected): Move {
  if (outcome.scope === 'document' && pin.why === undefined) return { to: 'close', outcome }
  return { to: 'stay', pin: { ...noted(pin, outcome), no: outcome } }
}

/** Look-ups made before this moment say nothing about a request that may still be under way at the PAC. */
function lose({ absent: _, ...pin }: Pin, outcome: Unknown, now: number): Pin {
  return held({ ...noted(pin, outcome), lostAt: now }, outcome)
}

/** `mismatch` gives way to `stamped`, and neither to anything less. */
function held(pin: Pin, { why }: Unknown): Pin {
  const strongest = why === 'stamped' || pin.why === undefined ? why : pin.why
  return strongest === undefined || strongest === pin.why ? pin : { ...pin, why: strongest }
}

function noted(pin: Pin, outcome: Rejected | Refused | Unavailable | Unknown): Pin {
  return { ...pin, last: { ...evidence(outcome), message: outcome.message } }
}
