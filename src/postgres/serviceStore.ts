/**
 * What a service keeps, in PostgreSQL: a table for each of its tables, all of one shape.
 * @module
 */
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
    transaction: (run) => client.transaction((session) => run(within(session))),
  }
}

function tablesOver(query: Database['query'], schema: string): AllRecords {
  const tables = serviceTables.map((name) => [name, recordsOver(query, `${schema}.service_${name}`)])
  return Object.fromEntries(tables) as { [Name in ServiceTable]: Records<never> } as unknown as AllRecords
}

function recordsOver(query: Database['query'], table: string): Records<ServiceRecord> {
  const select = `select id, owner, at::text as at, body::text as body from ${table}`
  const insert = `insert into ${table} as t (id, owner, at, body) values ($1::text, $2::text, $3::text::bigint, $4::text::json)`
  const one = async (text: string, id: string) => (await query(text, id)).map(recordOf)[0]
  return {
    get: (id) => one(`${select} where id = $1::text`, id),
    lock: (id) => one(`${select} where id = $1::text for update`, id),
    async insert(record) {
      return (await query(`${insert} on conflict do nothing returning id`, ...columnsOf(record))).length > 0
    },
    async put(record) {
      const update = 'on conflict (id) do update set owner = excluded.owner, at = excluded.at, body = excluded.body'
      await query(`${insert} ${update}`, ...columnsOf(record))
    },
    async remove(id) {
      return (await query(`delete from ${table} where id = $1::text returning id`, id)).length > 0
    },
    async page(options) {
      const { where, values } = conditionsOf(options)
      return (await query(`${select} ${where} order by at desc, id desc limit $1::text::integer`, ...values)).map(
        recordOf,
      )
    },
    async due(until, limit) {
      const oldest = `where at <= $1::text::bigint order by at, id limit $2::text::integer for update skip locked`
      return (await query(`${select} ${oldest}`, String(until), String(limit))).map(recordOf)
    },
  }
}

/** Conditions that an index can answer: a parameter that may be null would leave it out. */
function conditionsOf({ owner, after, limit }: PageOptions): { readonly where: string; readonly values: string[] } {
  const values = [String(limit)]
  const parameter = (value: string) => `$${values.push(value)}::text`
  const conditions: string[] = []
  if (owner !== undefined) conditions.push(`owner = ${parameter(owner)}`)
  if (after !== undefined)
    conditions.push(`(at, id) < (${parameter(String(after.at))}::bigint, ${parameter(after.id)} collate "C")`)
  return { where: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values }
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
