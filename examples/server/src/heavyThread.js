/**
 * The thread of heavy.js.
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads'
import { encodeLogo } from 'cfdi-stamp/pdf'
import { openDatabase } from './database.js'
import { createLane } from './lane.js'
import { createLog } from './log.js'
import { lowerThread } from './lowerThread.js'
import { createMcp, tooLarge } from './mcp.js'
import { createMeter } from './meter.js'
import { renderChosen } from './pdf.js'
import { openPort } from './sqlPort.js'
import { openStamping, schemas } from './stamping.js'
import { createKeeper, openVault } from './vault.js'

lowerThread()
const { settings, isRemote } = workerData
const inTurn = createLane()
let opened

// A message without a listener would be lost: the thread listens before its database is open.
parentPort.on('message', async ({ work, what, given }) => {
  if (work === undefined) return
  try {
    parentPort.postMessage({ work, reply: await works[what](given) })
  } catch (cause) {
    parentPort.postMessage({ work, failure: String(cause?.message ?? cause) })
  }
})

/** The work of a thread. Only that of documents opens the database. */
const works = {
  handle: (request) => inTurn(async () => (await openOnce()).handle(request), callerOf(request)),
  mcp: (call) => inTurn(async () => (await openOnce()).mcp(call), call.token),
  pdf: ({ source, choices }) => renderChosen(source, choices),
  logo: ({ image }) => encodeLogo(image),
  close: async () => (await opened)?.close(),
}

/** The key of a request, which is not looked up yet. */
function callerOf({ headers }) {
  return headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer +/i, '') ?? ''
}

function openOnce() {
  opened ??= open()
  return opened
}

async function open() {
  const database = isRemote ? await openRemote() : await openDatabase(settings, schemas)
  const { service } = await openStamping(settings, database, {
    log: createLog(),
    meter: createMeter(),
    pdf: renderChosen,
    observe: ({ cause, ...seen }) =>
      parentPort.postMessage({ observed: { ...seen, ...(cause && { cause: asError(cause) }) } }),
  })
  const mcp = createMcp(service)
  return {
    handle: (request) => service.handle(request),
    mcp: async (call) => {
      // The body of an answer is sent whole: no request may wait for events.
      const answer = methodOf(call.body) === 'tools/call' ? await mcp(call) : tooLarge()
      const headers = Object.fromEntries(answer.headers)
      return { status: answer.status, headers, body: new Uint8Array(await answer.arrayBuffer()) }
    },
    close: () => database.close(),
  }
}

function methodOf(body) {
  try {
    return JSON.parse(Buffer.from(body).toString())?.method
  } catch {
    return undefined
  }
}

async function openRemote() {
  const port = openPort(parentPort)
  const folder = settings.dataFolder === 'memory:' ? undefined : settings.dataFolder
  const vault = await openVault(settings, folder, port.kind)
  return { ...port, vault, keep: await createKeeper(port.client, vault, settings) }
}

/** Errors of drivers may have members that no message can carry. */
function asError(cause) {
  return Object.assign(new Error(String(cause?.message ?? cause)), { name: cause?.name })
}
