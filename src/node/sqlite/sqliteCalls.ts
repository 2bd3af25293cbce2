/**
 * The calls that the thread of a store answers, by name. Each runs inside a transaction with others
 * that wait.
 * @module
 */
import type { Settlement } from '../../engine/folioBook.js'
import type { SecondWish } from '../../engine/secondBook.js'
import type { StoreCounts } from '../../postgres/counts.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import {
  bindFolio,
  type FolioWish,
  foliosOfHolder,
  type HeldRow,
  pageOfFolios,
  settleFolio,
  takeFolio,
} from './sqliteFolios.js'
import { countPurged, countStore, forgetOld, type PurgeStep, purgeSome } from './sqlitePurge.js'
import {
  appendRecord,
  type LoadedColumns,
  lastRecord,
  loadRecord,
  nextSecond,
  ownerOfToken,
  type PageWish,
  pageOfRecords,
  renewClaims,
  type StoredColumns,
  type WalkPlace,
} from './sqliteRecords.js'
import type { RecordTableName } from './sqliteSchema.js'

/** Functions that the main thread calls in the thread of a store. */
export interface SqliteCalls {
  load(table: RecordTableName, key: string): LoadedColumns | undefined
  append(table: RecordTableName, record: StoredColumns): boolean
  ownerOf(token: string): string | undefined
  nextSecond(wish: SecondWish): number | undefined
  renew(owner: string, until: number): void
  last(table: RecordTableName): number
  page(wish: PageWish): readonly WalkPlace[]
  identity(): { readonly id: string; readonly since: number }
  takeFolio(wish: FolioWish): HeldRow
  bindFolio(ticket: number, holder: string): void
  settleFolio(ticket: number, how: Settlement, now: number): void
  foliosOf(holder: string): readonly HeldRow[]
  folioPage(after: number, limit: number): readonly HeldRow[]
  countPurged(step: PurgeStep): number
  purge(step: PurgeStep): number
  forget(now: number): void
  counts(): StoreCounts
}

/** The function of each call, over a database. */
export const sqliteCalls: {
  readonly [Name in keyof SqliteCalls]: (
    database: SqliteDatabase,
    ...args: Parameters<SqliteCalls[Name]>
  ) => ReturnType<SqliteCalls[Name]>
} = {
  load: loadRecord,
  append: appendRecord,
  ownerOf: ownerOfToken,
  nextSecond,
  renew: renewClaims,
  last: lastRecord,
  page: pageOfRecords,
  identity: (database) =>
    database.row("select id, since from identity where part = 'journal'") as never,
  takeFolio,
  bindFolio,
  settleFolio,
  foliosOf: foliosOfHolder,
  folioPage: pageOfFolios,
  countPurged,
  purge: purgeSome,
  forget: forgetOld,
  counts: countStore,
}
