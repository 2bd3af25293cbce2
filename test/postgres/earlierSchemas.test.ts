/**
 * The schemas that earlier versions made, with their rows: each is brought up to date, and nothing
 * of it is lost.
 */
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { fromPglite } from '../../src/postgres/client.js'
import { migrate } from '../../src/postgres/migrate.js'
import { createPostgresServiceStore } from '../../src/postgres/serviceStore.js'
import { createPostgresStore } from '../../src/postgres/store.js'
import { expectNothingLost, readByItself, revisions, storeFixture } from '../earlierStores.js'

describe.each(revisions)('a database of %s', (revision) => {
  const read = readByItself(revision, 'postgres')

  it.each([1, 2])('of schema %i: every record is read', async (version) => {
    const database = await PGlite.create()
    await database.exec(storeFixture(revision, `schema${version}.sql`).toString())
    const client = fromPglite(database)
    await migrate(client)
    await expectNothingLost(createPostgresStore(client), read)
    const { accounts, events } = createPostgresServiceStore(client)
    const kept = version === 1 ? [] : [read.service?.accounts, read.service?.events]
    expect(
      (await Promise.all([accounts.get('uno'), events.get('evento')])).filter(Boolean),
    ).toEqual(kept)
    await database.close()
  })
})
