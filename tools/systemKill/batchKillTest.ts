/**
 * Kills the recipes that run to their end (payroll, and the invoices of the day) at random points,
 * and restarts them. Each payslip and each day must have one invoice in the books of the PACs.
 *
 * `npx tsx tools/systemKill/batchKillTest.ts [--count 50] [--kills 6] [--seed n] [--pacs finkok,sw]`. Needs Debian's
 * postgresql and the built package.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { PacName } from '../../src/pac/pacs.js'
import { startServer } from '../../test/postgres/server.js'
import { chance } from './chance.js'
import { linesOf, type Stamp } from './judge.js'
import { openNetwork } from './network.js'
import { readTold } from './receivers.js'
import { makeDatabases, startPacs } from './system.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '50' },
    kills: { type: 'string', default: '6' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    pacs: { type: 'string', default: 'finkok,sw' },
  },
})
const [count, kills, seed] = [Number(values.count), Number(values.kills), Number(values.seed)]
const random = chance(seed)
const folder = mkdtempSync(join(tmpdir(), 'batch-kill-'))
const server = await startServer()
await makeDatabases(server, ['batch'])
const network = await openNetwork(
  join(server.connection.host, `.s.PGSQL.${server.connection.port}`),
)
const pacNames = values.pacs.split(',') as PacName[]
const pacs = await startPacs(folder, seed, 0, pacNames)
const env = {
  ...process.env,
  DATABASE_URL: `postgresql://test@127.0.0.1:${network.port}/batch`,
  PACS: JSON.stringify(pacs.accounts),
  TOLD: join(folder, 'told'),
  COUNT: String(count),
}
const program = fileURLToPath(new URL('batchHost.js', import.meta.url))
const began = Date.now()
const stamps = () => pacNames.flatMap((pac) => linesOf<Stamp>(join(folder, `book.${pac}`)))

for (let run = 0; ; run++) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = once(child, 'exit') as Promise<[number | null]>
  if (run < kills) {
    // While it works, the books grow between kills.
    const wanted = ((run + random()) * (count + 15)) / kills
    while (stamps().length < wanted && child.exitCode === null) await sleep(5)
    await sleep(50 * random())
    child.kill('SIGKILL')
  }
  const [code] = await ended
  if (code === 0) break
  if (code !== null) throw new Error(`the recipes ended with ${code}`)
}

const told = readTold(join(folder, 'told'))
const uuids = [...told.of.values()].flatMap((each) => [...each])
const books = new Set(stamps().map(({ uuid }) => uuid))
const known = new Set([...uuids, ...told.duplicates.keys()])
const wrong = {
  missing: count + 15 - told.of.size,
  several: [...told.of.values()].filter(({ size }) => size !== 1).length,
  shared: uuids.length - new Set(uuids).size,
  invented: uuids.filter((uuid) => !books.has(uuid)).length,
  untold: [...books].filter((uuid) => !known.has(uuid)).length,
  others: told.others.length,
}
pacs.stop()
network.close()
await server.stop()
rmSync(folder, { recursive: true })
const seconds = Math.round((Date.now() - began) / 1000)
const report = {
  seed,
  kills,
  documents: told.of.size,
  stamps: books.size,
  duplicates: told.duplicates.size,
  seconds,
  wrong,
}
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
process.exitCode = Object.values(wrong).every((each) => each === 0) ? 0 : 1
