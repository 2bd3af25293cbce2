/**
 * A journal in a file: acknowledged writes survive crashes and power cuts.
 * @module
 */
import type { Journal } from '../pac/journal.js'
import type { LogStorage } from './appendLog.js'
import { type FileStore, type FileStoreOptions, openFileStore, openStore } from './fileStore.js'

/** Options of {@link openFileJournal}. Times in milliseconds, sizes in bytes. */
export interface FileJournalOptions extends Omit<FileStoreOptions, 'orderRetention' | 'firstFolio'> {}

/** An open journal in a file. */
export interface FileJournal extends Journal, Omit<FileStore, 'journal' | 'orders' | 'lives' | 'folios'> {}

/**
 * Opens the journal in a file, or creates it: {@link openFileStore}, for hosts that have no orders nor folios there. What
 * the file holds of those is kept.
 *
 * One fsync serves all pending writes, so that many concurrent documents cost little more than one.
 * @throws JournalError as {@link openFileStore} does
 * @example
 * const journal = await openFileJournal('timbrado.journal')
 * const stamping = failover([main, backup], { journal })
 * await stamping.resume()
 */
export async function openFileJournal(path: string | URL, options: FileJournalOptions = {}): Promise<FileJournal> {
  return journalOf(await openFileStore(path, options))
}

/** Opens a journal in any storage for a log. */
export async function openJournal(storage: LogStorage, options: FileJournalOptions = {}): Promise<FileJournal> {
  return journalOf(await openStore(storage, options))
}

function journalOf(store: FileStore): FileJournal {
  const { journal, discarded } = store
  return {
    load: (token) => journal.load(token),
    append: (entry) => journal.append(entry),
    unfinished: () => journal.unfinished(),
    discarded,
    get size() {
      return store.size
    },
    compact: () => store.compact(),
    close: () => store.close(),
  }
}
