/**
 * Speed of the server over PostgreSQL, beside a bare Hono in the same run: requests per second and
 * latencies, SQL of a stamp. `memory.ts` measures memory.
 *
 *   npm run bench -- --seconds 20 --clients 1,20
 *
 * Two processes share the cores with this one and with PostgreSQL; the bare Hono tells how busy the
 * machine was.
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { availableParallelism, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import { invoice } from '../test/host.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1,20' },
    seconds: { type: 'string', default: '20' },
  },
})
const seconds = Number(values.seconds)
const postgres = await startServer({ fsync: true })
const children: ChildProcess[] = []

interface Measured {
  readonly child: ChildProcess
  readonly port: number
  readonly key: string
}

async function start(what: string, env: Record<string, string> = {}): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('measured.js', import.meta.url)), [what], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, ...env },
  })
  children.push(child)
  child.on('exit', (code) => code && process.exit(1))
  const [{ port, key }] = await once(child, 'message')
  return { child, port, key }
}

interface Reading {
  readonly statements: number
  readonly transactions: number
  readonly heapUsed: number
  readonly rss: number
  readonly cpu: number
}

async function read({ child }: Measured): Promise<Reading> {
  child.send('read')
  const [reading] = await once(child, 'message')
  return reading
}

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Resolves to the status. */
function ask(port: number, path: string, headers = {}, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    const asked = request({ agent, port, path, method, headers, host: '127.0.0.1' }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    asked.on('error', reject).end(body)
  })
}

let folio = 0

async function stamp({ port, key }: Measured): Promise<number> {
  const Folio = String(++folio)
  const body = new URLSearchParams({ json: JSON.stringify(invoice({ Folio })) }).toString()
  const headers = {
    'x-api-key': key,
    'idempotency-key': Folio,
    'content-type': 'application/x-www-form-urlencoded',
  }
  return ask(port, '/api/v5/invoice/create', headers, body)
}

const hello = await start('hello')
const server = await start('server', {
  PORT: '0',
  PUBLIC_URL: 'http://localhost',
  ACCOUNT_PER_MINUTE: '100000',
  DATABASE_URL: `postgresql://test@/postgres?host=${postgres.connection.host}`,
})

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

/** Runs some stamps; resolves to the SQL and the CPU of each, with the jobs between requests. */
async function costOf<Result>(run: () => Promise<Result>) {
  const [first, before] = [folio, await read(server)]
  const result = await run()
  const after = await read(server)
  const each = (part: keyof Reading) =>
    Number(((after[part] - before[part]) / (folio - first)).toFixed(1))
  const cost = { statements: each('statements'), transactions: each('transactions') }
  return { result, cost: { ...cost, cpuMs: each('cpu') } }
}

const median = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[all.length >> 1]

/** Median SQL of a stamp without others. */
async function alone() {
  const all = []
  for (let turn = 0; turn < 20; turn++) all.push((await costOf(() => stamp(server))).cost)
  const [statements, transactions] = [
    all.map((one) => one.statements),
    all.map((one) => one.transactions),
  ].map(median)
  return { statements, transactions }
}

const started = loadavg()[0]
await load(5, 5, () => stamp(server))
const rows = []
for (const clients of values.clients.split(',').map(Number)) {
  const bare = await load(clients, Math.min(seconds, 10), () => ask(hello.port, '/'))
  const { result, cost } = await costOf(() => load(clients, seconds, () => stamp(server)))
  rows.push({ hello: bare, stamp: { ...result, ...cost } })
}

const sql = await alone()
const machine = { node: process.version, cores: availableParallelism() }
const loads = [started, loadavg()[0]]
console.log(JSON.stringify({ ...machine, loads, alone: sql, rows }, null, 2))
for (const child of children) child.disconnect()
agent.destroy()
await postgres.stop()
