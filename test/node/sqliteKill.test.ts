/**
 * SIGKILL of processes that share a store in SQLite. `npx tsx tools/keysKillTest.ts 4000 4 40
 * sqlite` runs it in full.
 */
import { isBuiltin } from 'node:module'
import { expect, it } from 'vitest'
import { keysKillTest } from '../../tools/keysKillTest.js'
import { whole } from '../effort.js'

it.runIf(isBuiltin('node:sqlite'))('each key has one invoice, and no folio is lost', async () => {
  const orders = whole ? 300 : 100
  const report = await keysKillTest({
    ...{ store: 'sqlite', orders, processes: 3, kills: 6, seed: orders },
    ...{ serverKills: 0, cancels: 10, changing: false },
  })
  expect(report).toMatchObject({
    ...{ delivered: orders, doubled: 0, foliosTwice: 0, foliosMissing: 0, untrue: 0 },
  })
  expect(report.cancelled + report.held).toBe(report.toCancel)
})
