/**
 * Lists of invoices in PostgreSQL are those of a store in memory: ten years of two accounts, every
 * filter, both orders, every page and the count.
 */
import { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromPglite } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import {
  createPostgresServiceStore,
  type PostgresServiceStore,
} from '../../src/postgres/serviceStore.js'
import {
  equalMembers,
  type InvoiceFilter,
  type InvoiceSearch,
  invoiceStates,
  matchesInvoice,
  searchedWords,
  searchIn,
  searchWordsOf,
} from '../../src/service/lists/invoiceSearch.js'
import type { InvoiceRecord } from '../../src/service/records.js'

const owners = ['uno', 'dos']
const names = [
  'Público en General',
  'Mariana Peña',
  'Maria',
  'MARIACHI S de RL',
  'Otorrinolaringología',
  '"Luna"',
]
const members = {
  emisor: ['EKU9003173C9', 'TOAM850417U21'],
  receptor: ['XAXX010101000', 'RARO850417U21'],
  serie: ['A', 'a', 'LUN'],
  folio: ['7', '77', '4001'],
  tipo: ['I', 'E'],
  state: invoiceStates,
  key: ['k1', 'k2'],
} satisfies Record<(typeof equalMembers)[number], readonly string[]>
const choices = Object.fromEntries(
  equalMembers.map((name) => [name, fc.constantFrom<string>(...members[name])]),
)
const lastDay = Date.UTC(2026, 11, 31)
/** Days of ten years, so few that many are equal. */
const day = fc.nat(200).map((at) => lastDay - at * 18 * 86_400_000)
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 19)

const invoice = fc
  .record({
    ...choices,
    id: fc.uuid().map((id) => id.toUpperCase()),
    owner: fc.constantFrom(...owners),
    at: day,
    fecha: day.map(dateOf),
    nombre: fc.constantFrom(...names),
  })
  .map((given) => {
    const made = { ...given, pac: 'a', total: '1.00', moneda: 'MXN' } as unknown as InvoiceRecord
    return { ...made, words: searchedWords(made) }
  })
const invoices = fc.sample(invoice, { numRuns: 300, seed: 7 })

const text = fc.oneof(
  fc.constantFrom(
    ...names,
    'mar',
    'maria',
    'mariachis',
    'otorrinola',
    'otorrinolar',
    'otorrinolaring',
    'lun77',
    'raro8',
  ),
  fc
    .tuple(fc.constantFrom(...invoices), fc.integer({ min: 9, max: 36 }))
    .map(([{ id }, length]) => id.slice(0, length)),
)
const filter = fc.record({
  owner: fc.constantFrom(...owners, 'nadie'),
  equal: fc.option(fc.record(choices, { requiredKeys: [] }), { nil: undefined }),
  words: fc.option(
    fc.array(text, { minLength: 1, maxLength: 2 }).map((texts) => searchWordsOf(texts.join(' '))),
    { nil: undefined },
  ),
})
const beginning = fc
  .tuple(day, fc.constantFrom(4, 7, 10, 19))
  .map(([time, length]) => dateOf(time).slice(0, length))
const between = fc.option(beginning, { nil: undefined })
const page = { descending: fc.boolean(), limit: fc.integer({ min: 1, max: 60 }) }
const search = fc.oneof(
  fc.tuple(filter, fc.record({ ...page, order: fc.constant('at' as const) })),
  fc.tuple(
    filter,
    fc.record({ ...page, order: fc.constant('fecha' as const), since: between, until: between }),
  ),
)

let database: PGlite
let store: PostgresServiceStore
beforeAll(async () => {
  database = await PGlite.create()
  const client = fromPglite(database)
  await migrate(client)
  store = createPostgresServiceStore(client)
  await Promise.all(invoices.map((each) => store.invoices.put(each)))
}, 60_000)
afterAll(() => database.close())

/** The ids of all pages. */
async function readPages(
  find: (search: InvoiceSearch) => Promise<readonly InvoiceRecord[]> | readonly InvoiceRecord[],
  search: InvoiceSearch,
) {
  const pages: string[][] = []
  let after: InvoiceSearch['after']
  do {
    const found = await find({ ...search, after })
    pages.push(found.map(({ id }) => id))
    const last = found.at(-1)
    after = last && { key: String(last[search.order]), id: last.id }
  } while (after !== undefined && pages.length <= invoices.length)
  return pages
}

it('finds, pages and counts what a store in memory does', async () => {
  let found = 0
  await fc.assert(
    fc.asyncProperty(search, async ([given, sorting]) => {
      const wanted: InvoiceSearch = { ...(given as InvoiceFilter), ...sorting }
      const expected = await readPages((each) => searchIn(invoices, each), wanted)
      expect(await readPages(store.searchInvoices, wanted)).toEqual(expected)
      const all = invoices.filter((each) => matchesInvoice(each, wanted)).length
      expect(await store.countInvoices(wanted, 50)).toBe(Math.min(all, 50))
      found += all
    }),
    { numRuns: 300 },
  )
  expect(found).toBeGreaterThan(300)
}, 120_000)
