/**
 * What is true of a journal's entries, whoever writes them.
 * @module
 */
import type { Closing, JournalEntry, Pin, Watch } from './journal.js'

/** What an entry says of its document. */
export interface State {
  readonly pin?: Pin
  readonly watches: readonly Watch[]
  readonly outcome?: Closing
}

/** Whether a PAC that was left may still turn out to have stamped. */
export function isOpen({ found, end }: Watch): boolean {
  return found === undefined && end === undefined
}

/** The watches once the stamp of a watched PAC is the one kept: from now on it is the pinned PAC that is watched. */
export function adopt(watches: readonly Watch[], kept: Watch, pin: Pin | undefined, now: number): readonly Watch[] {
  const others = watches.filter((watch) => watch !== kept)
  return pin === undefined ? others : [...others, { pin, since: now, why: 'adopted' }]
}

/** An entry with the status that its state gives it. */
export function entryOf(
  head: Pick<JournalEntry, 'token' | 'xml' | 'version' | 'at'>,
  { pin, watches, outcome }: State,
  claim?: JournalEntry['claim'],
): JournalEntry {
  const isWatched = watches.some(({ end }) => end === undefined)
  return {
    ...head,
    status: outcome === undefined ? 'open' : isWatched ? 'watched' : 'closed',
    ...(claim === undefined ? {} : { claim }),
    ...(outcome === undefined && pin !== undefined ? { pin } : {}),
    watches,
    ...(outcome === undefined ? {} : { outcome }),
  }
}
