/**
 * The file of a process that was killed: the next process continues it, and rewrites no more than
 * its last frame. Several that start at once agree on one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openFileStore } from '../../src/node/log/fileStore.js'
import { all, entryOf, unclaimed } from './entries.js'

const scratch = mkdtempSync(join(tmpdir(), 'continued-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** A file with a lock of a process that was killed, of this system and of now. */
async function killed(name: string): Promise<string> {
  const path = join(mkdtempSync(join(scratch, `${name}-`)), 'a.journal')
  const store = await openFileStore(path)
  for (const each of ['a', 'b', 'c']) await store.journal.append(entryOf(each))
  const [content, lock] = [readFileSync(path), JSON.parse(readFileSync(`${path}.lock`, 'utf8'))]
  await store.close()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  await once(child, 'spawn')
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1')
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  child.kill('SIGKILL')
  await once(child, 'exit')
  writeFileSync(path, content)
  writeFileSync(`${path}.lock`, JSON.stringify({ ...lock, id: 'dead', pid: child.pid, started }))
  return path
}

const written = ['a', 'b', 'c'].map((name) => unclaimed(entryOf(name)))

it.runIf(process.platform === 'linux')(
  'is continued in place, with what was torn cut off',
  async () => {
    for (const tail of ['', '0123456789abcdef 00000']) {
      const path = await killed('one')
      appendFileSync(path, tail)
      const { ino } = statSync(path)
      const store = await openFileStore(path)
      expect(store.discarded).toBe(tail.length)
      expect(await all(store.journal)).toEqual(written)
      expect(await store.journal.append(entryOf('d'))).toBe(true)
      expect(statSync(path).ino, 'the same file').toBe(ino)
      await store.close()
      const again = await openFileStore(path)
      expect((await all(again.journal)).map(({ token }) => token)).toEqual(
        ['a', 'b', 'c', 'd'].map((name) => entryOf(name).token),
      )
      await again.close()
      expect(readdirSync(join(path, '..'))).toEqual(['a.journal'])
    }
  },
)

const isOnDisk =
  process.platform === 'linux' &&
  [0xef53, 0x58465342, 0x9123683e].includes(statfsSync(scratch).type >>> 0)

it.runIf(isOnDisk)(
  'is continued in place after the system was started again, and copied where that is not certain',
  async () => {
    for (const [changes, isContinued] of [
      [{}, true],
      [{ isLocal: false }, false],
      [{ isLocal: undefined }, false],
      [{ boot: '' }, false],
      [{ boot: 'same', pids: 'pid:[1]' }, false],
    ] as const) {
      const path = await killed('boot')
      const lock = JSON.parse(readFileSync(`${path}.lock`, 'utf8'))
      const [host, boot, pids] = lock.place.split(' ')
      const {
        boot: other = 'an-earlier-one',
        pids: others = pids,
        ...rest
      } = changes as Record<string, string>
      const place = [host, other === 'same' ? boot : other, others].join(' ')
      writeFileSync(`${path}.lock`, JSON.stringify({ ...lock, place, ...rest }))
      await expect(openFileStore(path), 'until it has been silent for long').rejects.toMatchObject({
        code: 'JOURNAL_LOCKED',
      })
      utimesSync(`${path}.lock`, 1, 1)
      const { ino } = statSync(path)
      const store = await openFileStore(path)
      expect(await all(store.journal)).toEqual(written)
      expect(statSync(path).ino === ino, JSON.stringify(changes)).toBe(isContinued)
      await store.close()
      expect(readdirSync(join(path, '..'))).toEqual(['a.journal'])
    }
  },
)

it.runIf(process.platform === 'linux')('is had by one of many that open it at once', async () => {
  const path = await killed('many')
  const opened = await Promise.allSettled(Array.from({ length: 8 }, () => openFileStore(path)))
  const stores = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(stores).toHaveLength(1)
  for (const one of opened)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'JOURNAL_LOCKED' })
  expect(await stores[0]!.journal.append(entryOf('d'))).toBe(true)
  await stores[0]!.close()
  expect(readdirSync(join(path, '..'))).toEqual(['a.journal'])
})

it('without a lock it is copied: whoever had it may be alive', async () => {
  const path = await killed('copied')
  rmSync(`${path}.lock`)
  const { ino } = statSync(path)
  const store = await openFileStore(path)
  expect(statSync(path).ino).not.toBe(ino)
  expect(await all(store.journal)).toEqual(written)
  await store.close()
})
