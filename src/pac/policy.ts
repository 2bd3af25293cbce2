/**
 * The policy of the failover: the next move after each answer, given the state of the document. Pure functions; tests
 * replace one at a time to show that each matters.
 *
 * The invariants: no second PAC is tried while the first may have stamped, and no PAC that can be looked up gets a document
 * again until look-ups proved that it does not have it. A rejection proves that it did not stamp only if no earlier answer
 * was lost, or if the PAC checks for duplicates before it rejects. The latter holds for errors in the document itself; for
 * dates and lists, which change between requests, it is not known.
 *
 * Nothing is open for ever: docs/failover.md has the table of states and of the ways out of them, and
 * test/pac/failover/settling.test.ts and pin.test.ts walk through all of it.
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
  /** What to do when a PAC rejects because of one of its lists. */
  readonly onListRejection: 'stop' | 'next'
  /** Negative look-ups, and the time between the first and the last of them, that prove that a PAC did not stamp. */
  readonly absence: { readonly finds: number; readonly quiet: number }
}

/** The next move. */
export type Move =
  /** The outcome is final. */
  | { readonly to: 'close'; readonly outcome: Stamped | Rejected }
  /** Look-ups proved that the rejection is final: the attempt is recorded as abandoned all the same. */
  | { readonly to: 'reject'; readonly outcome: Rejected; readonly inDoubt: InDoubt }
  /** This PAC certainly did not stamp: another may be tried. */
  | { readonly to: 'next'; readonly outcome: Rejected | Refused | Unavailable }
  /** The document stays with this PAC. */
  | { readonly to: 'stay'; readonly inDoubt: InDoubt }
  /** Look-ups proved the document absent: another PAC may be tried, and this attempt is abandoned. */
  | { readonly to: 'abandon'; readonly inDoubt: InDoubt }

/** What a PAC can tell of a document whose answer was lost, as its capabilities claim. */
export interface Memory {
  /** Whether it can be looked up. */
  readonly canFind: boolean
  /** Whether it recognises what it stamped when it is sent again: by its bytes, or by the reference of its adapter. */
  readonly recognises: boolean
}

/** What a PAC with these capabilities can tell. A look-up by the UUID is none: nobody has it whose answer was lost. */
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
  /** Whether the attempt may be abandoned at the deadline, if `onUnknown` says `switch`. */
  mayAbandon(inDoubt: InDoubt, memory: Memory): boolean
  /** Whether negative look-ups prove that the PAC did not stamp. */
  provesAbsence(absent: Absences, options: PolicyOptions): boolean
  /**
   * Whether a document in doubt may be sent to its PAC again. Where there is a look-up it may not, until look-ups proved that the PAC
   * does not have the document: one that fails, or says nothing, changes nothing. Where there is none it may if the PAC recognises what
   * it stamped: the answer, which is the earlier stamp or the first one, is the look-up.
   */
  mayRepeat(inDoubt: InDoubt, memory: Memory, options: PolicyOptions): boolean
  /** Whether nobody can stamp the document any more: it is proved absent, and the PAC had its last chance to say so. */
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
        return inDoubt.lostAt === undefined
          ? afterFirstRejection(outcome, options)
          : afterLaterRejection(answered, outcome, isAbsent(this, answered, options))
      default:
        return inDoubt.lostAt === undefined
          ? { to: 'next', outcome }
          : { to: 'stay', inDoubt: withLast(answered, outcome) }
    }
  },

  afterFind(inDoubt, outcome, now, options) {
    if (outcome.kind === 'stamped') return { to: 'close', outcome }
    if (outcome.kind === 'unknown') return { to: 'stay', inDoubt: outcome.why ? withReason(inDoubt, outcome) : inDoubt }
    if (outcome.kind !== 'absent' || inDoubt.why === 'stamped') return { to: 'stay', inDoubt }
    const counted: InDoubt = { ...inDoubt, absent: countAbsence(inDoubt.absent, now) }
    if (!isAbsent(this, counted, options)) return { to: 'stay', inDoubt: counted }
    if (inDoubt.no !== undefined) return { to: 'reject', outcome: inDoubt.no, inDoubt: counted }
    return { to: inDoubt.why === undefined ? 'abandon' : 'stay', inDoubt: counted }
  },

  mayAbandon({ why, no }, { canFind, recognises }) {
    if (!canFind && !recognises) return false
    return why === undefined && no?.scope !== 'time' && no?.scope !== 'certificate'
  },

  provesAbsence: ({ count, from, to }, { absence }) => count >= absence.finds && to - from >= absence.quiet,

  mayRepeat(inDoubt, { canFind, recognises }, options) {
    return canFind ? isAbsent(this, inDoubt, options) : recognises
  },

  isOver(inDoubt, fecha, options) {
    return isAbsent(this, inDoubt, options) && (inDoubt.sentAt ?? 0) >= endOf(fecha)
  },
}

/** Hours from Fecha in which a PAC may stamp (RMF 2026, rule 2.7.2.9, I). */
const window = 72

/**
 * The end of the time in which a document may be stamped; never, if its Fecha cannot be read. Fecha is a local time: of the
 * zones of Mexico the one furthest west is eight hours behind UTC.
 */
function endOf(fecha: string): number {
  const end = Date.parse(`${fecha}-08:00`) + window * 3_600_000
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end
}

/** Whether the PAC is proved not to have the document. No look-up contradicts a PAC that said that it has it. */
function isAbsent(rules: Policy, { absent, why }: InDoubt, options: PolicyOptions): boolean {
  return why !== 'stamped' && absent !== undefined && rules.provesAbsence(absent, options)
}

/** One more negative look-up. */
export function countAbsence(absent: Absences | undefined, now: number): Absences {
  return { count: (absent?.count ?? 0) + 1, from: absent?.from ?? now, to: now }
}

/** The state of an abandoned attempt with the look-ups since: nothing was sent between them. */
export function withWatch({ inDoubt, absent: later }: AbandonedAttempt): InDoubt {
  const { absent: earlier } = inDoubt
  if (later === undefined || earlier === undefined) return later ? { ...inDoubt, absent: later } : inDoubt
  return { ...inDoubt, absent: { count: earlier.count + later.count, from: earlier.from, to: later.to } }
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

function afterLaterRejection(inDoubt: InDoubt, outcome: Rejected, absent: boolean): Move {
  if (absent) return { to: 'reject', outcome, inDoubt }
  const isOpen = inDoubt.why === undefined || inDoubt.why === 'unjournaled'
  if (outcome.scope === 'document' && isOpen) return { to: 'close', outcome }
  return { to: 'stay', inDoubt: { ...withLast(inDoubt, outcome), no: outcome } }
}

/** A lost answer resets the count of negative look-ups: they say nothing about a request that may still be in progress. */
function withLostAnswer({ absent: _, ...inDoubt }: InDoubt, outcome: Unknown, now: number): InDoubt {
  return withReason({ ...withLast(inDoubt, outcome), lostAt: now }, outcome)
}

/** Keeps the stronger reason: `stamped` replaces the others, and none is removed. */
function withReason(inDoubt: InDoubt, { why }: Unknown): InDoubt {
  const strongest = why === 'stamped' || inDoubt.why === undefined ? why : inDoubt.why
  return strongest === undefined || strongest === inDoubt.why ? inDoubt : { ...inDoubt, why: strongest }
}

function withLast(inDoubt: InDoubt, outcome: Rejected | Refused | Unavailable | Unknown): InDoubt {
  return { ...inDoubt, last: { ...evidence(outcome), message: outcome.message } }
}
