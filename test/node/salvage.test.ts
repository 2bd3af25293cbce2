/**
 * A damaged file: every record outside of the damage is salvaged, with its last version; what stood
 * in it is named.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { openFileStore } from '../../src/node/log/fileStore.js'
import { salvageFileStore } from '../../src/node/log/salvage.js'
import { whole } from '../effort.js'
import { entryOf, orderOf } from './entries.js'

const scratch = mkdtempSync(join(tmpdir(), 'salvage-'))
afterAll(() => rmSync(scratch, { recursive: true }))
let files = 0
const newPath = () => join(scratch, `${++files}.journal`)

const count = 8

/** A closed file, in which a folio, an order and an entry share each frame; and where frames begin. */
async function frames() {
  const path = newPath()
  const { folios, orders, journal, close } = await openFileStore(path)
  for (let at = 0; at < count; at++) {
    await Promise.all([
      folios.next('EKU9003173C9', 'A', `k${at}`),
      orders.append(orderOf(`k${at}`)),
      journal.append(entryOf(`n${at}`)),
    ])
  }
  await close()
  const content = readFileSync(path)
  const heads = content.toString('latin1').matchAll(/\n(?=[0-9a-f]{16} [0-9a-f]{8} \{)/g)
  return { content, starts: [...heads].map(({ index }) => index + 1) }
}

const log = await frames()

async function salvaged(content: Buffer) {
  const [damaged, target] = [newPath(), newPath()]
  writeFileSync(damaged, content)
  const report = await salvageFileStore(damaged, target)
  expect(readFileSync(damaged)).toEqual(content)
  const store = await openFileStore(target)
  const keys: number[] = []
  for (let at = 0; at < count; at++) {
    const order = await store.orders.load(`k${at}`)
    if (order !== undefined) keys.push(at)
    if (order !== undefined && !report.doubtful.includes(`order k${at}`)) {
      expect(order.xml).toBe(orderOf(`k${at}`).xml)
      expect(await store.journal.load(entryOf(`n${at}`).token)).toMatchObject({ version: 1 })
    }
  }
  await store.close()
  return { ...report, keys }
}

it('with one damaged part: only the frames that it touches are in doubt, and the one behind where a head is gone', async () => {
  const { content, starts } = log
  const damage = fc.record({
    at: fc.nat(content.length - 1),
    length: fc.integer({ min: 1, max: 700 }),
    fill: fc.nat(255),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ at, length, fill }) => {
      const damaged = Buffer.from(content).fill(fill, at, Math.min(at + length, content.length))
      fc.pre(!damaged.equals(content) && at >= 58)
      const frameOf = (position: number) => starts.filter((start) => start <= position).length - 1
      const [first, last] = [frameOf(at), frameOf(Math.min(at + length, content.length) - 1)]
      const { keys, losses } = await salvaged(damaged)
      // A frame whose head is damaged cannot vouch for the next one.
      const untouched = Array.from({ length: count }, (_, key) => key).filter((key) => {
        const frame = frameOf(content.indexOf(`"key":"k${key}"`))
        return frame < first || frame > last + 1
      })
      expect(keys).toEqual(expect.arrayContaining(untouched))
      expect(losses.length).toBeGreaterThan(0)
    }),
    { numRuns: 30 },
  )
})

it('with any byte of a frame damaged: the new file opens, and each changed record is named', async () => {
  const { content, starts } = log
  const first = starts[1]!
  const last = starts[2]!
  const every = whole ? 5 : 17
  const others = Array.from({ length: count }, (_, key) => key).filter((key) => {
    const at = content.indexOf(`"key":"k${key}"`)
    return at < first || at >= last
  })
  expect(others.length).toBe(count - 1)
  for (let at = first; at < last; at += every) {
    for (const fill of [0x20, 0x31, 0x7d]) {
      const damaged = Buffer.from(content)
      damaged[at] = fill
      if (damaged.equals(content)) continue
      const { keys, losses } = await salvaged(damaged)
      expect(losses.length, `${at}`).toBeGreaterThan(0)
      expect(keys, `${at}`).toEqual(expect.arrayContaining(others))
    }
  }
})

it('whose records in a damaged frame can be read: they are kept, and named', async () => {
  const { content, starts } = log
  const damaged = Buffer.from(content)
  const frame = lastIndex(starts, (start) => start < content.indexOf('"key":"k2"'))
  // In the fingerprint of the order.
  damaged.write('0', content.indexOf('ffff', starts[frame]))
  const { doubtful, losses, keys, records } = await salvaged(damaged)
  expect(doubtful).toEqual(['folio', 'order k2', `entry ${entryOf('n2').token}`])
  expect(losses).toEqual([{ position: starts[frame], length: starts[frame + 1]! - starts[frame]! }])
  expect([keys.length, records]).toEqual([count, 3 * count])
})

function lastIndex(starts: readonly number[], fits: (start: number) => boolean): number {
  return starts.filter(fits).length - 1
}

it('refuses what is no log, and a target that is there', async () => {
  const [path, target] = [newPath(), newPath()]
  writeFileSync(path, 'c,f\n')
  await expect(salvageFileStore(path, target)).rejects.toMatchObject({ code: 'JOURNAL_FORMAT' })
  await expect(salvageFileStore(path, target)).rejects.toMatchObject({ code: 'JOURNAL_OPEN' })
  await expect(salvageFileStore(newPath(), newPath())).rejects.toMatchObject({
    code: 'JOURNAL_OPEN',
  })
})
