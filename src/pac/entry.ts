/**
 * Invariants of journal entries, shared by stamping and reconciliation.
 * @module
 */
import type { AbandonedAttempt, Closing, InDoubt, JournalEntry } from './journal.js'

/** The state of a document, from which its status follows. */
export interface State {
  readonly inDoubt?: InDoubt
  readonly abandoned: readonly AbandonedAttempt[]
  readonly outcome?: Closing
}

/** Whether an abandoned attempt may still turn out to be stamped. */
export function isOpen({ found, end }: AbandonedAttempt): boolean {
  return found === undefined && end === undefined
}

/** The abandoned attempts after the stamp of one is adopted: it leaves the list, and the attempt in doubt joins it. */
export function adopt(
  abandoned: readonly AbandonedAttempt[],
  adopted: AbandonedAttempt,
  inDoubt: InDoubt | undefined,
  now: number,
): readonly AbandonedAttempt[] {
  const others = abandoned.filter((attempt) => attempt !== adopted)
  return inDoubt === undefined ? others : [...others, { inDoubt, since: now, why: 'adopted' }]
}

/** Builds an entry; its status follows from its state. */
export function entryOf(
  head: Pick<JournalEntry, 'token' | 'xml' | 'version' | 'at'>,
  { inDoubt, abandoned, outcome }: State,
  claim?: JournalEntry['claim'],
): JournalEntry {
  const isWatched = abandoned.some(({ end }) => end === undefined)
  return {
    ...head,
    status: outcome === undefined ? 'open' : isWatched ? 'watched' : 'closed',
    ...(claim === undefined ? {} : { claim }),
    ...(outcome === undefined && inDoubt !== undefined ? { inDoubt } : {}),
    abandoned,
    ...(outcome === undefined ? {} : { outcome }),
  }
}
