/**
 * Purge and counts of a store in SQLite. Runs in the thread of the store, inside a transaction.
 * @module
 */
import type { Order } from '../../engine/orders.js'
import type { StoreCounts } from '../../postgres/counts.js'
import type { SqliteDatabase, SqliteRow, SqliteValue } from './sqliteDatabase.js'
import { dropUnusedDocument } from './sqliteRecords.js'
import { finishedStatus, type RecordTableName } from './sqliteSchema.js'

/** A kind of records that a purge removes. */
export type PurgedKind = 'journal' | 'orders' | 'lives' | 'tombstones'

/** A part of a purge. Times in milliseconds since 1970. */
export interface PurgeStep {
  readonly kind: PurgedKind
  /** Records whose last write is earlier are removed. */
  readonly before: number
  /** End of the tombstone of a removed order; `null` removes the order whole. */
  readonly tombstone: number | null
}

/** Maximum of rows of a step, so that writes of the host wait for milliseconds only. */
export const purgedAtOnce = 200

const oldFinished = (table: RecordTableName) =>
  `from ${table} as r where r.status = '${finishedStatus[table]}' and r.written < ?`

const conditions: Readonly<Record<PurgedKind, readonly [RecordTableName, string]>> = {
  // The entry of the document of an open order stays: it may have to be looked up.
  journal: [
    'journal',
    `${oldFinished('journal')} and not exists
      (select 1 from orders o where o.token = r.key and o.status = 'open')`,
  ],
  orders: ['orders', `${oldFinished('orders')} and r.tombstone is null`],
  lives: ['lives', oldFinished('lives')],
  tombstones: ['orders', 'from orders as r where r.tombstone < ?'],
}

/** Counts the records that a step would remove. */
export function countPurged(database: SqliteDatabase, { kind, before }: PurgeStep): number {
  return count(database, `select count(*) as count ${conditions[kind][1]}`, before)
}

/** Removes at most {@link purgedAtOnce} records, and returns their number. */
export function purgeSome(
  database: SqliteDatabase,
  { kind, before, tombstone }: PurgeStep,
): number {
  const [table, old] = conditions[kind]
  const rows = database.rows(`select r.id, r.document, r.body ${old} limit ${purgedAtOnce}`, before)
  for (const row of rows) {
    const { id, document } = row as { readonly id: number; readonly document: number | null }
    if (kind === 'orders' && tombstone !== null) markPurged(database, row, tombstone)
    else database.run(`delete from ${table} where id = ?`, id)
    if (document !== null) dropUnusedDocument(database, document)
  }
  return rows.length
}

/** Keeps the key, the token, the fingerprint and the folio fiscal of an order. */
function markPurged(database: SqliteDatabase, { id, body }: SqliteRow, tombstone: number): void {
  const { outcome, ...order } = JSON.parse(String(body)) as Omit<Order, 'xml'>
  const { key, version, status, fingerprint, token, at } = order
  const uuid = outcome?.kind === 'stamped' ? outcome.timbre.UUID : order.uuid
  const kept = {
    ...{ key, version, status, fingerprint, token, warnings: [], at, purged: true, uuid },
  } satisfies Partial<Record<keyof Order, unknown>>
  database.run(
    'update orders set body = ?, document = null, owner = null, until = null, due = null, tombstone = ? where id = ?',
    ...[JSON.stringify(kept), tombstone, id as SqliteValue],
  )
}

/** Removes heartbeats and seconds of earlier days. */
export function forgetOld(database: SqliteDatabase, now: number): void {
  const yesterday = now - 86_400_000
  database.run('delete from processes where until < ?', yesterday)
  database.run('delete from seconds where second < ?', Math.floor(yesterday / 1000))
}

/** Counts the records of each status, and finds the oldest unfinished ones. */
export function countStore(database: SqliteDatabase): StoreCounts {
  const journal = countTable(database, 'journal')
  const orders = countTable(database, 'orders')
  const cancellations = countTable(database, 'lives')
  const held = database.row('select count(*) as count, min(since) as oldest from held_folios')
  const { count: heldFolios, oldest } = held as Record<'count' | 'oldest', number | null>
  const counted = { open: 0, closed: 0, ...cancellations.counts }
  return {
    journal: { open: 0, watched: 0, closed: 0, ...journal.counts },
    orders: { open: 0, answered: 0, acknowledged: 0, ...orders.counts },
    ...{ cancellations: counted, lives: counted },
    heldFolios: heldFolios ?? 0,
    oldest: {
      journal: journal.oldest,
      orders: orders.oldest,
      ...{ cancellations: cancellations.oldest, lives: cancellations.oldest },
      ...(oldest !== null && { heldFolios: oldest }),
    },
  }
}

function countTable(database: SqliteDatabase, table: RecordTableName) {
  const done = finishedStatus[table]
  const rows = database.rows(
    `select status, count(*) as count, min(since) as oldest from ${table} where status <> '${done}' group by status`,
  )
  const finished = count(
    database,
    `select count(*) as count from ${table} where status = '${done}'`,
  )
  const [counts, oldest]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  for (const row of rows) {
    const status = String(row['status'])
    counts[status] = row['count']
    oldest[status] = row['oldest']
  }
  counts[done] = finished
  return { counts: counts as Record<never, number>, oldest: oldest as Record<never, number> }
}

function count(database: SqliteDatabase, sql: string, ...values: readonly SqliteValue[]): number {
  return Number(database.row(sql, ...values)?.['count'])
}
