/**
 * The drivers: each commits, rolls back, and gives text.
 * @module
 */
import pg from 'pg'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { fromPostgres, postgresSession } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import { fromPg } from '../../src/postgres/pgPool.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { describePostgres } from './databases.js'
import { entryOf, orderOf } from './records.js'

describePostgres('a client', (_, server) => {
  it('of the package postgres keeps what it is given, and commits ours with the host’s', async () => {
    const { host, port, user, database } = server().connection
    const sql = postgres({
      path: `${host}/.s.PGSQL.${port}`,
      user,
      database,
      max: 3,
      onnotice: () => {},
    })
    const client = fromPostgres(sql)
    await migrate(client, { schema: 'porsager' })
    const store = createPostgresStore(client, { schema: 'porsager' })
    const entry = entryOf('a', 1, { xml: '<ñ a="\\"/>', claim: { owner: 'o', until: 9e15 } })
    expect(await store.journal.append(entry)).toBe(true)
    expect(await store.journal.load('a')).toEqual(entry)
    const sale = sql.begin(async (transaction) => {
      const { orders, folios } = store.within(postgresSession(transaction))
      expect((await folios.next('R', 'A', 'k')).folio).toBe('1')
      expect(await orders.append(orderOf('k'))).toBe(true)
      throw new Error('no')
    })
    await expect(sale).rejects.toThrow('no')
    expect(await store.orders.load('k')).toBeUndefined()
    expect(await store.folios.heldBy('k')).toEqual([])
    await sql.end()
  })

  it('of pg gives no connection back in a transaction, whatever becomes of it', async () => {
    const pool = new pg.Pool({ ...server().connection, max: 1 })
    const client = fromPg(pool)
    await expect(client.transaction((session) => session.query('select 1/0', []))).rejects.toThrow(
      'division',
    )
    await expect(client.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    const { rows } = await client.query('select (now() = statement_timestamp())::text as idle', [])
    expect(rows).toEqual([{ idle: 'true' }])
    await pool.end()
  })

  it('of pg lives on when the server dies in a transaction and between two, with nobody listening', async () => {
    const pool = new pg.Pool({ ...server().connection, max: 2 })
    const client = fromPg(pool)
    const interrupted = client.transaction(async (session) => {
      await session.query('select 1', [])
      const idle = await pool.connect()
      idle.release()
      const closed = new Promise((resolve) => idle.once('end', resolve))
      await server().kill()
      await closed
      await session.query('select 1', [])
    })
    await expect(interrupted).rejects.toThrow()
    await server().start()
    expect((await client.query('select 1::text as one', [])).rows).toEqual([{ one: '1' }])
    await pool.end()
  })
})
