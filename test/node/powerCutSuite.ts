/**
 * Power cuts, of a process that may be suspended (its log is copied) or is known to be dead (its
 * log is continued). A function, because the test files that call it may share their modules.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openJournal } from '../../src/node/log/fileJournal.js'
import { openStore } from '../../src/node/log/fileStore.js'
import type { JournalEntry } from '../../src/pac/journal.js'
import { all, entryOf, orderOf, unclaimed } from './entries.js'
import { PowerDisk } from './powerCut.js'
import { newHost, rfc } from './powerCutHost.js'

const nothing = { reach: () => 0 }

/** @param isOrphan Whether the process that had the file open is known to be dead. */
export function testPowerCuts(isOrphan: boolean): void {
  const createDisk = (content?: Buffer) => new PowerDisk(content, isOrphan)

  /** A journal with acknowledged records, and one more frame that was not acknowledged. */
  async function tornJournal() {
    const disk = createDisk()
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
    const journal = await openJournal(createDisk(content))
    expect(await journal.load(entryOf('a').token)).toEqual(unclaimed(entryOf('a', 2)))
    expect(await journal.load(entryOf('b').token)).toEqual(unclaimed(entryOf('b')))
    return journal.discarded
  }

  async function refused(content: Buffer): Promise<void> {
    const disk = createDisk(content)
    await expect(openJournal(disk)).rejects.toMatchObject({
      code: expect.stringMatching(/^JOURNAL_(CORRUPT|FORMAT)$/),
    })
    expect(disk.content).toBe(content)
  }

  describe('a power cut', () => {
    it('at every byte of the last frame: it opens with every acknowledged record, and goes on', async () => {
      const { content, acknowledged } = await tornJournal()
      for (let length = acknowledged; length <= content.length; length++) {
        const cut = Buffer.from(content.subarray(0, length))
        expect(await opened(cut)).toBe(length === content.length ? 0 : length - acknowledged)
        if (length % 8 > 0) continue
        const disk = createDisk(cut)
        const next = entryOf('a', 3)
        expect(await (await openJournal(disk)).append(next)).toBe(true)
        expect(await (await openJournal(disk.afterCut(nothing))).load(next.token)).toEqual(
          unclaimed(next),
        )
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
        const journal = await openJournal(createDisk(Buffer.from(content)))
        expect(await journal.append(entryOf('a'))).toBe(true)
      }
    })
  })

  describe('what cannot be one torn write is refused, and not touched', () => {
    it('any byte inverted, or one of its bits, in a file that was or was not closed', async () => {
      const disk = createDisk()
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
          // In a file that was not closed a smaller mark than the last one says less, and nothing
          // wrong.
          if (!wasClosed && at >= mark.from && at < mark.to) continue
          const damaged = Buffer.from(content)
          damaged[at] = (damaged[at] as number) ^ (at % 3 === 0 ? 0xff : 1 << (at % 8))
          await refused(damaged)
        }
      }
    })

    it('a file cut anywhere after it was closed, and before its last frame if it was not', async () => {
      const disk = createDisk()
      const journal = await openJournal(disk)
      let lastFrame = 0
      for (const name of ['a', 'b', 'c']) {
        lastFrame = disk.content.length
        await journal.append(entryOf(name))
      }
      const crashed = disk.content
      for (let length = 1; length < lastFrame; length++) await refused(crashed.subarray(0, length))
      await journal.close()
      for (let length = 1; length < crashed.length; length++)
        await refused(disk.content.subarray(0, length))
    })

    it('zeros from anywhere to the end, unless all of them can be those of the last frame', async () => {
      const disk = createDisk()
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
          expect(await openJournal(createDisk(zeroed))).toMatchObject({
            discarded: disk.content.length - lastFrame,
          })
      }
    })

    it('other data after the end', async () => {
      const disk = createDisk()
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
      const disk = createDisk()
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
      const [one, other] = [createDisk(), createDisk()]
      for (const disk of [one, other]) await (await openJournal(disk)).append(entryOf('a'))
      const [header] = one.content.toString().split(/(?<=\n)/)
      await refused(
        Buffer.concat([Buffer.from(header ?? ''), other.content.subarray(header?.length)]),
      )
    })
  })

  describe('reading', () => {
    it('goes on where a read returned fewer bytes than were asked for', async () => {
      const disk = createDisk()
      const journal = await openJournal(disk)
      for (const name of [...'abcd']) await journal.append(entryOf(name))
      disk.readsShort = true
      expect(await all(journal)).toEqual([...'abcd'].map((name) => entryOf(name)))
      const again = await openJournal(disk)
      expect(again.discarded).toBe(0)
      expect(await all(again)).toHaveLength(4)
    })

    it('one that cannot be read while the journal is open is an error, after all others were given', async () => {
      const disk = createDisk()
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
      const disk = createDisk()
      const journal = await openJournal(disk)
      const before = disk.syncs
      const written = Array.from({ length: 100 }, async (_, number) => {
        const entry = entryOf(`n${number}`)
        await journal.append(entry)
        expect(disk.durable.includes(entry.token)).toBe(true)
      })
      await Promise.all(written)
      expect(disk.syncs - before).toBe(1)
    })

    it('data that a process wrote and did not sync is durable once read, also if an fsync failed before', async () => {
      const disk = createDisk()
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
        const disk = createDisk()
        const journal = await openJournal(disk)
        await journal.append(entryOf('a'))
        disk.before = (now) => {
          if (now === what) throw Object.assign(new Error('EIO'), { code: 'EIO' })
        }
        const failed = {
          status: 'rejected',
          reason: expect.objectContaining({ code: 'JOURNAL_WRITE' }),
        }
        expect(
          await Promise.allSettled([journal.append(entryOf('b')), journal.append(entryOf('c'))]),
        ).toMatchObject([failed, failed])
        disk.before = () => {}
        // The same version again is no version of another process.
        for (const name of ['b', 'd']) {
          await expect(journal.append(entryOf(name))).rejects.toMatchObject({
            code: 'JOURNAL_WRITE',
          })
        }
        await expect(journal.compact()).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
        expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a'))
        const again = await openJournal(disk.afterCut(nothing))
        expect(await all(again)).toEqual([unclaimed(entryOf('a'))])
      }
    })

    it('of a frame that a full disk did not take nothing is kept, and the next one is durable', async () => {
      for (const what of ['write', 'sync'] as const) {
        const disk = createDisk()
        const { journal, orders, folios } = await openStore(disk, { on: () => {} })
        const [one, other] = [await folios.next(rfc, 'A', 'a'), await folios.next(rfc, 'A', 'b')]
        await journal.append(entryOf('a'))
        disk.before = (now) => {
          if (now === what) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
        }
        const works = () => [
          journal.append(entryOf('a', 2)),
          journal.append(entryOf('b')),
          orders.append({ ...orderOf('a'), token: 't' }),
          folios.next(rfc, 'A', 'c'),
          one.commit(),
          other.release(),
        ]
        for (let times = 0; times < 2; times++) {
          for (const result of await Promise.allSettled(works())) {
            expect(result).toMatchObject({ status: 'rejected', reason: { code: 'JOURNAL_WRITE' } })
          }
        }
        expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a'))
        expect(await orders.ownerOf('t')).toBeUndefined()
        disk.before = () => {}
        expect((await folios.heldBy('a')).map(({ folio }) => folio)).toEqual(['1'])
        const done = await Promise.all(works())
        expect(done.slice(0, 3)).toEqual([true, true, true])
        for (const store of [
          { journal, orders, folios },
          await openStore(disk.afterCut(nothing)),
        ]) {
          expect(await store.orders.ownerOf('t')).toBe('a')
          expect((await all(store.journal)).map(({ version }) => version)).toEqual([2, 1])
          const held = []
          for await (const { folio, holder } of store.folios.held()) held.push(`${folio} ${holder}`)
          expect(held).toEqual(['3 c'])
          expect((await store.folios.next(rfc, 'A', 'd')).folio).toBe('2')
        }
      }
    })

    it('an entry that is not plain data is refused before anything is changed', async () => {
      const journal = await openJournal(createDisk())
      await journal.append(entryOf('a'))
      const odd = { ...entryOf('a', 2), last: 1n } as unknown as JournalEntry
      await expect(journal.append(odd)).rejects.toBeInstanceOf(TypeError)
      expect(await journal.append(entryOf('a', 2))).toBe(true)
    })

    it('an entry is written as it was when append was called', async () => {
      const journal = await openJournal(createDisk())
      const entry = { ...entryOf('a'), at: 1 }
      const written = Promise.all([journal.append(entryOf('b')), journal.append(entry)])
      entry.at = 2
      await written
      expect(await journal.load(entry.token)).toEqual({ ...entry, at: 1 })
    })

    it('a compaction without space leaves the journal unchanged; one that fails at the replacement stops it', async () => {
      const disk = createDisk()
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
        fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 6 }), async (cancellations) => {
          let disk = createDisk()
          const host = newHost()
          for (const { writes, compacts, closes, cutAt, reach, lost } of cancellations) {
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
              if (end.status === 'rejected')
                expect(end.reason).toMatchObject({ code: 'JOURNAL_WRITE' })
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
}
