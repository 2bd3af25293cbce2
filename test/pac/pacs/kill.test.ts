/**
 * SIGKILL over real protocols: small runs here; `npx tsx tools/pacKillTest.ts 1000 10 switch` is
 * the large one.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { PacName } from '../../../src/pac/pacs.js'
import { pacKillTest } from '../../../tools/pacKillTest.js'

const isLong = process.env['CI'] !== undefined
const [documents, kills] = isLong ? [300, 5] : [60, 2]

/** The first two, and three of the later ones, which answer a lost request in three other ways. */
const teams: readonly { readonly team: readonly PacName[] }[] = [
  { team: ['finkok', 'sw'] },
  { team: ['mysuite', 'itimbre', 'timbox'] },
]

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

it.each(teams)(
  'one UUID for each document through $team, whose process dies again and again',
  {
    timeout: 300_000,
  },
  async ({ team }) => {
    const { delivered, uuids, issued, invented, lost } = await pacKillTest(
      documents,
      kills,
      'hold',
      team,
    )
    expect({ delivered, uuids, invented, lost, issued: sum(issued) }).toEqual({
      delivered: documents,
      uuids: documents,
      invented: 0,
      lost: 0,
      issued: documents,
    })
  },
)

describe.runIf(isLong)('with switch', () => {
  it.each(teams)(
    '$team: a second stamp is an orphan that is reported, or named where no look-up is',
    { timeout: 300_000 },
    async ({ team }) => {
      const { delivered, uuids, issued, orphans, named, invented, lost } = await pacKillTest(
        documents,
        kills,
        'switch',
        team,
      )
      expect({ delivered, uuids, invented, lost }).toEqual({
        delivered: documents,
        uuids: documents,
        invented: 0,
        lost: 0,
      })
      expect(sum(issued)).toBeGreaterThan(documents)
      expect(sum(issued)).toBeLessThanOrEqual(documents + orphans + named)
    },
  )
})
