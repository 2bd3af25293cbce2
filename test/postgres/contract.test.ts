/**
 * The contracts of journal, orders, folios and cancellations, and of what a service keeps.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { StoreSubject } from '../../src/engine/storeContract.js'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import { createPostgresStore, type PostgresStore } from '../../src/postgres/store.js'
import { createRecordDocuments } from '../../src/service/documents.js'
import { describeDocumentStore, describeServiceStore } from '../../src/service/storeContract.js'
import { describeStore } from '../engine/describeStore.js'
import { ask, json, openDesk } from '../service/desk.js'
import { type Databases, describeDatabases } from './databases.js'
import { expectSameLedger } from './ledgerRace.js'

describeDatabases('a store', (databases) => {
  const { client, schema } = databases
  describeStore<PostgresStore>((part) => async () => {
    const options = { schema: await schema() }
    const open = () => part(createPostgresStore(client(), options))
    return { store: open(), second: open, restarted: open }
  })
  describeService(databases)
})

/** In one schema, which is emptied for each check: making one takes longer than they do. */
function describeService({ client, schema }: Databases): void {
  let made: Promise<string> | undefined
  const emptied = async () => {
    made ??= schema()
    const name = await made
    for (const table of ['service_records', 'orders'])
      await client().query(`delete from ${name}.${table}`, [])
    return { schema: name }
  }
  const subjectOf =
    <Port>(make: (options: { readonly schema: string }) => Port) =>
    async (): Promise<StoreSubject<Port>> => {
      const options = await emptied()
      const open = () => make(options)
      return { store: open(), second: open, restarted: open }
    }
  const runner = { describe, it }
  const records = (options: { readonly schema: string }) =>
    createPostgresServiceStore(client(), options)
  describeServiceStore('records of a service', subjectOf(records), runner)
  describeDocumentStore(
    'documents in the records',
    subjectOf((options) => createRecordDocuments(records(options))),
    runner,
  )

  it('a service spends each credit once, however many ask for the last ones at the same time', async () => {
    const options = await emptied()
    const { orders } = createPostgresStore(client(), options)
    const store = createPostgresServiceStore(client(), options)
    const desk = await openDesk({ sandbox: { store, orders } })
    const wanted = Array.from({ length: 14 }, (_, at) =>
      ask(desk, { json: json({ Folio: String(at) }) }),
    )
    const statuses = (await Promise.all(wanted)).map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(402)])
    expect(await desk.service.accounts('sandbox').balance('uno')).toMatchObject({
      stamped: 10,
      reserved: 0,
      balance: 0,
    })
    expect(await store.invoices.page({ owner: 'uno', limit: 99 })).toHaveLength(10)
    expect(await desk.service.recover()).toEqual({ stamped: 0, held: 0 })
  })

  it('of two transactions that wait for each other one gives way, and comes after', async () => {
    const store = createPostgresServiceStore(client(), await emptied())
    const record = (id: string) => ({ id, owner: 'uno', at: 0, state: 0 })
    for (const id of ['a', 'b']) await store.ledger.insert(record(id))
    const touch = (...ids: readonly string[]) =>
      store.transaction(async ({ ledger }) => {
        for (const id of ids) {
          const { state } = (await ledger.lock(id)) as { readonly state: number }
          await ledger.put({ ...record(id), state: state + 1 })
          await new Promise((done) => setTimeout(done, 50))
        }
      })
    await Promise.all([touch('a', 'b'), touch('b', 'a')])
    expect([(await store.ledger.get('a'))?.state, (await store.ledger.get('b'))?.state]).toEqual([
      2, 2,
    ])
  })

  it('the ledger of payments comes to the same, however many write it at the same time', async () => {
    await expectSameLedger(createPostgresServiceStore(client(), await emptied()))
  })
}
