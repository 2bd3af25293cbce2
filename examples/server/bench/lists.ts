/**
 * Lists of an account with 1,000,000 invoices beside the same lists of one with 1,000: the median of
 * calls over HTTP, which alternate so that other work of the machine delays both; and the shared
 * buffers of the page in PostgreSQL, which other work does not change. A list that finds more rows
 * reads a buffer for each.
 *
 *   npm run lists -- --rows 1000000 --calls 50
 *
 * Fails when a page reads more than twice the buffers, and more than one for each of its rows. A text
 * reads the invoices that have the word: it alone does so.
 * @module
 */
import { parseArgs } from 'node:util'
import { createPostgresServiceStore, fromPg, type SqlClient } from 'cfdi-stamp/postgres'
import type { ServiceStore } from 'cfdi-stamp/service'
import pg from 'pg'
import { plantInvoices } from '../../../test/postgres/plantInvoices.ts'
import { startServer } from '../../../test/postgres/server.ts'
import { callStatus, endCalls, type Measured, startStamping } from './startMeasured.ts'

type InvoiceSearch = Parameters<ServiceStore['searchInvoices']>[0]

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    calls: { type: 'string', default: '50' },
  },
})
const calls = Number(values.calls)
const sizes = [1_000, Number(values.rows)] as const
const schema = 'cfdi_sandbox'
/** Buffers of the way to the first row of an index. */
const depth = 5

/** Filters of lists: their query over HTTP, and the same as a search. */
const filters: Readonly<Record<string, [string, Partial<InvoiceSearch>]>> = {
  all: ['', {}],
  'a frequent receiver': ['Receptor=XAXX010101000', { equal: { receptor: 'XAXX010101000' } }],
  'a rare receiver': ['Receptor=RARO850417U21', { equal: { receptor: 'RARO850417U21' } }],
  'an absent receiver': ['Receptor=NADA850417U21', { equal: { receptor: 'NADA850417U21' } }],
  'an issuer': ['Emisor=EKU9003173C9', { equal: { emisor: 'EKU9003173C9' } }],
  'a series': ['Serie=B', { equal: { serie: 'B' } }],
  'a series and a folio': ['Serie=B&Folio=401', { equal: { serie: 'B', folio: '401' } }],
  'a folio': ['Folio=77', { equal: { folio: '77' } }],
  'a type': ['TipoDeComprobante=E', { equal: { tipo: 'E' } }],
  'the frequent state': ['state=stamped', { equal: { state: 'stamped' } }],
  'a rare state': ['state=cancelled', { equal: { state: 'cancelled' } }],
  'a key': ['key=k500', { equal: { key: 'sandbox/bench/k500' } }],
  'a frequent word': ['text=publico', { words: ['publico'] }],
  'a rare word': ['text=mariana', { words: ['mariana'] }],
  'the beginning of a rare word': ['text=maria', { words: ['maria'] }],
  'an absent word': ['text=nadie', { words: ['nadie'] }],
  'a month': ['since=2026-03&until=2026-03', { since: '2026-03', until: '2026-03' }],
}

interface List {
  readonly name: string
  readonly path: string
  readonly search: Omit<InvoiceSearch, 'owner' | 'limit'>
}

const lists: List[] = Object.entries(filters).flatMap(([name, [query, filter]]) =>
  (['at', 'fecha'] as const)
    .filter((order) => order === 'fecha' || filter.since === undefined)
    .map((order) => ({
      name: `${name}, by ${order === 'at' ? 'stamp' : 'date'}`,
      path: `/api/v5/invoice?order=${order === 'at' ? '-stampedAt' : '-Fecha'}&${query}`,
      search: { ...filter, order, descending: true },
    })),
)
// A page in the middle costs what the first one does.
const middle = { key: '1761631200000', id: '00000000-0000-0000-0000-000000000000' }
lists.push({
  name: 'all from the middle, by stamp',
  path: `/api/v5/invoice?cursor=${middle.key}_${middle.id}`,
  search: { order: 'at', descending: true, after: middle },
})

const postgres = await startServer()

interface Side {
  readonly server: Measured
  readonly pool: pg.Pool
}

/** Opens a server on a database of its own, whose account has so many invoices. */
async function openSide(rows: number): Promise<Side> {
  const database = `rows_${rows}`
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  await admin.query(`create database ${database}`)
  await admin.end()
  const server = await startStamping(postgres.connection.host, database)
  const pool = new pg.Pool({ ...postgres.connection, database, max: 2 })
  const began = performance.now()
  await withoutIndexes(pool, () => plantInvoices(fromPg(pool), rows, { schema, owner: 'bench' }))
  await pool.query(`vacuum (analyze) ${schema}.service_records`)
  console.log(`${rows} invoices after ${Math.round((performance.now() - began) / 1000)} s`)
  return { server, pool }
}

/** Builds the indexes after the rows are there, which takes a third of the time. */
async function withoutIndexes(pool: pg.Pool, run: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query(
    `select indexname as name, indexdef as made from pg_indexes
     where schemaname = $1 and tablename = 'service_records' and indexname not like '%pkey'`,
    [schema],
  )
  for (const { name } of rows) await pool.query(`drop index ${schema}."${name}"`)
  await run()
  for (const { made } of rows) await pool.query(made)
}

/** Shared buffers that the page of a list reads, and the name of the index or the node. */
async function readPlan({ pool }: Side, search: List['search']) {
  const said = { buffers: 0, rows: 0, nodes: '' }
  const client: SqlClient = fromPg(pool)
  const explaining: SqlClient = {
    ...client,
    async query(text, params) {
      const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, params)
      const plan = rows[0]!['QUERY PLAN']
      const [{ Plan }] = typeof plan === 'string' ? JSON.parse(plan) : plan
      said.buffers = Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
      said.rows = Plan['Actual Rows']
      said.nodes = namesOf(Plan).join(' < ')
      return client.query(text, params)
    },
  }
  const store = createPostgresServiceStore(explaining, { schema })
  await store.searchInvoices({ owner: 'bench', limit: 21, ...search })
  return said
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}

function namesOf(plan: Plan): string[] {
  const index = plan['Index Name']?.replace('service_records_', '')
  return [
    index === undefined ? plan['Node Type'] : `${plan['Node Type']} ${index}`,
    ...(plan.Plans ?? []).flatMap(namesOf),
  ]
}

const sides = [await openSide(sizes[0]), await openSide(sizes[1])] as const

async function callOnce({ server: { port, key } }: Side, path: string): Promise<number> {
  const began = performance.now()
  const status = await callStatus(port, path, { 'x-api-key': key })
  if (status !== 200) throw new Error(`${path} answers ${status}`)
  return performance.now() - began
}

const medianOf = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0

let exceeding = 0
console.log('| list | p50 at 1,000, ms | at 1,000,000 | times | buffers | at 1,000,000 | plan |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: | --- |')
for (const { name, path, search } of lists) {
  const times: [number[], number[]] = [[], []]
  for (let turn = -3; turn < calls; turn++)
    for (const [at, side] of sides.entries()) {
      const time = await callOnce(side, path)
      if (turn >= 0) times[at as 0 | 1].push(time)
    }
  const [small, large] = times.map(medianOf) as [number, number]
  const [few, many] = [await readPlan(sides[0], search), await readPlan(sides[1], search)]
  if (many.buffers > Math.max(2 * few.buffers, many.rows + depth)) exceeding++
  const cells = [small.toFixed(1), large.toFixed(1), (large / small).toFixed(2)]
  const all = [name, ...cells, few.buffers, many.buffers, many.nodes]
  console.log(`| ${all.join(' | ')} |`)
}
console.log(`${exceeding} of ${lists.length} lists read more than twice the buffers`)
process.exitCode = exceeding > 0 ? 1 : 0
for (const { server, pool } of sides) {
  server.child.disconnect()
  await pool.end()
}
endCalls()
await postgres.stop()
