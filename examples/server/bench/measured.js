/**
 * A process that is measured: `hello`, a bare Hono that answers `hello`, or this server. It counts
 * the SQL of its connections, and reports by IPC when asked.
 * @module
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

const counts = { statements: 0, transactions: 0 }
const open = new WeakSet()
const query = pg.Client.prototype.query

/** Counts `begin` and `commit` as statements, and a statement alone as a transaction. */
pg.Client.prototype.query = /** @type {never} */ (
  function (first, ...rest) {
    const text = (typeof first === 'string' ? first : first.text).trim().toLowerCase()
    counts.statements++
    if (text.startsWith('begin')) open.add(this)
    if (!open.has(this) || text.startsWith('begin')) counts.transactions++
    if (/^(commit|rollback)/.test(text)) open.delete(this)
    return Reflect.apply(query, this, [first, ...rest])
  }
)

const isHello = process.argv[2] === 'hello'
process.send?.(isHello ? await openHello() : await openStamping())

async function openHello() {
  const app = new Hono()
  app.get('/', (context) => context.text('hello'))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { port }
}

async function openStamping() {
  const { createLog } = await import('../src/log.js')
  const { openServer } = await import('../src/open.js')
  const { readSettings } = await import('../src/settings.js')
  const log = createLog({ write: () => true })
  const opened = await openServer(readSettings(), { log })
  const [issuer, id] = ['TOAM850417U21', 'bench']
  const accounts = opened.service.accounts('sandbox')
  await accounts.create({ id, name: 'Bench', issuers: [issuer] }).catch(() => {})
  await accounts.grant(id, 10_000_000, 'bench')
  const { key } = await accounts.issueKey({ account: id })
  return { key, port: opened.port }
}

const delays = monitorEventLoopDelay({ resolution: 5 })
delays.enable()

/** Milliseconds of the delays of the event loop since the last reading. */
function takeDelays() {
  const [p50, p99, max] = [delays.percentile(50), delays.percentile(99), delays.max]
  delays.reset()
  const own = longest
  longest = 0
  return { p50: p50 / 1e6, p99: p99 / 1e6, max: max / 1e6, cpu: own }
}

/**
 * Milliseconds of processor time of the main thread, of Linux. Other processes lengthen the delays
 * of the event loop, but not this.
 */
const ownTime = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** The most processor time between two turns of a timer: how long the loop was blocked at most. */
let longest = 0
let last = ownTime()
setInterval(() => {
  const now = ownTime()
  longest = Math.max(longest, now - last)
  last = now
}, 5).unref()

process.on('message', (wanted) => {
  if (wanted === 'delays') return process.send?.(takeDelays())
  globalThis.gc?.()
  const { heapUsed, rss, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send?.({ ...counts, heapUsed, rss, external, cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))
