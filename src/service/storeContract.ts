/**
 * Contract tests for service stores and document stores, for any test runner. Every test gets a
 * new, empty store.
 * @module
 */
import {
  type Checks,
  declare,
  type MakeStore,
  requireEqual,
  requireHolds,
  type StoreSubject,
  times,
} from '../engine/storeChecks.js'
import { ContractViolation, type TestRunner } from '../pac/contract.js'
import type { InvoiceFilter, InvoiceSearch } from './lists/invoiceSearch.js'
import type {
  AllRecords,
  DocumentStore,
  PageOptions,
  Records,
  ServiceStore,
  StoredKind,
} from './ports.js'
import {
  type AccountRecord,
  type CreditRecord,
  type DeliveryRecord,
  type InvoiceRecord,
  type ServiceRecord,
  type ServiceTable,
  serviceTables,
} from './records.js'

export type {
  AccountRecord,
  AllRecords,
  DocumentStore,
  InvoiceFilter,
  InvoiceRecord,
  InvoiceSearch,
  MakeStore,
  PageOptions,
  Records,
  ServiceStore,
  StoredKind,
  StoreSubject,
  TestRunner,
}
export { ContractViolation }

/**
 * Declares the contract of a {@link ServiceStore} as tests.
 * @example With vitest
 * describeServiceStore('my store', async () => ({ store: await createMyStore() }), { describe, it })
 */
export function describeServiceStore(
  name: string,
  makeStore: MakeStore<ServiceStore>,
  runner: TestRunner,
): void {
  declare(
    name,
    makeStore,
    { ...recordChecks, ...listChecks, ...searchChecks, ...transactionChecks },
    runner,
  )
}

/**
 * Declares the contract of a {@link DocumentStore} as tests.
 * @example With vitest
 * describeDocumentStore('my documents', async () => ({ store: await createMyDocuments() }), { describe, it })
 */
export function describeDocumentStore(
  name: string,
  makeStore: MakeStore<DocumentStore>,
  runner: TestRunner,
): void {
  declare(name, makeStore, documentChecks, runner)
}

const account = (id: string, name = 'Ñandú "año" \\ 𝛑 \u2028'): AccountRecord => ({
  ...{ id, owner: id, at: 1, name },
  issuers: ['EKU9003173C9'],
  status: 'active',
})

const delivery = (id: string, at: number, owner = 'uno'): DeliveryRecord => ({
  ...{ id, owner, at, event: 'e', webhook: 'w', tries: 0 },
})

const credit = (stamped: number): CreditRecord => ({
  ...{ id: 'uno', owner: 'uno', at: 0, granted: 100, stamped, reserved: 0 },
})

/** Ids that a store must distinguish. */
const ids = [
  '1',
  '01',
  'a',
  'A',
  'á',
  ' a',
  'a ',
  'a/b',
  `"'\\%_`,
  '__proto__',
  '𝛑',
  'a\u0301',
  'k'.repeat(300),
]

const recordChecks: Checks<ServiceStore> = {
  'what was never written is undefined, and cannot be removed': {
    async run({ accounts }) {
      requireHolds((await accounts.get('uno')) === undefined, 'nothing was written')
      requireHolds(!(await accounts.remove('uno')), 'nothing was there to remove')
    },
  },

  'what was written is read again, in every table, and in its own only': {
    async run(store) {
      for (const name of serviceTables) await table(store, name).put(labelled(name))
      for (const name of serviceTables)
        requireEqual(await table(store, name).get('x'), labelled(name), 'the record of a table')
    },
  },

  'put takes the place of what was there; insert does not': {
    async run({ accounts }) {
      requireHolds(
        await accounts.insert(account('uno', 'primero')),
        'insert where there is nothing',
      )
      requireHolds(
        !(await accounts.insert(account('uno', 'segundo'))),
        'insert where there is something',
      )
      requireEqual(await accounts.get('uno'), account('uno', 'primero'), 'what was there')
      await accounts.put(account('uno', 'tercero'))
      requireEqual(await accounts.get('uno'), account('uno', 'tercero'), 'what was put')
      requireHolds(await accounts.remove('uno'), 'remove what is there')
      requireHolds((await accounts.get('uno')) === undefined, 'what was removed')
    },
  },

  'ids are told apart to the last character': {
    async run({ accounts }) {
      for (const id of ids)
        requireHolds(await accounts.insert(account(id)), 'another id is another record', id)
      for (const id of ids) requireEqual(await accounts.get(id), account(id), 'the record of an id')
    },
  },

  'of many that insert one id exactly one does': {
    async run({ accounts }) {
      const answers = await Promise.all(times(8, (at) => accounts.insert(account('uno', `${at}`))))
      requireEqual(answers.filter(Boolean).length, 1, 'inserts that succeeded')
    },
  },

  'the next process finds what was written': {
    needs: 'restarted',
    async run(store, { restarted }) {
      await store.transaction(async ({ accounts }) => accounts.put(account('uno')))
      const next = await restarted()
      requireEqual(
        await next.accounts.get('uno'),
        account('uno'),
        'what was written before the restart',
      )
    },
  },
}

function table(tables: AllRecords, name: ServiceTable): Records<ServiceRecord> {
  return tables[name] as unknown as Records<ServiceRecord>
}

function labelled(name: ServiceTable): ServiceRecord {
  return { id: 'x', owner: name, at: 4_102_444_800_000 }
}

const listChecks: Checks<ServiceStore> = {
  'pages have each record of an account once, the newest first': {
    async run({ deliveries }) {
      const all = times(7, (at) => delivery(`d${at}`, Math.floor(at / 2)))
      for (const each of all) await deliveries.put(each)
      await deliveries.put(delivery('other', 9, 'dos'))
      const found: string[] = []
      let after: DeliveryRecord | undefined
      do {
        const page = await deliveries.page({ owner: 'uno', limit: 3, after })
        requireHolds(page.length <= 3, 'a page is no longer than asked', page)
        found.push(...page.map(({ id }) => id))
        after = page.at(-1)
      } while (after !== undefined)
      requireEqual(found, ['d6', 'd5', 'd4', 'd3', 'd2', 'd1', 'd0'], 'all of the account')
      requireEqual(
        (await deliveries.page({ limit: 1 })).map(({ id }) => id),
        ['other'],
        'of all accounts',
      )
    },
  },

  'what is due comes oldest first, and what is not due does not': {
    async run(store) {
      for (const [id, at] of [
        ['c', 3],
        ['a', 1],
        ['b', 1],
        ['z', 9],
      ] as const)
        await store.deliveries.put(delivery(id, at))
      const due = (limit: number) => store.transaction(({ deliveries }) => deliveries.due(3, limit))
      requireEqual(
        (await due(9)).map(({ id }) => id),
        ['a', 'b', 'c'],
        'what is due',
      )
      requireEqual(
        (await due(1)).map(({ id }) => id),
        ['a'],
        'no more than asked',
      )
      await store.deliveries.put(delivery('d', 0, `"dos"'\\`))
      const others = (...except: string[]) =>
        store.transaction(({ deliveries }) => deliveries.due(3, 9, except))
      requireEqual(
        (await others('uno', 'tres')).map(({ id }) => id),
        ['d'],
        'of other owners',
      )
      requireEqual(
        (await others(`"dos"'\\`)).map(({ id }) => id),
        ['a', 'b', 'c'],
        'of all owners but one',
      )
    },
  },

  'what several take at once, and put back for later, each takes once': {
    async run(store) {
      for (const each of times(20, (at) => delivery(`d${at}`, at))) await store.deliveries.put(each)
      const take = () =>
        store.transaction(async ({ deliveries }) => {
          const taken = await deliveries.due(100, 5)
          for (const each of taken) await deliveries.put({ ...each, at: 1_000 })
          return taken.map(({ id }) => id)
        })
      const taken = (await Promise.all(times(8, take))).flat()
      requireEqual(new Set(taken).size, taken.length, 'nothing is taken twice')
      while (taken.length < 20) taken.push(...(await take()))
      requireEqual(new Set(taken).size, 20, 'everything is taken')
    },
  },
}

/** Invoices of two accounts; the digits of an id are its place by time and by date. */
const invoices: readonly InvoiceRecord[] = [
  invoice('A16', { receptor: 'XAXX010101000', fecha: '2026-01-31T23:59:59', words: 'ana 7 a7' }),
  invoice('B25', { serie: 'A', folio: '7', fecha: '2026-01-31T00:00:00', words: 'anahi 7' }),
  invoice('C34', { serie: 'A', folio: '07', fecha: '2026-01-15T12:00:00', state: 'paid' }),
  invoice('D43', { emisor: 'EKU9003173C9', tipo: 'P', fecha: '2026-01-01T00:00:00' }),
  invoice('E52', { state: 'cancelled', fecha: '2025-12-31T23:59:59', words: 'papeleria ñandu' }),
  invoice('F61', { key: 'sandbox/uno/clave', fecha: '2025-12-31T23:59:58', words: 'papel an' }),
  invoice('G00', { owner: 'dos', receptor: 'XAXX010101000', words: 'ana papel' }),
]

function invoice(id: string, changes: Partial<InvoiceRecord>): InvoiceRecord {
  return {
    ...{ id, owner: 'uno', at: Number(id[1]), key: id, pac: 'a', words: '', state: 'stamped' },
    ...{ emisor: 'TOAM850417U21', receptor: 'PLO150312QT1', tipo: 'I', moneda: 'MXN' },
    ...{ total: '1.00', fecha: '2026-01-01T00:00:00' },
    ...changes,
  } as InvoiceRecord
}

/** Searches, with the ids that they find by time. */
const searches: readonly (readonly [Omit<InvoiceFilter, 'owner'>, string])[] = [
  [{}, 'A B C D E F'],
  [{ equal: { receptor: 'XAXX010101000' } }, 'A'],
  [{ equal: { emisor: 'EKU9003173C9' } }, 'D'],
  [{ equal: { serie: 'A' } }, 'B C'],
  [{ equal: { serie: 'A', folio: '7' } }, 'B'],
  [{ equal: { serie: 'a' } }, ''],
  [{ equal: { tipo: 'P' } }, 'D'],
  [{ equal: { state: 'stamped' } }, 'A B D F'],
  [{ equal: { state: 'cancelled' } }, 'E'],
  [{ equal: { key: 'sandbox/uno/clave' } }, 'F'],
  [{ words: ['ana'] }, 'A B'],
  [{ words: ['an'] }, 'F'],
  [{ words: ['ana', '7'] }, 'A B'],
  [{ words: ['papel'] }, 'E F'],
  [{ words: ['ñandu', 'papeleria'] }, 'E'],
  [{ words: ['papeleria', 'an'] }, ''],
]
/** The same by date. */
const dated: readonly (readonly [Omit<InvoiceFilter, 'owner'>, string])[] = [
  [{ since: '2026' }, 'D C B A'],
  [{ until: '2025' }, 'F E'],
  [{ since: '2026-01', until: '2026-01' }, 'D C B A'],
  [{ since: '2026-01-31', until: '2026-01-31' }, 'B A'],
  [{ since: '2026-01-01T00:00:00', until: '2026-01-15T12:00:00' }, 'D C'],
  [{ since: '2025-12-31T23:59:59', equal: { state: 'stamped' } }, 'D B A'],
]

const searchChecks: Checks<ServiceStore> = {
  'a search finds the invoices of its account that match every filter, in either order': {
    async run(store) {
      for (const each of invoices) await store.invoices.put(each)
      const find = async (search: Omit<InvoiceSearch, 'owner' | 'limit'>) => {
        const found = await store.searchInvoices({ owner: 'uno', limit: 9, ...search })
        return found.map(({ id }) => id.charAt(0)).join(' ')
      }
      for (const [order, all] of [
        ['at', searches],
        ['fecha', dated],
      ] as const)
        for (const [filter, expected] of all) {
          const back = expected.split(' ').reverse().join(' ')
          requireEqual(await find({ ...filter, order, descending: false }), expected, 'ascending')
          requireEqual(await find({ ...filter, order, descending: true }), back, 'descending')
          const count = await store.countInvoices({ owner: 'uno', ...filter }, 9)
          requireEqual(count, expected.split(' ').filter(Boolean).length, 'the count')
        }
      requireEqual(await store.countInvoices({ owner: 'uno' }, 4), 4, 'no more than asked')
    },
  },

  'pages of a search have each invoice once, also of equal dates': {
    async run(store) {
      const equal = times(7, (at) => invoice(`X0${at}`, { at: 5, fecha: '2026-01-15T12:00:00' }))
      for (const each of [...invoices, ...equal]) await store.invoices.put(each)
      for (const order of ['at', 'fecha'] as const)
        for (const descending of [true, false]) {
          const found: string[] = []
          let last: InvoiceRecord | undefined
          do {
            const after = last && { key: String(last[order]), id: last.id }
            const search = { owner: 'uno', order, descending, after, limit: 3 }
            const page = await store.searchInvoices(search)
            found.push(...page.map(({ id }) => id))
            last = page.at(-1)
          } while (last !== undefined)
          requireEqual([found.length, new Set(found).size], [13, 13], 'each once')
        }
    },
  },

  'an invoice is found by its last state': {
    async run(store) {
      const one = invoices[0]!
      await store.invoices.put(one)
      await store.invoices.put({ ...one, state: 'cancelled' })
      const count = (state: string) => store.countInvoices({ owner: 'uno', equal: { state } }, 9)
      requireEqual([await count('stamped'), await count('cancelled')], [0, 1], 'the last state')
      await store.invoices.remove(one.id)
      requireEqual(await count('cancelled'), 0, 'what was removed')
    },
  },
}

const transactionChecks: Checks<ServiceStore> = {
  'a transaction sees what it wrote': {
    async run(store) {
      await store.deliveries.put(delivery('a', 1))
      await store.transaction(async ({ deliveries }) => {
        await deliveries.put(delivery('b', 2))
        await deliveries.remove('a')
        requireHolds((await deliveries.get('a')) === undefined, 'what it removed')
        requireHolds(!(await deliveries.insert(delivery('b', 3))), 'what it wrote')
        requireEqual(
          (await deliveries.page({ limit: 9 })).map(({ id }) => id),
          ['b'],
          'its own page',
        )
      })
    },
  },

  'a transaction that fails leaves nothing, and rejects with what it failed of': {
    async run(store) {
      await store.accounts.put(account('uno', 'antes'))
      const failure = new Error('a propósito')
      const failed = store.transaction(async ({ accounts, credits }) => {
        await accounts.put(account('uno', 'después'))
        await credits.put(credit(1))
        await accounts.remove('uno')
        throw failure
      })
      requireHolds((await failed.catch((cause: unknown) => cause)) === failure, 'the cause')
      requireEqual(
        await store.accounts.get('uno'),
        account('uno', 'antes'),
        'what was there before',
      )
      requireHolds((await store.credits.get('uno')) === undefined, 'nothing of it is there')
    },
  },

  'what one locks another waits for: no change is lost': {
    async run(store, { second }) {
      const other = (await second?.()) ?? store
      await store.credits.put(credit(0))
      const increment = (at: number) =>
        (at % 2 === 0 ? store : other).transaction(async ({ credits }) => {
          const { stamped } = (await credits.lock('uno')) as CreditRecord
          await credits.put(credit(stamped + 1))
        })
      await Promise.all(times(16, increment))
      requireEqual(await store.credits.get('uno'), credit(16), 'the sum of all')
    },
  },
}

const uuid = '6F1E9C4D-0000-4000-8000-000000000001'
const bytes = Uint8Array.from(times(70_000, (at) => (at * 31) % 256))

const documentChecks: Checks<DocumentStore> = {
  'what was never put is undefined': {
    async run(documents) {
      requireHolds((await documents.get('xml', uuid)) === undefined, 'nothing was put')
    },
  },

  'bytes come back as they were, of each kind': {
    async run(documents) {
      await documents.put('xml', uuid, bytes)
      await documents.put('pdf', uuid, new Uint8Array())
      requireEqual([...((await documents.get('xml', uuid)) ?? [])], [...bytes], 'the XML')
      requireEqual([...((await documents.get('pdf', uuid)) ?? [1])], [], 'the PDF, which is empty')
    },
  },

  'a document may be put again, and at the same time': {
    async run(documents) {
      await Promise.all(times(4, () => documents.put('xml', uuid, bytes)))
      await documents.put('xml', uuid, bytes.slice(0, 9))
      requireEqual(
        [...((await documents.get('xml', uuid)) ?? [])],
        [...bytes.slice(0, 9)],
        'the last',
      )
    },
  },

  'the next process finds it': {
    needs: 'restarted',
    async run(documents, { restarted }) {
      await documents.put('xml', uuid, bytes)
      const found = await (await restarted()).get('xml', uuid)
      requireEqual([...(found ?? [])], [...bytes], 'the XML')
    },
  },
}
