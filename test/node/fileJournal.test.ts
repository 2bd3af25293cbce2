import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { JournalError } from '../../src/errors.js'
import { type FileJournalOptions, openFileJournal } from '../../src/node/log/fileJournal.js'
import type { Journal } from '../../src/pac/journal.js'
import { all, entryOf, unclaimed } from './entries.js'

const scratch = mkdtempSync(join(tmpdir(), 'journal-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const newPath = () => join(scratch, `${++files}.journal`)

const day = 24 * 3_600_000

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
      expect(
        await Promise.all([journal.append(entryOf('a')), journal.append(entryOf('a'))]),
      ).toEqual([true, false])
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
      await Promise.all([
        journal.append(entryOf('a')),
        journal.append(entryOf('b')),
        journal.append(entryOf('c')),
      ])
    })
    const records = execFileSync(
      'sh',
      ['-c', `tail -n +2 "${path}" | cut -c27- | tr '\\t' '\\n'`],
      {
        encoding: 'utf8',
      },
    )
    expect(
      records
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(
      ['a', 'b', 'c'].map((name) => entryOf(name)).map(({ xml, ...entry }) => ({ entry, xml })),
    )
  })

  it('accepts a file: URL, and is readable by its owner only', async () => {
    const path = newPath()
    await within(pathToFileURL(path) as unknown as string, (journal) =>
      journal.append(entryOf('a')),
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.runIf(process.platform !== 'win32')(
    'takes from others the permissions of a file that exists, before and after compacting',
    async () => {
      const path = newPath()
      await within(path, (journal) => journal.append(entryOf('a')))
      chmodSync(path, 0o666)
      await within(path, async (journal) => {
        expect(statSync(path).mode & 0o777).toBe(0o600)
        await journal.compact()
      })
      expect(statSync(path).mode & 0o777).toBe(0o600)
    },
  )

  it('is closed once, after pending writes', async () => {
    const journal = await openFileJournal(newPath())
    const written = journal.append(entryOf('a'))
    await Promise.all([journal.close(), journal.close()])
    expect(await written).toBe(true)
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject({
      name: 'JournalError',
      code: 'JOURNAL_CLOSED',
    })
  })
})

describe('compaction', () => {
  it('keeps the last state of every entry, and the XML of those not closed', async () => {
    const path = newPath()
    const check = async (journal: Journal) => {
      expect(await journal.load(entryOf('a').token)).toMatchObject({
        version: 3,
        xml: entryOf('a').xml,
      })
      expect(await journal.load(entryOf('b').token)).toEqual({
        ...entryOf('b', 2, 'closed'),
        xml: '',
      })
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
    // 800 writes of some 350 bytes each.
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

  it.runIf(existsSync('/proc/self/stat'))(
    'and that of one whose number another process has now',
    async () => {
      const path = newPath()
      const journal = await openFileJournal(path)
      const holder = lockOf(path)
      await journal.close()
      writeFileSync(
        `${path}.lock`,
        JSON.stringify({ ...holder, id: 'dead', pid: process.ppid, started: '1' }),
      )
      expect(await code(path)).toBe('open')
    },
  )

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
    writeFileSync(`${path}.other`, JSON.stringify({ ...lockOf(path), id: 'other' }))
    renameSync(`${path}.other`, `${path}.lock`)
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    await expect(journal.append(entryOf('c'))).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    expect(await all(journal)).toEqual([entryOf('a')])
    await journal.close()
    expect(lockOf(path).id).toBe('other')
  })
})

describe('files that it refuses without changing them', () => {
  it.each([
    ['another file', '<?xml version="1.0"?>'],
    ['a journal of an older version', 'cfdi-stamp journal 1\n'],
    ['a journal of a newer version', 'cfdi-stamp journal 4\n'],
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
    await expect(openFileJournal(join(scratch, name))).rejects.toMatchObject({
      code: 'JOURNAL_OPEN',
    })
  })
})
