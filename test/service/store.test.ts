/**
 * The stores in memory pass the contract; stores that err do not.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createRecordDocuments } from '../../src/service/documents.js'
import { createMemoryServiceStore } from '../../src/service/memoryStore.js'
import type { AllRecords, ServiceStore } from '../../src/service/ports.js'
import { describeDocumentStore, describeServiceStore } from '../../src/service/storeContract.js'

describeServiceStore('a store in memory', () => ({ store: createMemoryServiceStore() }), {
  describe,
  it,
})
describeDocumentStore(
  'documents in the records',
  () => ({ store: createRecordDocuments(createMemoryServiceStore()) }),
  { describe, it },
)

describe('the contract finds a store', () => {
  /** Titles of the checks that a store fails. */
  async function failures(make: () => ServiceStore): Promise<string[]> {
    const checks: (readonly [string, () => unknown])[] = []
    const runner = {
      describe: (_: string, run: () => void) => run(),
      it: (title: string, run: () => unknown) => void checks.push([title, run]),
    }
    describeServiceStore('broken', () => ({ store: make() }), runner)
    const failed = checks.map(async ([title, run]) =>
      Promise.resolve(run()).then(
        () => [],
        () => [title],
      ),
    )
    return (await Promise.all(failed)).flat()
  }

  it('that does not roll back', async () => {
    const make = () => {
      const store = createMemoryServiceStore()
      return {
        ...store,
        transaction: <Result>(run: (tables: AllRecords) => Promise<Result>) => run(store),
      }
    }
    expect(await failures(make)).toEqual(
      expect.arrayContaining([
        'a transaction that fails leaves nothing, and rejects with what it failed of',
        'what one locks another waits for: no change is lost',
      ]),
    )
  })

  it('that lists records that are not due, or oldest first', async () => {
    const make = () => {
      const store = createMemoryServiceStore()
      const deliveries = {
        ...store.deliveries,
        page: async () => [...(await store.deliveries.page({ limit: 99 }))].reverse(),
      }
      return { ...store, deliveries }
    }
    expect(await failures(make)).toEqual([
      'pages have each record of an account once, the newest first',
    ])
  })
})
