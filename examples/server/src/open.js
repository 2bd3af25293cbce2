/**
 * The whole server, in order; and its end, in the opposite one.
 * @module
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { observeAccounts } from './accountMetrics.js'
import { createApp, createGate } from './app.js'
import { openDatabase } from './database.js'
import { openDoor } from './door.js'
import { createHeavy } from './heavy.js'
import { createJobs, startLater } from './later.js'
import { createLog } from './log.js'
import { openStamping, schemas } from './stamping.js'
import { meterOf, observeData } from './telemetry.js'

/**
 * Time-out in milliseconds for requests in progress when the server ends; systemd and Kubernetes
 * allow 90 and 30 seconds.
 */
const patience = 20_000

/** Milliseconds for a client to read the end of its answer. */
const reading = 2_000

/**
 * Starts the server. `doors` replaces dependencies in tests.
 * @param {import('./settings.js').Settings} settings
 * @param {{ log?: ReturnType<typeof createLog>, meter?: ReturnType<typeof meterOf>, sandbox?:
 * object, production?: object }} [options]
 * @returns its address, the service, and `close`, which refuses new requests, completes those in
 * progress, and closes everything
 */
export async function openServer(
  settings,
  { log = createLog(), meter = meterOf(settings), ...doors } = {},
) {
  const keyed = withMemoryKey(settings)
  const database = await openDatabase(keyed, schemas)
  const { port: at, productionPort, sandboxUrl } = settings
  const url = settings.publicUrl ?? sandboxUrl ?? `http://localhost:${at}`
  const byAccount = observeAccounts(meter, settings.metricsAccounts)
  const observe = observer(log, meter, byAccount)
  const given = { ...keyed, publicUrl: url }
  const client = database.kind === 'pglite' ? database.client : undefined
  const heavy = createHeavy({ settings: given, client, observe: observe.call, log })
  const { service, stores } = await openStamping(given, database, {
    observe: observe.call,
    pdf: heavy.pdf,
    logo: heavy.logo,
    log,
    meter,
    doors,
  })
  const jobs = createJobs({
    ...{ service, stores, settings },
    ...{ vault: database.vault, observe: observe.attempt },
  })
  if (database.vault === undefined)
    log('warn', 'vault', {
      reason: 'no MASTER_KEY: no CSD is accepted, and webhook secrets are not sealed',
    })
  const isReady = () =>
    database.client.query('select 1', []).then(
      () => true,
      () => false,
    )
  const gate = createGate()
  const { mostAtOnce } = settings
  const addressOf = addressReader(settings)
  // The dependencies of a test cannot be in another thread.
  const own = Object.keys(doors).length > 0 ? undefined : heavy
  const app = await createApp({
    ...{ service, heavy: own, meter, isReady, mostAtOnce, gate, addressOf },
    // A flood of the sandbox, whose keys cost nothing, leaves production its places.
    ...(settings.productionPacs && { mostOfSandbox: Math.ceil(mostAtOnce / 2) }),
    origins: settings.corsOrigins,
  })
  const servers = [await listen(app, settings, productionPort === undefined ? {} : atSandbox)]
  if (productionPort !== undefined)
    servers.push(await listen(app, { ...settings, port: productionPort }, atProduction))
  const closeDoor =
    database.folder === undefined ? async () => {} : await openDoor(database.folder, service)
  const stopLater = await startLater({ jobs, log, database, databaseUrl: settings.databaseUrl })
  const stopData = observeData(meter)
  const stopCredits = byAccount.watchCredits(service, log)
  const ports = servers.map((server) => portOf(server))
  const [port = 0] = ports
  log('info', 'listening', { port, ports, database: database.kind })
  const close = async () => {
    log('info', 'closing')
    stopData()
    await drain(servers, gate, log)
    await Promise.all([stopLater(), closeDoor(), stopCredits()])
    await heavy.close()
    await database.close()
    log('info', 'closed')
  }
  return { url, port, ports, service, stores, jobs, close: onceOnly(close) }
}

/** A database in memory has a master key in memory, which its thread needs too. */
function withMemoryKey(settings) {
  const { databaseUrl, dataFolder, masterKey = [] } = settings
  const isKept = databaseUrl !== undefined || dataFolder !== 'memory:' || masterKey.length > 0
  return isKept ? settings : { ...settings, masterKey: [randomBytes(32)] }
}

/** Milliseconds. Node checks for late connections every half minute by default. */
const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
}

const atSandbox = { address: 'sandbox' }
const atProduction = { address: 'production' }

/**
 * @param {import('./settings.js').Settings} settings
 * @returns the environment of the address of a request: by the port if production has one of its own,
 * or else by the host that the client named
 */
function addressReader({ sandboxUrl, productionUrl }) {
  const hosts = new Map(
    [
      [sandboxUrl, 'sandbox'],
      [productionUrl, 'production'],
    ].flatMap(([url, name]) => (url === undefined ? [] : [[new URL(url).host, name]])),
  )
  const isApart = hosts.size === 2
  return ({ env, req }) => env.address ?? (isApart ? hosts.get(req.header('host')) : undefined)
}

function portOf(server) {
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port
}

/** Listens with limits against slow senders and thousands of connections. */
async function listen(app, { port, host: hostname }, address) {
  const fetch = (request, env) => app.fetch(request, { ...env, ...address })
  const server = serve({ fetch, port, hostname, serverOptions: timeouts })
  server.maxConnections = 10_000
  if (!server.listening) await once(server, 'listening')
  return server
}

/**
 * Waits for requests in progress while the server responds 503 to others, so that load balancers
 * notice; then waits until the responses are read, and closes the connections.
 */
async function drain(servers, gate, log) {
  gate.isClosing = true
  for (const server of servers) server.closeIdleConnections()
  const late = sleep(patience, 'late', { ref: false })
  if ((await Promise.race([gate.empty(), late])) === 'late')
    log('warn', 'left', { calls: gate.underWay })
  const closed = Promise.all(
    servers.map((server) => new Promise((resolve) => server.close(resolve))),
  )
  for (const server of servers) server.closeIdleConnections()
  await Promise.race([closed, sleep(reading, undefined, { ref: false })])
  for (const server of servers) server.closeAllConnections()
  await closed
}

function onceOnly(run) {
  let running
  return () => {
    running ??= run()
    return running
  }
}

/** Reports each call, and each attempt to deliver or mail, to the log and the meter. */
function observer(log, meter, byAccount) {
  const calls = meter.createHistogram('cfdi.calls.duration', {
    description: 'Seconds of a call.',
    unit: 's',
  })
  const tries = meter.createCounter('cfdi.outbox.tries', {
    description: 'Tries to deliver or mail.',
  })
  return {
    call(seen) {
      const { operation, status, code, ms, requestId, environment, account, key, cause } = seen
      byAccount.call(seen)
      calls.record(ms / 1000, { operation, status, code, environment })
      log(cause === undefined ? 'info' : 'error', 'call', {
        operation,
        status,
        code,
        ms,
        requestId,
        environment,
        account,
        key,
        cause,
      })
    },
    attempt(tried, environment) {
      const { table, id, tries: count, outcome } = tried
      byAccount.attempt(tried, environment)
      tries.add(1, { table, outcome })
      log(outcome === 'done' ? 'info' : 'warn', 'outbox', { table, id, tries: count, outcome })
    },
  }
}
