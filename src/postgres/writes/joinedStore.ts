/**
 * The records of a service and the store of its engine in one database: the writes of a stamp are
 * one transaction.
 * @module
 */
import type {
  AllRecords,
  Change,
  IssuedFolio,
  JoinedStore,
  JoinedWrites,
} from '../../service/ports.js'
import type { SqlClient, SqlSession } from '../client.js'
import { type Database, requireText } from '../database.js'
import { requireKey } from './recordWrites.js'
import type { Columns } from '../records.js'
import { hasState } from '../retry.js'
import { journalTable, type Opened, ordersTable, type PostgresStore } from '../store.js'

/** The parts of a store of a service. */
export interface JoinedParts {
  readonly client: SqlClient
  readonly store: PostgresStore
  readonly opened: Opened
  /** The tables of the service in a transaction. */
  readonly within: (session: SqlSession) => AllRecords
  /** Resolves to whether there is an order of a key, with other look-ups of the turn. */
  readonly isOrdered: (key: string) => Promise<boolean>
  /** Runs a transaction again after a deadlock. */
  readonly again: <Result>(run: () => Promise<Result>) => Promise<Result>
}

/** Joins a store of a service with that of its engine. */
export function joinStore({ client, store, opened, ...parts }: JoinedParts): JoinedStore {
  const { over, handover } = opened
  const { within, isOrdered, again } = parts
  return {
    journal: store.journal,
    orders: store.orders,
    folios: store.folios,
    async readAhead(key) {
      requireKey(key)
      if (!(await isOrdered(key))) handover.giveKey(key)
    },
    expectNew: (key) => handover.giveKey(key),
    transaction: (run) =>
      again(() =>
        client.transaction((session) => {
          const database = over(session)
          return run(within(session), (writes) => writeTogether(database, writes))
        }),
      ),
  }
}

/**
 * Writes an order and an entry by compare-and-set, and commits the folio of the order, in one
 * statement of single rows. Resolves to `false` when a record was not written: the transaction must
 * then be rolled back.
 */
async function writeTogether(
  database: Database,
  { order, entry, issued }: JoinedWrites,
): Promise<boolean> {
  await database.skew.ready(database.query)
  const statement = new Statement(database)
  if (order !== undefined) statement.addRecord('orders', ordersTable.split(order.stored), order)
  if (entry !== undefined) statement.addRecord('journal', journalTable.split(entry.stored), entry)
  if (order !== undefined && issued !== undefined) statement.commitFolio(order.stored.key, issued)
  return statement.runWrites()
}

/** 23505, unique violation. */
const unique: ReadonlySet<string> = new Set(['23505'])

interface Split {
  readonly columns: Columns
  readonly body: object
}

/** One common table expression for each record. */
class Statement {
  readonly #database: Database
  readonly #parts: string[] = []
  readonly #names: string[] = []
  readonly #values: (string | null)[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** Adds a record of a table. An inserted entry copies the XML of the order before it. */
  addRecord(
    name: 'orders' | 'journal',
    { columns, body }: Split,
    { before, hasXml }: Change<unknown>,
  ): void {
    const { key, version, status, xml, token = '', claim, due } = columns
    const { schema, skew } = this.#database
    requireKey(key)
    for (const [part, text] of Object.entries({ xml, token, owner: claim?.owner ?? '' }))
      requireText(text, part)
    const isOrder = name === 'orders'
    const time = (at: number | undefined) =>
      at === undefined ? null : String(Math.round(skew.toDatabase(at)))
    const set: Record<string, string> = {
      version: `${this.#parameter(String(version))}::integer`,
      status: this.#parameter(status),
      body: `${this.#parameter(JSON.stringify(body))}::json`,
      owner: this.#parameter(claim?.owner ?? null),
      until: `${this.#parameter(time(claim?.until))}::bigint`,
      due: `to_timestamp(${this.#parameter(time(due))}::double precision / 1000)`,
      ...(isOrder && { token: this.#parameter(token) }),
    }
    const rows = `${schema}.${name}`
    const written = `${name}_written`
    if (before === 0) {
      const isCopied = !isOrder && this.#names.includes('orders_written')
      const from = isCopied ? ' from orders_written o' : ''
      set['key'] = this.#parameter(key)
      set['xml'] = isCopied ? 'o.xml' : this.#parameter(xml)
      this.#parts.push(`${written} as (insert into ${rows} (${Object.keys(set).join(', ')})
        select ${Object.values(set).join(', ')}${from} on conflict do nothing returning xml)`)
    } else {
      if (!hasXml) set['xml'] = this.#parameter(xml)
      const changes = Object.entries(set).map(([column, value]) => `${column} = ${value}`)
      this.#parts.push(`${written} as (update ${rows} set ${changes.join(', ')}, written = clock_timestamp()
        where key = ${this.#parameter(key)} and version = ${this.#parameter(String(before))}::integer returning xml)`)
    }
    this.#names.push(written)
  }

  /** Commits a folio, unless its holder no longer has it. */
  commitFolio(holder: string, { rfc, serie, folio }: IssuedFolio): void {
    const { schema } = this.#database
    const held = this.#parameter(holder)
    const of = this.#parameter(rfc)
    const series = this.#parameter(serie)
    const number = this.#parameter(folio)
    this.#parts.push(
      `held as (delete from ${schema}.held_folios where holder = ${held} and rfc = ${of}
        and serie = ${series} and folio = ${number}::bigint returning rfc, serie, folio, holder)`,
      `issued as (insert into ${schema}.issued_folios (rfc, serie, folio, holder)
        select * from held on conflict do nothing)`,
    )
  }

  /** Resolves to whether every record was written. */
  async runWrites(): Promise<boolean> {
    if (this.#names.length === 0) return true
    const counts = this.#names.map((name) => `(select count(*) from ${name})`)
    try {
      const [row] = await this.#database.query(
        `with ${this.#parts.join(', ')} select (${counts.join(' + ')})::text as count`,
        ...this.#values,
      )
      return Number(row?.['count']) === this.#names.length
    } catch (error) {
      // Another order has the token.
      if (hasState(error, unique)) return false
      throw error
    }
  }

  #parameter(value: string | null): string {
    return `$${this.#values.push(value)}::text`
  }
}
