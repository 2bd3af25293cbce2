/**
 * A store in a SQLite database, for the processes of one machine.
 * @module
 */
import { fileURLToPath } from 'node:url'
import type { CancellationEntry, Cancellations } from '../../engine/cancellationStore.js'
import type { FolioReservation, FolioSequence, HeldFolio } from '../../engine/folios.js'
import type { Order, Orders } from '../../engine/orders.js'
import { earlierStore, type Store } from '../../engine/store.js'
import { type OptionNames, requireOptions, withCurrentNames } from '../../lib/options.js'
import type { Journal, JournalEntry, JournalIdentity, WalkPurpose } from '../../pac/journal.js'
import type { StoreCounts } from '../../postgres/counts.js'
import type { Purged, PurgeOptions } from '../../postgres/purge.js'
import { columnsOf, recordOf, type StoredRecord } from './sqliteColumns.js'
import type { HeldRow } from './sqliteFolios.js'
import type { PurgedKind } from './sqlitePurge.js'
import type { RecordTableName } from './sqliteSchema.js'
import { SqliteThread } from './sqliteThread.js'

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** First folio of a new series. Defaults to 1. */
  readonly firstFolio?: ((rfc: string, serie: string) => number) | undefined
  /**
   * Path of a file of `openFileStore`, which is copied into the new database at the first opening
   * and then renamed to `<name>.imported`. No process may have it open. The option may stay.
   */
  readonly importFrom?: string | undefined
  /** Milliseconds since 1970. Defaults to `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** Claims that a process keeps alive. */
export interface SqliteHeartbeats {
  /** Extends every claim of this owner to at least `until`, in milliseconds since 1970. */
  renew(owner: string, until: number): Promise<void>
}

/** Journal with an identity. */
export interface SqliteJournal extends Omit<Journal, 'renew'>, SqliteHeartbeats {
  /**
   * The identity of this journal, and the time since which it is complete, in milliseconds since
   * 1970.
   */
  identity(): Promise<JournalIdentity>
}

/** An open database with a journal, orders, folios and cancellations. */
export interface SqliteStore extends Store {
  /** For `failover`. */
  readonly journal: SqliteJournal
  /** For `createEngine`. */
  readonly orders: Orders & SqliteHeartbeats
  /** For `createEngine`; with all its methods. */
  readonly folios: Required<FolioSequence>
  /** For `createEngine`: cancellations. */
  readonly cancellations: Cancellations & SqliteHeartbeats
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives: Cancellations & SqliteHeartbeats
  /** Counts the records of each status, and gives the age of the oldest unfinished ones. */
  counts(): Promise<StoreCounts>
  /** Removes old finished records, as the `purge` of PostgreSQL does. */
  purge(options: PurgeOptions): Promise<Purged>
  /** Waits for pending calls, and closes the database. */
  close(): Promise<void>
}

const optionNames: OptionNames<SqliteStoreOptions> = {
  firstFolio: 'function',
  importFrom: 'text',
  now: 'function',
}

/**
 * Opens or creates a SQLite database with a journal, orders, cancellations and folios. Requires Node 22.13
 * or later. The database works in a thread of its own: calls that wait share a transaction and its
 * fsync (WAL, `synchronous = FULL`), and the main thread never waits for the disk.
 *
 * Several processes of one machine may share it. The file must be on a local disk, and is
 * readable by its owner only. A claim of a dead process ends with its lease.
 *
 * A failed write rejects with JOURNAL_WRITE and leaves the database as it was. After an error of
 * the disk nothing more is read or written: close the store and open it again.
 * @throws TypeError for an unknown option, or one of another type; without `node:sqlite`; in a
 * program that was bundled in one file.
 * @throws JournalError JOURNAL_FORMAT if the file is another database or of a later version,
 * JOURNAL_CORRUPT, JOURNAL_LOCKED if the file to import is in use, JOURNAL_OPEN for other failures.
 * @example
 * const store = await openSqliteStore('tienda.sqlite')
 * const { journal, orders, cancellations, folios } = store
 * const engine = createEngine({ signers: csd, provider: failover([main, backup], { journal }), orders, cancellations, folios })
 * await store.close()
 */
export async function openSqliteStore(
  path: string | URL,
  options: SqliteStoreOptions = {},
): Promise<SqliteStore> {
  requireOptions('openSqliteStore', options, optionNames)
  const { firstFolio = () => 1, importFrom, now = Date.now } = options
  const file = typeof path === 'string' ? path : fileURLToPath(path)
  const thread = await SqliteThread.start({ path: file, importFrom, now: now() })
  const renew = async (owner: string, until: number): Promise<void> =>
    thread.call('renew', requireText('renew: owner', owner), until)
  const cancellations = { ...recordBookOf<CancellationEntry>(thread, 'lives', now), renew }
  return {
    journal: {
      ...recordBookOf<JournalEntry>(thread, 'journal', now),
      identity: () => thread.call('identity'),
      renew,
    },
    orders: {
      ...recordBookOf<Order>(thread, 'orders', now),
      ownerOf: (token) => thread.call('ownerOf', requireText('ownerOf: token', token)),
      nextSecond: (wish) => thread.call('nextSecond', wish),
      renew,
    },
    ...{ cancellations, lives: cancellations },
    folios: foliosOf(thread, firstFolio, now),
    counts: () => thread.call('counts'),
    purge: (wanted) => purgeStore(thread, wanted, now()),
    close: () => thread.close(),
  }
}

// --- records ---

/** Number of places read at a time. */
const page = 64

/** Statuses of unfinished records, in the order of a walk: stored results are delivered first. */
const stages: Readonly<Record<RecordTableName, readonly (readonly string[])[]>> = {
  journal: [['open', 'watched']],
  orders: [['answered'], ['open']],
  lives: [['open']],
}

function recordBookOf<Stored extends StoredRecord>(
  thread: SqliteThread,
  table: RecordTableName,
  now: () => number,
) {
  const load = async (key: string): Promise<Stored | undefined> => {
    const columns = await thread.call('load', table, requireText('load: key', key))
    return columns && recordOf<Stored>(columns)
  }
  return {
    load,
    async append(stored: Stored): Promise<boolean> {
      const columns = columnsOf(table, stored)
      requireText('append: key', columns.key)
      return thread.call('append', table, columns)
    },
    /** Records that are written after the start belong to the next walk. */
    async *unfinished(purpose?: WalkPurpose): AsyncIterable<Stored> {
      const last = await thread.call('last', table)
      const isDue = purpose === 'resume' && table !== 'journal'
      for (const statuses of stages[table]) {
        for (let after = 0; ; ) {
          const due = isDue ? now() : null
          const places = await thread.call('page', {
            table,
            statuses,
            after,
            now: due,
            limit: page,
          })
          for (const { id, key } of places) {
            if (id > last) break
            const stored = await load(key)
            if (stored !== undefined && statuses.includes(stored.status)) yield stored
          }
          after = places.at(-1)?.id ?? last
          if (places.length < page || after >= last) break
        }
      }
    },
  }
}

// --- folios ---

function foliosOf(
  thread: SqliteThread,
  firstFolio: (rfc: string, serie: string) => number,
  now: () => number,
): Required<FolioSequence> {
  const reservationOf = ({ ticket, folio }: HeldRow): Required<FolioReservation> => ({
    folio: String(folio),
    bind: async (holder) => thread.call('bindFolio', ticket, requireText('bind: holder', holder)),
    commit: () => thread.call('settleFolio', ticket, 'commit', now()),
    release: () => thread.call('settleFolio', ticket, 'release', now()),
  })
  const heldOf = (row: HeldRow): HeldFolio => ({
    ...reservationOf(row),
    rfc: row.rfc,
    serie: row.serie,
    since: row.since,
    ...(row.holder !== null && { holder: row.holder }),
  })
  return {
    async next(rfc, serie, holder) {
      const wish = {
        rfc: requireText('next: rfc', rfc),
        serie: requireText('next: serie', serie),
        start: firstFolio(rfc, serie),
        holder: holder === undefined ? null : requireText('next: holder', holder),
        now: now(),
      }
      if (!Number.isSafeInteger(wish.start) || wish.start < 0)
        throw new TypeError('openSqliteStore: firstFolio must return an integer from 0 on')
      return reservationOf(await thread.call('takeFolio', wish))
    },
    async heldBy(holder) {
      const rows = await thread.call('foliosOf', requireText('heldBy: holder', holder))
      return rows.map(heldOf)
    },
    async *held() {
      for (let after = 0; ; ) {
        const rows = await thread.call('folioPage', after, page)
        for (const row of rows) yield heldOf(row)
        if (rows.length < page) return
        after = rows.at(-1)?.ticket as number
      }
    },
  }
}

/** SQLite stores text as UTF-8, in which a lone surrogate is lost. */
function requireText(name: string, text: string): string {
  if (typeof text === 'string' && !/[\0\p{Surrogate}]/u.test(text)) return text
  throw new TypeError(`${name} must be a text without U+0000 and lone surrogates`)
}

// --- purge ---

const purgeOptionNames = {
  journal: 'milliseconds',
  orders: 'milliseconds',
  cancellations: 'milliseconds',
  tombstone: 'milliseconds',
  dryRun: 'boolean',
} as const

async function purgeStore(
  thread: SqliteThread,
  options: PurgeOptions,
  now: number,
): Promise<Purged> {
  const current = withCurrentNames(options, earlierStore)
  requireOptions('purge', current, purgeOptionNames)
  const { journal, orders, cancellations, tombstone, dryRun = false } = current
  const end = tombstone === undefined ? null : now + tombstone
  const run = async (kind: PurgedKind, age: number | undefined): Promise<number> => {
    if (age === undefined) return 0
    const step = { kind, before: now - age, tombstone: end }
    if (dryRun) return thread.call('countPurged', step)
    // A step at a time, so that writes of the host go between them.
    let removed = 0
    for (;;) {
      const some = await thread.call('purge', step)
      removed += some
      if (some === 0) return removed
    }
  }
  const purgedCancellations = await run('lives', cancellations)
  const purged = {
    journal: await run('journal', journal),
    orders: await run('orders', orders),
    ...{ cancellations: purgedCancellations, lives: purgedCancellations },
    tombstones: await run('tombstones', 0),
  }
  if (!dryRun) await thread.call('forget', now)
  return purged
}
