import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { JournalError } from '../../src/errors.js'
import { type FileJournalOptions, openFileJournal, openJournal } from '../../src/node/fileJournal.js'
import type { Journal, JournalEntry } from '../../src/pac/journal.js'
import { PowerDisk } from './powerCut.js'

const scratch = mkdtempSync(join(tmpdir(), 'journal-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const newPath = () => join(scratch, `${++files}.journal`)

const day = 24 * 3_600_000

/** A write of a document: `open` until the version that closes it. */
function entryOf(name: string, version = 1, status: JournalEntry['status'] = 'open'): JournalEntry {
  const inDoubt = { pac: 'uno', since: 0, sends: version, sending: true }
  const outcome = { kind: 'unavailable', pac: 'uno', message: 'no' } as const
  return {
    token: name.padEnd(64, '-'),
    version,
    status,
    xml: `<cfdi:Comprobante a="${name}">\tÑ\n</cfdi:Comprobante>`,
    at: version,
    abandoned: [],
    ...(status === 'open' ? { claim: { owner: 'yo', until: 9e15 }, inDoubt } : { outcome }),
  }
}

const unclaimed = ({ claim: _, ...entry }: JournalEntry): JournalEntry => entry

async function all(journal: Journal): Promise<JournalEntry[]> {
  const entries: JournalEntry[] = []
  for await (const entry of journal.unfinished()) entries.push(entry)
  return entries
}

async function within<T>(
  path: string,
  work: (journal: Awaited<ReturnType<typeof openFileJournal>>) => Promise<T>,
  options?: FileJournalOptions,
) {
  const journal = await openFileJournal(path, options)
  try {
    return await work(journal)
  } finally {
    await journal.close()
  }
}

describe('a journal in a file', () => {
  it('returns what was written, also after it is reopened', async () => {
    const path = newPath()
    await within(path, async (journal) => {
      expect(await journal.load(entryOf('a').token)).toBeUndefined()
      expect(await journal.append(entryOf('a'))).toBe(true)
      expect(await journal.append(entryOf('a', 2))).toBe(true)
      expect(await journal.append(entryOf('b', 1))).toBe(true)
      expect(await journal.append(entryOf('b', 2, 'closed'))).toBe(true)
      expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a', 2))
      expect(await all(journal)).toEqual([entryOf('a', 2)])
    })
    await within(path, async (journal) => {
      expect(await journal.load(entryOf('b').token)).toEqual(entryOf('b', 2, 'closed'))
      expect(await all(journal)).toEqual([unclaimed(entryOf('a', 2))])
    })
  })

  it('compares and sets: only one of two writers of one version succeeds', async () => {
    await within(newPath(), async (journal) => {
      expect(await Promise.all([journal.append(entryOf('a')), journal.append(entryOf('a'))])).toEqual([true, false])
      expect(await journal.append(entryOf('a', 3))).toBe(false)
      expect(await journal.append(entryOf('a', 2))).toBe(true)
      expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a', 2))
    })
  })

  it('voids claims made before it was opened', async () => {
    const path = newPath()
    await within(path, (journal) => journal.append(entryOf('a')))
    await within(path, async (journal) => {
      expect((await journal.load(entryOf('a').token))?.claim).toBeUndefined()
      await journal.append(entryOf('a', 2))
      expect((await journal.load(entryOf('a').token))?.claim).toEqual({ owner: 'yo', until: 9e15 })
    })
  })

  it('writes the XML once', async () => {
    const path = newPath()
    await within(path, async (journal) => {
      for (const version of [1, 2, 3]) await journal.append(entryOf('a', version))
    })
    expect(readFileSync(path, 'utf8').match(/cfdi:Comprobante a/g)).toHaveLength(1)
  })

  it('can be read with standard tools', async () => {
    const path = newPath()
    await within(path, async (journal) => {
      await Promise.all([journal.append(entryOf('a')), journal.append(entryOf('b')), journal.append(entryOf('c'))])
    })
    const records = execFileSync('sh', ['-c', `tail -n +2 "${path}" | cut -c18- | tr '\\t' '\\n'`], {
      encoding: 'utf8',
    })
    expect(
      records
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(['a', 'b', 'c'].map((name) => entryOf(name)))
  })

  it('accepts a file: URL, and is readable by its owner only', async () => {
    const path = newPath()
    await within(pathToFileURL(path) as unknown as string, (journal) => journal.append(entryOf('a')))
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is closed once, after pending writes', async () => {
    const journal = await openFileJournal(newPath())
    const written = journal.append(entryOf('a'))
    await Promise.all([journal.close(), journal.close()])
    expect(await written).toBe(true)
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject({ name: 'JournalError', code: 'JOURNAL_CLOSED' })
  })
})

describe('compaction', () => {
  it('keeps the last state of every entry, and the XML of those not closed', async () => {
    const path = newPath()
    const check = async (journal: Journal) => {
      expect(await journal.load(entryOf('a').token)).toMatchObject({ version: 3, xml: entryOf('a').xml })
      expect(await journal.load(entryOf('b').token)).toEqual({ ...entryOf('b', 2, 'closed'), xml: '' })
      expect(await journal.load(entryOf('w').token)).toEqual(entryOf('w', 2, 'watched'))
    }
    await within(
      path,
      async (journal) => {
        for (const version of [1, 2, 3]) await journal.append(entryOf('a', version))
        for (const [name, status] of [
          ['b', 'closed'],
          ['w', 'watched'],
        ] as const) {
          await journal.append(entryOf(name))
          await journal.append(entryOf(name, 2, status))
        }
        const before = journal.size
        await journal.compact()
        expect(journal.size).toBeLessThan(before)
        expect(statSync(path).size).toBe(journal.size)
        await check(journal)
        await journal.compact()
        await check(journal)
      },
      { now: () => 0 },
    )
    await within(path, check)
  })

  it('drops only expired closed entries', async () => {
    let now = 0
    const journal = await openFileJournal(newPath(), { now: () => now, retention: 7 * day })
    await journal.append(entryOf('a'))
    await journal.append(entryOf('b'))
    await journal.append(entryOf('b', 2, 'closed'))
    now = 7 * day
    await journal.compact()
    expect(await journal.load(entryOf('b').token)).toBeDefined()
    now = 8 * day
    await journal.compact()
    expect(await journal.load(entryOf('b').token)).toBeUndefined()
    expect(await journal.load(entryOf('a').token)).toBeDefined()
    expect(await journal.append(entryOf('b'))).toBe(true)
    await journal.close()
  })

  it('a reopened entry has its XML again', async () => {
    const journal = await openFileJournal(newPath(), { now: () => 0 })
    await journal.append(entryOf('a'))
    await journal.append(entryOf('a', 2, 'closed'))
    await Promise.all([journal.append(entryOf('a', 3)), journal.compact()])
    expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a', 3))
    await journal.append(entryOf('a', 4, 'closed'))
    await journal.compact()
    await journal.append(entryOf('a', 5))
    expect(await journal.load(entryOf('a').token)).toEqual(entryOf('a', 5))
    await journal.close()
  })

  it('happens automatically, during reads and writes', async () => {
    const path = newPath()
    const journal = await openFileJournal(path, { compactAt: 20_000, now: () => 0 })
    let largest = 0
    const life = async (name: string) => {
      for (let version = 1; version <= 40; version++) {
        expect(await journal.append(entryOf(name, version))).toBe(true)
        expect(await journal.load(entryOf(name).token)).toEqual(entryOf(name, version))
        largest = Math.max(largest, journal.size)
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, number) => life(`n${number}`)))
    await journal.close()
    // 800 writes of some 350 octets each.
    expect(largest).toBeLessThan(120_000)
    await within(path, async (again) => expect(await all(again)).toHaveLength(20))
  })
})

describe('one process at a time', () => {
  const lockOf = (path: string) => JSON.parse(readFileSync(`${path}.lock`, 'utf8'))
  const code = (path: string) =>
    openFileJournal(path).then(
      async (journal) => journal.close().then(() => 'open'),
      (error) => error.code,
    )

  it('the second one is refused until the first one closes', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    expect(await code(path)).toBe('JOURNAL_LOCKED')
    await journal.close()
    expect(existsSync(`${path}.lock`)).toBe(false)
    expect(await code(path)).toBe('open')
  })

  it('the lock of a process that died is taken over', async () => {
    const path = newPath()
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    const journal = await openFileJournal(path)
    const dead = { ...lockOf(path), pid, id: 'dead' }
    await journal.close()
    writeFileSync(`${path}.lock`, JSON.stringify(dead))
    expect(await code(path)).toBe('open')
  })

  it.runIf(existsSync('/proc/self/stat'))('and that of one whose number another process has now', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    const holder = lockOf(path)
    await journal.close()
    writeFileSync(`${path}.lock`, JSON.stringify({ ...holder, id: 'dead', pid: process.ppid, started: '1' }))
    expect(await code(path)).toBe('open')
    writeFileSync(`${path}.lock`, JSON.stringify({ ...holder, id: 'dead' }))
    expect(await code(path)).toBe('open')
  })

  it('the lock of another machine, or an incomplete one, is taken over only after staleAfter', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    const holder = lockOf(path)
    await journal.close()
    for (const text of [JSON.stringify({ ...holder, id: 'far', place: 'elsewhere' }), '{"id":']) {
      writeFileSync(`${path}.lock`, text)
      expect(await code(path)).toBe('JOURNAL_LOCKED')
      const longAgo = new Date(Date.now() - 3_600_000)
      utimesSync(`${path}.lock`, longAgo, longAgo)
      expect(await code(path)).toBe('open')
    }
  })

  it('a process that lost the lock cannot write', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    await journal.append(entryOf('a'))
    const size = statSync(path).size
    writeFileSync(`${path}.lock`, JSON.stringify({ ...lockOf(path), id: 'other' }))
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    await expect(journal.append(entryOf('c'))).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    expect(statSync(path).size).toBe(size)
    await journal.close()
    expect(lockOf(path).id).toBe('other')
  })
})

describe('files that it refuses without changing them', () => {
  it.each([
    ['another file', '<?xml version="1.0"?>'],
    ['a journal of an older version', 'cfdi-stamp journal 1\n'],
    ['a journal of a newer version', 'cfdi-stamp journal 3\n'],
    ['another file, short', 'c,f\n'],
  ])('%s', async (_, content) => {
    const path = newPath()
    writeFileSync(path, content)
    const error = await openFileJournal(path).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(JournalError)
    expect(error).toMatchObject({ code: 'JOURNAL_FORMAT' })
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('damage before the end', async () => {
    const path = newPath()
    await within(path, async (journal) => {
      for (const name of ['a', 'b', 'c']) await journal.append(entryOf(name))
    })
    const content = readFileSync(path)
    content[60] = (content[60] as number) ^ 1
    writeFileSync(path, content)
    await expect(openFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL_CORRUPT' })
    expect(readFileSync(path)).toEqual(content)
  })

  it.each([
    ['a folder that is not there', 'nowhere/x.journal'],
    ['a folder', ''],
  ])('%s', async (_, name) => {
    await expect(openFileJournal(join(scratch, name))).rejects.toMatchObject({ code: 'JOURNAL_OPEN' })
  })
})

describe('a power cut', () => {
  /** A journal with acknowledged records, and one more frame that was not acknowledged. */
  async function tornJournal() {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    for (const version of [1, 2]) await journal.append(entryOf('a', version))
    await journal.append(entryOf('b'))
    const acknowledged = disk.content.length
    await Promise.all([journal.append(entryOf('c')), journal.append(entryOf('a', 3))])
    return { content: disk.content, acknowledged }
  }

  const opened = async (content: Buffer) => {
    const disk = new PowerDisk(content)
    const journal = await openJournal(disk)
    const a = await journal.load(entryOf('a').token)
    const b = await journal.load(entryOf('b').token)
    expect([2, 3]).toContain(a?.version)
    expect(a).toEqual(unclaimed(entryOf('a', a?.version)))
    expect(b).toEqual(unclaimed(entryOf('b')))
    // It continues from there, and later writes are read again.
    const next = entryOf('a', (a as JournalEntry).version + 1)
    expect(await journal.append(next)).toBe(true)
    expect(await (await openJournal(new PowerDisk(disk.durable))).load(next.token)).toEqual(unclaimed(next))
    return journal.discarded
  }

  it('at every octet of the tail: it opens with every acknowledged record', async () => {
    const { content, acknowledged } = await tornJournal()
    for (let length = acknowledged; length <= content.length; length++) {
      const discarded = await opened(Buffer.from(content.subarray(0, length)))
      expect(discarded).toBe(length === content.length ? 0 : length - acknowledged)
    }
  })

  it('with every octet of the tail inverted, or one of its bits', async () => {
    const { content, acknowledged } = await tornJournal()
    for (let at = acknowledged; at < content.length; at++) {
      for (const mask of [0xff, 1 << (at % 8)]) {
        const damaged = Buffer.from(content)
        damaged[at] = (damaged[at] as number) ^ mask
        expect(await opened(damaged)).toBe(content.length - acknowledged)
      }
    }
  })

  it('with zeros, line feeds or other data after the end', async () => {
    const { content, acknowledged } = await tornJournal()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.uint8Array(), fc.array(fc.constantFrom(0, 9, 10, 32))), async (garbage) => {
        await opened(Buffer.concat([content.subarray(0, acknowledged), Buffer.from(garbage)]))
      }),
    )
  })

  it('while it is created', async () => {
    const disk = new PowerDisk()
    await openJournal(disk)
    for (let length = 0; length <= disk.content.length; length++) {
      const journal = await openJournal(new PowerDisk(disk.content.subarray(0, length)))
      expect(await journal.append(entryOf('a'))).toBe(true)
    }
  })

  it('at any moment of any sequence: no acknowledged record is lost or torn', async () => {
    const life = fc.array(
      fc.record({
        writes: fc.array(fc.nat(4), { maxLength: 6 }),
        compacts: fc.boolean(),
        cutAt: fc.nat(40),
        reach: fc.double({ min: 0, max: 1, noNaN: true }),
        flips: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(life, async (lives) => {
        let disk = new PowerDisk()
        const acknowledged = new Map<string, number>()
        for (const { writes, compacts, cutAt, reach, flips } of lives) {
          const journal = await openJournal(disk, { now: () => 0 })
          for (const [token, version] of acknowledged) {
            const entry = await journal.load(token)
            expect(entry?.version).toBeGreaterThanOrEqual(version)
            expect(entry?.xml).toContain('cfdi:Comprobante')
          }
          let steps = 0
          disk.before = () => {
            if (steps++ >= cutAt) throw new Error('power')
          }
          const write = async (number: number) => {
            const { token } = entryOf(`n${number}`)
            const version = ((await journal.load(token))?.version ?? 0) + 1
            if (await journal.append(entryOf(`n${number}`, version))) acknowledged.set(token, version)
          }
          const ends = await Promise.allSettled([
            ...writes.map(write),
            ...(compacts ? [journal.compact()] : []),
            ...writes.map(write),
          ])
          for (const end of ends)
            if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'JOURNAL_WRITE' })
          disk = disk.afterCut({
            reach: (unsynced) => Math.floor(reach * unsynced),
            flip: (reached) => (reached === 0 ? [] : flips.map((at) => Math.floor(at * reached))),
          })
        }
      }),
      { numRuns: 300 },
    )
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

  it('data that a process wrote and did not sync is durable once read', async () => {
    const disk = new PowerDisk()
    const journal = await openJournal(disk)
    disk.before = (what) => {
      if (what === 'sync') throw new Error('killed')
    }
    await expect(journal.append(entryOf('a'))).rejects.toThrow()
    disk.before = () => {}
    expect(await all(await openJournal(disk))).toHaveLength(1)
    expect(await all(await openJournal(disk.afterCut({ reach: () => 0 })))).toHaveLength(1)
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
      await expect(journal.append(entryOf('d'))).rejects.toMatchObject({ code: 'JOURNAL_WRITE' })
      const again = await openJournal(disk.afterCut({ reach: () => 0 }))
      expect(await all(again)).toEqual([unclaimed(entryOf('a'))])
    }
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
