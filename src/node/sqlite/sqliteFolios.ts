/**
 * Folios in SQLite. A folio is held, free or issued. Runs in the thread of the store, inside a
 * transaction.
 * @module
 */
import type { Settlement } from '../../engine/folioBook.js'
import type { SqliteDatabase, SqliteRow } from './sqliteDatabase.js'

/** A request for a folio. */
export interface FolioWish {
  readonly rfc: string
  readonly serie: string
  /** The first folio, if the series is new. */
  readonly start: number
  readonly holder: string | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A held folio. Each reservation of the same folio has its own ticket. */
export interface HeldRow {
  readonly ticket: number
  readonly rfc: string
  readonly serie: string
  readonly folio: number
  readonly holder: string | null
  readonly since: number
}

/** A series, as an import has it. */
export interface SeriesRow {
  readonly rfc: string
  readonly serie: string
  readonly last: number
  readonly free: readonly number[]
}

const columns = 'ticket, rfc, serie, folio, holder, since'

/** Reserves a folio: the one that the holder has, the smallest free one, or the next one. */
export function takeFolio(
  database: SqliteDatabase,
  { rfc, serie, start, holder, now }: FolioWish,
): HeldRow {
  if (holder !== null) {
    const sql = `select ${columns} from held_folios where rfc = ? and serie = ? and holder = ? order by ticket limit 1`
    const own = database.row(sql, rfc, serie, holder)
    if (own !== undefined) return own as unknown as HeldRow
  }
  const free = database.row(
    `delete from free_folios where rfc = ? and serie = ? and folio =
       (select min(folio) from free_folios where rfc = ? and serie = ?) returning folio`,
    ...[rfc, serie, rfc, serie],
  )
  const next =
    free ??
    (database.row(
      `insert into series (rfc, serie, last) values (?, ?, ?)
       on conflict (rfc, serie) do update set last = last + 1 returning last as folio`,
      ...[rfc, serie, start],
    ) as SqliteRow)
  return holdFolio(database, { rfc, serie, folio: Number(next['folio']), holder, since: now })
}

/** Holds a given folio. */
export function holdFolio(
  database: SqliteDatabase,
  { rfc, serie, folio, holder, since }: Omit<HeldRow, 'ticket'>,
): HeldRow {
  return database.row(
    `insert into held_folios (rfc, serie, folio, holder, since) values (?, ?, ?, ?, ?) returning ${columns}`,
    ...[rfc, serie, folio, holder, since],
  ) as unknown as HeldRow
}

/** Gives a held folio to a holder. */
export function bindFolio(database: SqliteDatabase, ticket: number, holder: string): void {
  database.run('update held_folios set holder = ? where ticket = ?', holder, ticket)
}

/** Ends a reservation. A ticket that was settled before changes nothing. */
export function settleFolio(
  database: SqliteDatabase,
  ticket: number,
  how: Settlement,
  now: number,
): void {
  const sql = 'delete from held_folios where ticket = ? returning rfc, serie, folio, holder'
  const row = database.row(sql, ticket) as unknown as HeldRow | undefined
  if (row === undefined) return
  const { rfc, serie, folio, holder } = row
  if (how === 'release') return addFree(database, rfc, serie, folio)
  database.run(
    'insert into issued_folios (rfc, serie, folio, holder, issued) values (?, ?, ?, ?, ?) on conflict do nothing',
    ...[rfc, serie, folio, holder, now],
  )
}

function addFree(database: SqliteDatabase, rfc: string, serie: string, folio: number): void {
  const sql = 'insert into free_folios (rfc, serie, folio) values (?, ?, ?)'
  database.run(sql, rfc, serie, folio)
}

export function foliosOfHolder(database: SqliteDatabase, holder: string): readonly HeldRow[] {
  const sql = `select ${columns} from held_folios where holder = ? order by ticket`
  return database.rows(sql, holder) as unknown as readonly HeldRow[]
}

export function pageOfFolios(
  database: SqliteDatabase,
  after: number,
  limit: number,
): readonly HeldRow[] {
  const sql = `select ${columns} from held_folios where ticket > ? order by ticket limit ?`
  return database.rows(sql, after, limit) as unknown as readonly HeldRow[]
}

/** Adds a series with its free folios. */
export function putSeries(database: SqliteDatabase, { rfc, serie, last, free }: SeriesRow): void {
  database.run('insert into series (rfc, serie, last) values (?, ?, ?)', rfc, serie, last)
  for (const folio of free) addFree(database, rfc, serie, folio)
}
