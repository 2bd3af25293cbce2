/**
 * The store in SQLite. Its thread is a compiled file, so the tests use the build.
 */
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import type { HeldFolio } from '../../src/engine/folios.js'
import { openFileStore } from '../../src/node/log/fileStore.js'
import type * as Sqlite from '../../src/node/sqlite/sqliteStore.js'
import { describeStore } from '../engine/describeStore.js'
import { all, entryOf, orderOf, unclaimed } from './entries.js'

const built = new URL('../../dist/node/sqlite/index.js', import.meta.url)
const { openSqliteStore } = (await import(built.href)) as typeof Sqlite
const has = isBuiltin('node:sqlite')

const scratch = mkdtempSync(join(tmpdir(), 'sqlite-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const newPath = () => join(scratch, `${++files}.sqlite`)

it.skipIf(has)('requires a version of Node with node:sqlite, and names it', async () => {
  await expect(openSqliteStore(newPath())).rejects.toThrow(
    /^openSqliteStore requires node:sqlite, which Node [\d.]+ lacks: use Node 22.13 or later, or openFileStore$/,
  )
})

it('names an option that it does not know', async () => {
  const misspelt = { firstfolio: () => 5 } as object
  await expect(openSqliteStore(newPath(), misspelt)).rejects.toThrow('did you mean firstFolio?')
})

describe.runIf(has)('the contracts', () => {
  describeStore<Sqlite.SqliteStore>((part) => async () => {
    const path = newPath()
    const open = [await openSqliteStore(path)]
    const add = async () => {
      const store = await openSqliteStore(path)
      open.push(store)
      return part(store)
    }
    return {
      store: part(open[0] as Sqlite.SqliteStore),
      second: add,
      async restarted() {
        for (const store of open.splice(0)) await store.close()
        return add()
      },
      close: () => Promise.all(open.map((store) => store.close())),
    }
  })
})

async function within<T>(
  path: string,
  work: (store: Sqlite.SqliteStore) => Promise<T>,
  options?: Sqlite.SqliteStoreOptions,
): Promise<T> {
  const store = await openSqliteStore(path, options)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

async function held({ folios }: Pick<Sqlite.SqliteStore, 'folios'>): Promise<string[]> {
  const list: HeldFolio[] = []
  for await (const one of folios.held()) list.push(one)
  return list.map(({ folio, serie, holder }) => `${serie}${folio} ${holder ?? '-'}`)
}

const rfc = 'EKU9003173C9'
const tokened = (key: string, token: string, version = 1) => ({
  ...orderOf(key, version),
  token: token.padEnd(64, '0'),
})

describe.runIf(has)('a store in SQLite', () => {
  it('is a file that only its owner reads, and so are the files beside it', async () => {
    const path = newPath()
    await within(path, async ({ orders }) => {
      await orders.append(orderOf('a'))
      for (const file of [path, `${path}-wal`, `${path}-shm`])
        expect(statSync(file).mode & 0o777, file).toBe(0o600)
    })
  })

  it('writes the XML of an order and of its entry once', async () => {
    const path = newPath()
    const xml = `<cfdi:Comprobante a="${'z'.repeat(3000)}"/>`
    await within(path, async ({ journal, orders }) => {
      for (const version of [1, 2, 3]) await orders.append({ ...orderOf('a', version), xml })
      await journal.append({ ...entryOf('a'), xml })
      expect((await journal.load(entryOf('a').token))?.xml).toBe(xml)
    })
    expect(readFileSync(path, 'latin1').split('z'.repeat(3000))).toHaveLength(2)
  })

  it('a claim lasts as long as the heartbeats of its owner', async () => {
    await within(newPath(), async ({ orders }) => {
      await orders.append({ ...orderOf('a'), claim: { owner: 'yo', until: 1000 } })
      await orders.renew('yo', 5000)
      await orders.renew('yo', 4000)
      await orders.renew('otro', 9000)
      expect((await orders.load('a'))?.claim).toEqual({ owner: 'yo', until: 5000 })
    })
  })

  it('refuses another database, a file that is none, and a later version, and changes none', async () => {
    const path = newPath()
    writeFileSync(path, 'a'.repeat(9000))
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
      DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void }
    }
    const [foreign, later] = [newPath(), newPath()]
    const other = new DatabaseSync(foreign)
    other.exec('create table t (x)')
    other.close()
    await within(later, async () => {})
    const raised = new DatabaseSync(later)
    raised.exec('pragma user_version = 99')
    raised.close()
    for (const file of [path, foreign, later]) {
      const before = readFileSync(file)
      await expect(openSqliteStore(file)).rejects.toMatchObject({ code: 'JOURNAL_FORMAT' })
      expect(readFileSync(file).equals(before), file).toBe(true)
    }
  })

  it('names what it cannot open, and what came after its close', async () => {
    const missing = join(scratch, 'no', 'x.sqlite')
    await expect(openSqliteStore(missing)).rejects.toMatchObject({ code: 'JOURNAL_OPEN' })
    const store = await openSqliteStore(newPath())
    const pending = store.orders.append(orderOf('a'))
    await store.close()
    expect(await pending).toBe(true)
    await expect(store.orders.load('a')).rejects.toMatchObject({ code: 'JOURNAL_CLOSED' })
    await store.close()
  })

  it('a write that SQLite refuses is an error of its own, and its neighbours are written', async () => {
    await within(newPath(), async ({ orders, counts }) => {
      const [first, refused, last] = await Promise.allSettled([
        orders.append(orderOf('a')),
        orders.append({ ...orderOf('b'), at: Number.NaN }),
        orders.append(orderOf('c')),
      ])
      expect([first, last]).toEqual([
        { status: 'fulfilled', value: true },
        { status: 'fulfilled', value: true },
      ])
      expect(refused).toMatchObject({ reason: { code: 'JOURNAL_WRITE' } })
      expect((await counts()).orders.open).toBe(2)
    })
  })

  it('refuses text that SQLite would change', async () => {
    await within(newPath(), async ({ orders, folios }) => {
      for (const bad of ['a\0', '\ud800'])
        for (const call of [
          () => orders.load(bad),
          () => orders.append(orderOf(bad)),
          () => folios.next(rfc, bad),
          () => folios.heldBy(bad),
        ])
          await expect(call()).rejects.toThrow(TypeError)
    })
  })

  it('purges by age, keeps the key of a removed order, and the entry of an open one', async () => {
    const day = 86_400_000
    let now = 0
    const at = <T extends object>(record: T, time: number): T => ({ ...record, at: time })
    await within(
      newPath(),
      async ({ journal, orders, purge, counts }) => {
        const outcome = {
          kind: 'stamped',
          pac: 'uno',
          when: 'fresh',
          timbre: { UUID: '11111111-1111-4111-8111-111111111111' },
        } as never
        const done = { ...tokened('a', 'a', 2), status: 'acknowledged', outcome } as const
        await orders.append(at(tokened('a', 'a'), 1))
        await orders.append(at(done, 2))
        await orders.append(at(tokened('b', 'b'), 1))
        for (const token of ['a', 'b'])
          for (const version of [1, 2])
            await journal.append(
              at({ ...entryOf(token, version, 'closed'), token: token.padEnd(64, '0') }, version),
            )
        now = 10 * day
        const ages = { journal: day, orders: day, cancellations: day, tombstone: 5 * day }
        const expected = { journal: 1, orders: 1, cancellations: 0, lives: 0, tombstones: 0 }
        expect(await purge({ ...ages, dryRun: true })).toEqual(expected)
        expect(await purge(ages)).toEqual(expected)
        expect(await orders.load('a')).toMatchObject({
          xml: '',
          purged: true,
          token: 'a'.padEnd(64, '0'),
          uuid: '11111111-1111-4111-8111-111111111111',
        })
        expect(await orders.append(tokened('c', 'a'))).toBe(false)
        expect((await counts()).journal.closed).toBe(1)
        now = 16 * day
        expect(await purge(ages)).toEqual({ ...expected, journal: 0, orders: 0, tombstones: 1 })
        expect(await orders.load('a')).toBeUndefined()
        await expect(purge({ order: 1 } as never)).rejects.toThrow('did you mean orders?')
      },
      { now: () => now },
    )
  })

  it('another program that deletes entries of open orders gives the journal another identity', async () => {
    const path = newPath()
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite' as 'node:fs') as unknown as {
      DatabaseSync: new (path: string) => { exec(sql: string): void; close(): void }
    }
    await within(path, async ({ journal, orders }) => {
      const { id } = await journal.identity()
      const entry = entryOf('a', 1, 'closed')
      await journal.append(entry)
      await orders.append({ ...orderOf('a'), token: entry.token })
      const other = new DatabaseSync(path)
      other.exec("delete from journal where key = 'of none'")
      expect((await journal.identity()).id).toBe(id)
      other.exec('delete from journal')
      other.close()
      const next = await journal.identity()
      expect(next.id).not.toBe(id)
      expect(Math.abs(next.since - Date.now())).toBeLessThan(60_000)
    })
  })

  it('with resume, orders to deliver come first, and what is not due is left out', async () => {
    await within(
      newPath(),
      async ({ orders }) => {
        await orders.append({ ...orderOf('late'), due: 2000 })
        await orders.append(orderOf('open'))
        await orders.append({ ...orderOf('due'), due: 900 })
        await orders.append(orderOf('answered'))
        await orders.append(orderOf('answered', 2, 'answered'))
        const keys: string[] = []
        for await (const { key } of orders.unfinished('resume')) keys.push(key)
        expect(keys).toEqual(['answered', 'open', 'due'])
      },
      { now: () => 1000 },
    )
  })

  it('walks over more records than a page has', async () => {
    await within(newPath(), async ({ journal }) => {
      const names = Array.from({ length: 300 }, (_, number) => `n${number}`)
      await Promise.all(names.map((name) => journal.append(entryOf(name))))
      expect(await all(journal)).toHaveLength(300)
    })
  })

  it('prints nothing that is not of Node, and lets the process end', async () => {
    const path = newPath()
    const code = `import { openSqliteStore } from ${JSON.stringify(built.href)}
      const store = await openSqliteStore(${JSON.stringify(path)})
      console.log(await store.orders.append(${JSON.stringify(orderOf('a'))}))`
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
      stdout: true,
    })
    let printed = ''
    worker.stdout.on('data', (part) => (printed += part))
    const [exit] = await once(worker, 'exit')
    expect([exit, printed]).toEqual([0, 'true\n'])
  })
})

describe.runIf(has)('import of a file store', () => {
  it('copies every record, folio and the identity once, and sets the file aside', async () => {
    const [source, path] = [join(scratch, 'tienda.journal'), newPath()]
    const file = await openFileStore(source)
    const identity = await file.journal.identity()
    await file.journal.append(entryOf('a'))
    await file.journal.append(entryOf('b'))
    await file.journal.append(entryOf('b', 2, 'closed'))
    await file.orders.append(tokened('o', 'o'))
    await file.orders.append(orderOf('p'))
    await file.orders.append({ ...orderOf('p', 2, 'acknowledged') })
    const taken = []
    for (const holder of ['a', 'b', 'c']) taken.push(await file.folios.next(rfc, 'A', holder))
    await taken[0]?.release()
    await taken[1]?.commit()
    await file.close()
    for (const _ of [1, 2])
      await within(
        path,
        async (store) => {
          expect(await store.journal.identity()).toEqual(identity)
          expect(await store.journal.load(entryOf('a').token)).toEqual(unclaimed(entryOf('a')))
          expect(await store.journal.load(entryOf('b').token)).toEqual(entryOf('b', 2, 'closed'))
          expect(await store.orders.load('p')).toEqual(orderOf('p', 2, 'acknowledged'))
          expect(await store.orders.ownerOf('o'.padEnd(64, '0'))).toBe('o')
          expect(await held(store)).toEqual(['A3 c'])
        },
        { importFrom: source },
      )
    expect([existsSync(source), existsSync(`${source}.imported`)]).toEqual([false, true])
    await within(path, async ({ folios }) => {
      const folio = async () => (await folios.next(rfc, 'A')).folio
      expect([await folio(), await folio()]).toEqual(['1', '4'])
    })
  })

  it('refuses a missing file, one in use, and a database that is not empty', async () => {
    const missing = { importFrom: join(scratch, 'missing.journal') }
    await expect(openSqliteStore(newPath(), missing)).rejects.toMatchObject({
      code: 'JOURNAL_OPEN',
      message: expect.stringContaining('missing.journal'),
    })
    const source = join(scratch, 'used.journal')
    const file = await openFileStore(source)
    await file.orders.append(orderOf('a'))
    await expect(openSqliteStore(newPath(), { importFrom: source })).rejects.toMatchObject({
      code: 'JOURNAL_LOCKED',
    })
    await file.close()
    const path = newPath()
    await within(path, ({ orders }) => orders.append(orderOf('b')))
    await expect(openSqliteStore(path, { importFrom: source })).rejects.toMatchObject({
      code: 'JOURNAL_OPEN',
    })
    expect(existsSync(source)).toBe(true)
  })
})
