/**
 * Speed of one server and of two over one PostgreSQL, beside a bare Hono in the same run: requests
 * per second and latencies, SQL of a stamp. `memory.ts` measures memory.
 *
 *   npm run bench -- --seconds 20 --clients 1,20 --servers 1,2
 *
 * The servers share the cores with this process and with PostgreSQL; the bare Hono shows how busy
 * the machine was. Over two servers each has half of the clients.
 * @module
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import {
  callStamp,
  callStatus,
  endCalls,
  query,
  type Reading,
  startMeasured,
  startStamping,
} from './startMeasured.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,20' },
    seconds: { type: 'string', default: '20' },
    servers: { type: 'string', default: '1,2' },
  },
})
const seconds = Number(values.seconds)
const postgres = await startServer({ fsync: true })
const hello = await startMeasured('hello')
const counts = values.servers.split(',').map(Number)
const servers = [await startStamping(postgres.connection.host)]
while (servers.length < Math.max(...counts))
  servers.push(await startStamping(postgres.connection.host))

let folio = 0
const stampAt = (count: number) => callStamp(servers[++folio % count]!, folio)

/** Lets clients call for some time, each after its last answer. */
async function load(clients: number, length: number, call: () => Promise<number>) {
  const times: number[] = []
  const others: number[] = []
  const until = performance.now() + length * 1000
  const client = async () => {
    for (let began = performance.now(); began < until; began = performance.now()) {
      const status = await call()
      if (status !== 200) others.push(status)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  times.sort((one, other) => one - other)
  const at = (part: number) => Number((times[Math.floor(times.length * part)] ?? 0).toFixed(1))
  const [p50, p99] = [at(0.5), at(0.99)]
  const ratio = Number((p99 / p50).toFixed(1))
  const perSecond = Math.round(times.length / length)
  return { clients, calls: times.length, failed: others.length, perSecond, p50, p99, ratio }
}

/** Totals of the first servers, of this process, and of the machine. */
async function readAll(count: number) {
  const each = await Promise.all(servers.slice(0, count).map(({ child }) => query(child, 'read')))
  const sum = (part: keyof Reading) => each.reduce((all, reading) => all + reading[part], 0)
  const { user, system } = process.cpuUsage()
  const times = cpus().map(({ times: { idle, ...rest } }) => ({ idle, ...rest }))
  const all = times.flatMap((one) => Object.values(one)).reduce((one, other) => one + other)
  return {
    ...{ statements: sum('statements'), transactions: sum('transactions'), cpuMs: sum('cpu') },
    clientMs: (user + system) / 1000,
    machineMs: all - times.reduce((idle, one) => idle + one.idle, 0),
  }
}

/**
 * Runs some stamps; resolves to the SQL of each, and its milliseconds of CPU: of the servers, of the
 * clients, and of the whole machine with PostgreSQL and whatever else runs.
 */
async function costOf<Result>(count: number, run: () => Promise<Result>) {
  const [first, before] = [folio, await readAll(count)]
  const result = await run()
  const after = await readAll(count)
  const cost = Object.fromEntries(
    Object.entries(after).map(([part, value]) => {
      const spent = value - before[part as keyof typeof before]
      return [part, Number((spent / (folio - first)).toFixed(1))]
    }),
  ) as typeof after
  return { result, cost }
}

const median = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[all.length >> 1]

/** Median SQL of a stamp without others. */
async function alone() {
  const all = []
  for (let turn = 0; turn < 20; turn++) all.push((await costOf(1, () => stampAt(1))).cost)
  const [statements, transactions] = [
    all.map((one) => one.statements),
    all.map((one) => one.transactions),
  ].map(median)
  return { statements, transactions }
}

const started = loadavg()[0]
await load(5, 5, () => stampAt(servers.length))
const rows = []
for (const clients of values.clients.split(',').map(Number)) {
  const bare = await load(clients, Math.min(seconds, 10), () => callStatus(hello.port, '/'))
  const stamps = []
  for (const count of counts) {
    const { result, cost } = await costOf(count, () => load(clients, seconds, () => stampAt(count)))
    stamps.push({ servers: count, ...result, ...cost })
  }
  rows.push({ hello: bare, stamps })
}

const sql = await alone()
const machine = { node: process.version, cores: availableParallelism() }
const loads = [started, loadavg()[0]]
console.log(JSON.stringify({ ...machine, loads, alone: sql, rows }, null, 2))
for (const { child } of [hello, ...servers]) child.disconnect()
endCalls()
await postgres.stop()
