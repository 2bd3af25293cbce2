/**
 * A process that is suspended at any step of its work and overtaken meanwhile, as a container or a
 * laptop is: whatever it still does when it goes on, nothing that was acknowledged is lost, and
 * nothing of it is acknowledged that is not read.
 * @module
 */
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { LogFile, LogStorage } from '../../src/node/log/appendLog.js'
import { type FileStore, openFileStore, openStore } from '../../src/node/log/fileStore.js'
import { acquireLock } from '../../src/node/log/lockFile.js'
import { logDisk } from '../../src/node/log/logDisk.js'
import { all, entryOf } from './entries.js'

const scratch = mkdtempSync(join(tmpdir(), 'fence-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const rfc = 'EKU9003173C9'

/** Counts the steps of a process, and suspends it at one of them. */
function newProcess() {
  let [steps, suspendAt] = [0, Number.POSITIVE_INFINITY]
  let goOn = () => {}
  let suspended = () => {}
  return {
    /** Every step passes here before and after it is taken. */
    async step(): Promise<void> {
      if (++steps !== suspendAt) return
      await new Promise<void>((resolve) => {
        goOn = resolve
        suspended()
      })
    },
    /** Resolves when it is suspended at a step from now on, if it comes to that. */
    suspend(at: number): Promise<void> {
      steps = 0
      suspendAt = at
      return new Promise((resolve) => {
        suspended = resolve
      })
    },
    resume: () => goOn(),
  }
}

type Process = ReturnType<typeof newProcess>

/** The same functions, each a step. */
function stepwise<T extends object>(target: T, { step }: Process): T {
  const entries = Object.entries(target).map(([name, member]) => {
    if (typeof member !== 'function') return [name, member]
    const call = async (...values: unknown[]) => {
      await step()
      const result = await member(...values)
      await step()
      return result
    }
    return [name, call]
  })
  return Object.fromEntries(entries)
}

async function openStepwise(path: string, process: Process): Promise<FileStore> {
  const lock = await acquireLock(`${path}.lock`, 60_000)
  const disk = stepwise(logDisk(path, stepwise(lock, process)), process)
  const real = new WeakMap<LogFile, LogFile>()
  const wrapped = (file: LogFile) => {
    const wrapper = stepwise(file, process)
    real.set(wrapper, file)
    return wrapper
  }
  const storage: LogStorage = {
    ...disk,
    async open() {
      const file = await disk.open()
      return file === undefined ? undefined : wrapped(file)
    },
    create: async () => wrapped(await disk.create()),
    verify: (file, size) => disk.verify(real.get(file) ?? file, size),
  }
  return openStore(storage, {}, () => lock.release())
}

/** Makes the lock look abandoned. */
function abandon(path: string): void {
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(`${path}.lock`, longAgo, longAgo)
}

interface Deed {
  /** Works in the open store; resolves to the names of entries that it acknowledged. */
  readonly work: (store: FileStore) => Promise<string[]>
  readonly steps: number
}

const append = async ({ journal }: FileStore, name: string) =>
  (await journal.append(entryOf(name))) ? [name] : []

const deeds: Readonly<Record<string, Deed>> = {
  appending: { work: (store) => append(store, 'b'), steps: 20 },
  compacting: {
    async work(store) {
      await store.compact()
      return append(store, 'b')
    },
    steps: 60,
  },
  'taking a folio': {
    async work({ folios }) {
      await folios.next(rfc, 'A', 'b')
      return []
    },
    steps: 20,
  },
  closing: { work: (store) => store.close().then(() => []), steps: 20 },
}

/**
 * What everybody acknowledged, when the process is overtaken at a step. Undefined if it has no such
 * step.
 */
async function overtaken(path: string, { work }: Deed, at: number): Promise<string[] | undefined> {
  const process = newProcess()
  const slow = await openStepwise(path, process)
  const acknowledged = [...(await append(slow, 'a'))]
  const working = process.suspend(at)
  const done = work(slow).catch((error) => {
    expect(error.code).toMatch(/^JOURNAL_(LOCKED|WRITE|OPEN)$/)
    return []
  })
  const hasStep = await Promise.race([working.then(() => true), done.then(() => false)])
  if (!hasStep) {
    process.suspend(Number.POSITIVE_INFINITY)
    await slow.close()
    return undefined
  }
  abandon(path)
  const taker = await openFileStore(path)
  acknowledged.push(...(await append(taker, 'c')))
  const { folio } = await taker.folios.next(rfc, 'A', 'c')
  process.resume()
  acknowledged.push(...(await done))
  acknowledged.push(...(await append(taker, 'd')))
  await slow.close().catch(() => {})
  expect((await taker.folios.next(rfc, 'A', 'd')).folio).toBe(String(Number(folio) + 1))
  await taker.close()
  return acknowledged
}

describe('overtaken at any step', () => {
  it.each(Object.entries(deeds))('while %s', async (_, deed) => {
    let steps = 0
    for (let at = 1; at <= deed.steps; at++) {
      const folder = join(scratch, `${++files}`)
      const path = join(mkdtempSync(`${folder}-`), 'a.journal')
      const acknowledged = await overtaken(path, deed, at)
      if (acknowledged === undefined) break
      steps++
      const next = await openFileStore(path)
      const tokens = (await all(next.journal)).map(({ token }) => token)
      for (const name of acknowledged)
        expect(tokens, `after step ${at}`).toContain(entryOf(name).token)
      expect(new Set(tokens).size).toBe(tokens.length)
      await next.close()
      expect(readdirSync(join(path, '..'))).toEqual(['a.journal'])
    }
    expect(steps, 'steps at which it was overtaken').toBeGreaterThan(4)
    expect(steps, 'all of them').toBeLessThan(deed.steps)
  })

  it('while opening', async () => {
    let steps = 0
    for (let at = 1; at < 80; at++) {
      const path = join(mkdtempSync(join(scratch, `${++files}-`)), 'a.journal')
      // It died: what it opened was not closed.
      const dead = await openFileStore(path)
      await append(dead, 'a')
      abandon(path)
      const process = newProcess()
      const suspended = process.suspend(at)
      const opening = openStepwise(path, process).catch((error) => {
        expect(error.code).toMatch(/^JOURNAL_(LOCKED|WRITE|OPEN|CORRUPT)$/)
      })
      const hasStep = await Promise.race([suspended.then(() => true), opening.then(() => false)])
      if (hasStep) {
        steps++
        abandon(path)
        const taker = await openFileStore(path)
        await append(taker, 'c')
        process.resume()
        const slow = await opening
        if (slow !== undefined)
          await expect(append(slow, 'b')).rejects.toMatchObject({ name: 'JournalError' })
        await append(taker, 'd')
        await slow?.close()
        await taker.close()
      } else {
        process.suspend(Number.POSITIVE_INFINITY)
        await (await opening)?.close()
      }
      await dead.close()
      const next = await openFileStore(path)
      const expected = hasStep ? ['a', 'c', 'd'] : ['a']
      expect((await all(next.journal)).map(({ token }) => token)).toEqual(
        expected.map((name) => entryOf(name).token),
      )
      await next.close()
      if (!hasStep) break
    }
    expect(steps).toBeGreaterThan(10)
    expect(steps).toBeLessThan(79)
  })
})
