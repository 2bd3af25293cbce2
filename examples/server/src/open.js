/**
 * The whole server, in order; and its end, in the opposite one.
 * @module
 */
import { once } from 'node:events'
import { serve } from '@hono/node-server'
import { createApp } from './app.js'
import { openDatabase } from './database.js'
import { createJobs, startLater } from './later.js'
import { createLog } from './log.js'
import { createMeter } from './meter.js'
import { openStamping, schemas } from './stamping.js'

/** Milliseconds that requests under way are waited for when it ends. */
const patience = 20_000

/**
 * Starts the server. `doors` replaces what a test wants otherwise.
 * @param {import('./settings.js').Settings} settings
 * @param {{ log?: ReturnType<typeof createLog>, meter?: ReturnType<typeof createMeter>, sandbox?: object, production?: object }} [options]
 * @returns its address, the service, and `close`: nothing is accepted any more, what is under way is finished, and all is closed
 */
export async function openServer(settings, { log = createLog(), meter = createMeter(), ...doors } = {}) {
  const database = await openDatabase(settings, schemas)
  const url = settings.publicUrl ?? `http://localhost:${settings.port}`
  const observe = observer(log, meter)
  const given = { ...settings, publicUrl: url }
  const { service, stores } = await openStamping(given, database, { observe: observe.call, log, doors })
  const jobs = createJobs({ service, stores, settings, observe: observe.attempt })
  const isReady = () =>
    database.client.query('select 1', []).then(
      () => true,
      () => false,
    )
  const app = await createApp({ service, meter, isReady, mostAtOnce: settings.mostAtOnce })
  const server = await listen(app, settings)
  const stopLater = await startLater({ jobs, log, database, databaseUrl: settings.databaseUrl })
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  log('info', 'listening', { port, database: database.kind })
  const close = async () => {
    log('info', 'closing')
    await drain(server)
    await stopLater()
    await database.close()
    log('info', 'closed')
  }
  return { url, port, service, stores, jobs, close: onceOnly(close) }
}

/** Milliseconds. Node looks for those that are late every half minute, unless it is told otherwise. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

/** Who sends slowly is sent away, and so is who opens thousands of connections. */
async function listen({ fetch }, { port, host: hostname }) {
  const server = serve({ fetch, port, hostname, serverOptions: timeouts })
  server.maxConnections = 1_000
  if (!server.listening) await once(server, 'listening')
  return server
}

async function drain(server) {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const late = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearTimeout(late)
}

function onceOnly(run) {
  let running
  return () => {
    running ??= run()
    return running
  }
}

/** What is told of each call and of each try to deliver or mail, to the log and to the meter. */
function observer(log, meter) {
  const calls = meter.createHistogram('cfdi.calls.duration', { description: 'Seconds of a call.', unit: 's' })
  const tries = meter.createCounter('cfdi.outbox.tries', { description: 'Tries to deliver or mail.' })
  return {
    call({ operation, status, code, ms, environment, account, cause }) {
      calls.record(ms / 1000, { operation, status, code, environment })
      log(cause === undefined ? 'info' : 'error', 'call', { operation, status, code, ms, environment, account, cause })
    },
    attempt({ table, id, tries: count, outcome }) {
      tries.add(1, { table, outcome })
      log(outcome === 'done' ? 'info' : 'warn', 'outbox', { table, id, tries: count, outcome })
    },
  }
}
