/**
 * A journal, orders, lives and folios in one file: acknowledged writes survive crashes and power cuts, and one fsync serves all
 * that wait.
 * @module
 */
import { fileURLToPath } from 'node:url'
import type { KeptSeries } from '../engine/folioBook.js'
import type { FolioSequence } from '../engine/folios.js'
import type { LifeEntry } from '../engine/lives.js'
import type { Order } from '../engine/orders.js'
import type { Store } from '../engine/store.js'
import { JournalError } from '../errors.js'
import type { JournalEntry } from '../pac/journal.js'
import { AppendLog, type LogContents, type LogStorage } from './appendLog.js'
import { FolioLog, type FolioRecord } from './folioLog.js'
import { acquireLock } from './lockFile.js'
import { logDisk, realFile } from './logDisk.js'
import { RecordTable, storedRecord } from './recordTable.js'

/** Options of {@link openFileStore}. Times in milliseconds, sizes in bytes. */
export interface FileStoreOptions {
  /** How long closed entries of the journal are kept; until then a repeated document gets its stamp from it. 7 days. */
  readonly retention?: number | undefined
  /**
   * How long acknowledged orders and ended lives are kept, with their XML: for ever. After that their keys are forgotten, and one that comes
   * again is another invoice.
   */
  readonly orderRetention?: number | undefined
  /** The first folio of a series that the file does not know; 1. */
  readonly firstFolio?: ((rfc: string, serie: string) => number) | undefined
  /** Minimum size for compaction, which happens when the file has doubled since the last one. 16 MiB. */
  readonly compactAt?: number | undefined
  /**
   * Age after which the lock of a holder that cannot be inspected counts as abandoned: on another machine, in another
   * container, in another thread of this process. 60 s.
   */
  readonly staleAfter?: number | undefined
  /** Milliseconds since 1970. `Date.now` by default. */
  readonly now?: (() => number) | undefined
}

/** An open file with a journal, orders, lives and folios. */
export interface FileStore extends Store {
  /** For `createEngine`; with all its methods. */
  readonly folios: Required<FolioSequence>
  /** Bytes of an unacknowledged, incomplete write at the end of the file that opening discarded. */
  readonly discarded: number
  /** Size of the file in bytes. */
  readonly size: number
  /** Drops what has expired, and all but the last state of the rest. Also happens automatically. */
  compact(): Promise<void>
  /** Waits for pending writes and releases the lock. */
  close(): Promise<void>
}

/**
 * Opens a file with a journal, orders, lives and folios, or creates it. A lock file beside it ensures that only one process has it
 * open. Opening a file that was not closed copies it, so there must be room for a second one.
 *
 * All that is pending is written at once and made durable by one fsync. After a failed write nothing more is written: close
 * it and open it again.
 * @throws JournalError JOURNAL_LOCKED if another process has it open, JOURNAL_FORMAT if the file is something else,
 * JOURNAL_CORRUPT if acknowledged data cannot be read, JOURNAL_OPEN for other failures.
 * @example
 * const store = await openFileStore('tienda.journal')
 * const { journal, orders, lives, folios } = store
 * const engine = createEngine({ signers: csd, provider: failover([main, backup], { journal }), orders, lives, folios })
 * await store.close()
 */
export async function openFileStore(path: string | URL, options: FileStoreOptions = {}): Promise<FileStore> {
  try {
    const file = await realFile(typeof path === 'string' ? path : fileURLToPath(path))
    const lock = await acquireLock(`${file}.lock`, options.staleAfter ?? 60_000)
    try {
      return await openStore(logDisk(file, lock), options, () => lock.release())
    } catch (error) {
      await lock.release()
      throw error
    }
  } catch (cause) {
    if (cause instanceof JournalError && cause.code !== 'JOURNAL_WRITE') throw cause
    throw new JournalError('JOURNAL_OPEN', `No se pudo abrir ${path}.`, { cause })
  }
}

/** Opens a store in any storage for a log. */
export async function openStore(
  storage: LogStorage,
  options: FileStoreOptions = {},
  released: () => Promise<void> = async () => {},
): Promise<FileStore> {
  const { retention = 7 * 24 * 3_600_000, orderRetention = Number.POSITIVE_INFINITY, compactAt = 16 << 20 } = options
  const { firstFolio = () => 1, now = Date.now } = options
  // The tables ask for the log when they are used, which is after it was opened.
  const theLog = (): AppendLog => log
  const entries = new RecordTable<JournalEntry>(
    { name: 'entry', keyOf: ({ token }) => token, finished: 'closed', keepFor: retention, keepsXml: false, now },
    theLog,
  )
  const orders = new RecordTable<Order>(
    { name: 'order', keyOf: ({ key }) => key, finished: 'acknowledged', keepFor: orderRetention, keepsXml: true, now },
    theLog,
  )
  const lives = new RecordTable<LifeEntry>(
    { name: 'life', keyOf: ({ uuid }) => uuid, finished: 'closed', keepFor: orderRetention, keepsXml: true, now },
    theLog,
  )
  const folios = new FolioLog(theLog, firstFolio, now)
  const log = await AppendLog.open({ storage, contents: contentsOf(entries, orders, lives, folios), compactAt })
  return {
    journal: entries,
    orders,
    lives,
    folios,
    discarded: log.discarded,
    get size() {
      return log.size
    },
    compact: () => log.compact(),
    close: once(() => log.close().finally(released)),
  }
}

/** Which part of the store each record of the log belongs to. */
function contentsOf(
  entries: RecordTable<JournalEntry>,
  orders: RecordTable<Order>,
  lives: RecordTable<LifeEntry>,
  folios: FolioLog,
): LogContents {
  return {
    visit(record, place) {
      const value = parsed(record)
      const entry = storedRecord<JournalEntry>(value, 'entry')
      const order = storedRecord<Order>(value, 'order')
      const life = storedRecord<LifeEntry>(value, 'life')
      if (entry !== undefined) entries.visit(entry, place)
      else if (order !== undefined) orders.visit(order, place)
      else if (life !== undefined) lives.visit(life, place)
      else if (value['series'] !== undefined) folios.visitSeries(value['series'] as KeptSeries)
      else if (value['folio'] !== undefined) folios.visit(value['folio'] as FolioRecord)
      else throw unreadable()
    },
    keep: () => [...entries.keep(), ...orders.keep(), ...lives.keep(), ...folios.keep()],
  }
}

function parsed(record: Buffer): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(record.toString()))
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause?: unknown): JournalError {
  return new JournalError('JOURNAL_FORMAT', 'La bitácora tiene registros de otra versión.', { cause })
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work()
    return result
  }
}
