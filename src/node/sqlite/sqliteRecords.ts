/**
 * Records with a version in SQLite: entries of the journal, orders, cancellations. Runs in the thread of
 * the store, inside a transaction.
 * @module
 */
import { createHash } from 'node:crypto'
import type { SecondWish } from '../../engine/secondBook.js'
import type { SqliteDatabase, SqliteRow } from './sqliteDatabase.js'
import { finishedStatus, type RecordTableName, recordTableNames } from './sqliteSchema.js'

/** A record in columns. Times in milliseconds since 1970. */
export interface StoredColumns {
  readonly key: string
  readonly version: number
  readonly status: string
  /** The record as JSON, without its XML and its claim. */
  readonly body: string
  readonly xml: string
  readonly owner: string | null
  readonly until: number | null
  readonly token: string | null
  readonly due: number | null
  readonly at: number
}

/** A record as it is read: its claim lasts as long as the heartbeats of its owner. */
export type LoadedColumns = Pick<StoredColumns, 'body' | 'xml' | 'owner' | 'until'>

/** A part of a walk: unfinished records of a status, in the order of their first writes. */
export interface PageWish {
  readonly table: RecordTableName
  /** Statuses of the records. */
  readonly statuses: readonly string[]
  /** The last id of the page before. */
  readonly after: number
  /** Time after which a record is not due yet; `null` for all records. */
  readonly now: number | null
  readonly limit: number
}

/** A place of a walk. */
export interface WalkPlace {
  readonly id: number
  readonly key: string
}

export function loadRecord(
  database: SqliteDatabase,
  table: RecordTableName,
  key: string,
): LoadedColumns | undefined {
  const row = database.row(
    `select r.body, coalesce(d.xml, '') as xml, r.owner, max(r.until, coalesce(p.until, 0)) as until
     from ${table} r
     left join documents d on d.id = r.document
     left join processes p on p.owner = r.owner
     where r.key = ?`,
    key,
  )
  return row as LoadedColumns | undefined
}

/**
 * Writes a record if the stored version is one less than its own, and no other order has its token.
 */
export function appendRecord(
  database: SqliteDatabase,
  table: RecordTableName,
  record: StoredColumns,
): boolean {
  const { key, version, token } = record
  if (token !== null) {
    const owner = ownerOfToken(database, token)
    if (owner !== undefined && owner !== key) return false
  }
  const stored = database.row(`select version, document from ${table} where key = ?`, key)
  if (Number(stored?.['version'] ?? 0) !== version - 1) return false
  writeRecord(database, table, record, stored)
  return true
}

/** Writes a record of any version, as an import does. */
export function putRecord(
  database: SqliteDatabase,
  table: RecordTableName,
  record: StoredColumns,
): void {
  const stored = database.row(`select document from ${table} where key = ?`, record.key)
  writeRecord(database, table, record, stored)
}

function writeRecord(
  database: SqliteDatabase,
  table: RecordTableName,
  { key, version, status, body, xml, owner, until, token, due, at }: StoredColumns,
  stored: SqliteRow | undefined,
): void {
  const before = (stored?.['document'] ?? null) as number | null
  const document = xml === '' ? null : documentOf(database, xml)
  const values = [version, status, body, document, token, owner, until, due, at] as const
  if (stored === undefined)
    database.run(
      `insert into ${table} (version, status, body, document, token, owner, until, due, written, since, key)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[...values, at, key],
    )
  else
    database.run(
      `update ${table} set version = ?, status = ?, body = ?, document = ?, token = ?, owner = ?, until = ?,
         due = ?, written = ?, tombstone = null where key = ?`,
      ...[...values, key],
    )
  if (before !== null && before !== document) dropUnusedDocument(database, before)
}

/** Returns the id of an XML, which is stored once. */
function documentOf(database: SqliteDatabase, xml: string): number {
  const sum = createHash('sha256').update(xml).digest('hex')
  const find = 'select id from documents where sum = ?'
  const known = database.row(find, sum)
  if (known !== undefined) return Number(known['id'])
  database.run('insert into documents (sum, xml) values (?, ?)', sum, xml)
  return Number(database.row(find, sum)?.['id'])
}

export function dropUnusedDocument(database: SqliteDatabase, id: number): void {
  const isUsed = recordTableNames.some(
    (table) => database.row(`select 1 from ${table} where document = ? limit 1`, id) !== undefined,
  )
  if (!isUsed) database.run('delete from documents where id = ?', id)
}

/** Returns the key of the order with a token. */
export function ownerOfToken(database: SqliteDatabase, token: string): string | undefined {
  return database.row('select key from orders where token = ?', token)?.['key'] as
    | string
    | undefined
}

/** Returns the id of the last record of a table: later ones belong to the next walk. */
export function lastRecord(database: SqliteDatabase, table: RecordTableName): number {
  return Number(database.row(`select coalesce(max(id), 0) as id from ${table}`)?.['id'])
}

export function pageOfRecords(
  database: SqliteDatabase,
  { table, statuses, after, now, limit }: PageWish,
): readonly WalkPlace[] {
  // One query for each status, because the index then has the order too.
  const pages = statuses.map((status) =>
    database.rows(
      `select id, key from ${table}
       where status <> '${finishedStatus[table]}' and status = ? and id > ? and (? is null or due is null or due <= ?)
       order by id limit ?`,
      ...[status, after, now, now, limit],
    ),
  )
  const rows = pages.flat() as unknown as readonly WalkPlace[]
  return [...rows].sort((one, other) => one.id - other.id).slice(0, limit)
}

/** Extends every claim of an owner. */
export function renewClaims(database: SqliteDatabase, owner: string, until: number): void {
  database.run(
    `insert into processes (owner, until) values (?, ?)
     on conflict (owner) do update set until = max(until, excluded.until)`,
    ...[owner, Math.round(until)],
  )
}

/** Assigns the last free second of a content. Returns undefined if none is free. */
export function nextSecond(
  database: SqliteDatabase,
  { content, taken, from, to }: SecondWish,
): number | undefined {
  const take = 'insert into seconds (content, second) values (?, ?) on conflict do nothing'
  database.run(take, content, taken)
  database.run('delete from seconds where content = ? and second < ?', content, from)
  const rows = database.rows(
    'select second from seconds where content = ? and second between ? and ? order by second desc',
    ...[content, from, to],
  )
  let second = to
  for (const row of rows) {
    if (row['second'] !== second) break
    second--
  }
  if (second < from) return undefined
  database.run(take, content, second)
  return second
}
