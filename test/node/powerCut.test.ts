import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FolioSequence } from '../../src/engine/folios.js'
import { openJournal } from '../../src/node/fileJournal.js'
import { type FileStore, openStore } from '../../src/node/fileStore.js'
import type { JournalEntry } from '../../src/pac/journal.js'
import { all, entryOf, orderOf, unclaimed } from './entries.js'
import { PowerDisk } from './powerCut.js'

const rfc = 'EKU9003173C9'
const nothing = { reach: () => 0 }

/** A journal with acknowledged records, and one more frame that was not acknowledged. */
async function tornJournal() {
  const disk = new PowerDisk()
  const journal = await openJournal(disk)
  for (const version of [1, 2]) await journal.append(entryOf('a', version))
  await journal.append(entryOf('b'))
  const acknowledged = disk.content.length
  disk.before = (what) => {
    if (what === 'sync') throw new Error('power')
  }
  await Promise.allSettled([...'cdefg'].map((name) => journal.append(entryOf(name))))
  return { content: disk.content, acknowledged }
}

async function opened(content: Buffer): Promise<number> {
  const journal = await openJournal(new PowerDisk(content))
  expect(await journal.load(entryOf('a').token)).toEqual(unclaimed(entryOf('a', 2)))
  expect(await journal.load(entryOf('b').token)).toEqual(unclaimed(entryOf('b')))
  return journal.discarded
}

async function refused(content: Buffer): Promise<void> {
  const disk = new PowerDisk(content)
  await expect(openJournal(disk)).rejects.toMatchObject({ code: expect.stringMatching(/^JOURNAL_(CORRUPT|FORMAT)$/) })
  expect(disk.content).toBe(content)
}

describe('a power cut', () => {
  it('at every byte of the last frame: it opens with every acknowledged record, and goes on', async () => {
    const { content, acknowledged } = await tornJournal()
    for (let length = acknowledged; length <= content.length; length++) {
      const cut = Buffer.from(content.subarray(0, length))
      expect(await opened(cut)).toBe(length === content.length ? 0 : length - acknowledged)
      if (length % 8 > 0) continue
      const disk = new PowerDisk(cut)
      const next = entryOf('a', 3)
      expect(await (await openJournal(disk)).append(next)).toBe(true)
      expect(await (await openJournal(disk.afterCut(nothing))).load(next.token)).toEqual(unclaimed(next))
    }
  })

  it('that lost any of the sectors of the last frame', async () => {
    const { content, acknowledged } = await tornJournal()
    const sectors = Math.ceil(content.length / 512) - Math.floor(acknowledged / 512)
    for (let lost = 1; lost < 2 ** sectors; lost++) {
      const torn = Buffer.from(content)
      for (let at = acknowledged; at < torn.length; at++) {
        if ((lost >> (Math.floor(at / 512) - Math.floor(acknowledged / 512))) & 1) torn[at] = 0
      }
      expect(await opened(torn)).toBe(content.length - acknowledged)
    }
  })

  it('while it is created', async () => {
    for (const content of ['', 'cfdi-stamp journal 2', 'cfdi-stamp journal 2\n']) {
      const journal = await openJournal(new PowerDisk(Buffer.from(content)))
      expect(await journal.append(entryOf('a'))).toBe(true)
    }
  })
})

describe('what cannot be one torn write is refused, and not touched', () => {
  it('any byte inverted, or one of its bits, in a file that was or was not closed', async () => {
    const disk = new PowerDisk()
    const store = await openStore(disk)
    for (const version of [1, 2]) await store.journal.append(entryOf('a', version))
    await store.orders.append(orderOf('b'))
    await store.folios.next(rfc, 'A', 'b')
    const crashed = disk.content
    await store.close()
    const mark = { from: 38, to: 50 }
    for (const [content, wasClosed] of [
      [crashed, false],
      [disk.content, true],
    ] as const) {
      for (let at = 0; at < content.length; at++) {
        // In a file that was not closed a smaller mark than the last one says less, and nothing wrong.
        if (!wasClosed && at >= mark.from && at < mark.to) continue
        const damaged = Buffer.from(content)
        damaged[at] = (damaged[at] as number) ^ (at % 3 === 0 ? 0xff : 1 << (at % 8))
        await refused(damaged)
      }
    }
  })

  it('a file cut anywhere after it was closed, and before its last frame if it was not', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    let lastFrame = 0
    for (const name of ['a', 'b', 'c']) {
      lastFrame = disk.content.length
      await journal.append(entryOf(name))
    }
    const crashed = disk.content
    for (let length = 1; length < lastFrame; length++) await refused(crashed.subarray(0, length))
    await journal.close()
    for (let length = 1; length < crashed.length; length++) await refused(disk.content.subarray(0, length))
  })

  it('zeros from anywhere to the end, unless all of them can be those of the last frame', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    let lastFrame = 0
    for (const name of [...'abcdefghijkl']) {
      lastFrame = disk.content.length
      await journal.append(entryOf(name))
    }
    for (let from = 0; from < disk.content.length; from++) {
      const zeroed = Buffer.from(disk.content).fill(0, from)
      if (from < lastFrame || (from > lastFrame && from % 512 !== 0)) await refused(zeroed)
      else
        expect(await openJournal(new PowerDisk(zeroed))).toMatchObject({ discarded: disk.content.length - lastFrame })
    }
  })

  it('other data after the end', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    await journal.append(entryOf('a'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Buffer.from('\u0001\t\n xyz"')), { minLength: 1 }),
        async (bytes) => {
          await refused(Buffer.concat([disk.content, Buffer.from(bytes)]))
        },
      ),
    )
    await refused(Buffer.concat([disk.content, disk.content]))
  })

  it('a frame cut out of the middle, put twice, or put elsewhere', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    for (const name of [...'abcd']) await journal.append(entryOf(name))
    const [header, ...frames] = disk.content.toString().split(/(?<=\n)/) as [string, ...string[]]
    const [a = '', b = '', c = '', d = ''] = frames
    for (const order of [
      [a, c, d],
      [b, c, d],
      [a, a, b, c, d],
      [b, a, c, d],
      [a, b, d, c],
    ]) {
      await refused(Buffer.from([header, ...order].join('')))
    }
  })

  it('frames of another journal, or of an earlier file of the same one', async () => {
    const [one, other] = [new PowerDisk(), new PowerDisk()]
    for (const disk of [one, other]) await (await openJournal(disk)).append(entryOf('a'))
    const [header] = one.content.toString().split(/(?<=\n)/)
    await refused(Buffer.concat([Buffer.from(header ?? ''), other.content.subarray(header?.length)]))
  })
})

describe('reading', () => {
  it('goes on where a read returned fewer bytes than were asked for', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    for (const name of [...'abcd']) await journal.append(entryOf(name))
    disk.readsShort = true
    expect(await all(journal)).toEqual([...'abcd'].map((name) => entryOf(name)))
    const again = await openJournal(disk)
    expect(again.discarded).toBe(0)
    expect(await all(again)).toHaveLength(4)
  })

  it('one that cannot be read while the journal is open is an error, after all others were given', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    for (const name of [...'abc']) await journal.append(entryOf(name))
    // Still JSON, and of another amount.
    disk.overwrite(Buffer.from(disk.content.toString().replace('a=\\"b\\"', 'a=\\"B\\"')))
    const corrupt = { name: 'JournalError', code: 'JOURNAL_CORRUPT' }
    await expect(journal.load(entryOf('b').token)).rejects.toMatchObject(corrupt)
    const given: JournalEntry[] = []
    const reading = async () => {
      for await (const entry of journal.unfinished()) given.push(entry)
    }
    await expect(reading()).rejects.toMatchObject(corrupt)
    expect(given).toEqual([entryOf('a'), entryOf('c')])
    await expect(journal.compact()).rejects.toMatchObject(corrupt)
    expect(await journal.append(entryOf('c', 2))).toBe(true)
  })
})

describe('durability', () => {
  it('an append resolves after its fsync, and one fsync serves all pending appends', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    const before = disk.syncs
    const written = Array.from({ length: 100 }, async (_, number) => {
      const entry = entryOf(`n${number}`)
      await journal.append(entry)
      expect(disk.durable.includes(entry.token)).toBe(true)
    })
    await Promise.all(written)
    expect(disk.syncs - before).toBe(2)
  })

  it('data that a process wrote and did not sync is durable once read, also if an fsync failed before', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    disk.before = (what) => {
      if (what === 'sync') throw new Error('EIO')
    }
    await expect(journal.append(entryOf('a'))).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
    expect(await journal.load(entryOf('a').token)).toBeUndefined()
    expect(await all(journal)).toEqual([])
    disk.before = () => {}
    await journal.close()
    expect(await all(await openJournal(disk))).toHaveLength(1)
    expect(await all(await openJournal(disk.afterCut(nothing)))).toHaveLength(1)
  })

  it('a failed write rejects all pending appends, and nothing is written after it', async () => {
    for (const what of ['write', 'sync'] as const) {
      const disk = new PowerDisk()
      const journal = await openJournal(disk)
      await journal.append(entryOf('a'))
      disk.before = (now) => {
        if (now === what) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      }
      const failed = { status: 'rejected', reason: expect.objectContaining({ code: 'JOURNAL_WRITE' }) }
      expect(await Promise.allSettled([journal.append(entryOf('b')), journal.append(entryOf('c'))])).toMatchObject([
        failed,
        failed,
      ])
      disk.before = () => {}
      // The same version again is no version of another process.
      for (const name of ['b', 'd']) {
        await expect(journal.append(entryOf(name))).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
      }
      await expect(journal.compact()).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
      expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a'))
      const again = await openJournal(disk.afterCut(nothing))
      expect(await all(again)).toEqual([unclaimed(entryOf('a'))])
    }
  })

  it('an entry that is not plain data is refused before anything is changed', async () => {
    const journal = await openJournal(new PowerDisk())
    await journal.append(entryOf('a'))
    const odd = { ...entryOf('a', 2), last: 1n } as unknown as JournalEntry
    await expect(journal.append(odd)).rejects.toBeInstanceOf(TypeError)
    expect(await journal.append(entryOf('a', 2))).toBe(true)
  })

  it('an entry is written as it was when append was called', async () => {
    const journal = await openJournal(new PowerDisk())
    const entry = { ...entryOf('a'), at: 1 }
    const written = Promise.all([journal.append(entryOf('b')), journal.append(entry)])
    entry.at = 2
    await written
    expect(await journal.load(entry.token)).toEqual({ ...entry, at: 1 })
  })

  it('a compaction without space leaves the journal unchanged; one that fails at the replacement stops it', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    await journal.append(entryOf('a'))
    disk.before = () => {
      throw new Error('ENOSPC')
    }
    await expect(journal.compact()).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
    disk.before = () => {}
    expect(await journal.append(entryOf('a', 2))).toBe(true)
    disk.before = (what) => {
      if (what === 'replace') throw new Error('EIO')
    }
    await expect(journal.compact()).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
    disk.before = () => {}
    await expect(journal.append(entryOf('a', 3))).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
  })
})

describe('power cuts at any moment of any sequence', () => {
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  const life = fc.record({
    writes: fc.array(fc.nat(5), { maxLength: 8 }),
    compacts: fc.boolean(),
    closes: fc.boolean(),
    cutAt: fc.nat(60),
    reach: chance,
    lost: fc.array(fc.nat(12), { maxLength: 4 }),
  })

  it('no acknowledged record is lost or torn, no folio is there twice or missing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 6 }), async (lives) => {
        let disk = new PowerDisk()
        const host = newHost()
        for (const { writes, compacts, closes, cutAt, reach, lost } of lives) {
          const store = await openStore(disk, { now: () => 0 })
          await host.inspect(store)
          let steps = 0
          disk.before = () => {
            if (steps++ >= cutAt) throw new Error('power')
          }
          const ends = await Promise.allSettled([
            ...writes.map((number) => host.work(store, number)),
            ...(compacts ? [store.compact()] : []),
            ...writes.map((number) => host.work(store, number)),
          ])
          if (closes) await store.close()
          for (const end of ends)
            if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'JOURNAL_WRITE' })
          disk = disk.afterCut({
            reach: (unsynced) => Math.floor(reach * unsynced),
            lost: (sector) => lost.includes(sector),
          })
        }
        const store = await openStore(disk, { now: () => 0 })
        await host.inspect(store)
        await host.countFolios(store.folios)
      }),
      { numRuns: 200 },
    )
  })
})

/** A host that remembers what was acknowledged to it, and checks that the store does. */
function newHost() {
  const versions = new Map<string, number>()
  /** Of each holder, the folio that it holds for certain. */
  const holds = new Map<string, string>()
  const committed = new Set<string>()
  const released = new Set<string>()
  const busy = new Set<string>()
  const write = async (name: string, append: () => Promise<boolean>, version: number) => {
    if (await append()) versions.set(name, version)
  }
  const settle = async (holder: string, number: number, folios: FolioSequence) => {
    const [one] = (await folios.heldBy?.(holder)) ?? []
    if (one === undefined) return
    holds.delete(holder)
    if (number % 2 === 0) {
      // Whether it took effect or not, nobody else may have this folio.
      await one.commit()
      committed.add(one.folio)
    } else {
      await one.release()
      released.add(holder)
    }
  }
  return {
    async work({ journal, orders, folios }: FileStore, number: number) {
      const holder = `h${number}`
      const [entry, order] = await Promise.all([journal.load(entryOf(holder).token), orders.load(holder)])
      const next = [(entry?.version ?? 0) + 1, (order?.version ?? 0) + 1] as const
      const writes = [
        write(`entry ${number}`, () => journal.append(entryOf(holder, next[0])), next[0]),
        write(`order ${number}`, () => orders.append(orderOf(holder, next[1])), next[1]),
      ]
      // One work of a holder at a time, as with orders.
      if (!busy.has(holder)) writes.push(this.folio(folios, holder, number))
      await Promise.all(writes)
    },
    async folio(folios: FolioSequence, holder: string, number: number) {
      busy.add(holder)
      try {
        if (holds.has(holder)) await settle(holder, number, folios)
        released.delete(holder)
        const { folio } = await folios.next(rfc, 'A', holder)
        expect(committed.has(folio), 'a committed folio is not handed out again').toBe(false)
        holds.set(holder, folio)
      } finally {
        busy.delete(holder)
      }
    },
    async inspect({ journal, orders, folios }: FileStore) {
      for (const [name, version] of versions) {
        const [kind, number] = name.split(' ')
        const found =
          kind === 'entry' ? await journal.load(entryOf(`h${number}`).token) : await orders.load(`h${number}`)
        expect(found?.version).toBeGreaterThanOrEqual(version)
        expect(found?.xml).toBe(entryOf(`h${number}`).xml)
      }
      for (const [holder, folio] of holds) {
        expect((await folios.heldBy(holder)).map((one) => one.folio)).toEqual([folio])
      }
      for await (const { folio } of folios.held()) expect(committed.has(folio)).toBe(false)
    },
    /** Hands out what is left until it comes to folios that never were. */
    async countFolios(folios: FileStore['folios']) {
      const there = new Set(committed)
      for await (const { folio, holder = '' } of folios.held()) {
        expect(there.has(folio), 'a folio is there once').toBe(false)
        expect(released.has(holder) && !holds.has(holder) && folio === holds.get(holder)).toBe(false)
        there.add(folio)
      }
      const known = Math.max(0, ...[...there].map(Number))
      for (let last = 0; last <= known; last = Math.max(...[...there].map(Number))) {
        const { folio } = await folios.next(rfc, 'A')
        expect(there.has(folio), 'a folio is handed out once').toBe(false)
        there.add(folio)
      }
      const numbers = [...there].map(Number).sort((a, b) => a - b)
      expect(numbers).toEqual(numbers.map((_, at) => at + 1))
    },
  }
}
