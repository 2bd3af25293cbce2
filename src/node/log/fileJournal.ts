/**
 * A journal in a file: acknowledged writes survive crashes and power cuts.
 * @module
 */
import { type OptionNames, requireOptions } from '../../lib/options.js'
import type { LogStorage } from './appendLog.js'
import {
  type FileStore,
  type FileStoreJournal,
  type FileStoreOptions,
  openFileStore,
  openStore,
} from './fileStore.js'

/** Options of {@link openFileJournal}. Times in milliseconds, sizes in bytes. */
export interface FileJournalOptions
  extends Omit<
    FileStoreOptions,
    | 'orderRetention'
    | 'cancellationRetention'
    | 'lifeRetention'
    | 'tombstoneRetention'
    | 'firstFolio'
  > {}

/** An open journal in a file. */
export interface FileJournal
  extends FileStoreJournal,
    Omit<FileStore, 'journal' | 'orders' | 'cancellations' | 'lives' | 'folios'> {}

/** Names of the options. */
const optionNames: OptionNames<FileJournalOptions> = {
  retention: true,
  compactAt: true,
  staleAfter: true,
  now: true,
  warnAt: true,
  on: true,
}

/**
 * Opens the journal in a file, or creates it: {@link openFileStore} for hosts without orders and
 * folios there. Existing orders and folios of the file are kept.
 *
 * One fsync makes all pending writes durable, so concurrent documents cost little more than one.
 * @throws JournalError as {@link openFileStore} does
 * @example
 * const journal = await openFileJournal('timbrado.journal')
 * const stamping = failover([main, backup], { journal })
 * await stamping.resume()
 */
export async function openFileJournal(
  path: string | URL,
  options: FileJournalOptions = {},
): Promise<FileJournal> {
  requireOptions('openFileJournal', options, optionNames)
  return journalOf(await openFileStore(path, options))
}

/** Opens a journal in any storage for a log. */
export async function openJournal(
  storage: LogStorage,
  options: FileJournalOptions = {},
): Promise<FileJournal> {
  return journalOf(await openStore(storage, options))
}

function journalOf(store: FileStore): FileJournal {
  const { journal, discarded } = store
  return {
    load: (token) => journal.load(token),
    append: (entry) => journal.append(entry),
    unfinished: () => journal.unfinished(),
    identity: () => journal.identity(),
    ...(journal.renew && { renew: journal.renew }),
    discarded,
    get size() {
      return store.size
    },
    compact: () => store.compact(),
    close: () => store.close(),
  }
}
