/**
 * A disk that is full, and one that is read-only, on a real file system: a tmpfs of a few pages,
 * which takes the right to mount.
 */
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createEngine } from '../../src/engine/engine.js'
import type { StampResult } from '../../src/engine/result.js'
import { type FileStore, openFileStore } from '../../src/node/log/fileStore.js'
import { failover } from '../../src/pac/failover.js'
import { freeSigner } from '../engine/host.js'
import { csd, draft, noon } from '../fixtures.js'
import { createFakePac, type FakePac } from '../pac/fakePac.js'
import { describeOnDisk } from '../programs.js'
import { entryOf } from './entries.js'

/** Fills the disk to the last byte, but for some pages. */
function fillBut(disk: string, pages: number): () => void {
  const path = join(disk, 'filler')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(statfsSync(disk).bsize)
  const { bavail } = statfsSync(disk)
  for (let count = pages; count < bavail; count++) writeSync(file, page)
  closeSync(file)
  return () => truncateSync(path)
}

const signers = freeSigner(await csd('person'))
const invoice = { ...draft('ingreso'), Folio: 'AUTO' }

/** A host over a store, and the PAC that it shares with those before and after it. */
function hostOf({ journal, orders, folios }: FileStore, pac: FakePac) {
  const provider = failover([pac], { journal })
  return createEngine({ signers, provider, orders, folios, clock: () => noon })
}

/**
 * What a host is answered until the disk, of which some pages are left, is full. Then they are free
 * again.
 */
async function untilFull(
  path: string,
  pac: FakePac,
  { pages, prefix }: { readonly pages: number; readonly prefix: string },
): Promise<Map<string, StampResult>> {
  const answers = new Map<string, StampResult>()
  const store = await openFileStore(path, { on: () => {} })
  const free = fillBut(join(path, '..', '..'), pages)
  const engine = hostOf(store, pac)
  for (let isFull = false; !isFull; ) {
    const sent = pac.received.length
    const key = `${prefix}${answers.size}`
    const answer = await engine.stamp(invoice, { key })
    answers.set(key, answer)
    const wasSent = pac.received.length > sent
    isFull = !answer.ok
    if (!answer.ok) expect(wasSent ? [708] : [709, 710], answer.message).toContain(answer.code)
  }
  await store.close()
  free()
  return answers
}

/** The host asks again: what it was told is what it is told, and each key is one invoice. */
async function expectSame(
  path: string,
  pac: FakePac,
  answers: ReadonlyMap<string, StampResult>,
): Promise<void> {
  const store = await openFileStore(path)
  const engine = hostOf(store, pac)
  for (const [key, before] of answers) {
    const now = await engine.stamp(invoice, { key })
    if (!now.ok) throw new Error(now.message)
    if (before.ok) expect(now.cfdi.UUID, key).toBe(before.cfdi.UUID)
  }
  expect(pac.stamps.size, 'one invoice for each key').toBe(answers.size)
  await store.close()
}

describeOnDisk('a disk', 'size=512k', (disk) => {
  it('that is full, wherever it fills: what was not sent is said not to be, and all comes back', async () => {
    const ends = new Set<unknown>()
    for (let at = 0; at <= 95; at++) {
      // A page fills at another write, where the keys are longer.
      const fill = { pages: at >> 3, prefix: 'k'.repeat(1 + 17 * (at % 8)) }
      const folder = mkdtempSync(join(disk.path, 'full-'))
      const pac = createFakePac('uno')
      const answers = await untilFull(join(folder, 'store'), pac, fill)
      expect([...answers.values()].at(-1)?.ok, 'it was full').toBe(false)
      for (const answer of answers.values())
        ends.add(answer.ok ? answer.warnings[0]?.code : answer.code)
      await expectSame(join(folder, 'store'), pac, answers)
      expect(readdirSync(folder), 'no lock and no copy is left').toEqual(['store'])
      rmSync(folder, { recursive: true })
    }
    expect(ends, 'before it was sent, after it, once its stamp was in the journal').toEqual(
      new Set([undefined, 709, 710, 708, '710']),
    )
  })

  it('that was full, and has room again: the open store goes on, and has said both', async () => {
    const ends = new Set<string>()
    for (let pages = 0; pages <= 8; pages++) {
      const folder = mkdtempSync(join(disk.path, 'again-'))
      const pac = createFakePac('uno')
      const events: string[] = []
      const store = await openFileStore(join(folder, 'store'), {
        on: ({ kind }) => events.push(kind),
      })
      const engine = hostOf(store, pac)
      const free = fillBut(disk.path, pages)
      const answers = new Map<string, StampResult>()
      for (let isFull = false; !isFull; ) {
        const key = `k${answers.size}`
        const answer = await engine.stamp(invoice, { key })
        answers.set(key, answer)
        isFull = !answer.ok
      }
      for (let count = 0; count < 3; count++)
        await store.journal.append(entryOf(`${count}`)).catch(() => {})
      free()
      for (const [key, before] of answers) {
        const now = await engine.stamp(invoice, { key })
        if (before.ok && now.ok) expect(now.cfdi.UUID, key).toBe(before.cfdi.UUID)
        // A key whose document was sent is in doubt until its claim ends: by another process, here.
        if (!now.ok) expect(now.code).toBe(708)
      }
      expect(await store.journal.append(entryOf('after'))).toBe(true)
      ends.add(events.join(' '))
      await store.close()
      await expectSame(join(folder, 'store'), pac, answers)
      rmSync(folder, { recursive: true })
    }
    for (const events of ends) expect(events).toMatch(/^full recovered( full recovered)*$/)
  })

  it('that is read-only: it does not open, says so, and loses nothing', async () => {
    const path = join(disk.path, 'store')
    const pac = createFakePac('uno')
    const store = await openFileStore(path)
    const before = await hostOf(store, pac).stamp(invoice, { key: 'k' })
    await store.close()
    disk.mount('-o', 'remount,ro')
    await expect(openFileStore(path)).rejects.toMatchObject({
      name: 'JournalError',
      code: 'JOURNAL_OPEN',
    })
    disk.mount('-o', 'remount,rw')
    const reopened = await openFileStore(path)
    expect(await hostOf(reopened, pac).stamp(invoice, { key: 'k' })).toEqual(before)
    await reopened.close()
  })
})
