/**
 * Migrations: once, whoever calls and however often; names of schemas.
 * @module
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PostgresError } from '../../src/errors.js'
import { migrate } from '../../src/postgres/migrate.js'
import { migrations, quoted } from '../../src/postgres/schema.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { describeDatabases } from './databases.js'
import { entryOf } from './records.js'

describeDatabases('migrate', ({ client, schema }) => {
  it('makes the tables once, however many processes call it at a time', async () => {
    const clients = Array.from({ length: 6 }, client)
    await Promise.all(clients.map((one) => migrate(one, { schema: 'at once' })))
    await migrate(client(), { schema: 'at once' })
    const { rows } = await client().query(
      'select number::text as number from "at once".migrations',
      [],
    )
    expect(rows).toEqual(migrations.map((_, at) => ({ number: String(at + 1) })))
  })

  it('keeps what is there', async () => {
    const name = await schema()
    const { journal } = createPostgresStore(client(), { schema: name })
    await journal.append(entryOf('a'))
    await migrate(client(), { schema: name })
    expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a'))
  })

  it('goes on with the tables of a newer version that keeps what this one uses', async () => {
    const name = await schema()
    const floor = String(migrations.length)
    await client().query(
      `insert into ${name}.migrations (number, floor) values (99, $1::text::integer)`,
      [floor],
    )
    await migrate(client(), { schema: name })
    const { journal } = createPostgresStore(client(), { schema: name })
    expect(await journal.append(entryOf('a'))).toBe(true)
  })

  it('refuses the tables of a newer version that does not, and changes nothing', async () => {
    const name = await schema()
    await client().query(`insert into ${name}.migrations (number, floor) values (99, 99)`, [])
    const failed = await migrate(client(), { schema: name }).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(PostgresError)
    expect(failed).toMatchObject({ code: 'POSTGRES_NEWER', message: expect.stringContaining('99') })
  })

  it('undoes all of a migration that fails', async () => {
    const database = client()
    await database.query('create schema partial', [])
    await database.query('create view partial.permits as select 1', [])
    await expect(migrate(database, { schema: 'partial' })).rejects.toThrow()
    await database.query('drop view partial.permits', [])
    await migrate(database, { schema: 'partial' })
  })

  it.each(['a"b', "o'hara", 'x$$y', 'Ñandú 𝛑', 'select', '"; drop table journal; --', 'ab\\'])(
    'takes %j for the name of a schema, and nothing else',
    async (name) => {
      await migrate(client(), { schema: name })
      const store = createPostgresStore(client(), { schema: name })
      expect(await store.journal.append(entryOf('a'))).toBe(true)
      expect((await store.folios.next('XAXX010101000', '')).folio).toBe('1')
      const { rows } = await client().query('select 1 from pg_namespace where nspname = $1::text', [
        name,
      ])
      expect(rows).toHaveLength(1)
    },
  )
})

it('refuses what PostgreSQL would cut, or take for something else', () => {
  for (const name of ['', 'a\0', 'x'.repeat(64), 'ñ'.repeat(32), '\ud800', 'pg_mine']) {
    expect(() => quoted(name), name).toThrow(TypeError)
  }
})

it('quotes any other name so that it ends where it ends', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 }), (name) => {
      fc.pre(!name.startsWith('pg_'))
      expect(quoted(name)).toMatch(/^"(?:[^"]|"")*"$/)
      expect(quoted(name).slice(1, -1).replaceAll('""', '"')).toBe(name)
    }),
  )
})
