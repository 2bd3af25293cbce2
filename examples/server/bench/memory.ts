/**
 * Memory of the server over many stamps, against PostgreSQL: resident and live memory after a full
 * garbage collection, a line for each part.
 *
 *   npm run memory -- --stamps 50000 --clients 20 --servers 1
 *
 * Fails when the live heap of the last half grows by more than 100 bytes a stamp.
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import { invoice } from '../test/host.ts'

const { values } = parseArgs({
  options: {
    stamps: { type: 'string', default: '50000' },
    clients: { type: 'string', default: '20' },
    servers: { type: 'string', default: '1' },
    parts: { type: 'string', default: '10' },
  },
})
const [stamps, clients, servers, parts] = [
  ...[values.stamps, values.clients, values.servers, values.parts].map(Number),
] as [number, number, number, number]
const postgres = await startServer()
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

interface Server {
  readonly child: ChildProcess
  readonly port: number
  readonly key: string
}

async function start(): Promise<Server> {
  const child = fork(fileURLToPath(new URL('measured.js', import.meta.url)), ['server'], {
    execArgv: ['--expose-gc'],
    env: {
      ...process.env,
      PORT: '0',
      PUBLIC_URL: 'http://localhost',
      ACCOUNT_PER_MINUTE: '100000',
      DATABASE_URL: `postgresql://test@/postgres?host=${postgres.connection.host}`,
    },
  })
  child.on('exit', (code) => code && process.exit(1))
  const [{ port, key }] = await once(child, 'message')
  return { child, port, key }
}

async function readMemory({ child }: Server) {
  child.send('read')
  const [reading] = await once(child, 'message')
  return reading as Record<'rss' | 'heapUsed' | 'external', number>
}

/** Resolves to the status of a stamp. */
function stamp({ port, key }: Server, folio: number): Promise<number> {
  const json = JSON.stringify(invoice({ Folio: String(folio) }))
  const headers = {
    'x-api-key': key,
    'idempotency-key': String(folio),
    'content-type': 'application/x-www-form-urlencoded',
  }
  const path = '/api/v5/invoice/create'
  return new Promise((resolve, reject) => {
    const given = { agent, port, path, method: 'POST', headers, host: '127.0.0.1' }
    const sent = request(given, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(new URLSearchParams({ json }).toString())
  })
}

const all = [await start()]
while (all.length < servers) all.push(await start())

const mebibytes = (bytes: number) => Math.round((bytes / (1 << 20)) * 10) / 10
const heaps: number[] = []
let folio = 0
let failed = 0
const began = performance.now()

async function sample() {
  const read = await Promise.all(all.map(readMemory))
  heaps.push(read.reduce((sum, { heapUsed }) => sum + heapUsed, 0))
  const seconds = Math.round((performance.now() - began) / 1000)
  const memory = read.map(({ rss, heapUsed, external }) => ({
    ...{ rss: mebibytes(rss), heap: mebibytes(heapUsed), external: mebibytes(external) },
  }))
  console.log(JSON.stringify({ stamps: folio, failed, seconds, memory }))
}

const client = async (until: number) => {
  while (folio < until) {
    folio++
    if ((await stamp(all[folio % all.length]!, folio)) !== 200) failed++
  }
}
await sample()
for (let part = 1; part <= parts; part++) {
  const until = Math.round((stamps * part) / parts)
  await Promise.all(Array.from({ length: clients }, () => client(until)))
  await sample()
}

const [middle, last] = [heaps[heaps.length >> 1], heaps.at(-1)] as [number, number]
const growth = Math.round((last - middle) / (stamps / 2))
console.log(JSON.stringify({ bytesPerStamp: growth, failed }))
process.exitCode = growth > 100 || failed > 0 ? 1 : 0
for (const { child } of all) child.disconnect()
agent.destroy()
await postgres.stop()
