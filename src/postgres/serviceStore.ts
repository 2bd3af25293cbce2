/**
 * What a service keeps, in PostgreSQL: all of its tables in one.
 * @module
 */
import { PostgresError } from '../errors.js'
import { type Clock, systemClock } from '../pac/clock.js'
import type { AllRecords, PageOptions, Records, ServiceStore } from '../service/ports.js'
import { type ServiceRecord, type ServiceTable, serviceTables } from '../service/records.js'
import type { SqlClient, SqlResult, SqlSession } from './client.js'
import { type Database, limited, requireText } from './database.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createPostgresServiceStore}. */
export interface PostgresServiceOptions {
  /** Where `migrate` made the tables: one schema for each environment. `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Milliseconds that a statement may take for who waits for it. 30,000. */
  readonly timeout?: number | undefined
  /** The system clock by default. */
  readonly clock?: Clock | undefined
}

/** A service's store over PostgreSQL. */
export interface PostgresServiceStore extends ServiceStore {
  /** The same tables inside a transaction of the host. */
  within(session: SqlSession): AllRecords
}

/**
 * The records of a service whose processes share a database, which must have been brought up to date with `migrate`. Failures are thrown
 * as PostgresError.
 * @throws TypeError if an option is out of range.
 * @example
 * await migrate(fromPglite(database))
 * const records = createPostgresServiceStore(fromPglite(database))
 * await records.accounts.get('nobody') // → undefined
 */
export function createPostgresServiceStore(
  client: SqlClient,
  options: PostgresServiceOptions = {},
): PostgresServiceStore {
  const { schema = defaultSchema, timeout = 30_000, clock = systemClock } = options
  if (!(timeout > 0 && Number.isFinite(timeout)))
    throw new TypeError('createPostgresServiceStore: timeout must be more than 0')
  const name = quoted(schema)
  const within = (session: SqlSession) => tablesOver(limited(session, clock, timeout), name)
  return {
    ...within(client),
    within,
    transaction: (run) => untilChosen(() => client.transaction((session) => run(within(session)))),
  }
}

/** How often a transaction is begun again. Of those that wait for each other the database ends one, and the others go on. */
const attempts = 8

/** What the database undid to end a deadlock, or because it could not have come one after the other, is done again. */
async function untilChosen<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let left = attempts - 1; ; left--) {
    try {
      return await transaction()
    } catch (error) {
      if (left === 0 || !isUndone(error)) throw error
    }
  }
}

/** SQLSTATE 40P01, deadlock detected, and 40001, serialization failure: PostgreSQL's manual, appendix A. */
function isUndone(error: unknown): boolean {
  const { code } = ((error instanceof PostgresError ? error.cause : error) ?? {}) as { readonly code?: unknown }
  return code === '40P01' || code === '40001'
}

function tablesOver(query: Database['query'], schema: string): AllRecords {
  const tables = serviceTables.map((name) => [name, recordsOver(query, `${schema}.service_records`, name)])
  return Object.fromEntries(tables) as unknown as AllRecords
}

/** The records of one kind, whose name is the first parameter of every statement. */
function recordsOver(run: Database['query'], table: string, kind: ServiceTable): Records<ServiceRecord> {
  const query = (text: string, ...values: string[]) => run(text, kind, ...values)
  const select = `select id, owner, at::text as at, body::text as body from ${table} where kind = $1::text`
  const insert = `insert into ${table} (kind, id, owner, at, body)
    values ($1::text, $2::text, $3::text, $4::text::bigint, $5::text::json)`
  const one = async (text: string, id: string) => (await query(text, id)).map(recordOf)[0]
  return {
    get: (id) => one(`${select} and id = $2::text`, id),
    lock: (id) => one(`${select} and id = $2::text for update`, id),
    async insert(record) {
      return (await query(`${insert} on conflict do nothing returning id`, ...columnsOf(record))).length > 0
    },
    async put(record) {
      const update =
        'on conflict (kind, id) do update set owner = excluded.owner, at = excluded.at, body = excluded.body'
      await query(`${insert} ${update}`, ...columnsOf(record))
    },
    async remove(id) {
      return (await query(`delete from ${table} where kind = $1::text and id = $2::text returning id`, id)).length > 0
    },
    async page(options) {
      const { conditions, values } = conditionsOf(options)
      return (await query(`${select}${conditions} order by at desc, id desc limit $2::text::integer`, ...values)).map(
        recordOf,
      )
    },
    async due(until, limit) {
      const oldest = 'and at <= $2::text::bigint order by at, id limit $3::text::integer for update skip locked'
      return (await query(`${select} ${oldest}`, String(until), String(limit))).map(recordOf)
    },
  }
}

/** Conditions that an index can answer: a parameter that may be null would leave it out. */
function conditionsOf({ owner, after, limit }: PageOptions): {
  readonly conditions: string
  readonly values: string[]
} {
  const values = [String(limit)]
  // After the kind, which is $1.
  const parameter = (value: string) => `$${values.push(value) + 1}::text`
  const ofOwner = owner === undefined ? '' : ` and owner = ${parameter(owner)}`
  const isAfter =
    after === undefined
      ? ''
      : ` and (at, id) < (${parameter(String(after.at))}::bigint, ${parameter(after.id)} collate "C")`
  return { conditions: ofOwner + isAfter, values }
}

function columnsOf({ id, owner, at, ...body }: ServiceRecord): string[] {
  requireText(id, 'id')
  requireText(owner, 'owner')
  return [id, owner, String(at), JSON.stringify(body)]
}

function recordOf(row: SqlResult['rows'][number]): ServiceRecord {
  const body = JSON.parse(row['body'] as string) as object
  return { ...body, id: row['id'] as string, owner: row['owner'] as string, at: Number(row['at']) }
}
