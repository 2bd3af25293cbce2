/**
 * Small calls beside large ones: drafts of 5,000 concepts, PDFs of 26 pages, tools of `/mcp`. The
 * large calls come from a process of their own. Each kind is measured in turn with nothing beside the
 * small calls, because other work of the machine delays them too.
 *
 *   node --import tsx bench/large.ts --seconds 6 --kinds create,mcpDraft
 *
 * Prints the longest time that the server's event loop was blocked (`blocked`, processor time), its
 * delays and the waits of small calls, in milliseconds.
 * @module
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import { invoice } from '../test/host.ts'
import { largeKinds } from './largeClient.ts'
import { query, startStamping } from './startMeasured.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    kinds: { type: 'string', default: largeKinds.join(',') },
  },
})
const milliseconds = Number(values.seconds) * 1_000
const postgres = await startServer()
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const { child: server, port, key } = await startStamping(postgres.connection.host)
const origin = `http://127.0.0.1:${port}`

let folio = 0
const small = [
  () => fetch(`${origin}/api/v5/balance`, { headers: { 'x-api-key': key } }),
  () =>
    fetch(`${origin}/api/v5/invoice/create`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: new URLSearchParams({ json: JSON.stringify(invoice({ Folio: `p${++folio}` })) }),
    }),
]

/** Two clients that call for some time, with pauses; returns the waits of each kind of call. */
async function callSmall(until: number) {
  const waits: number[][] = small.map(() => [])
  await Promise.all(
    small.map(async (call, at) => {
      while (performance.now() < until) {
        const began = performance.now()
        const answer = await call()
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`a small call got ${answer.status}`)
        waits[at]!.push(performance.now() - began)
        await sleep(15)
      }
    }),
  )
  return waits
}

const round = (value: number) => Math.round(value * 10) / 10

function summaryOf(waits: readonly number[]) {
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (part: number) => round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
  return `${at(0.5)}/${at(0.99)}/${at(1)}`
}

/** Measures the small calls beside a kind of large ones, or beside none. */
async function measure(kind: string) {
  const before =
    kind === 'none' ? undefined : await query<{ failed?: string }>(large, { kind, prepare: true })
  if (before?.failed) throw new Error(`${kind}: ${before.failed}`)
  await query<Record<string, number>>(server, 'delays')
  const until = performance.now() + milliseconds
  const [waits, done] = await Promise.all([
    callSmall(until),
    kind === 'none' ? undefined : query(large, { kind, milliseconds }),
  ])
  const { p50, p99, max, cpu = 0 } = await query<Record<string, number>>(server, 'delays')
  const [balance, stamp] = waits.map(summaryOf)
  const loop = `${round(p50)}/${round(p99)}/${round(max)}`
  return { kind, blocked: round(cpu), loop, balance, stamp, ...done, load: loadavg()[0] }
}

const large = fork(here('largeClient.ts'), [origin, key], { execArgv: ['--import', 'tsx'] })
await once(large, 'message')
console.log('p50/p99/longest in milliseconds, of the event loop and of small calls')
await measure('none')
for (const kind of values.kinds.split(','))
  for (const turn of ['none', kind]) console.log(JSON.stringify(await measure(turn)))
large.disconnect()
server.disconnect()
await postgres.stop()
