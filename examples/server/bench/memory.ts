/**
 * Memory of the server over many stamps, against PostgreSQL: resident and live memory after a full
 * garbage collection, a line for each part.
 *
 *   npm run memory -- --stamps 50000 --clients 20 --servers 1
 *
 * Fails when the live heap of the last half grows by more than 100 bytes a stamp.
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import { callStamp, endCalls, type Measured, query, startStamping } from './startMeasured.ts'

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
const start = () => startStamping(postgres.connection.host)

/** V8 returns the pages of a collection later: read at once, 40 MiB more were resident. */
async function readMemory({ child }: Measured) {
  await query(child, 'read')
  await sleep(500)
  return query(child, 'read')
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
    if ((await callStamp(all[folio % all.length]!, folio)) !== 200) failed++
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
endCalls()
await postgres.stop()
