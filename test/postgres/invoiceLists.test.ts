/**
 * Lists of invoices read indexes only: the plan of every filter in every order, over 100,000
 * invoices.
 */
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromPglite, type SqlClient } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import type { InvoiceFilter, InvoiceSearch } from '../../src/service/lists/invoiceSearch.js'
import { plantInvoices } from './plantInvoices.js'

const count = 100_000
let database: PGlite
let client: SqlClient

beforeAll(async () => {
  database = await PGlite.create()
  client = fromPglite(database)
  await migrate(client)
  await plantInvoices(client, count)
}, 300_000)
afterAll(() => database.close())

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** The nodes of the plans of everything that a store asks. */
async function plansOf(run: (client: SqlClient) => Promise<unknown>): Promise<Plan[]> {
  const plans: Plan[] = []
  await run({
    ...client,
    async query(text, params) {
      const explained = `explain (analyze, format json, timing off) ${text}`
      const [row] = (await client.query(explained, params)).rows
      const said = row!['QUERY PLAN']
      const [{ Plan: plan }] = typeof said === 'string' ? JSON.parse(said) : said
      plans.push(plan)
      return client.query(text, params)
    },
  })
  return plans.flatMap(nodesOf)
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

const filters: Readonly<Record<string, Omit<InvoiceFilter, 'owner'>>> = {
  nothing: {},
  'a frequent receiver': { equal: { receptor: 'XAXX010101000' } },
  'a rare receiver': { equal: { receptor: 'RARO850417U21' } },
  'an absent receiver': { equal: { receptor: 'NADA850417U21' } },
  'an issuer': { equal: { emisor: 'EKU9003173C9' } },
  'a series': { equal: { serie: 'B' } },
  'a series and a folio': { equal: { serie: 'B', folio: '4001' } },
  'a folio': { equal: { folio: '77' } },
  'a type': { equal: { tipo: 'E' } },
  'the frequent state': { equal: { state: 'stamped' } },
  'a rare state': { equal: { state: 'cancelled' } },
  'a key': { equal: { key: 'sandbox/uno/k500' } },
  'a frequent word': { words: ['publico'] },
  'a rare word': { words: ['mariana'] },
  'the beginning of a rare word': { words: ['maria'] },
  'an absent word': { words: ['nadie'] },
}
const month = { since: '2026-03', until: '2026-03' }
const absentMonth = { since: '2031-03', until: '2031-03' }

const orders = (['at', 'fecha'] as const).flatMap((order) =>
  [true, false].map((descending) => ({ order, descending })),
)

describe.each(orders)('by $order, descending: $descending', (sorted) => {
  const dates = sorted.order === 'at' ? {} : { month, 'an absent month': absentMonth }
  const all = Object.entries({ ...filters, ...dates } as typeof filters)

  it.each(all)('%s reads an index, and few rows that it does not return', async (_, filter) => {
    const search: InvoiceSearch = { owner: 'uno', ...filter, ...sorted, limit: 21 }
    const nodes = await plansOf(async (through) => {
      const store = createPostgresServiceStore(through)
      const page = await store.searchInvoices(search)
      const last = page.at(-1)
      if (last === undefined) return
      const after = { key: String(last[sorted.order]), id: last.id }
      const next = await store.searchInvoices({ ...search, after })
      expect(next.every(({ id }) => page.every((other) => other.id !== id))).toBe(true)
    })
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    for (const node of nodes) {
      if (node['Node Type'] === 'Sort') expect(node['Actual Rows']).toBeLessThan(200)
      expect(node['Rows Removed by Filter'] ?? 0).toBeLessThan(500)
    }
  })
})

describe('counts', () => {
  it.each(Object.entries({ ...filters, month }))('%s reads an index', async (_, filter) => {
    let counted = 0
    const nodes = await plansOf(async (through) => {
      const store = createPostgresServiceStore(through)
      counted = await store.countInvoices({ owner: 'uno', ...filter }, 1_001)
    })
    expect(counted).toBeLessThanOrEqual(1_001)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  })
})
