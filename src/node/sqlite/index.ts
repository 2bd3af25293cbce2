/**
 * Store in SQLite, over `node:sqlite`.
 * @module
 */

export type { Store } from '../../engine/store.js'
export type { Journal, JournalIdentity } from '../../pac/journal.js'
export type { StoreCounts } from '../../postgres/counts.js'
export type { Purged, PurgeOptions } from '../../postgres/purge.js'
export {
  openSqliteStore,
  type SqliteHeartbeats,
  type SqliteJournal,
  type SqliteStore,
  type SqliteStoreOptions,
} from './sqliteStore.js'
