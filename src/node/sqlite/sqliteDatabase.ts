/**
 * The part of `node:sqlite` that the store uses, and how a database is opened. Runs in the thread
 * of the store.
 * @module
 */
import { chmodSync, closeSync, existsSync, openSync } from 'node:fs'
import { JournalError } from '../../errors.js'
import { applicationId, migrations } from './sqliteSchema.js'

/** A value of a column. */
export type SqliteValue = string | number | null

/** A row, by the names of its columns. */
export type SqliteRow = Readonly<Record<string, SqliteValue>>

/** A prepared statement of `node:sqlite`. */
export interface SqliteStatement {
  run(...values: readonly SqliteValue[]): { readonly changes: number | bigint }
  get(...values: readonly SqliteValue[]): SqliteRow | undefined
  all(...values: readonly SqliteValue[]): readonly SqliteRow[]
}

/** A connection of `node:sqlite`. */
export interface SqliteConnection {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => SqliteConnection
}

/** A connection whose statements are prepared once. */
export class SqliteDatabase {
  readonly #connection: SqliteConnection
  readonly #statements = new Map<string, SqliteStatement>()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  /** Runs a statement, and returns the number of rows that it changed. */
  run(sql: string, ...values: readonly SqliteValue[]): number {
    return Number(this.#prepared(sql).run(...values).changes)
  }

  /** Returns the first row. */
  row(sql: string, ...values: readonly SqliteValue[]): SqliteRow | undefined {
    return this.#prepared(sql).get(...values)
  }

  rows(sql: string, ...values: readonly SqliteValue[]): readonly SqliteRow[] {
    return this.#prepared(sql).all(...values)
  }

  exec(sql: string): void {
    this.#connection.exec(sql)
  }

  close(): void {
    this.#connection.close()
  }

  #prepared(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const made = this.#connection.prepare(sql)
    this.#statements.set(sql, made)
    return made
  }
}

/**
 * Milliseconds that a statement waits for the writes of other processes. Longer than the fsync of a
 * slow disk.
 */
const busyTimeout = 10_000

/**
 * Opens or creates a database. Each commit is durable: WAL with `synchronous = FULL` writes the log
 * with an fsync before a commit returns (sqlite.org/pragma.html#pragma_synchronous).
 * @throws JournalError JOURNAL_FORMAT if the file is another database, or of a later version.
 */
export function openDatabase(path: string, now: number): SqliteDatabase {
  // SQLite gives the files beside a database its mode.
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', 0o600))
    chmodSync(path, 0o600)
  }
  // No import, so that bundlers and other versions of Node do not look for the module.
  const { DatabaseSync } = process.getBuiltinModule(
    'node:sqlite' as 'node:fs',
  ) as unknown as SqliteModule
  const database = new SqliteDatabase(new DatabaseSync(path))
  try {
    database.exec(`pragma busy_timeout = ${busyTimeout}`)
    const [id, version] = identify(database)
    const { count } = database.row('select count(*) as count from sqlite_master') as SqliteRow
    const isOther = id !== applicationId && !(id === 0 && version === 0 && count === 0)
    if (isOther || version > migrations.length)
      throw new JournalError(
        'JOURNAL_FORMAT',
        'El archivo es otra base de datos de SQLite, o es de una versión posterior.',
      )
    // fsync of macOS leaves data in the cache of the disk; SQLite ignores the pragma elsewhere.
    database.exec('pragma fullfsync = on; pragma journal_mode = wal; pragma synchronous = full')
    migrate(database, now)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function identify(database: SqliteDatabase): readonly [number, number] {
  const id = database.row('pragma application_id')?.['application_id']
  const version = database.row('pragma user_version')?.['user_version']
  return [Number(id), Number(version)]
}

/** Applies missing migrations. Processes that open a file at once wait for each other. */
function migrate(database: SqliteDatabase, now: number): void {
  if (identify(database)[1] === migrations.length) return
  database.exec('begin immediate')
  try {
    const done = identify(database)[1]
    for (const statements of migrations.slice(done))
      for (const statement of statements) database.exec(statement)
    if (done === 0)
      database.run(
        'insert into identity (part, id, since) values (?, ?, ?)',
        ...['journal', crypto.randomUUID(), now],
      )
    database.exec(`pragma application_id = ${applicationId}`)
    database.exec(`pragma user_version = ${migrations.length}`)
    database.exec('commit')
  } catch (error) {
    database.exec('rollback')
    throw error
  }
}
