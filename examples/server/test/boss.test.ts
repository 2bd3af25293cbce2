/**
 * Over PostgreSQL, with pg-boss for background jobs: webhooks are delivered, and it shuts down
 * cleanly.
 * @module
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { type Server, startServer } from '../../../test/postgres/server.ts'
import { isInstalled } from '../../../test/programs.ts'
import { call, invoice, openHost, stamp, until } from './host.ts'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isRecent = major > 22 || (major === 22 && minor >= 12)
const skip = !isRecent
  ? 'pg-boss needs Node 22.12'
  : !isInstalled('postgres') && 'postgres is not installed'

describe('pg-boss', { skip }, () => {
  let postgres: Server
  before(async () => {
    postgres = await startServer()
  })
  after(() => postgres.stop())

  it('delivers what a stamp is followed by, and stops in order', { timeout: 60_000 }, async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end())
      received.push(String(request.headers['webhook-id']))
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const hooks = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    const DATABASE_URL = `postgresql://test@/postgres?host=${postgres.connection.host}`
    const host = await openHost({ env: { DATABASE_URL, WEBHOOK_ALLOW: hooks } })
    assert.match(host.lines.join(''), /"event":"later","by":"pg-boss"/)
    await call(host, 'webhooks', { form: { url: hooks } })
    const first = await stamp(host)
    await until(() => received.length === 1)
    const { UUID } = await stamp(host, invoice({ Folio: '2' }))
    await until(() => received.length === 2)
    assert.deepEqual(
      received.map((id) => id.includes(first.UUID) || id.includes(UUID)),
      [true, true],
    )
    await host.close()
    receiver.close()
    receiver.closeAllConnections()
    assert.doesNotMatch(host.lines.join(''), /"level":"error"/)
  })
})
