import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { HeldFolio } from '../../src/engine/folios.js'
import type { CancellationEntry } from '../../src/engine/cancellationStore.js'
import type { StoreSubject } from '../../src/engine/storeContract.js'
import { openFileJournal } from '../../src/node/log/fileJournal.js'
import {
  type FileStore,
  type FileStoreOptions,
  openFileStore,
  openStore,
} from '../../src/node/log/fileStore.js'
import { describeStore } from '../engine/describeStore.js'
import { all, entryOf, orderOf, unclaimed } from './entries.js'
import { PowerDisk } from './powerCut.js'

const scratch = mkdtempSync(join(tmpdir(), 'store-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const newPath = () => join(scratch, `${++files}.journal`)

/** How the next process finds the store that the one before used. */
const restarts: Readonly<Record<string, () => Promise<StoreSubject<FileStore>>>> = {
  closed: () => inFile(false),
  'compacted and closed': () => inFile(true),
  'after a power cut': async () => {
    const disk = new PowerDisk()
    return {
      store: await openStore(disk),
      restarted: () => openStore(disk.afterCut({ reach: () => 0 })),
    }
  },
}

async function inFile(compacts: boolean): Promise<StoreSubject<FileStore>> {
  const path = newPath()
  let store = await openFileStore(path)
  return {
    store,
    async restarted() {
      if (compacts) await store.compact()
      await store.close()
      store = await openFileStore(path)
      return store
    },
    close: () => store.close(),
  }
}

it('compacts, and closes, with thousands of documents', async () => {
  const store = await openFileStore(newPath())
  const keys = Array.from({ length: 4_100 }, (_, at) => `order ${at}`)
  await Promise.all(keys.map((key) => store.orders.append(orderOf(key))))
  await store.compact()
  expect(await store.orders.load(keys[4_000]!)).toEqual(orderOf(keys[4_000]!))
  await store.close()
})

describe.each(Object.entries(restarts))('the contracts, %s', (_, open) => {
  describeStore<FileStore>((part) => async () => {
    const { store, restarted, close } = (await open()) as Required<StoreSubject<FileStore>>
    return {
      store: part(store),
      restarted: async () => part(await restarted()),
      close: () => close?.(),
    }
  })
})

async function within<T>(
  path: string,
  work: (store: FileStore) => Promise<T>,
  options?: FileStoreOptions,
): Promise<T> {
  const store = await openFileStore(path, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function held({ folios }: FileStore): Promise<string[]> {
  const list: HeldFolio[] = []
  for await (const one of folios.held()) list.push(one)
  return list.map(({ folio, serie, holder }) => `${serie}${folio} ${holder ?? '-'}`)
}

const rfc = 'EKU9003173C9'

describe('a store in a file', () => {
  it('keeps all three in one file, which only its owner reads, and its lock too', async () => {
    const path = newPath()
    const folder = join(path, '..')
    await within(path, async ({ journal, orders, folios }) => {
      await Promise.all([
        journal.append(entryOf('a')),
        orders.append(orderOf('a')),
        folios.next(rfc, 'A', 'a'),
      ])
      expect(statSync(`${path}.lock`).mode & 0o777).toBe(0o600)
    })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => join(folder, name).startsWith(path))).toEqual([
      `${files}.journal`,
    ])
    await within(path, async (store) => {
      expect(await store.journal.load(entryOf('a').token)).toEqual(unclaimed(entryOf('a')))
      expect((await store.orders.load('a'))?.claim).toBeUndefined()
      expect(await held(store)).toEqual(['A1 a'])
    })
  })

  it('one fsync serves entries, orders and folios that wait together', async () => {
    const disk = new PowerDisk()
    const { journal, orders, folios } = await openStore(disk)
    const before = disk.syncs
    await Promise.all(
      Array.from({ length: 30 }, async (_, number) => {
        await Promise.all([
          journal.append(entryOf(`n${number}`)),
          orders.append(orderOf(`n${number}`)),
          folios.next(rfc, 'A', `n${number}`),
        ])
        for (const what of [
          entryOf(`n${number}`).token,
          `"key":"n${number}"`,
          `"holder":"n${number}"`,
        ])
          expect(disk.durable.includes(what)).toBe(true)
      }),
    )
    expect(disk.syncs - before).toBe(1)
  })

  it('what changes nothing costs no fsync', async () => {
    const disk = new PowerDisk()
    const { orders, folios } = await openStore(disk)
    const one = await folios.next(rfc, 'A', 'a')
    await orders.append(orderOf('a'))
    await one.commit()
    const before = disk.syncs
    await Promise.all([
      one.commit(),
      one.release(),
      folios.heldBy('a'),
      orders.append(orderOf('a')),
      orders.load('a'),
    ])
    expect(disk.syncs).toBe(before)
  })

  it('a journal alone keeps the orders and folios of its file', async () => {
    const path = newPath()
    await within(path, async ({ orders, folios }) => {
      await Promise.all([orders.append(orderOf('a')), folios.next(rfc, 'A', 'a')])
    })
    const journal = await openFileJournal(path)
    await journal.append(entryOf('a'))
    await journal.compact()
    await journal.close()
    await within(path, async (store) => {
      expect(await store.orders.load('a')).toMatchObject({ version: 1, xml: orderOf('a').xml })
      expect(await held(store)).toEqual(['A1 a'])
    })
  })
})

describe('orders in a file', () => {
  it('keeps acknowledged ones for ever, with their XML, unless told otherwise', async () => {
    const path = newPath()
    const century = 100 * 365 * 24 * 3_600_000
    await within(path, async ({ orders }) => {
      await orders.append(orderOf('a'))
      await orders.append(orderOf('a', 2, 'acknowledged'))
    })
    const later = { now: () => century }
    await within(
      path,
      async (store) => {
        await store.compact()
        expect(await store.orders.load('a')).toEqual(orderOf('a', 2, 'acknowledged'))
      },
      later,
    )
    await within(
      path,
      async (store) => {
        await store.orders.append(orderOf('b'))
        await store.compact()
        expect(await store.orders.load('a')).toBeUndefined()
        expect(await store.orders.load('b')).toEqual(orderOf('b'))
      },
      { ...later, orderRetention: century - 3, tombstoneRetention: 0 },
    )
  })

  it('cancellations that ended have an age of their own', async () => {
    const path = newPath()
    const uuid = 'A'
    const life: CancellationEntry = {
      ...{ uuid, version: 1, status: 'closed', xml: '<a/>', change: 1, acknowledged: 1, at: 1 },
      life: { uuid, service: 'cfdi', phase: 'cancelled', since: 1, asked: 1, tries: 1 },
    }
    await within(path, async ({ cancellations, orders }) => {
      await cancellations.append(life)
      await orders.append(orderOf('a'))
      await orders.append(orderOf('a', 2, 'acknowledged'))
    })
    const options = { now: () => 10_000, cancellationRetention: 5_000 }
    await within(
      path,
      async (store) => {
        await store.compact()
        expect(await store.cancellations.load(uuid)).toBeUndefined()
        expect(await store.orders.load('a')).toBeDefined()
      },
      options,
    )
  })

  it('writes the XML once, and again when it is another', async () => {
    const path = newPath()
    const other = { ...orderOf('a', 3), xml: '<otro/>' }
    await within(path, async ({ orders }) => {
      for (const order of [orderOf('a'), orderOf('a', 2), other, { ...other, version: 4 }])
        await orders.append(order)
    })
    const text = readFileSync(path, 'utf8')
    expect(text.match(/cfdi:Comprobante a/g)).toHaveLength(1)
    expect(text.match(/<otro/g)).toHaveLength(1)
    await within(path, async (store) => {
      for (let times = 0; times < 2; times++) {
        expect(await store.orders.load('a')).toMatchObject({ version: 4, xml: '<otro/>' })
        await store.compact()
      }
      await store.orders.append({ ...orderOf('a', 5), xml: orderOf('a').xml })
      expect((await store.orders.load('a'))?.xml).toBe(orderOf('a').xml)
    })
  })
})

describe('folios in a file', () => {
  it('begin where the host says, once', async () => {
    const path = newPath()
    const first = (folio: number) => ({ firstFolio: () => folio })
    const next = ({ folios }: FileStore) => folios.next(rfc, 'A').then(({ folio }) => folio)
    expect(await within(path, next, first(501))).toBe('501')
    expect(await within(path, next, first(900))).toBe('502')
    const other = newPath()
    for (const folio of [-1, 0.5, Number.NaN, 2 ** 53]) {
      await expect(within(other, next, first(folio))).rejects.toBeInstanceOf(TypeError)
    }
    expect(await within(other, next)).toBe('1')
  })

  it('compaction keeps the last one, those that are free, and those that are held, in their order', async () => {
    const path = newPath()
    const work = async (store: FileStore) => {
      const { folios } = store
      const taken = []
      for (const holder of ['a', 'b', 'c', 'd', 'e'])
        taken.push(await folios.next(rfc, 'A', holder))
      const unbound = await folios.next(rfc, '')
      await folios.next(rfc, 'B', 'x')
      await taken[3]?.release()
      await taken[1]?.release()
      await taken[0]?.commit()
      await unbound.bind?.('u')
      await store.compact()
      // The reservations of before are still those of the same folios.
      await taken[2]?.release()
      expect(await held(store)).toEqual(['A5 e', '1 u', 'B1 x'])
    }
    await within(path, work)
    await within(path, async (store) => {
      expect(await held(store)).toEqual(['A5 e', '1 u', 'B1 x'])
      const folios = []
      for (const holder of ['f', 'g', 'h', 'i'])
        folios.push((await store.folios.next(rfc, 'A', holder)).folio)
      expect(folios).toEqual(['2', '3', '4', '6'])
    })
  })
})

describe('a journal of version 2', () => {
  /**
   * As the earlier version wrote it: sums that are not chained, entries with their XML among their
   * members.
   */
  const version2 =
    'cfdi-stamp journal 2\n' +
    '10f706d66a66589b {"token":"a","version":1,"status":"open","xml":"<a/>","at":1,"abandoned":[]}\t' +
    '{"token":"b","version":1,"status":"open","xml":"<b/>","at":1,"abandoned":[]}\n' +
    '76c60b93e9458aea {"token":"a","version":2,"status":"open","at":2,"claim":{"owner":"yo","until":9e15},"abandoned":[]}\n'

  const check = async ({ journal }: FileStore) => {
    expect(await all(journal)).toEqual([
      { token: 'a', version: 2, status: 'open', xml: '<a/>', at: 2, abandoned: [] },
      { token: 'b', version: 1, status: 'open', xml: '<b/>', at: 1, abandoned: [] },
    ])
  }

  it('is read, and is of version 3 from then on', async () => {
    const path = newPath()
    writeFileSync(path, version2)
    await within(path, check)
    expect(readFileSync(path, 'utf8')).toMatch(/^cfdi-stamp journal 3 /)
    await within(path, check)
  })

  it('torn at its end it is read up to there; damaged it is refused', async () => {
    const path = newPath()
    writeFileSync(path, `${version2}0123456789abcdef {"token":"c","ver`)
    await within(path, async (store) => {
      expect(store.discarded).toBe(34)
      await check(store)
    })
    for (const damaged of [
      version2.replace('<b/>', '<c/>'),
      `${version2}x\ny`,
      version2.replace('9e15', '8e15'),
    ]) {
      writeFileSync(path, damaged)
      await expect(openFileStore(path)).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' })
      expect(readFileSync(path, 'utf8')).toBe(damaged)
    }
  })
})
