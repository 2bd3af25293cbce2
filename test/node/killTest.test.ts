/**
 * KILL_DOCUMENTS=10000 npx vitest run test/node/killTest.test.ts runs it in full;
 * `npx tsx tools/killTest.ts` prints it.
 */
import { describe, expect, it } from 'vitest'
import { killTest } from '../../tools/killTest.js'
import { whole } from '../effort.js'

const documents = Number(process.env['KILL_DOCUMENTS'] ?? (whole ? 600 : 200))
const kills = documents < 5000 ? 2 : 5

describe('SIGKILL in the middle of stamping', () => {
  it.each(['hold', 'switch'] as const)(
    `%s: ${documents} documents, each with one UUID, none lost`,
    async (policy) => {
      const report = await killTest({ documents, kills, policy, seed: documents })
      process.stderr.write(`kill -9: ${JSON.stringify(report)}\n`)
      expect(report).toMatchObject({ kept: documents, lost: 0 })
      expect(report.reported, 'every extra stamp is reported').toBe(report.extra)
      if (policy === 'hold') expect(report.extra).toBe(0)
    },
  )
})
