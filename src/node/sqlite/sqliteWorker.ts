/**
 * The thread of a store in SQLite. Calls that wait share a transaction, and so one fsync. See
 * {@link openSqliteStore}.
 * @module
 */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { JournalError, type JournalErrorCode } from '../../errors.js'
import { messageOf } from '../../lib/message.js'
import { type SqliteCalls, sqliteCalls } from './sqliteCalls.js'
import { openDatabase, type SqliteDatabase } from './sqliteDatabase.js'
import { importFileStore } from './sqliteImport.js'

/** Data passed to the thread at its start. */
export interface SqliteWorkerData {
  readonly path: string
  readonly importFrom: string | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A call of the main thread. `close` ends the thread. */
export interface SqliteCall {
  readonly id: number
  readonly name: keyof SqliteCalls | 'close'
  readonly args: readonly unknown[]
}

/** An error in a message: its class is lost in the copy. */
export interface SentError {
  readonly code: JournalErrorCode
  readonly message: string
}

/** The result of a call; `opened` has the id 0. */
export type SqliteReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError }

/** Maximum of calls of a transaction, so that the first one does not wait for all others. */
const longestBatch = 500

/** Result codes after which the database takes no more calls: IOERR, CORRUPT (sqlite.org/rescode.html). */
const broken: ReadonlySet<number> = new Set([10, 11])

const reads: ReadonlySet<string> = new Set<keyof SqliteCalls>([
  'load',
  'ownerOf',
  'last',
  'page',
  'identity',
  'foliosOf',
  'folioPage',
  'countPurged',
  'counts',
])

/** Answers calls in the order in which they arrive. */
class SqliteServer {
  readonly #database: SqliteDatabase
  readonly #port: MessagePort
  #queue: SqliteCall[] = []
  #failure: SentError | undefined

  constructor(database: SqliteDatabase, port: MessagePort) {
    this.#database = database
    this.#port = port
  }

  receive(call: SqliteCall): void {
    this.#queue.push(call)
    // The next turn comes after all messages that have arrived.
    if (this.#queue.length === 1) setImmediate(() => this.#serve())
  }

  #serve(): void {
    const batch = this.#queue.slice(0, longestBatch)
    const end = batch.findIndex(({ name }) => name === 'close')
    this.#port.postMessage(this.#run(end === -1 ? batch : batch.slice(0, end)))
    if (end !== -1) {
      const { id } = batch[end] as SqliteCall
      this.#database.close()
      this.#port.postMessage([{ id, value: undefined }])
      this.#port.close()
      return
    }
    this.#queue = this.#queue.slice(batch.length)
    if (this.#queue.length > 0) setImmediate(() => this.#serve())
  }

  /** Runs calls in one transaction. If it fails, each call runs in a transaction of its own. */
  #run(calls: readonly SqliteCall[]): readonly SqliteReply[] {
    if (calls.length === 0) return []
    if (this.#failure !== undefined)
      return calls.map(({ id }) => ({ id, error: this.#failure as SentError }))
    try {
      const isRead = calls.every(({ name }) => reads.has(name))
      this.#database.exec(isRead ? 'begin' : 'begin immediate')
      const replies: SqliteReply[] = []
      for (const { id, name, args } of calls) {
        const run = sqliteCalls[name as keyof SqliteCalls] as (
          database: SqliteDatabase,
          ...args: readonly unknown[]
        ) => unknown
        replies.push({ id, value: run(this.#database, ...args) })
      }
      this.#database.exec('commit')
      return replies
    } catch (error) {
      try {
        this.#database.exec('rollback')
      } catch {
        // SQLite rolled back by itself.
      }
      const sent = sentErrorOf(error)
      const { errcode } = error as { readonly errcode?: unknown }
      if (typeof errcode === 'number' && broken.has(errcode & 0xff)) this.#failure = sent
      if (calls.length === 1 || this.#failure !== undefined)
        return calls.map(({ id }) => ({ id, error: sent }))
      return calls.flatMap((call) => this.#run([call]))
    }
  }
}

const journalCodes: Readonly<Record<number, JournalErrorCode>> = {
  11: 'JOURNAL_CORRUPT',
  26: 'JOURNAL_FORMAT',
}

/** Converts a result code of SQLite to a code of a journal. */
function sentErrorOf(error: unknown): SentError {
  if (error instanceof JournalError) return { code: error.code, message: error.message }
  const { errcode } = error as { readonly errcode?: unknown }
  if (typeof errcode !== 'number') return { code: 'JOURNAL_WRITE', message: messageOf(error) }
  const code = journalCodes[errcode & 0xff] ?? 'JOURNAL_WRITE'
  return { code, message: `SQLite (${errcode}): ${messageOf(error)}.` }
}

const port = parentPort as MessagePort
try {
  const { path, importFrom, now } = workerData as SqliteWorkerData
  const database = openDatabase(path, now)
  try {
    if (importFrom !== undefined) await importFileStore(database, importFrom, now)
  } catch (error) {
    database.close()
    throw error
  }
  const server = new SqliteServer(database, port)
  port.on('message', (call: SqliteCall) => server.receive(call))
  port.postMessage([{ id: 0, value: undefined }])
} catch (error) {
  port.postMessage([{ id: 0, error: sentErrorOf(error) }])
}
