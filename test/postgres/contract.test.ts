/**
 * The contracts of journal, orders, folios and lives.
 * @module
 */
import { describe, it } from 'vitest'
import {
  describeFolios,
  describeJournal,
  describeLives,
  describeOrders,
  type StoreSubject,
} from '../../src/engine/storeContract.js'
import { createPostgresStore, type PostgresStore } from '../../src/postgres/store.js'
import { describeDatabases } from './databases.js'

describeDatabases('a store', ({ client, schema }) => {
  const subjectOf =
    <Port>(part: (store: PostgresStore) => Port) =>
    async (): Promise<StoreSubject<Port>> => {
      const options = { schema: await schema() }
      const open = () => part(createPostgresStore(client(), options))
      return { store: open(), second: open, restarted: open }
    }
  const runner = { describe, it }
  describeJournal(
    'journal',
    subjectOf(({ journal }) => journal),
    runner,
  )
  describeOrders(
    'orders',
    subjectOf(({ orders }) => orders),
    runner,
  )
  describeFolios(
    'folios',
    subjectOf(({ folios }) => folios),
    runner,
  )
  describeLives(
    'lives',
    subjectOf(({ lives }) => lives),
    runner,
  )
})
