/**
 * The SQL of the migrations, for a person who may define tables, where the role of the application
 * may not.
 */
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from '../../src/postgres/migrate.js'
import { migrationSql } from '../../src/postgres/migrationSql.js'
import { fromPg } from '../../src/postgres/pgPool.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { expectNothingLost, readByItself, revisions, storeFixture } from '../earlierStores.js'
import { describePostgres } from './databases.js'
import { entryOf, orderOf } from './records.js'

describePostgres('the SQL of the migrations', (_, server) => {
  const role = 'the "application"'

  /**
   * Runs something as a person who may do everything, and something else as the application, in a
   * database of their own.
   */
  async function inDatabase(
    name: string,
    owner: (sql: (text: string) => Promise<unknown>) => Promise<void>,
  ) {
    const admin = new pg.Pool({ ...server().connection, max: 1 })
    await admin.query(`create database ${name}`)
    await admin.query(
      `do $$ begin create role "the ""application""" login; exception when duplicate_object then null; end $$`,
    )
    await admin.end()
    const own = new pg.Pool({ ...server().connection, database: name, max: 1 })
    await owner((text) => own.query(text))
    await own.end()
    return new pg.Pool({ ...server().connection, database: name, user: role, max: 2 })
  }

  it('makes the tables, which the role can use and not change', async () => {
    const pool = await inDatabase('made', (sql) => sql(migrationSql({ role })).then(() => {}))
    const client = fromPg(pool)
    await migrate(client)
    const { journal, orders, folios, cancellations, purge } = createPostgresStore(client)
    expect(await journal.append(entryOf('a'))).toBe(true)
    expect(await orders.append({ ...orderOf('a'), token: 't' } as never)).toBe(true)
    expect(await orders.nextSecond({ content: 'c', taken: 1, from: 0, to: 1 })).toBe(0)
    await (await folios.next('R', 'A', 'a')).commit()
    await cancellations.renew('me', 1)
    await purge({ journal: 0, orders: 0 })
    await expect(pool.query('create table cfdi_stamp.mine (id text)')).rejects.toThrow(
      'permission denied',
    )
    await expect(migrate(client, { schema: 'other' })).rejects.toThrow('permission denied')
    await pool.end()
  })

  it.each([1, 2])('goes on from version %i, and from no other', async (from) => {
    const revision = revisions[0] as string
    const pool = await inDatabase(`from${from}`, async (sql) => {
      await sql(storeFixture(revision, `schema${from}.sql`).toString())
      await expect(sql(migrationSql({ from: 3 - from, role }))).rejects.toThrow(
        `version ${3 - from}`,
      )
      await sql('rollback')
      await sql(migrationSql({ from, role }))
    })
    const client = fromPg(pool)
    await migrate(client)
    await expectNothingLost(createPostgresStore(client), readByItself(revision, 'postgres'))
    await pool.end()
  })
})

it('refuses versions that there are not', () => {
  for (const from of [-1, 0.5, 99]) expect(() => migrationSql({ from })).toThrow(TypeError)
  expect(() => migrationSql({ role: '' })).toThrow(TypeError)
})
