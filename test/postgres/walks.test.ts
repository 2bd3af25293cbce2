/**
 * Walks by the time of the next visit, and documents that cross the wire once.
 */
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import type { CancellationEntry } from '../../src/engine/cancellationStore.js'
import { fromPglite, type SqlClient } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { readByItself, storeFixture } from '../earlierStores.js'
import { describeDatabases } from './databases.js'
import { all, entryOf, orderOf } from './records.js'

const hour = 3_600_000

function cancellationOf(uuid: string, due?: number): CancellationEntry {
  const life = { uuid, service: 'cfdi', phase: 'accepted', since: 1, asked: 1, tries: 1 } as const
  const entry = {
    uuid,
    version: 1,
    status: 'open',
    xml: `<cfdi id="${uuid}"/>`,
    life,
    change: 1,
    acknowledged: 1,
  } as const
  return { ...entry, at: 1, ...(due === undefined ? {} : { due }) }
}

describeDatabases('a walk by due', ({ client, schema }) => {
  it('gives each record that is due once, the longest due first, and none of the others', async () => {
    const { cancellations, orders } = createPostgresStore(client(), { schema: await schema() })
    const now = Date.now()
    const dues = Array.from({ length: 60 }, (_, at) =>
      at % 3 === 0 ? undefined : at % 3 === 1 ? now - ((at * 7) % 20) * 1_000 : now + hour + at,
    )
    await Promise.all(dues.map((due, at) => cancellations.append(cancellationOf(`L${at}`, due))))
    await Promise.all(
      dues.map((due, at) =>
        orders.append(orderOf(`O${at}`, 1, due === undefined ? {} : { due, token: `t${at}` })),
      ),
    )
    const isDue = dues.flatMap((due, at) => (due === undefined || due <= now ? [at] : []))
    for (const walk of [cancellations, orders]) {
      const found = (
        await all<CancellationEntry | ReturnType<typeof orderOf>>(walk.unfinished('resume'))
      ).map(({ due = 0 }) => due)
      expect(found).toEqual([...found].sort((a, b) => a - b))
      expect(found).toHaveLength(isDue.length)
      expect(await all<unknown>(walk.unfinished())).toHaveLength(60)
    }
    const names = (await all(cancellations.unfinished('resume'))).map(({ uuid }) => uuid)
    expect(new Set(names)).toEqual(new Set(isDue.map((at) => `L${at}`)))
  })

  it('comes to what is rewritten meanwhile no second time, and two processes share it', async () => {
    const name = await schema()
    const stores = [1, 2].map(() => createPostgresStore(client(), { schema: name }))
    const past = Date.now() - hour
    const uuids = Array.from({ length: 50 }, (_, at) => `L${at}`)
    await Promise.all(
      uuids.map((uuid) => stores[0]!.cancellations.append(cancellationOf(uuid, past))),
    )
    const seen: string[] = []
    await Promise.all(
      stores.map(async ({ cancellations }) => {
        for await (const entry of cancellations.unfinished('resume')) {
          seen.push(entry.uuid)
          await cancellations.append({ ...entry, version: 2, due: Date.now() + hour })
        }
      }),
    )
    expect(seen.sort()).toEqual(uuids.sort())
    expect(await all(stores[0]!.cancellations.unfinished('resume'))).toEqual([])
  })

  it('without a purpose yields all records, and hides none from other processes', async () => {
    const name = await schema()
    const [one, other] = [1, 2].map(() => createPostgresStore(client(), { schema: name }))
    const later = Date.now() + hour
    for (const key of ['a', 'b', 'c']) {
      await one!.orders.append(orderOf(key))
      await one!.cancellations.append(cancellationOf(key, key === 'c' ? later : 0))
    }
    const lists = async (store: typeof one) => [
      (await all(store!.orders.unfinished())).map(({ key }) => key),
      (await all(store!.cancellations.unfinished())).map(({ uuid }) => uuid),
    ]
    const everything = ['a', 'b', 'c']
    expect(await all(one!.orders.unfinished('resume'))).toHaveLength(3)
    expect(await lists(other)).toEqual([everything, everything])
    expect(await lists(one)).toEqual([everything, everything])
    expect(await all(other!.cancellations.unfinished('resume'))).toHaveLength(2)
  })

  it('does not trust the time of a process that knows of none', async () => {
    const name = await schema()
    const database = client()
    const { cancellations } = createPostgresStore(database, { schema: name })
    await cancellations.append(cancellationOf('L', Date.now() + hour))
    expect(await all(cancellations.unfinished('resume'))).toEqual([])
    await database.query(`update ${name}.lives set version = version + 1 where key = 'L'`, [])
    expect(await all(cancellations.unfinished('resume'))).toHaveLength(1)
  })

  it('an XML crosses the wire once for its order and its entry, and is read of both', async () => {
    const name = await schema()
    const sent: string[] = []
    const spied: SqlClient = {
      ...client(),
      query(text, params) {
        sent.push(`${text} ${JSON.stringify(params)}`)
        return client().query(text, params)
      },
    }
    const { orders, journal } = createPostgresStore(spied, { schema: name })
    const xml = '<cfdi:Comprobante only="once"/>'
    const token = 'a'.repeat(64)
    const order = { ...orderOf('k', 1, { token }), xml }
    const entry = { ...entryOf(token), xml }
    expect(await orders.append(order)).toBe(true)
    const before = sent.length
    expect(await journal.load(token)).toBeUndefined()
    expect(sent.length, 'no statement for an entry that was just seen to be missing').toBe(before)
    expect(await journal.append(entry)).toBe(true)
    expect(await journal.append({ ...entry, version: 2, status: 'closed' })).toBe(true)
    expect(await orders.append({ ...order, version: 2 })).toBe(true)
    expect(sent.filter((one) => one.includes('only=')).length).toBe(1)
    const other = createPostgresStore(client(), { schema: name })
    expect(await other.journal.load(token)).toEqual({ ...entry, version: 2, status: 'closed' })
    expect(await other.orders.load('k')).toEqual({ ...order, version: 2 })
    // Another document under the key, and one whose order is gone.
    const corrected = { ...orderOf('k', 3, { token: 'b'.repeat(64) }), xml: '<other/>' }
    expect(await orders.append(corrected)).toBe(true)
    expect(await other.orders.load('k')).toEqual(corrected)
    expect(await orders.append({ ...orderOf('gone', 1, { token: 'c'.repeat(64) }), xml })).toBe(
      true,
    )
    await client().query(`delete from ${name}.orders where key = 'gone'`, [])
    expect(await journal.append({ ...entryOf('c'.repeat(64)), xml })).toBe(true)
    expect((await other.journal.load('c'.repeat(64)))?.xml).toBe(xml)
  })

  it('an entry that another process wrote first refuses that of a process which believes that there is none', async () => {
    const name = await schema()
    const [one, other] = [1, 2].map(() => createPostgresStore(client(), { schema: name }))
    const token = 'a'.repeat(64)
    await other!.journal.append(entryOf('b'.repeat(64)))
    await one!.orders.append(orderOf('known', 1, { token: 'b'.repeat(64) }))
    expect(
      (await one!.journal.load('b'.repeat(64)))?.version,
      'an entry that was there is found',
    ).toBe(1)
    await one!.orders.append(orderOf('k', 1, { token }))
    await other!.journal.append(entryOf(token))
    expect(await one!.journal.load(token)).toBeUndefined()
    expect(await one!.journal.append(entryOf(token))).toBe(false)
    expect(await one!.journal.load(token)).toEqual(entryOf(token))
  })
})

describe('cancellations that c31640c gave up', () => {
  it('are open again, in the hour after the migration; those that ended are not', async () => {
    const database = await PGlite.create()
    await database.exec(storeFixture('c31640c', 'schema2.sql').toString())
    const { lives: read } = readByItself('c31640c', 'postgres')
    const held = Object.values(read).find(
      (entry) => 'held' in (entry as CancellationEntry).life,
    ) as CancellationEntry
    // As c31640c wrote it once the host had acknowledged the notice: without a time, and closed.
    const { due: _, ...given } = held.life as CancellationEntry['life'] & { due?: number }
    const body = (life: object, more: object = {}) =>
      JSON.stringify({ life, change: 1, acknowledged: 1, at: 1, acuse: '"due":\0', ...more })
    const put = (key: string, status: string, text: string) =>
      database.query(
        `insert into cfdi_stamp.lives (key, version, status, body, xml) values ($1, 7, $2, $3, '<a/>')`,
        [key, status, text],
      )
    await put('GIVEN UP', 'closed', body(given))
    await put('NOT TOLD', 'open', body(given, { change: 2 }))
    await put('ENDED', 'closed', body({ ...given, phase: 'cancelled', held: undefined }))
    await put('RETENCION', 'closed', body({ ...given, held: 'noStatusService' }))
    await put('REFUSED', 'closed', body({ ...given, phase: 'refused' }))
    const before = Date.now()
    const client = fromPglite(database)
    await migrate(client)
    const { cancellations } = createPostgresStore(client)
    for (const key of ['GIVEN UP', 'NOT TOLD']) {
      const entry = (await cancellations.load(key)) as CancellationEntry
      expect(entry, key).toMatchObject({ status: 'open', version: 8, acuse: '"due":\0' })
      expect(entry.life).toMatchObject(given)
      expect(entry.life.due, key).toBeGreaterThanOrEqual(before - 1_000)
      expect(entry.life.due, key).toBeLessThanOrEqual(Date.now() + hour)
    }
    for (const key of ['ENDED', 'RETENCION', 'REFUSED'])
      expect(await cancellations.load(key), key).toMatchObject({ status: 'closed', version: 7 })
    expect(await cancellations.load(held.uuid)).toMatchObject(held)
    await database.close()
  })
})
