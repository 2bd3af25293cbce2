/**
 * Store of journal, orders, folios and cancellations in PostgreSQL, for any number of processes.
 * @module
 */
import type { FolioSequence } from '../engine/folios.js'
import type { CancellationEntry, Cancellations } from '../engine/cancellationStore.js'
import type { Order, Orders } from '../engine/orders.js'
import type { Store } from '../engine/store.js'
import { type OptionNames, requireOptions } from '../lib/options.js'
import { createUuid, secureRandom } from '../lib/uuid.js'
import { type Clock, systemClock } from '../pac/clock.js'
import type { Journal, JournalEntry, JournalIdentity } from '../pac/journal.js'
import type { SqlSession } from './client.js'
import { countAll, type StoreCounts } from './counts.js'
import {
  createSkew,
  type Database,
  limited,
  requireText,
  retriedAlone,
  retriedNever,
} from './database.js'
import { createFolios } from './folios.js'
import { Handover } from './writes/handover.js'
import { type Purged, type PurgeOptions, purge } from './purge.js'
import { createRecords, type Purpose, type RecordTable } from './records.js'
import { undone } from './retry.js'
import { defaultSchema, quoted } from './schema.js'
import { createTokens } from './tokens.js'

/** Options of {@link createPostgresStore}. Times in milliseconds. */
export interface PostgresStoreOptions {
  /** Schema of the tables of `migrate`. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** First folio of a series. Defaults to 1. */
  readonly start?: ((rfc: string, serie: string) => number) | undefined
  /**
   * How long other walks of `unfinished()` skip the records that this process visits. Must be
   * longer than the resumption of one document. After a crash, other processes skip those records
   * for that long. Defaults to 60,000.
   */
  readonly visit?: number | undefined
  /** Time-out of a statement. Defaults to 30,000. */
  readonly timeout?: number | undefined
  /**
   * Defaults to the system clock. Claims are written by it, and end by the clock of the database.
   */
  readonly clock?: Clock | undefined
}

/** Journal whose walks have a purpose. */
export interface PostgresJournal extends Omit<Journal, 'renew'>, Heartbeats {
  /** Processes with the same purpose share one walk. Defaults to `resume`. */
  unfinished(purpose?: Purpose): AsyncIterable<JournalEntry>
  /**
   * The identity of this journal, and the time since which it is complete, in milliseconds since
   * 1970.
   */
  identity(): Promise<JournalIdentity>
}

/** Claims that a process keeps alive. */
export interface Heartbeats {
  /**
   * Extends every claim of this owner to at least `until`, in milliseconds since 1970. One
   * statement; versions stay.
   */
  renew(owner: string, until: number): Promise<void>
}

/** Orders whose walks have a purpose. */
export interface PostgresOrders extends Omit<Orders, 'renew'>, Heartbeats {
  /**
   * Processes with the same purpose share one walk. With `resume`, orders that are not due are
   * skipped. Without a purpose, each walk yields all of them.
   */
  unfinished(purpose?: Purpose): AsyncIterable<Order>
}

/** A store over PostgreSQL. */
export interface PostgresStore extends Store {
  /** For `failover`. */
  readonly journal: PostgresJournal
  /** For `createEngine`. */
  readonly orders: PostgresOrders
  /** For `createEngine`. */
  readonly folios: Required<FolioSequence>
  /** For `createEngine`: cancellations. */
  readonly cancellations: Cancellations & Heartbeats
  /**
   * The earlier name of `cancellations`.
   * @deprecated
   */
  readonly lives: Cancellations & Heartbeats
  /**
   * Returns the same store inside a transaction of the host, which commits its own rows with ours.
   * Its reservations and iterators end with the transaction. A `true` of `append` is durable only
   * after the commit of the host: send nothing to a PAC before it.
   */
  within(session: SqlSession): Store
  /**
   * Counts the records of each status, and gives the age of the oldest unfinished ones. For a
   * dashboard, not for each request.
   */
  counts(): Promise<StoreCounts>
  /**
   * Removes old finished records in batches. Call it once a day, from any process. The entry of the
   * document of an open order stays.
   */
  purge(options: PurgeOptions): Promise<Purged>
}

/** The journal and its table. */
export const journalTable: RecordTable<JournalEntry> = {
  name: 'journal',
  done: 'closed',
  unfinished: [['open', 'watched']],
  split: ({ token, version, status, xml, claim, ...body }) => ({
    columns: { key: token, version, status, xml, ...(claim && { claim }), ...dueOf(body) },
    body,
  }),
  join: ({ key, ...columns }, body) => ({ ...body, token: key, ...columns }) as JournalEntry,
}

/** Orders and their table. */
export const ordersTable: RecordTable<Order> = {
  name: 'orders',
  done: 'acknowledged',
  // Stored results are delivered before documents are resumed at PACs.
  unfinished: [['answered'], ['open']],
  due: 'open',
  split: ({ key, version, status, xml, claim, token, ...body }) => ({
    columns: {
      key,
      version,
      status,
      xml,
      ...(claim && { claim }),
      ...(token && { token }),
      ...dueOf(body),
    },
    body,
  }),
  join: (columns, body) => ({ ...body, ...columns }) as Order,
}

const cancellationsTable: RecordTable<CancellationEntry> = {
  name: 'lives',
  done: 'closed',
  unfinished: [['open']],
  due: 'open',
  split: ({ uuid, version, status, xml, claim, ...body }) => ({
    columns: { key: uuid, version, status, xml, ...(claim && { claim }), ...dueOf(body) },
    body,
  }),
  join: ({ key, ...columns }, body) => ({ ...body, uuid: key, ...columns }) as CancellationEntry,
}

/** Returns the time of the next visit, if a record has one. */
function dueOf(body: object): { readonly due?: number } {
  const { due } = body as { readonly due?: unknown }
  if (typeof due === 'number' && Number.isFinite(due)) return { due }
  return {}
}

/** Maximum wait of a shared statement for a lock, in milliseconds. */
const longestLockWait = 1_000

/** Names of the options. */
const optionNames: OptionNames<PostgresStoreOptions> = {
  schema: true,
  start: true,
  visit: true,
  timeout: true,
  clock: true,
}

/**
 * Creates the store of a host whose processes share a database: journal, orders and folios.
 * Concurrent writes of a process share statements. Requires a database migrated with `migrate`.
 *
 * Claims end by the clock of the database, regardless of the clocks of the processes. Methods throw
 * PostgresError when the database fails.
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
export function createPostgresStore(
  client: SqlSession,
  options: PostgresStoreOptions = {},
): PostgresStore {
  requireOptions('createPostgresStore', options, optionNames)
  const { visit = 60_000, timeout = 30_000, start = () => 1, clock = systemClock } = options
  requirePositive({ visit, timeout })
  const limit = Math.ceil(Math.min(longestLockWait, timeout / 4))
  const common = {
    schema: quoted(options.schema ?? defaultSchema),
    visitor: createUuid(secureRandom),
    skew: createSkew(clock),
    clock,
    lockTries: Math.floor(timeout / limit),
  }
  const over = (session: SqlSession, isHosts: boolean): Database => ({
    ...common,
    query: limited(session, { clock, timeout, retried: isHosts ? retriedNever : retriedAlone }),
    queryForMany: limited(session, { clock, timeout, retried: isHosts ? retriedNever : undone }),
    lockLimit: isHosts ? null : String(limit),
  })
  const handover = new Handover(clock)
  const parts = (database: Database, isGrouped: boolean) => {
    const beats = heartbeats(database)
    const records = { visit, isGrouped, handover: isGrouped ? handover : undefined }
    const cancellations = { ...createRecords(cancellationsTable, database, records), ...beats }
    return {
      journal: {
        ...createRecords(journalTable, database, records),
        identity: async () => {
          const { query, schema, skew } = database
          await skew.ready(query)
          const [row] = await query(
            `select id, floor(extract(epoch from since) * 1000)::bigint::text as since from ${schema}.identities
     where part = 'journal'`,
          )
          return { id: String(row?.['id']), since: skew.toLocal(Number(row?.['since'])) }
        },
        ...beats,
      },
      orders: {
        ...createRecords(ordersTable, database, records),
        ...createTokens(database, isGrouped),
        ...beats,
      },
      ...{ cancellations, lives: cancellations },
      folios: createFolios(database, { start, isGrouped }),
    }
  }
  const database = over(client, false)
  const store = {
    ...parts(database, true),
    within: (session: SqlSession) => parts(over(session, true), false),
    counts: () => countAll(database),
    purge: (wanted: PurgeOptions) => purge(database, wanted),
  } satisfies PostgresStore
  opened.set(store, { client, handover, ...common, over: (session) => over(session, true) })
  return store
}

/** Internals of a store, for that of a service in the same database. */
export interface Opened {
  readonly client: SqlSession
  /** The schema, quoted. */
  readonly schema: string
  /** Hints of this process. */
  readonly handover: Handover
  /** The database in a transaction. */
  readonly over: (session: SqlSession) => Database
}

const opened = new WeakMap<PostgresStore, Opened>()

/** Returns the internals of a store; undefined if it is of another client. */
export function internalsOfStore(store: PostgresStore, client: SqlSession): Opened | undefined {
  const found = opened.get(store)
  return found?.client === client ? found : undefined
}

function heartbeats({ query, schema, skew }: Database): Heartbeats {
  return {
    async renew(owner, until) {
      requireText(owner, 'owner')
      await skew.ready(query)
      await query(
        `insert into ${schema}.processes as p (owner, until) values ($1::text, $2::text::bigint)
         on conflict (owner) do update set until = greatest(p.until, excluded.until)`,
        owner,
        String(Math.round(skew.toDatabase(until))),
      )
    },
  }
}

function requirePositive(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (!(value > 0 && Number.isFinite(value)))
      throw new TypeError(`createPostgresStore: ${name} must be more than 0`)
  }
}
