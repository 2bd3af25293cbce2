/**
 * What other programs, other processes and other threads do to the file of a journal and to its
 * lock.
 * @module
 */
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openFileJournal } from '../../src/node/log/fileJournal.js'
import { all, entryOf, unclaimed } from './entries.js'

const scratch = mkdtempSync(join(tmpdir(), 'faults-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const newPath = () => join(mkdtempSync(join(scratch, `${++files}-`)), 'a.journal')
const longAgo = new Date(Date.now() - 3_600_000)

const writeError = { name: 'JournalError', code: 'JOURNAL_WRITE' }
const lockError = { name: 'JournalError', code: 'JOURNAL_LOCKED' }

/** What is in the folder of a journal. */
const namesBeside = (path: string) => readdirSync(dirname(path))
const codeOf = (opening: ReturnType<typeof openFileJournal>) =>
  opening.then(
    (journal) => journal.close().then(() => 'open'),
    (error) => error.code,
  )

describe('compaction', () => {
  it('keeps the XML of entries that are tried again meanwhile', async () => {
    const path = newPath()
    const names = Array.from({ length: 400 }, (_, number) => `n${number}`)
    const journal = await openFileJournal(path, { now: () => 0 })
    await Promise.all(names.map((name) => journal.append(entryOf(name))))
    await Promise.all(names.map((name) => journal.append(entryOf(name, 2, 'closed'))))
    let compacting = true
    const compacted = journal.compact().then(() => {
      compacting = false
    })
    const tried: Promise<boolean>[] = []
    for (const name of names) {
      if (compacting) await delay(1)
      tried.push(journal.append(entryOf(name, 3)))
    }
    await Promise.all([compacted, ...tried])
    for (const name of names)
      expect(await journal.load(entryOf(name).token)).toEqual(entryOf(name, 3))
    await journal.compact()
    expect(await all(journal)).toEqual(names.map((name) => entryOf(name, 3)))
    await journal.close()
    const reopened = await openFileJournal(path)
    expect(await all(reopened)).toEqual(names.map((name) => unclaimed(entryOf(name, 3))))
    await reopened.close()
  })

  it('refuses a file of two names, which would have two locks', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    await journal.append(entryOf('a'))
    linkSync(path, `${path}.link`)
    expect(await codeOf(openFileJournal(`${path}.link`))).toBe('JOURNAL_OPEN')
    await journal.close()
    expect(await codeOf(openFileJournal(path))).toBe('JOURNAL_OPEN')
    unlinkSync(`${path}.link`)
    expect(await codeOf(openFileJournal(path))).toBe('open')
  })

  it.each(['relative', 'absolute', 'dangling'])(
    'leaves a symbolic link (%s) where it is',
    async (kind) => {
      const path = newPath()
      const target = join(dirname(path), 'target.journal')
      if (kind !== 'dangling') await (await openFileJournal(target)).close()
      symlinkSync(kind === 'relative' ? basename(target) : target, path)
      const journal = await openFileJournal(path)
      expect(await codeOf(openFileJournal(target)), 'both names have one lock').toBe(
        'JOURNAL_LOCKED',
      )
      await journal.append(entryOf('a'))
      await journal.compact()
      await journal.append(entryOf('b'))
      await journal.close()
      expect(lstatSync(path).isSymbolicLink()).toBe(true)
      const reopened = await openFileJournal(target)
      expect(await all(reopened)).toHaveLength(2)
      await reopened.close()
    },
  )
})

describe('a file that another program changes while it is open: nothing is acknowledged any more', () => {
  const deeds: Readonly<Record<string, (path: string) => void>> = {
    'is deleted': unlinkSync,
    'is rotated': (path) => renameSync(path, `${path}.1`),
    'is copied and truncated, as logrotate does': (path) => {
      copyFileSync(path, `${path}.1`)
      truncateSync(path)
    },
    'is replaced by its copy': (path) => {
      copyFileSync(path, `${path}.1`)
      renameSync(`${path}.1`, path)
    },
    'is cut': (path) => truncateSync(path, 300),
    'is appended to': (path) => appendFileSync(path, 'x'),
  }
  it.each(Object.entries(deeds))('%s', async (_, deed) => {
    const path = newPath()
    const journal = await openFileJournal(path)
    await journal.append(entryOf('a'))
    deed(path)
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject(writeError)
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject(writeError)
    await expect(journal.compact()).rejects.toMatchObject(writeError)
    await journal.close()
    expect(namesBeside(path)).not.toContain('a.journal.lock')
  })
})

describe('a lock', () => {
  const lockOf = (path: string) => JSON.parse(readFileSync(`${path}.lock`, 'utf8'))
  const heldLock = async (path: string) => {
    const journal = await openFileJournal(path)
    const holder = lockOf(path)
    await journal.close()
    return holder
  }

  it('is kept by a holder in another copy of this module, or in another thread', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    await journal.append(entryOf('a'))
    vi.resetModules()
    const copy = await import('../../src/node/log/fileJournal.js')
    expect(copy.openFileJournal).not.toBe(openFileJournal)
    await expect(copy.openFileJournal(path)).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    expect(await journal.append(entryOf('b'))).toBe(true)
    await journal.close()
    const taken = await copy.openFileJournal(path)
    expect(await all(taken)).toHaveLength(2)
    await taken.close()
  })

  it('of a thread that ended without closing is taken over after staleAfter', async () => {
    const path = newPath()
    const holder = await heldLock(path)
    writeFileSync(`${path}.lock`, JSON.stringify({ ...holder, id: 'thread' }))
    expect(await codeOf(openFileJournal(path))).toBe('JOURNAL_LOCKED')
    utimesSync(`${path}.lock`, longAgo, longAgo)
    expect(await codeOf(openFileJournal(path))).toBe('open')
  })

  it('whose process has no known start time is taken over after staleAfter, for its number may be reused', async () => {
    const path = newPath()
    const holder = await heldLock(path)
    writeFileSync(
      `${path}.lock`,
      JSON.stringify({ ...holder, id: 'old', pid: process.ppid, started: '' }),
    )
    expect(await codeOf(openFileJournal(path))).toBe('JOURNAL_LOCKED')
    utimesSync(`${path}.lock`, longAgo, longAgo)
    expect(await codeOf(openFileJournal(path))).toBe('open')
  })

  it.each(['null', '""', '[]', '{}', '{"id":"x"}', '{"id":"x","pid":0}', ''])(
    'that holds %j',
    async (text) => {
      const path = newPath()
      writeFileSync(`${path}.lock`, text)
      expect(await codeOf(openFileJournal(path))).toBe('JOURNAL_LOCKED')
      utimesSync(`${path}.lock`, longAgo, longAgo)
      expect(await codeOf(openFileJournal(path))).toBe('open')
      expect(namesBeside(path)).toEqual(['a.journal'])
    },
  )

  it('that cannot be replaced is an error of this library, and leaves no file behind', async () => {
    const path = newPath()
    rmSync(`${path}.lock`, { force: true })
    symlinkSync('nowhere/at/all', `${path}.lock`)
    expect(await codeOf(openFileJournal(path))).toBe('open')
    expect(namesBeside(path)).toEqual(['a.journal'])
    expect(await codeOf(openFileJournal(join(path, 'x')))).toBe('JOURNAL_OPEN')
    expect(namesBeside(path)).toEqual(['a.journal'])
  })
})

describe('what is left behind', () => {
  it('new files of processes that died are removed, and no others', async () => {
    const path = newPath()
    const mine = 'a.journal.mine.new'
    for (const name of [
      'a.journal.new',
      'a.journal.1b4e28ba-2fa1-41d2-883f-0016d3cca427.new',
      mine,
    ]) {
      writeFileSync(join(dirname(path), name), 'x')
    }
    await (await openFileJournal(path)).close()
    expect(namesBeside(path)).toEqual(['a.journal', mine])
  })

  it('a file that is refused has no lock nor copy beside it', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    for (const name of [...'abc']) await journal.append(entryOf(name))
    await journal.close()
    const [header = '', ...frames] = readFileSync(path, 'utf8').split(/(?<=\n)/)
    frames.splice(1, 1)
    writeFileSync(path, header + frames.join(''))
    expect(await codeOf(openFileJournal(path))).toBe('JOURNAL_CORRUPT')
    expect(namesBeside(path)).toEqual(['a.journal'])
  })
})

describe('a holder that is overtaken', () => {
  it('is told so', async () => {
    const path = newPath()
    const journal = await openFileJournal(path)
    await journal.append(entryOf('a'))
    unlinkSync(`${path}.lock`)
    const taker = await openFileJournal(path)
    await expect(journal.append(entryOf('b'))).rejects.toMatchObject(lockError)
    await expect(journal.compact()).rejects.toMatchObject(lockError)
    await journal.close()
    expect(await taker.append(entryOf('c'))).toBe(true)
    await taker.close()
    const next = await openFileJournal(path)
    expect(await all(next)).toEqual([unclaimed(entryOf('a')), unclaimed(entryOf('c'))])
    await next.close()
  })
})
