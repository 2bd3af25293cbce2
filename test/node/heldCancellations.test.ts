/**
 * Cancellations in a file that c31640c gave up: they are open again whenever the file is opened,
 * and are queried within the hour.
 */
import { expect, it } from 'vitest'
import { taskOf } from '../../src/cancel/cancellationState.js'
import type { CancellationEntry } from '../../src/engine/cancellationStore.js'
import { openStore } from '../../src/node/log/fileStore.js'
import { readByItself } from '../earlierStores.js'
import { PowerDisk } from './powerCut.js'

const hour = 3_600_000
const now = 1_800_000_000_000
const { lives: read } = readByItself('c31640c', 'file')
const held = Object.values(read).find(
  (entry) => 'held' in (entry as CancellationEntry).life,
) as CancellationEntry
const { due: _, ...given } = held.life as CancellationEntry['life'] & { due?: number }

/** As c31640c wrote it once its host had acknowledged the notice. */
function written(
  uuid: string,
  life: Partial<CancellationEntry['life']>,
  more: Partial<CancellationEntry> = {},
): CancellationEntry {
  const { claim: _claim, ...entry } = held
  return {
    ...entry,
    uuid,
    version: 1,
    status: 'closed',
    life: { ...given, ...life, uuid },
    acknowledged: held.change,
    ...more,
  }
}

async function names(
  cancellations: { unfinished(purpose?: 'resume'): AsyncIterable<CancellationEntry> },
  purpose?: 'resume',
) {
  const found: string[] = []
  for await (const { uuid } of cancellations.unfinished(purpose)) found.push(uuid)
  return found
}

it('are open again, and those that ended are not; also when the file is compacted', async () => {
  const disk = new PowerDisk()
  const before = await openStore(disk, { now: () => now })
  const [a, b, c, d, e] = ['A', 'B', 'C', 'D', 'E'].map(
    (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
  ) as [string, string, string, string, string]
  await before.cancellations.append(written(a, {}))
  await before.cancellations.append(
    written(b, {}, { status: 'open', acknowledged: held.change - 1 }),
  )
  await before.cancellations.append(written(c, { phase: 'rejected' }))
  await before.cancellations.append(written(d, { held: 'noStatusService' }))
  await before.cancellations.append(written(e, { held: 'outOfTerm' }))
  await before.close()
  let time = now
  for (const compacts of [false, true, false]) {
    const store = await openStore(disk, { now: () => time })
    if (compacts) await store.compact()
    const { cancellations } = store
    expect(await names(cancellations)).toEqual([a, b])
    expect(await names(cancellations, 'resume'), 'the host is to be told of it now').toEqual([b])
    for (const uuid of [a, b]) {
      const { status, life, version } = (await cancellations.load(uuid)) as CancellationEntry
      expect([status, version]).toEqual(['open', 1])
      expect(life.due).toBeGreaterThanOrEqual(time)
      expect(life.due).toBeLessThan(time + hour)
      expect(taskOf(life, time + hour)).not.toBe('nothing')
    }
    for (const uuid of [c, d, e]) expect((await cancellations.load(uuid))?.status).toBe('closed')
    time += hour
    expect(await names(cancellations, 'resume')).toEqual([a, b])
    await store.close()
  }
  const store = await openStore(disk, { now: () => time })
  const entry = (await store.cancellations.load(a)) as CancellationEntry
  const ended = {
    ...entry,
    version: 2,
    status: 'closed',
    life: { ...given, uuid: a, held: 'outOfTerm' },
  } as const
  expect(await store.cancellations.append(ended)).toBe(true)
  expect(await store.cancellations.load(a)).toEqual(ended)
  expect(await names(store.cancellations)).toEqual([b])
})
