/**
 * Records of a service in PostgreSQL, in one table.
 * @module
 */
import { requireOptions } from '../lib/options.js'
import { type Clock, systemClock } from '../pac/clock.js'
import {
  afterBeginning,
  equalMembers,
  type InvoiceFilter,
  type InvoiceSearch,
} from '../service/lists/invoiceSearch.js'
import type { AllRecords, PageOptions, Records, ServiceStore } from '../service/ports.js'
import {
  type InvoiceRecord,
  type ServiceRecord,
  type ServiceTable,
  serviceTables,
} from '../service/records.js'
import type { SqlClient, SqlResult, SqlSession } from './client.js'
import { limited, type Query, requireText, retriedAlone, retriedNever } from './database.js'
import { retry, undone } from './retry.js'
import { defaultSchema, quoted } from './schema.js'

/** Options of {@link createPostgresServiceStore}. */
export interface PostgresServiceOptions {
  /** Schema of the tables of `migrate`, one per environment. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Time-out of a statement in milliseconds. Defaults to 30,000. */
  readonly timeout?: number | undefined
  /** Defaults to the system clock. */
  readonly clock?: Clock | undefined
}

/** A service's store over PostgreSQL. */
export interface PostgresServiceStore extends ServiceStore {
  /** The same tables inside a transaction of the host. */
  within(session: SqlSession): AllRecords
}

/**
 * Creates the store of a service whose processes share a database. Requires a database migrated
 * with `migrate`. Methods throw PostgresError when the database fails.
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
  requireOptions('createPostgresServiceStore', options, ['schema', 'timeout', 'clock'])
  const { schema = defaultSchema, timeout = 30_000, clock = systemClock } = options
  if (!(timeout > 0 && Number.isFinite(timeout)))
    throw new TypeError('createPostgresServiceStore: timeout must be more than 0')
  const name = quoted(schema)
  const over = (session: SqlSession, retried: ReadonlySet<string>) =>
    tablesOver(limited(session, { clock, timeout, retried }), name)
  const within = (session: SqlSession) => over(session, retriedNever)
  const again = { states: undone, clock, attempts }
  const table = `${name}.service_records`
  const query = limited(client, { clock, timeout, retried: retriedAlone })
  return {
    ...over(client, retriedAlone),
    within,
    async searchInvoices(search) {
      const { text, values } = searchStatement(table, search)
      return (await query(text, ...values)).map(serviceRecordOf) as unknown as InvoiceRecord[]
    },
    async countInvoices(filter, most) {
      const { text, values } = countStatement(table, filter, most)
      return Number((await query(text, ...values))[0]?.['count'])
    },
    transaction: (run) => retry(() => client.transaction((session) => run(within(session))), again),
  }
}

/**
 * Maximum of attempts of a transaction. PostgreSQL ends a deadlock by rolling back one transaction.
 */
const attempts = 8

function tablesOver(query: Query, schema: string): AllRecords {
  const tables = serviceTables.map((name) => [
    name,
    recordsOver(query, `${schema}.service_records`, name),
  ])
  return Object.fromEntries(tables) as unknown as AllRecords
}

/** Columns of a record. `at` alone would name the text column of the result, by which no index sorts. */
const selected = 'select id, owner, r.at::text as at, body::text as body from'

/** Records of one kind. Its name is the first parameter of every statement. */
function recordsOver(run: Query, table: string, kind: ServiceTable): Records<ServiceRecord> {
  const query = (text: string, ...values: string[]) => run(text, kind, ...values)
  const select = `${selected} ${table} r where kind = $1::text`
  const insert = `insert into ${table} (kind, id, owner, at, body)
    values ($1::text, $2::text, $3::text, $4::text::bigint, $5::text::json)`
  const one = async (text: string, id: string) => (await query(text, id)).map(serviceRecordOf)[0]
  return {
    get: (id) => one(`${select} and id = $2::text`, id),
    lock: (id) => one(`${select} and id = $2::text for update`, id),
    async insert(record) {
      return (
        (await query(`${insert} on conflict do nothing returning id`, ...serviceColumns(record)))
          .length > 0
      )
    },
    async put(record) {
      const update =
        'on conflict (kind, id) do update set owner = excluded.owner, at = excluded.at, body = excluded.body'
      await query(`${insert} ${update}`, ...serviceColumns(record))
    },
    async remove(id) {
      return (
        (
          await query(
            `delete from ${table} where kind = $1::text and id = $2::text returning id`,
            id,
          )
        ).length > 0
      )
    },
    async page(options) {
      const { conditions, values } = conditionsOf(options)
      return (
        await query(
          `${select}${conditions} order by r.at desc, id desc limit $2::text::integer`,
          ...values,
        )
      ).map(serviceRecordOf)
    },
    async due(until, limit, except = []) {
      const others =
        except.length === 0
          ? ''
          : ' and owner <> all (array(select json_array_elements_text($4::text::json)))'
      const oldest = `and r.at <= $2::text::bigint${others} order by r.at, id limit $3::text::integer for update skip locked`
      const values = [String(until), String(limit), ...(others && [JSON.stringify(except)])]
      return (await query(`${select} ${oldest}`, ...values)).map(serviceRecordOf)
    },
  }
}

/** Conditions for an index scan; a parameter that may be null would prevent it. */
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
      : ` and (r.at, id) < (${parameter(String(after.at))}::bigint, ${parameter(after.id)} collate "C")`
  return { conditions: ofOwner + isAfter, values }
}

function serviceColumns({ id, owner, at, ...body }: ServiceRecord): string[] {
  requireText(id, 'id')
  requireText(owner, 'owner')
  return [id, owner, String(at), JSON.stringify(body)]
}

function serviceRecordOf(row: SqlResult['rows'][number]): ServiceRecord {
  const body = JSON.parse(row['body'] as string) as object
  return { ...body, id: row['id'] as string, owner: row['owner'] as string, at: Number(row['at']) }
}

interface Statement {
  readonly text: string
  readonly values: readonly string[]
}

/** Every filter and both orders have an index of migration 6, for rows of this kind only. */
function searchStatement(
  table: string,
  { order, descending, after, limit, ...filter }: InvoiceSearch,
): Statement {
  const values: string[] = []
  const parameter = (value: string) => `$${values.push(value)}::text`
  const conditions = invoiceConditions(filter, parameter)
  const direction = descending ? 'desc' : 'asc'
  if (after !== undefined) {
    const key = parameter(after.key)
    const place = `(${order === 'at' ? `${key}::bigint` : key}, ${parameter(after.id)} collate "C")`
    conditions.push(`(r.${order}, r.id) ${descending ? '<' : '>'} ${place}`)
  }
  const sorted = `order by r.${order} ${direction}, r.id ${direction}`
  const limited = `limit ${parameter(String(limit))}::integer`
  return {
    text: `${selected} ${table} r where ${conditions.join(' and ')} ${sorted} ${limited}`,
    values,
  }
}

function countStatement(table: string, filter: InvoiceFilter, most: number): Statement {
  const values: string[] = []
  const parameter = (value: string) => `$${values.push(value)}::text`
  const conditions = invoiceConditions(filter, parameter)
  // Without an order the planner would read the table from its beginning.
  const by = filter.since === undefined && filter.until === undefined ? 'at' : 'fecha'
  const rows = `select from ${table} r where ${conditions.join(' and ')} order by r.${by}, r.id limit ${parameter(String(most))}::integer`
  return { text: `select count(*)::text as count from (${rows}) found`, values }
}

function invoiceConditions(
  { owner, equal = {}, since, until, words = [] }: InvoiceFilter,
  parameter: (value: string) => string,
): string[] {
  const query = words.map((word) => `'${word}'`)
  return [
    "r.kind = 'invoices'",
    `r.owner = ${parameter(owner)}`,
    ...equalMembers.flatMap((name) => {
      const value = equal[name]
      return value === undefined ? [] : [`r.${name} = ${parameter(value)}`]
    }),
    ...(since === undefined ? [] : [`r.fecha >= ${parameter(since)}`]),
    ...(until === undefined ? [] : [`r.fecha < ${parameter(afterBeginning(until))}`]),
    ...(words.length === 0 ? [] : [`r.words @@ ${parameter(query.join(' & '))}::tsquery`]),
  ]
}
