/**
 * The contract of a service's store, and a service over it.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { createRecordDocuments } from '../../src/service/documents.js'
import { serviceTables } from '../../src/service/records.js'
import { describeDocumentStore, describeServiceStore } from '../../src/service/storeContract.js'
import { ask, json, openDesk } from '../service/desk.js'
import { describeDatabases } from './databases.js'

describeDatabases('a service', (databases) => {
  const { client } = databases
  let made: Promise<string> | undefined
  /** One schema for all checks, emptied for each: making one takes longer than they do. */
  const schema = async () => {
    made ??= databases.schema()
    const name = await made
    await client().query(`delete from ${name}.service_records`, [])
    await client().query(`delete from ${name}.orders`, [])
    return name
  }

  describeServiceStore(
    'store',
    async () => {
      const options = { schema: await schema() }
      const open = () => createPostgresServiceStore(client(), options)
      return { store: open(), second: open, restarted: open }
    },
    { describe, it },
  )

  describeDocumentStore(
    'documents',
    async () => {
      const options = { schema: await schema() }
      const open = () => createRecordDocuments(createPostgresServiceStore(client(), options))
      return { store: open(), second: open, restarted: open }
    },
    { describe, it },
  )

  it('has a table for each of its tables', async () => {
    const store = createPostgresServiceStore(client(), { schema: await schema() })
    for (const name of serviceTables) expect(await store[name].page({ limit: 1 })).toEqual([])
  })

  it('spends each credit once, however many ask for the last ones at the same time', async () => {
    const options = { schema: await schema() }
    const { orders } = createPostgresStore(client(), options)
    const store = createPostgresServiceStore(client(), options)
    const desk = await openDesk({ sandbox: { store, orders } })
    const wanted = Array.from({ length: 14 }, (_, at) => ask(desk, { json: json({ Folio: String(at) }) }))
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
})
