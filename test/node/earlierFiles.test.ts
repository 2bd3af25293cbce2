/**
 * The files that earlier versions wrote, left by a crash, closed, and compacted: each opens, and
 * nothing of it is lost, then and when it is compacted and opened again.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openFileStore } from '../../src/node/log/fileStore.js'
import { expectNothingLost, readByItself, revisions, storeFixture } from '../earlierStores.js'

const scratch = mkdtempSync(join(tmpdir(), 'earlier-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe.each(revisions)('a file of %s', (revision) => {
  const read = readByItself(revision, 'file')
  // Entries that are closed are kept for days.
  const now = () =>
    Math.max(...Object.values(read.orders).map((order) => (order as { at: number }).at))

  it.each(['crashed', 'closed', 'compacted'])(
    '%s: every record is read, also when it is compacted',
    async (state) => {
      const path = join(scratch, `${revision}.${state}.journal`)
      writeFileSync(path, storeFixture(revision, `${state}.journal`))
      const store = await openFileStore(path, { now })
      expect(store.discarded).toBe(0)
      await expectNothingLost(store, read, true)
      await store.close()
      const again = await openFileStore(path, { now })
      for (const one of await again.folios.heldBy('next')) await one.release()
      await again.compact()
      await expectNothingLost(again, read, true)
      await again.close()
    },
  )
})
