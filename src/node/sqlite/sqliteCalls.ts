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
  lastRecord,
  type LoadedColumns,
  loadRecord,
  nextSecond,
  ownerOfToken,
  pageOfRecords,
  type PageWish,
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

/** The calls over a database. */
export function callsOver(database: SqliteDatabase): SqliteCalls {
  return {
    load: (table, key) => loadRecord(database, table, key),
    append: (table, record) => appendRecord(database, table, record),
    ownerOf: (token) => ownerOfToken(database, token),
    nextSecond: (wish) => nextSecond(database, wish),
    renew: (owner, until) => renewClaims(database, owner, until),
    last: (table) => lastRecord(database, table),
    page: (wish) => pageOfRecords(database, wish),
    identity: () => database.row("select id, since from identity where part = 'journal'") as never,
    takeFolio: (wish) => takeFolio(database, wish),
    bindFolio: (ticket, holder) => bindFolio(database, ticket, holder),
    settleFolio: (ticket, how, now) => settleFolio(database, ticket, how, now),
    foliosOf: (holder) => foliosOfHolder(database, holder),
    folioPage: (after, limit) => pageOfFolios(database, after, limit),
    countPurged: (step) => countPurged(database, step),
    purge: (step) => purgeSome(database, step),
    forget: (now) => forgetOld(database, now),
    counts: () => countStore(database),
  }
}
