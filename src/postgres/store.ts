/**
 * Everything durable of a host in PostgreSQL, for any number of processes.
 * @module
 */
import type { FolioSequence } from '../engine/folios.js'
import type { Order, Orders } from '../engine/orders.js'
import type { Store } from '../engine/store.js'
import { createUuid, secureRandom } from '../lib/uuid.js'
import { type Clock, systemClock } from '../pac/clock.js'
import type { Journal, JournalEntry } from '../pac/journal.js'
import type { SqlSession } from './client.js'
import { createSkew, type Database, limited } from './database.js'
import { createFolios } from './folios.js'
import { countByStatus, createRecords, type Purpose, type RecordTable, removeDone } from './records.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createPostgresStore}. Times in milliseconds. */
export interface PostgresStoreOptions {
  /** Where `migrate` made the tables. `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** The first folio of a series. 1 in each. */
  readonly start?: ((rfc: string, serie: string) => number) | undefined
  /**
   * For how long others that walk through `unfinished()` pass by what this process has reached. Longer than it takes to resume
   * one document; after a crash, nobody else visits what the dead process had reached before that. 60,000.
   */
  readonly visit?: number | undefined
  /** How long a statement may take for who waits for it. 30,000. */
  readonly timeout?: number | undefined
  /** The system clock by default. Claims are written and read by it, and judged by the database's. */
  readonly clock?: Clock | undefined
}

/** A journal whose walkers say what they walk for. */
export interface PostgresJournal extends Journal {
  /** Those that walk for one purpose share the way; `resume` by default. */
  unfinished(purpose?: Purpose): AsyncIterable<JournalEntry>
}

/** How many records there are of each status. */
export interface StoreCounts {
  /** Entries of the journal. */
  readonly journal: Readonly<Record<JournalEntry['status'], number>>
  /** Orders. */
  readonly orders: Readonly<Record<Order['status'], number>>
  /** Folios that are taken and not settled. */
  readonly heldFolios: number
}

/** What {@link PostgresStore.purge} removes. */
export interface PurgeOptions {
  /** Milliseconds since the last write. A key that was removed is new again: keep orders longer than anybody repeats one. */
  readonly olderThan: number
}

/** How many records were removed. */
export interface Purged {
  /** Entries of the journal that were closed. */
  readonly journal: number
  /** Orders that were acknowledged. */
  readonly orders: number
}

/** A store over PostgreSQL. */
export interface PostgresStore extends Store {
  /** For `failover`. */
  readonly journal: PostgresJournal
  /** For `createEngine`. */
  readonly orders: Orders
  /** For `createEngine`. */
  readonly folios: Required<FolioSequence>
  /**
   * The same store inside a transaction of the host, which commits its own rows with ours. What it gives (reservations of
   * folios, iterators) lives as long as the transaction. A `true` of `append` is durable when the host has committed: nothing
   * may be sent to a PAC before.
   */
  within(session: SqlSession): Store
  /** How many records there are of each status. Reads all of them: for a dashboard, not for each request. */
  counts(): Promise<StoreCounts>
  /** Removes closed entries and acknowledged orders, some at a time. Call it once a day, from any process. */
  purge(options: PurgeOptions): Promise<Purged>
}

const journalTable: RecordTable<JournalEntry> = {
  name: 'journal',
  done: 'closed',
  split: ({ token, version, status, xml, claim, ...body }) => ({
    columns: { key: token, version, status, xml, ...(claim && { claim }) },
    body,
  }),
  join: ({ key, ...columns }, body) => ({ ...body, token: key, ...columns }) as JournalEntry,
}

const ordersTable: RecordTable<Order> = {
  name: 'orders',
  done: 'acknowledged',
  split: ({ key, version, status, xml, claim, ...body }) => ({
    columns: { key, version, status, xml, ...(claim && { claim }) },
    body,
  }),
  join: (columns, body) => ({ ...body, ...columns }) as Order,
}

/**
 * The store of a host whose processes share a database: journal, orders and folios. What one process writes at the same time goes
 * in one statement. The database must have been brought up to date with `migrate`.
 *
 * Claims are judged by the database's clock, whatever the clocks of the processes say. Failures are thrown as PostgresError.
 *
 * @throws TypeError if an option is out of range.
 * @example
 * const client = fromPglite(database)
 * await migrate(client)
 * const store = createPostgresStore(client)
 * const shared = failover([main, backup], { journal: store.journal })
 * const several = createEngine({ signers: csd, provider: shared, orders: store.orders, folios: store.folios })
 * const stamped = await several.stamp({ ...invoice, Folio: 'AUTO' }, { key: 'ticket 8114' })
 * stamped.ok // → true
 */
export function createPostgresStore(client: SqlSession, options: PostgresStoreOptions = {}): PostgresStore {
  const { visit = 60_000, timeout = 30_000, start = () => 1, clock = systemClock } = options
  requirePositive({ visit, timeout })
  const common = {
    schema: quoted(options.schema ?? defaultSchema),
    visitor: createUuid(secureRandom),
    skew: createSkew(clock),
  }
  const over = (session: SqlSession): Database => ({ ...common, query: limited(session, clock, timeout) })
  const parts = (database: Database, isGrouped: boolean) => ({
    journal: createRecords(journalTable, database, { visit, isGrouped }),
    orders: createRecords(ordersTable, database, { visit, isGrouped }),
    folios: createFolios(database, { start, isGrouped }),
  })
  const database = over(client)
  return {
    ...parts(database, true),
    within: (session) => parts(over(session), false),
    counts: () => countAll(database),
    purge: (wanted) => purge(database, wanted),
  }
}

async function countAll(database: Database): Promise<StoreCounts> {
  const [journal, orders] = await Promise.all([countByStatus(database, 'journal'), countByStatus(database, 'orders')])
  const [held] = await database.query(`select count(*)::text as count from ${database.schema}.held_folios`)
  return {
    journal: { open: 0, watched: 0, closed: 0, ...journal },
    orders: { open: 0, answered: 0, acknowledged: 0, ...orders },
    heldFolios: Number(held?.['count']),
  }
}

async function purge(database: Database, { olderThan }: PurgeOptions): Promise<Purged> {
  if (!(olderThan >= 0 && Number.isFinite(olderThan)))
    throw new TypeError('purge: olderThan is milliseconds, 0 or more')
  return {
    journal: await removeDone(database, journalTable, olderThan),
    orders: await removeDone(database, ordersTable, olderThan),
  }
}

function requirePositive(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (!(value > 0 && Number.isFinite(value))) throw new TypeError(`createPostgresStore: ${name} must be more than 0`)
  }
}
