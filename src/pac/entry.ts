/**
 * What is true of a journal's entries, whoever writes them.
 * @module
 */
import type { AbandonedAttempt, Closing, InDoubt, JournalEntry } from './journal.js'

/** What an entry says of its document. */
export interface State {
  readonly inDoubt?: InDoubt
  readonly abandoned: readonly AbandonedAttempt[]
  readonly outcome?: Closing
}

/** Whether a PAC that was left may still turn out to have stamped. */
export function isOpen({ found, end }: AbandonedAttempt): boolean {
  return found === undefined && end === undefined
}

/** The abandoned once the stamp of a watched PAC is the one kept: from now on it is the pinned PAC that is watched. */
export function adopt(
  abandoned: readonly AbandonedAttempt[],
  kept: AbandonedAttempt,
  inDoubt: InDoubt | undefined,
  now: number,
): readonly AbandonedAttempt[] {
  const others = abandoned.filter((watch) => watch !== kept)
  return inDoubt === undefined ? others : [...others, { inDoubt, since: now, why: 'adopted' }]
}

/** An entry with the status that its state gives it. */
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
