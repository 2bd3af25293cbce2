/**
 * A process that is measured: `hello`, a bare Hono that answers `hello`, or this server. It counts
 * the SQL of its connections, and reports by IPC when asked.
 * @module
 */
import { once } from 'node:events'
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

process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  process.send?.({ ...counts, heapUsed, rss, cpu: (user + system) / 1000 })
})
process.on('disconnect', () => process.exit(0))
