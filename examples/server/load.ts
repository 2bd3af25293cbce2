/**
 * Load, and a crash in the middle of it: hundreds of clients stamp against a server that is killed
 * (`kill -9`) and started again, while the PAC continues. Each client repeats unanswered requests
 * with the same key. Then it counts credits, invoices, events and memory.
 *
 *   npm run load -- --clients 200 --seconds 60
 *
 * Defaults to PGlite in a folder; `--postgres` starts its own PostgreSQL (Debian's), which is not
 * killed.
 * @module
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startFake } from 'cfdi-stamp/pac/fakes'
import { verifyWebhook } from 'cfdi-stamp/service'
import { startServer } from '../../test/postgres/server.ts'
import { invoice } from './test/host.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    port: { type: 'string', default: '34300' },
    postgres: { type: 'boolean', default: false },
  },
})
const [clients, seconds] = [Number(values.clients), Number(values.seconds)]
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const [rfc, credits] = ['PLO150312QT1', 1_000_000]
const origin = `http://127.0.0.1:${values.port}`

// --- processes that outlive the server: the PAC, and the receiver of events ---

const root = await readFile(here('../../fixtures/csd/root.cer'))
const fake = await startFake('finkok', { anchors: [root], credits: 10_000_000 })
const events = new Map<string, number>()
let secret = ''
let forged = 0
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const verdict = await verifyWebhook({ headers: request.headers, body }, [secret], {
    now: Date.now(),
  })
  if (!verdict.ok) forged++
  const { id } = JSON.parse(body.toString())
  events.set(id, (events.get(id) ?? 0) + 1)
  response.writeHead(204).end()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`

// --- the server ---

const folder = await mkdtemp(join(tmpdir(), 'load-'))
const csds = join(folder, 'csd')
for (const kind of ['cer', 'key'])
  await cp(here(`../../fixtures/csd/company.${kind}`), join(csds, `company.${kind}`))
const postgres = values.postgres ? await startServer({ fsync: true }) : undefined
const database = postgres && {
  DATABASE_URL: `postgresql://test@/postgres?host=${postgres.connection.host}`,
}
const env = {
  ...process.env,
  ...database,
  PORT: values.port,
  DATA_FOLDER: folder,
  LEASE_SECONDS: '15',
  WEBHOOK_ALLOW: hooks,
  MOST_AT_ONCE: String(clients * 2),
  SANDBOX_PACS: JSON.stringify({ finkok: fake.account }),
  SANDBOX_CSD_FOLDER: csds,
  SANDBOX_CSD_PASSWORD: '12345678a',
}
const run = (...args: string[]) => {
  const child = spawn(process.execPath, args, {
    env,
    cwd: here('.'),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk).slice(0, 2_000)))
  child.on(
    'exit',
    (code) => code !== 0 && code !== null && console.error(said.join('').slice(0, 2_000)),
  )
  return child
}

/** Live MiB of the server after each full garbage collection. */
const heaps: number[] = []

async function start() {
  const child = run('--trace-gc', 'server.js')
  child.stdout.on('data', (chunk) => {
    for (const [, kept] of String(chunk).matchAll(/Mark-Compact.* -> ([\d.]+) \(/g))
      heaps.push(Math.round(Number(kept)))
  })
  while (!(await fetch(`${origin}/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('the server does not start')
    await sleep(100)
  }
  return child
}

async function makeAccount(): Promise<string> {
  const child = run('account.js', 'sandbox', 'load', 'Carga', rfc)
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  await once(child, 'exit')
  const grant = run('account.js', '--grant', 'sandbox', 'load', String(credits - 10))
  await once(grant, 'exit')
  return said.trim()
}

const key = await makeAccount()
let server = await start()

/** Resident memory of the server, in MiB (proc_pid_status(5)). */
async function memory(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function call(
  path: string,
  form?: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const body = form && new URLSearchParams(form)
  const init = {
    method: form ? 'POST' : 'GET',
    headers: { 'x-api-key': key, ...headers },
    ...(body ? { body } : {}),
  }
  const response = await fetch(`${origin}/api/v5/${path}`, init)
  return { status: response.status, body: await response.json() }
}

secret = (await call('webhooks', { url: hooks, events: 'cfdi.stamped' })).body.secret

// --- the clients ---

const invoices = new Map<string, string>()
const differed: string[] = []
const times: number[] = []
const refusals = new Map<number, number>()
const tell = (stage: string) => process.stderr.write(`${new Date().toISOString()} ${stage}\n`)
const until = Date.now() + seconds * 1000
/**
 * Milliseconds for which an order is repeated once the time is over: a key of the dead process is
 * its own until its lease ends.
 */
const patience = 120_000
let [repeated, unanswered] = [0, 0]

/** Repeats a request with the same key until its answer is definite. */
async function order(name: string): Promise<void> {
  const form = {
    json: JSON.stringify(
      invoice({ Folio: name, Emisor: { Rfc: rfc, Nombre: 'AUTO', RegimenFiscal: '601' } }),
    ),
  }
  while (Date.now() < until + patience) {
    const began = performance.now()
    const answer = await call('invoice/create', form, { 'idempotency-key': name }).catch(
      () => undefined,
    )
    if (answer?.status === 200) {
      const before = invoices.get(name)
      if (before !== undefined && before !== answer.body.cfdi.UUID) differed.push(name)
      invoices.set(name, answer.body.cfdi.UUID)
      times.push(performance.now() - began)
      return
    }
    const code = answer?.body.code ?? 0
    refusals.set(code, (refusals.get(code) ?? 0) + 1)
    repeated++
    await sleep(200)
  }
  unanswered++
}

async function client(number: number): Promise<void> {
  for (let count = 0; Date.now() < until; count++) await order(`${number}-${count}`)
}

const load = { before: loadavg()[0], after: 0 }
const memories: number[] = []
const watching = setInterval(async () => memories.push(await memory()), 1_000)
const working = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
await sleep((seconds * 1000) / 2)
tell('killing it')
server.kill('SIGKILL')
await once(server, 'exit')
const died = Date.now()
const [memoryBefore, heapBefore] = [memories.splice(0), heaps.splice(0)]
server = await start()
const wasDown = Date.now() - died
tell('it is back')
await working
clearInterval(watching)
load.after = loadavg()[0]

// --- the count ---

tell('counting')
/** Repeats a sample of the keys: each returns its first invoice. */
for (const name of [...invoices.keys()].filter((_, at) => at % 20 === 0)) await order(name)
const deadline = Date.now() + 120_000
const expected = [...new Set(invoices.values())].map((uuid) => `cfdi.stamped/${uuid}`)
while (expected.some((id) => !events.has(id)) && Date.now() < deadline) await sleep(500)
tell('events are there')
let balance = (await call('balance')).body
while (balance.reserved > 0 && Date.now() < deadline) {
  await sleep(1_000)
  balance = (await call('balance')).body
}
const recorded = new Set<string>()
for (let cursor = ''; ; ) {
  const { body } = await call(
    `invoice?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
  )
  for (const { UUID } of body.data) recorded.add(UUID)
  if (body.next === undefined) break
  cursor = body.next
}
tell('closing')
server.kill('SIGTERM')
await once(server, 'exit')
receiver.close()
receiver.closeAllConnections()
await fake.close()
await postgres?.stop()
await rm(folder, { recursive: true, force: true })

times.sort((one, other) => one - other)
const quantile = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0)
const told = new Set(invoices.values())
const lost = expected.filter((id) => !events.has(id)).length
const checks = {
  'every order was answered': unanswered === 0,
  'each order has its own invoice': told.size === invoices.size && differed.length === 0,
  'what clients were told is what is recorded':
    told.size === recorded.size && [...told].every((uuid) => recorded.has(uuid)),
  'the PAC stamped no other':
    new Set(fake.uuids.map((uuid) => uuid.toUpperCase())).size === recorded.size,
  'one credit for each':
    balance.stamped === recorded.size && balance.balance === balance.granted - balance.stamped,
  'no credit is still reserved': balance.reserved === 0,
  'every event was delivered, and verified': lost === 0 && forged === 0,
}
console.log(
  JSON.stringify(
    {
      database: postgres === undefined ? 'PGlite' : 'PostgreSQL',
      node: process.version,
      cores: availableParallelism(),
      load,
      clients,
      seconds,
      stamps: times.length,
      perSecond: Math.round(invoices.size / seconds),
      milliseconds: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
      downFor: wasDown,
      repeated,
      unanswered,
      refusals: Object.fromEntries(refusals),
      events: {
        delivered: events.size,
        repetitions: [...events.values()].reduce((sum, count) => sum + count - 1, 0),
      },
      memory: {
        residentMost: [memoryBefore, memories].map((all) => Math.max(0, ...all)),
        aliveAfterCollections: [heapBefore, heaps],
      },
      balance,
      checks,
    },
    null,
    2,
  ),
)
process.exitCode = Object.values(checks).every(Boolean) ? 0 : 1
