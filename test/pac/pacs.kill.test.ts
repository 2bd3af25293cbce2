/**
 * SIGKILL over real protocols: a small run here; `npx tsx tools/pacKillTest.ts 1000 10` is the large one.
 * @module
 */
import { expect, it } from 'vitest'
import { pacKillTest } from '../../tools/pacKillTest.js'

it('one UUID for each document through Finkok and SW, whose process dies twice', async () => {
  const documents = 60
  const { delivered, uuids, issued, invented } = await pacKillTest(documents, 2)
  expect({ delivered, uuids, invented, issued: issued[0] + issued[1] }).toEqual({
    delivered: documents,
    uuids: documents,
    invented: 0,
    issued: documents,
  })
}, 120_000)
