/**
 * Common parts of the recipes' hosts: database, certificate, PACs, the record of received events,
 * and a port.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { openCsd } from 'cfdi-stamp/node'
import { connect } from 'cfdi-stamp/pac/connect'

const { DATABASE_URL, PACS, PORT, TOLD } = process.env
const root = new URL('../../', import.meta.url)

/** The driver installed for the worker: recipes leave the choice to their host. */
export const { default: pg } = await import(
  createRequire(new URL('examples/worker/worker.js', root)).resolve('pg')
)

export function openPool(max = 10) {
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max })
  // Without a listener, pg throws errors of idle connections.
  pool.on('error', () => {})
  return pool
}

export const bytesOf = (name) => readFileSync(new URL(`fixtures/csd/${name}`, root))

export function openSigner() {
  return openCsd({
    cer: bytesOf('company.cer'),
    key: bytesOf('company.key'),
    password: '12345678a',
  })
}

export function openPacs() {
  return Object.entries(JSON.parse(PACS)).map(([name, account]) => connect(name, account))
}

/** Records an event before it is acknowledged. */
export function tell(told) {
  appendFileSync(TOLD, `${JSON.stringify(told)}\n`)
}

/** Records an event of `operate`. */
export async function receive(event) {
  if (event.type === 'invoice.stamped') tell({ key: event.key, uuid: event.answer.cfdi.UUID })
  else if (event.type === 'invoice.failed') tell({ key: event.key, failed: event.answer.code })
  else if (event.type === 'invoice.duplicated')
    tell({ kept: event.kept.uuid, duplicate: event.duplicate.uuid })
  else if (event.type === 'cancellation.changed')
    tell({ uuid: event.uuid, phase: event.life.phase })
  else tell({ event: event.type })
}

/** Serves `POST /orders/<key>` with the status and body from `answer`. */
export function serveOrders(answer) {
  const server = createServer(async (request, response) => {
    try {
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const key = decodeURIComponent(request.url.split('/').at(-1))
      const [status, body] = await answer(key, Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    } catch (cause) {
      response.writeHead(503).end(JSON.stringify({ message: String(cause) }))
    }
  })
  server.listen(Number(PORT), '127.0.0.1')
}
