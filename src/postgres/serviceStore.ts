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
import { joinStore } from './writes/joinedStore.js'
import { retry, undone } from './retry.js'
import { defaultSchema, quoted } from './schema.js'
import { internalsOfStore, type PostgresStore } from './store.js'

/** Options of {@link createPostgresServiceStore}. */
export interface PostgresServiceOptions {
  /** Schema of the tables of `migrate`, one per environment. Defaults to `cfdi_stamp`. */
  readonly schema?: string | undefined
  /** Time-out of a statement in milliseconds. Defaults to 30,000. */
  readonly timeout?: number | undefined
  /** Defaults to the system clock. */
  readonly clock?: Clock | undefined
  /**
   * The store of the engine, over the same client. A stamp then writes its records, its order and
   * its entry in the journal in one transaction.
   */
  readonly store?: PostgresStore | undefined
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
  requireOptions('createPostgresServiceStore', options, ['schema', 'timeout', 'clock', 'store'])
  const { schema = defaultSchema, timeout = 30_000, clock = systemClock, store } = options
  if (!(timeout > 0 && Number.isFinite(timeout)))
    throw new TypeError('createPostgresServiceStore: timeout must be more than 0')
  const name = quoted(schema)
  const opened = store && internalsOfStore(store, client)
  if (store !== undefined && opened === undefined)
    throw new TypeError('createPostgresServiceStore: store must be of the same client')
  const table = `${name}.service_records`
  const over = (query: Query) => {
    const turn = new ServiceTurn(query, table, opened && `${opened.schema}.orders`)
    const tables = serviceTables.map((name) => [name, recordsOver(query, table, name, turn)])
    return { turn, tables: Object.fromEntries(tables) as unknown as AllRecords }
  }
  const within = (session: SqlSession) =>
    over(limited(session, { clock, timeout, retried: retriedNever })).tables
  const retries = { states: undone, clock, attempts }
  const again = <Result>(run: () => Promise<Result>) => retry(run, retries)
  const query = limited(client, { clock, timeout, retried: retriedAlone })
  const { turn, tables } = over(query)
  const isOrdered = async (id: string) =>
    (await turn.add({ op: 'order', kind: 'accounts', id })).length > 0
  return {
    ...tables,
    ...(store &&
      opened && { joined: joinStore({ client, store, opened, within, isOrdered, again }) }),
    within,
    async searchInvoices(search) {
      const { text, values } = searchStatement(table, search)
      return (await query(text, ...values)).map(serviceRecordOf) as unknown as InvoiceRecord[]
    },
    async countInvoices(filter, most) {
      const { text, values } = countStatement(table, filter, most)
      return Number((await query(text, ...values))[0]?.['count'])
    },
    transaction: (run) => again(() => client.transaction((session) => run(within(session)))),
  }
}

/**
 * Maximum of attempts of a transaction. PostgreSQL ends a deadlock by rolling back one transaction.
 */
const attempts = 8

/** Columns of a record. `at` alone would name the text column of the result, by which no index sorts. */
const selected = 'select id, owner, r.at::text as at, body::text as body from'

/** Records of one kind. Its name is the first parameter of every statement. */
function recordsOver(
  run: Query,
  table: string,
  kind: ServiceTable,
  turn: ServiceTurn,
): Records<ServiceRecord> {
  const select = `${selected} ${table} r where kind = $1::text`
  const one = async (op: 'get' | 'lock', id: string) => {
    const [row] = await turn.add({ op, kind, id })
    return row && serviceRecordOf(row)
  }
  const change = async (request: RecordRequest) => (await turn.add(request)).length > 0
  return {
    get: (id) => one('get', id),
    lock: (id) => one('lock', id),
    insert: async (record) => change({ op: 'insert', kind, ...serviceColumns(record) }),
    put: async (record) => void (await change({ op: 'put', kind, ...serviceColumns(record) })),
    remove: (id) => change({ op: 'remove', kind, id }),
    async page(options) {
      const { owner, after, limit } = options
      if (owner !== undefined && after === undefined)
        return (await turn.add({ op: 'page', kind, owner, limit })).map(serviceRecordOf)
      const { conditions, values } = conditionsOf(options)
      const latest = 'order by r.at desc, id desc limit $2::text::integer'
      return (await run(`${select}${conditions} ${latest}`, kind, ...values)).map(serviceRecordOf)
    },
    async due(until, limit, except = []) {
      const others =
        except.length === 0
          ? ''
          : ' and owner <> all (array(select json_array_elements_text($4::text::json)))'
      const oldest = `and r.at <= $2::text::bigint${others} order by r.at, id limit $3::text::integer for update skip locked`
      const values = [String(until), String(limit), ...(others && [JSON.stringify(except)])]
      return (await run(`${select} ${oldest}`, kind, ...values)).map(serviceRecordOf)
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

function serviceColumns({ id, owner, at, ...body }: ServiceRecord) {
  requireText(id, 'id')
  requireText(owner, 'owner')
  return { id, owner, at, body: JSON.stringify(body) }
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
  const conditions = invoiceConditions(filter, values)
  const direction = descending ? 'desc' : 'asc'
  if (after !== undefined) {
    const key = addParameter(values, after.key)
    const id = addParameter(values, after.id)
    const place = `(${order === 'at' ? `${key}::bigint` : key}, ${id} collate "C")`
    conditions.push(`(r.${order}, r.id) ${descending ? '<' : '>'} ${place}`)
  }
  const sorted = `order by r.${order} ${direction}, r.id ${direction}`
  const limited = `limit ${addParameter(values, String(limit))}::integer`
  return {
    text: `${selected} ${table} r where ${conditions.join(' and ')} ${sorted} ${limited}`,
    values,
  }
}

function countStatement(table: string, filter: InvoiceFilter, most: number): Statement {
  const values: string[] = []
  const conditions = invoiceConditions(filter, values)
  // Without an order the planner would read the table from its beginning.
  const by = filter.since === undefined && filter.until === undefined ? 'at' : 'fecha'
  const rows = `select from ${table} r where ${conditions.join(' and ')} order by r.${by}, r.id limit ${addParameter(values, String(most))}::integer`
  return { text: `select count(*)::text as count from (${rows}) found`, values }
}

function invoiceConditions(
  { owner, equal = {}, since, until, words = [] }: InvoiceFilter,
  values: string[],
): string[] {
  const conditions = ["r.kind = 'invoices'", `r.owner = ${addParameter(values, owner)}`]
  for (const name of equalMembers) {
    const value = equal[name]
    if (value !== undefined) conditions.push(`r.${name} = ${addParameter(values, value)}`)
  }
  if (since !== undefined) conditions.push(`r.fecha >= ${addParameter(values, since)}`)
  if (until !== undefined)
    conditions.push(`r.fecha < ${addParameter(values, afterBeginning(until))}`)
  if (words.length > 0) {
    const query = `'${words.join("' & '")}'`
    conditions.push(`r.words @@ ${addParameter(values, query)}::tsquery`)
  }
  return conditions
}

/** Adds a value, and returns its parameter. */
function addParameter(values: string[], value: string): string {
  return `$${values.push(value)}::text`
}

/** A look-up or a change of one record, the first page of an owner, or whether a key has an order. */
interface RecordRequest {
  readonly op: 'get' | 'lock' | 'page' | 'order' | 'insert' | 'put' | 'remove'
  readonly kind: ServiceTable
  readonly id?: string
  readonly owner?: string
  readonly limit?: number
  readonly at?: number
  /** JSON. As a text, it may have U+0000, which PostgreSQL cannot keep in others. */
  readonly body?: string
}

/** Row of a record; a change returns its number only. */
type Row = SqlResult['rows'][number]

interface Waiting extends RecordRequest {
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Turns of the microtask queue before the statement: the results of one statement reach callers
 * through promises of different depth, and their next requests belong together.
 */
const microtasks = 16

/**
 * Requests of one session. Those of one turn of the event loop are one statement: `Promise.all` over
 * independent records is one round trip.
 */
class ServiceTurn {
  readonly #query: Query
  readonly #sql: ReturnType<typeof sqlOf>
  #waiting: Waiting[] = []

  /** @param orders the table of the engine's orders, if it is in the database */
  constructor(query: Query, table: string, orders?: string) {
    this.#query = query
    this.#sql = sqlOf(table, orders)
  }

  /** Resolves to the rows that were found or changed. */
  add(request: RecordRequest): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject })
      if (this.#waiting.length === 1) void this.#flush()
    })
  }

  async #flush(): Promise<void> {
    for (let turn = 0; turn < microtasks; turn++) await undefined
    const waiting = this.#waiting
    this.#waiting = []
    // Groups consecutive requests: look-ups together, changes together, and each record
    // once, because one statement cannot change a row twice.
    const groups: Waiting[][] = []
    let names = new Set<string>()
    for (const request of waiting) {
      const group = groups.at(-1)
      const isTogether =
        group?.[0] !== undefined &&
        sideOf(group[0].op) === sideOf(request.op) &&
        (sideOf(request.op) === 'read' || !names.has(`${request.kind} ${request.id}`))
      if (isTogether) group.push(request)
      else {
        groups.push([request])
        names = new Set()
      }
      names.add(`${request.kind} ${request.id}`)
    }
    for (const group of groups) {
      const [first] = group as [Waiting]
      try {
        if (group.length === 1) {
          // A request alone has a statement that is quicker to plan.
          const { op, kind, id = '', owner = '', at, body = '', limit } = first
          const changed = [id, owner, String(at), body]
          const values = {
            ...{ get: [id], lock: [id], order: [id], remove: [id], page: [String(limit), owner] },
            ...{ insert: changed, put: changed },
          }
          first.resolve(await this.#query(this.#sql[op] ?? '', kind, ...values[op]))
          continue
        }
        const sent = group.map(({ resolve: _, reject: __, ...request }, n) => ({ n, ...request }))
        const rows = await this.#query(this.#sql[sideOf(first.op)], JSON.stringify(sent))
        const found: Row[][] = group.map(() => [])
        for (const row of rows) found[Number(row['n'])]?.push(row)
        for (const [n, { resolve }] of group.entries()) resolve(found[n] ?? [])
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
  }
}

const reads: ReadonlySet<RecordRequest['op']> = new Set(['get', 'lock', 'page', 'order'])

function sideOf(op: RecordRequest['op']): 'read' | 'write' {
  return reads.has(op) ? 'read' : 'write'
}

/** Statements of one request, and of several. */
function sqlOf(table: string, orders?: string) {
  // `at` alone would name the text column of the result, by which no index sorts.
  const select = `select id, owner, r.at::text as at, body::text as body from ${table} r where kind = $1::text`
  const insert = `insert into ${table} (kind, id, owner, at, body)
    values ($1::text, $2::text, $3::text, $4::text::bigint, $5::text::json) on conflict`
  // Locks are taken in the order of the requests, or two transactions would deadlock.
  const columns = 'r.id, r.owner, r.at::text as at, r.body::text as body'
  const isWanted = 'r.kind = w.kind collate "C" and r.id = w.id collate "C"'
  const ordered = orders
    ? `union all
    select w.n::text, o.key, '', '', '' from wanted w join ${orders} o on o.key = w.id collate "C" where w.op = 'order'`
    : ''
  return {
    get: `${select} and id = $2::text`,
    lock: `${select} and id = $2::text for update`,
    order: orders && `select key as id from ${orders} where $1::text <> '' and key = $2::text`,
    page: `${select} and owner = $3::text order by r.at desc, id desc limit $2::text::integer`,
    remove: `delete from ${table} where kind = $1::text and id = $2::text returning id`,
    insert: `${insert} do nothing returning id`,
    put: `${insert} (kind, id) do update set owner = excluded.owner, at = excluded.at, body = excluded.body
      returning id`,
    read: `with wanted as materialized (
      select * from json_to_recordset($1::text::json)
        as g(n integer, op text, kind text, id text, owner text, "limit" integer)),
    locked as materialized (
      select w.n, r.id, r.owner, r.at, r.body from wanted w join ${table} r on ${isWanted}
      where w.op = 'lock' order by w.n for update of r)
    select n::text as n, ${columns} from locked r
    union all
    select w.n::text, ${columns} from wanted w join ${table} r on ${isWanted} where w.op = 'get'
    union all
    select w.n::text, ${columns} from wanted w cross join lateral (
      select * from ${table} o where o.kind = w.kind collate "C" and o.owner = w.owner collate "C"
      order by o.at desc, o.id desc limit w."limit") r where w.op = 'page' ${ordered}`,
    write: writeSql(table),
  }
}

function writeSql(table: string): string {
  const insert = (op: string) => `insert into ${table} (kind, id, owner, at, body)
      select kind, id, owner, at, body::json from given where op = '${op}' order by n on conflict`
  return `with given as materialized (
      select * from json_to_recordset($1::text::json)
        as g(n integer, op text, kind text, id text, owner text, at bigint, body text)),
    removed as (
      delete from ${table} r using given g where g.op = 'remove'
        and r.kind = g.kind collate "C" and r.id = g.id collate "C" returning r.kind, r.id),
    inserted as (${insert('insert')} do nothing returning kind, id),
    written as (${insert('put')} (kind, id)
      do update set owner = excluded.owner, at = excluded.at, body = excluded.body returning kind, id),
    changed as (select * from removed union all select * from inserted union all select * from written)
    select g.n::text as n from changed c join given g
      on c.kind = g.kind collate "C" and c.id = g.id collate "C"`
}
