/**
 * Kills the shipped system: `examples/server`, `examples/worker` and the endpoint recipe, each a
 * process over one PostgreSQL, with the PACs in another process. Faults: hosts are killed and
 * suspended; PostgreSQL is killed, cut off, and loses data in the network; PACs lose and refuse
 * requests; orders are equal; clients hang up. Then some invoices are cancelled before a vacation,
 * in virtual time. In the end it compares the books of the PACs with the received events.
 * `npx tsx tools/systemKill/systemKillTest.ts [--orders 1000] [--kills 9] [--clients 12] [--seed n] [--hosts server,worker,endpoint] [--pacs finkok,sw] [--every 20] [--keep]`
 * Needs Node 22.12 for the worker, Debian's postgresql, the built package, and `npm ci` in the
 * three examples.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { PacName } from '../../src/pac/pacs.js'
import { startServer } from '../../test/postgres/server.js'
import { planFaults } from './faults.js'
import type { HostName } from './hosts.js'
import { countSecond, judge } from './judge.js'
import { openNetwork } from './network.js'
import { Clients, ordersOf } from './orders.js'
import { startSystem } from './system.js'
import { cancelBeforeVacation } from './vacation.js'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '9' },
    clients: { type: 'string', default: '12' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    hosts: { type: 'string', default: 'server,worker,endpoint' },
    pacs: { type: 'string', default: 'finkok,sw' },
    every: { type: 'string', default: '20' },
    keep: { type: 'boolean', default: false },
  },
})
const [count, kills, concurrency, seed] = [
  values.orders,
  values.kills,
  values.clients,
  values.seed,
].map(Number) as [number, number, number, number]
const names = values.hosts.split(',') as HostName[]
const began = Date.now()
const say = (words: string) =>
  process.stderr.write(`${Math.round((Date.now() - began) / 1000)} s: ${words}\n`)

const folder = mkdtempSync(join(tmpdir(), 'system-kill-'))
say(`--orders ${count} --kills ${kills} --seed ${seed}, in ${folder}`)
const server = await startServer()
const network = await openNetwork(
  join(server.connection.host, `.s.PGSQL.${server.connection.port}`),
)
// Enough second stamps, for any number of orders.
const late = Math.max(40, Math.round(count / 12))
const pacs = values.pacs.split(',') as PacName[]
const system = await startSystem({
  ...{ folder, seed, names, pacs, server, late, say },
  port: network.port,
})
say('all hosts answer')
const end = async () => {
  await system.stop()
  network.close()
  await server.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().then(() => process.exit(1)))

const orders = ordersOf(names, count)
const clients = new Clients(system.hosts, system.apiKey, seed)
const progress = setInterval(
  () =>
    say(
      `answered ${names.map((name) => clients.answeredOf(name)).join(' + ')}, delivered ${system.delivered}`,
    ),
  10_000,
)
const faults = planFaults({ hosts: system.hosts, server, network, kills, seed, say })
const faulting = faults.run(() => clients.answered / count)
await clients.place(orders, concurrency)
faults.end()
await faulting
say('all orders were placed')
await clients.placeRest(orders, concurrency)
await system.settled(orders)
clearInterval(progress)
const cancellations = names.includes('server')
  ? await cancelBeforeVacation(system, clients, Number(values.every), say)
  : undefined
await system.secondStampsTold()

const placed = await system.placed(orders)
const { stamps } = system
const wrong = {
  ...judge(placed, system.answersOf(clients.answers), system.receivers(), stamps),
  ...cancellations?.faults,
}
await end()
const isClean = Object.keys(wrong).length === 0
if (isClean && !values.keep) rmSync(folder, { recursive: true })
const report = {
  seed,
  orders: placed.length,
  stamps: stamps.length,
  secondStamps: countSecond(stamps),
  faults: faults.counts,
  endedByThemselves: Object.fromEntries(
    system.hosts.map(({ name, failures }) => [name, failures()]),
  ),
  retried: Object.fromEntries(clients.answers.retried),
  cancellations: cancellations?.counts,
  seconds: Math.round((Date.now() - began) / 1000),
  wrong,
}
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`)
process.exitCode = isClean ? 0 : 1
