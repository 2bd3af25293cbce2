/**
 * SIGKILL over real protocols: small runs here; `npx tsx tools/pacKillTest.ts 1000 10 switch` is the large one.
 * @module
 */
import { expect, it } from 'vitest'
import { pacKillTest } from '../../../tools/pacKillTest.js'

const isLong = process.env['CI'] !== undefined
const [documents, kills] = isLong ? [300, 5] : [60, 2]

it('one UUID for each document through Finkok and SW, whose process dies again and again', {
  timeout: 300_000,
}, async () => {
  const { delivered, uuids, issued, invented, lost } = await pacKillTest(documents, kills)
  expect({ delivered, uuids, invented, lost, issued: issued[0] + issued[1] }).toEqual({
    delivered: documents,
    uuids: documents,
    invented: 0,
    lost: 0,
    issued: documents,
  })
})

it.runIf(isLong)(
  'with switch: a second stamp is an orphan that is reported, or named where nobody can be asked',
  async () => {
    const { delivered, uuids, issued, orphans, named, invented, lost } = await pacKillTest(documents, kills, 'switch')
    expect({ delivered, uuids, invented, lost }).toEqual({
      delivered: documents,
      uuids: documents,
      invented: 0,
      lost: 0,
    })
    expect(issued[0] + issued[1]).toBeGreaterThan(documents)
    expect(issued[0] + issued[1]).toBeLessThanOrEqual(documents + orphans + named)
  },
)
