/**
 * Import of the file of `openFileStore` into an empty database. Runs in the thread of the store.
 * @module
 */
import { existsSync, renameSync } from 'node:fs'
import { JournalError } from '../../errors.js'
import type { Claim } from '../../pac/journal.js'
import { openParts } from '../log/fileStore.js'
import { acquireLock } from '../log/lockFile.js'
import { logDisk, realFile } from '../log/logDisk.js'
import { columnsOf, type StoredRecord } from './sqliteColumns.js'
import type { SqliteDatabase } from './sqliteDatabase.js'
import { holdFolio, putSeries } from './sqliteFolios.js'
import { putRecord } from './sqliteRecords.js'
import { type RecordTableName, recordTableNames } from './sqliteSchema.js'

/** Milliseconds after which the lock of a holder that cannot be inspected counts as abandoned. */
const staleAfter = 60_000

/**
 * Copies every record, folio and the identity of the file in one transaction, and then renames the
 * file to `<name>.imported`, so that no program continues it. An import that was interrupted is
 * repeated; one that was done is not.
 * @throws JournalError JOURNAL_LOCKED while another process has the file open; JOURNAL_OPEN if the
 * file is missing and was never imported, or if the database is not empty.
 */
export async function importFileStore(
  database: SqliteDatabase,
  path: string,
  now: number,
): Promise<void> {
  const isDone = importedFrom(database) !== undefined
  if (!existsSync(path)) {
    if (isDone) return
    throw new JournalError('JOURNAL_OPEN', `No existe la bitácora por importar: ${path}.`)
  }
  const file = await realFile(path)
  const lock = await acquireLock(`${file}.lock`, staleAfter)
  try {
    if (!isDone) await importOpened(database, file, logDisk(file, lock), now)
    else {
      // An import that was interrupted before the file was renamed leaves the same file.
      if (importedFrom(database) !== file)
        throw new JournalError(
          'JOURNAL_OPEN',
          `Esta base de datos ya importó ${importedFrom(database)}; no puede importar ${file}.`,
        )
    }
    renameSync(file, `${file}.imported`)
  } finally {
    await lock.release()
  }
}

async function importOpened(
  database: SqliteDatabase,
  file: string,
  storage: ReturnType<typeof logDisk>,
  now: number,
): Promise<void> {
  const tables = [...recordTableNames, 'series']
  const isEmpty = tables.every(
    (table) => database.row(`select 1 from ${table} limit 1`) === undefined,
  )
  if (!isEmpty) throw new JournalError('JOURNAL_OPEN', 'Solo se importa a una base de datos vacía.')
  const { log, parts } = await openParts(storage, {}, () => {})
  try {
    database.exec('begin immediate')
    try {
      const { entries, orders, cancellations, folios, identities } = parts
      await copyRecords(database, 'journal', entries.all())
      await copyRecords(database, 'orders', orders.all())
      await copyRecords(database, 'lives', cancellations.all())
      for (const series of folios.book.series) putSeries(database, series)
      for (const { series, folio, holder = null, since } of folios.book.held)
        holdFolio(database, { rfc: series.rfc, serie: series.serie, folio, holder, since })
      // Orders refer to the identity of their journal.
      if (identities.known !== undefined)
        database.run(
          "update identity set id = ?, since = ? where part = 'journal'",
          ...[identities.known.id, identities.known.since],
        )
      const insert = 'insert into identity (part, id, since) values (?, ?, ?)'
      database.run(insert, 'imported', file, now)
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  } finally {
    await log.close()
  }
}

async function copyRecords<Stored extends StoredRecord & { readonly claim?: Claim }>(
  database: SqliteDatabase,
  table: RecordTableName,
  records: AsyncIterable<Stored>,
): Promise<void> {
  for await (const { claim: _, ...record } of records)
    putRecord(database, table, columnsOf(table, record as unknown as Stored))
}

function importedFrom(database: SqliteDatabase): string | undefined {
  return database.row("select id from identity where part = 'imported'")?.['id'] as
    | string
    | undefined
}
