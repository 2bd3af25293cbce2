/**
 * The stores that earlier versions wrote (`tools/storeFixtures.js`), and the expectations that all
 * of them share: every record that the version read of them is read.
 * @module
 */
import { readdirSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { FolioSequence } from '../src/engine/folios.js'
import type { Store } from '../src/engine/store.js'
import { fixture } from './fixtures.js'

/** Everything that a version read of a store of its own. */
export interface ReadByItself {
  readonly journal: Readonly<Record<string, { readonly status: string }>>
  readonly orders: Readonly<Record<string, object>>
  readonly lives: Readonly<Record<string, object>>
  readonly held: readonly { readonly holder?: string }[]
  readonly unfinished: Readonly<Record<'journal' | 'orders' | 'lives', readonly string[]>>
  readonly service?: Readonly<Record<'accounts' | 'events', object>>
}

/** The revisions of which there are stores. */
export const revisions: readonly string[] = readdirSync(
  new URL('../fixtures/stores/', import.meta.url),
).filter((name) => !name.includes('.'))

/** The content of one of them. */
export function storeFixture(revision: string, name: string): Buffer {
  return gunzipSync(fixture(`stores/${revision}/${name}.gz`))
}

export function readByItself(revision: string, name: 'file' | 'postgres'): ReadByItself {
  return JSON.parse(storeFixture(revision, `${name}.json`).toString())
}

type Durable = Store & { readonly folios: Required<FolioSequence> }

/**
 * Expects a store to give every record as the version that wrote it did. @param mayDrop whether the
 * XML of closed entries may be gone
 */
export async function expectNothingLost(store: Durable, read: ReadByItself, mayDrop = false) {
  for (const [token, entry] of Object.entries(read.journal)) {
    const loaded = await store.journal.load(token)
    const mayBeDropped = mayDrop && entry.status === 'closed' && loaded?.xml === ''
    expect(loaded, token).toMatchObject(mayBeDropped ? { ...entry, xml: '' } : entry)
  }
  for (const [key, order] of Object.entries(read.orders))
    expect(await store.orders.load(key), key).toMatchObject(order)
  for (const [uuid, life] of Object.entries(read.lives))
    expect(await store.cancellations.load(uuid), uuid).toMatchObject(life)
  expect((await all(store.journal.unfinished())).map(({ token }) => token)).toEqual(
    read.unfinished.journal,
  )
  expect(new Set((await all(store.orders.unfinished())).map(({ key }) => key))).toEqual(
    new Set(read.unfinished.orders),
  )
  expect((await all(store.cancellations.unfinished())).map(({ uuid }) => uuid)).toEqual(
    read.unfinished.lives,
  )
  const held = (await all(store.folios.held())).map(({ rfc, serie, folio, holder, since }) => ({
    ...{ rfc, serie, folio, since },
    ...(holder === undefined ? {} : { holder }),
  }))
  expect(held).toEqual(read.held)
  await expectFoliosGoOn(store)
}

/** Ten of series A were taken, two of B, and the only one of C was given back. */
async function expectFoliosGoOn({ folios }: Durable): Promise<void> {
  const rfc = 'PLO150312QT1'
  const next = async (serie: string, holder: string) =>
    (await folios.next(rfc, serie, holder)).folio
  expect([await next('A', 'next'), await next('B', 'next'), await next('C', 'next')]).toEqual([
    '11',
    '3',
    '1',
  ])
  expect(await next('A', 'held'), 'the folio of a key that is in doubt').toBe('6')
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
