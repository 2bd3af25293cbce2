/**
 * A journal, orders, cancellations and folios in one file: acknowledged writes survive crashes and power
 * cuts, and one fsync makes all pending writes durable.
 * @module
 */
import { fileURLToPath } from 'node:url'
import type { CancellationEntry, Cancellations } from '../../engine/cancellationStore.js'
import type { KeptSeries } from '../../engine/folioBook.js'
import type { FolioSequence } from '../../engine/folios.js'
import type { Order, Orders } from '../../engine/orders.js'
import { SecondBook } from '../../engine/secondBook.js'
import type { Store } from '../../engine/store.js'
import { JournalError } from '../../errors.js'
import { type OptionNames, requireOptions, withCurrentNames } from '../../lib/options.js'
import {
  type Claim,
  type Journal,
  type JournalEntry,
  type WalkPurpose,
  withHeartbeat,
} from '../../pac/journal.js'
import {
  AppendLog,
  type Kept,
  type LogContents,
  type LogEvent,
  type LogStorage,
} from './appendLog.js'
import { FolioLog, type FolioRecord } from './folioLog.js'
import { reopened } from './heldCancellations.js'
import { type Identity, IdentityRecord } from './identityRecord.js'
import { acquireLock } from './lockFile.js'
import { logDisk, realFile } from './logDisk.js'
import { RecordTable } from './recordTable.js'
import { parseHead, storedRecord, type Versioned } from './storedRecord.js'
import { listener, outgrowing } from './storeEvents.js'
import { requireStoreOptions } from './storeOptions.js'

/** Options of {@link openFileStore}. Times in milliseconds, sizes in bytes. */
export interface FileStoreOptions {
  /**
   * How long closed journal entries are kept; until then a repeated document receives its stored
   * stamp. Defaults to 7 days.
   */
  readonly retention?: number | undefined
  /** How long acknowledged orders are kept, with their XML. Defaults to forever. */
  readonly orderRetention?: number | undefined
  /** How long finished cancellations are kept. Defaults to `orderRetention`. */
  readonly cancellationRetention?: number | undefined
  /**
   * The earlier name of `cancellationRetention`.
   * @deprecated
   */
  readonly lifeRetention?: number | undefined
  /**
   * How long the key of a removed order is kept: it answers 716, with its folio fiscal. Defaults to
   * forever. Afterwards a repeated key creates another invoice.
   */
  readonly tombstoneRetention?: number | undefined
  /** First folio of a new series. Defaults to 1. */
  readonly firstFolio?: ((rfc: string, serie: string) => number) | undefined
  /**
   * Minimum size for compaction, which runs when the file has doubled since the last one. Defaults
   * to 16 MiB.
   */
  readonly compactAt?: number | undefined
  /**
   * Age after which the lock of a holder that cannot be inspected counts as abandoned: on another
   * machine, in another container, in another thread of this process. Defaults to 60 s.
   */
  readonly staleAfter?: number | undefined
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined
  /**
   * Size in bytes at which the file is reported as `outgrown`, and again when it has doubled.
   * Defaults to 1 GiB.
   */
  readonly warnAt?: number | undefined
  /**
   * Receives events of the file. Without it, Node prints a full disk and an outgrown file as
   * warnings.
   */
  readonly on?: ((event: FileStoreEvent) => void) | undefined
}

/** An event of the file of a store. */
export type FileStoreEvent =
  | LogEvent
  /**
   * The file is larger than its design: opening reads all of it, and the index of its records is in
   * memory. Use PostgreSQL, or a shorter `orderRetention`. Sizes in bytes.
   */
  | {
      readonly kind: 'outgrown'
      readonly size: number
      readonly records: number
      readonly warnAt: number
    }

/** Journal of a file, with an identity. */
export interface FileStoreJournal extends Journal {
  /**
   * Resolves to the id of the file and the time since which it is complete, in milliseconds since
   * 1970. Another file, also an emptied one, has another id.
   */
  identity(): Promise<Identity>
}

/** Claims of a process. In a file they last as long as the process. */
export interface Renewable {
  /** Resolves at once. */
  renew(owner: string, until: number): Promise<void>
}

/** An open file with a journal, orders, cancellations and folios. */
export interface FileStore extends Store {
  /** For `failover`. */
  readonly journal: FileStoreJournal
  /** For `createEngine`. */
  readonly orders: Orders & Renewable
  /** For `createEngine`; with all its methods. */
  readonly folios: Required<FolioSequence>
  /** For `createEngine`: cancellations. */
  readonly cancellations: Cancellations & Renewable
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives: Cancellations & Renewable
  /** Bytes of an unacknowledged, incomplete write at the end of the file that opening discarded. */
  readonly discarded: number
  /** Size of the file in bytes. */
  readonly size: number
  /** Drops expired records and superseded states. Also runs automatically. */
  compact(): Promise<void>
  /** Waits for pending writes and releases the lock. */
  close(): Promise<void>
}

/** Names of the options. */
const optionNames: OptionNames<Omit<FileStoreOptions, 'lifeRetention'>> = {
  retention: true,
  orderRetention: true,
  cancellationRetention: true,
  tombstoneRetention: true,
  firstFolio: true,
  compactAt: true,
  staleAfter: true,
  now: true,
  warnAt: true,
  on: true,
}

/**
 * Opens or creates a file with a journal, orders, cancellations and folios. A lock file beside it ensures
 * that only one process has it open. Opening copies the file only if its previous process may still
 * run, in another container or on another machine. The copy, as a compaction, requires space for a
 * second file.
 *
 * One fsync makes all pending writes durable. After a failed write nothing more is written: close
 * the file and open it again.
 * @throws TypeError for an unknown option, or one of another type or out of range.
 * @throws JournalError JOURNAL_LOCKED if another process has it open, JOURNAL_FORMAT if the file is
 * not a store, JOURNAL_CORRUPT if acknowledged data cannot be read, JOURNAL_OPEN for other
 * failures.
 * @example
 * const store = await openFileStore('tienda.journal')
 * const { journal, orders, cancellations, folios } = store
 * const engine = createEngine({ signers: csd, provider: failover([main, backup], { journal }), orders, cancellations, folios })
 * await store.close()
 */
export async function openFileStore(
  path: string | URL,
  options: FileStoreOptions = {},
): Promise<FileStore> {
  const current = withCurrentNames(options, { lifeRetention: 'cancellationRetention' })
  requireOptions('openFileStore', current, optionNames)
  requireStoreOptions('openFileStore', current)
  try {
    const file = await realFile(typeof path === 'string' ? path : fileURLToPath(path))
    const lock = await acquireLock(`${file}.lock`, current.staleAfter ?? 60_000)
    try {
      return await openStore(logDisk(file, lock), current, () => lock.release())
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
  const { warnAt = 1 << 30 } = options
  const on = listener(options)
  const warn = outgrowing(warnAt, on)
  const { log, parts } = await openParts(storage, options, on)
  const { entries, orders, cancellations, folios, identities } = parts
  const watchSize = () => warn(log.size, entries.size + orders.size + cancellations.size)
  watchSize()
  const seconds = new SecondBook()
  // In memory: the lock voids the claims of other processes. This process may have several engines.
  const beats = new Map<string, number>()
  const renew = async (owner: string, until: number) => void beats.set(owner, until)
  const stored = { ...portOf(cancellations, beats, watchSize), renew }
  let closing: Promise<void> | undefined
  return {
    journal: {
      ...portOf(entries, beats, watchSize),
      identity: () => identities.identity(),
      renew,
    },
    orders: {
      ...portOf(orders, beats, watchSize),
      ownerOf: async (token) => orders.ownerOf(token),
      nextSecond: async (wish) => seconds.next(wish),
      renew,
    },
    ...{ cancellations: stored, lives: stored },
    folios,
    discarded: log.discarded,
    get size() {
      return log.size
    },
    compact: () => log.compact(),
    close: () => {
      closing ??= log.close().finally(released)
      return closing
    },
  }
}

/** Opens the log of a store, and reads its parts. */
export async function openParts(
  storage: LogStorage,
  options: FileStoreOptions,
  on: (event: FileStoreEvent) => void,
): Promise<{ readonly log: AppendLog; readonly parts: Parts }> {
  const { compactAt = 16 << 20 } = options
  const parts = createParts(options, () => log)
  const log: AppendLog = await AppendLog.open({
    storage,
    contents: contentsOf(parts),
    compactAt,
    on,
  })
  return { log, parts }
}

/**
 * The methods of a table; claims end with the heartbeats of their owners.
 * @param appended is called after each append
 */
function portOf<Stored extends Versioned & { readonly claim?: Claim }>(
  table: RecordTable<Stored>,
  beats: ReadonlyMap<string, number>,
  appended: () => void,
) {
  return {
    async load(key: string) {
      const stored = await table.load(key)
      return stored && withHeartbeat(stored, beats)
    },
    async *unfinished(purpose?: WalkPurpose) {
      for await (const stored of table.unfinished(purpose)) yield withHeartbeat(stored, beats)
    },
    async append(stored: Stored) {
      const isWritten = await table.append(stored)
      appended()
      return isWritten
    },
  }
}

/** The parts of a store. */
export interface Parts {
  readonly entries: RecordTable<JournalEntry>
  readonly orders: RecordTable<Order>
  readonly cancellations: RecordTable<CancellationEntry>
  readonly folios: FolioLog
  readonly identities: IdentityRecord
}

/** @param log returns the log; the parts call it only after the log is open */
function createParts(options: FileStoreOptions, log: () => AppendLog): Parts {
  const { retention = 7 * 24 * 3_600_000, orderRetention = Number.POSITIVE_INFINITY } = options
  const { tombstoneRetention = Number.POSITIVE_INFINITY } = options
  const { cancellationRetention = orderRetention, firstFolio = () => 1, now = Date.now } = options
  const kept = { keepsXml: true, now }
  const orders = new RecordTable<Order>(
    {
      ...{ name: 'order', finished: 'acknowledged', keepFor: orderRetention, ...kept },
      keyOf: ({ key }) => key,
      tokenOf: ({ token }) => token,
      earlierTokenOf,
      buried: buryOrder,
      buriedFor: tombstoneRetention,
    },
    log,
  )
  /** Keeps the entries of unfinished orders, which may have to look up their document. */
  const isNeeded = (token: string) => {
    const key = orders.ownerOf(token)
    return key !== undefined && orders.isUnfinished(key)
  }
  const openedAt = now()
  const mended = (head: Omit<CancellationEntry, 'xml'>) => reopened(head, openedAt)
  const closed = { finished: 'closed', keepFor: retention, keepsXml: false, isNeeded, now } as const
  return {
    orders,
    entries: new RecordTable<JournalEntry>(
      { name: 'entry', keyOf: ({ token }) => token, ...closed },
      log,
    ),
    cancellations: new RecordTable<CancellationEntry>(
      {
        ...{ name: 'life', finished: 'closed', keepFor: cancellationRetention, ...kept },
        keyOf: ({ uuid }) => uuid,
        mended,
      },
      log,
    ),
    folios: new FolioLog(log, firstFolio, now),
    identities: new IdentityRecord(log, now),
  }
}

/** Keeps the key, the token and the folio fiscal of an order. */
function buryOrder({ outcome, claim: _, ...order }: Omit<Order, 'xml'>): Omit<Order, 'xml'> {
  const { key, version, status, fingerprint, token, at, uuid } = order
  const kept = { key, version, status, fingerprint, warnings: [], at, purged: true } as const
  const stamped = outcome?.kind === 'stamped' ? outcome.timbre.UUID : uuid
  return {
    ...kept,
    ...(token !== undefined && { token }),
    ...(stamped !== undefined && { uuid: stamped }),
  }
}

/** Returns the token of an order of an earlier version, unless its XML cannot be stamped. */
function earlierTokenOf(
  { status, outcome }: Omit<Order, 'xml'>,
  sum: string | undefined,
): string | undefined {
  if (status === 'open' || outcome?.kind === 'stamped') return sum
  return undefined
}

/** Dispatches the records of the log to the parts of the store. */
function contentsOf({ entries, orders, cancellations, folios, identities }: Parts): LogContents {
  const tables = [orders, entries, cancellations]
  return {
    visit(record, place) {
      let value: Readonly<Record<string, unknown>>
      try {
        value = parseHead(record)
      } catch (cause) {
        throw unreadableLog(cause)
      }
      const entry = storedRecord<JournalEntry>(value, 'entry')
      const order = storedRecord<Order>(value, 'order')
      const life = storedRecord<CancellationEntry>(value, 'life')
      if (entry !== undefined) entries.visit(entry, place)
      else if (order !== undefined) orders.visit(order, place)
      else if (life !== undefined) cancellations.visit(life, place)
      else if (value['series'] !== undefined) folios.book.add(value['series'] as KeptSeries)
      else if (value['folio'] !== undefined) folios.visit(value['folio'] as FolioRecord)
      else if (value['identity'] !== undefined) identities.known = value['identity'] as Identity
      else throw unreadableLog()
    },
    keep(since) {
      // Copied at once, because they change in memory before their records are in the log.
      return keptOf([...identities.keep(), ...folios.keep()], tables, since)
    },
    *move(move) {
      for (const table of tables) yield* table.move(move)
    },
  }
}

function* keptOf(
  whole: readonly Kept[],
  tables: readonly Pick<RecordTable<never>, 'keep'>[],
  since: number,
): Iterable<Kept> {
  yield* whole
  for (const table of tables) yield* table.keep(since)
}

function unreadableLog(cause?: unknown): JournalError {
  return new JournalError('JOURNAL_FORMAT', 'La bitácora tiene registros de otra versión.', {
    cause,
  })
}
