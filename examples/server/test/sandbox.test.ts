/**
 * The sandbox that its clients drive, as processes: two servers on one PostgreSQL, one of them
 * killed while it loses an answer on purpose; and the two environments at two addresses.
 * @module
 */
import assert from 'node:assert/strict'
import { get } from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Server, startServer } from '../../../test/postgres/server.ts'
import { isInstalled } from '../../../test/programs.ts'
import { invoice, openHost, until } from './host.ts'
import { endAll, serve } from './processes.ts'

const skip = !isInstalled('postgres') && 'postgres is not installed'

async function send(origin: string, key: string, path: string, form?: Record<string, string>) {
  const { 'Idempotency-Key': order, ...fields } = form ?? {}
  const response = await fetch(`${origin}/api/v5/${path}`, {
    headers: { 'x-api-key': key, ...(order !== undefined && { 'idempotency-key': order }) },
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  return { status: response.status, body: await response.json() }
}

const order = (number: string, simular?: string) => ({
  'Idempotency-Key': number,
  json: JSON.stringify(invoice({ Folio: number })),
  ...(simular !== undefined && { simular }),
})

describe('two servers of a sandbox', { skip }, () => {
  let postgres: Server
  let env: Record<string, string>

  before(async () => {
    postgres = await startServer()
    const DATABASE_URL = `postgresql://test@/postgres?host=${postgres.connection.host}`
    env = { DATABASE_URL, LEASE_SECONDS: '2' }
  })
  afterEach(endAll)
  after(() => postgres.stop())

  it('share its state, also of one that is killed', { timeout: 240_000 }, async () => {
    const first = await serve(env)
    const two = await serve(env)
    assert.ok(first !== undefined && two !== undefined)
    const [key = ''] = /cfdi_sandbox_\w+/.exec(first.err()) ?? []
    const known: Record<string, string> = {}

    const lost = await send(first.origin, key, 'invoice/create', order('1', 'respuesta-perdida'))
    assert.equal(lost.body.code, 708)
    const found = await send(two.origin, key, 'invoice/create', order('1'))
    known['1'] = found.body.cfdi.UUID

    await send(first.origin, key, `invoice/${known['1']}/cancel`, { motivo: '02' })
    for (const { origin } of [first, two]) {
      const { body } = await send(origin, key, `invoice/${known['1']}/status`)
      assert.equal(body.state, 'cancelledDirectly')
    }

    let one = first
    for (const [number, wait] of [
      ['2', 30],
      ['3', 90],
      ['4', 200],
    ] as const) {
      const asked = send(one.origin, key, 'invoice/create', order(number, 'respuesta-perdida'))
      await Promise.race([sleep(wait), asked.catch(() => {})])
      one.child.kill('SIGKILL')
      await asked.catch(() => {})
      known[number] = await until(async () => {
        const { body } = await send(two.origin, key, 'invoice/create', order(number))
        return body.cfdi?.UUID as string | undefined
      })
      const next = await serve(env)
      assert.ok(next !== undefined)
      one = next
    }
    const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
    await client.connect()
    const { rows } = await client.query(
      "select owner from cfdi_sandbox.service_records where kind = 'sandbox' and id like 'stamp/%'",
    )
    await client.end()
    const stamps = rows.map(({ owner }) => owner as string)
    assert.deepEqual(stamps.sort(), Object.values(known).sort())
  })
})

describe('addresses', () => {
  it('two ports: each refuses the keys of the other, and names it', async () => {
    const env = {
      PRODUCTION_PORT: '0',
      SANDBOX_URL: 'https://pruebas.example.mx',
      PRODUCTION_URL: 'https://facturas.example.mx',
    }
    const host = await openHost({ env })
    const [sandbox, production] = host.ports.map((port) => `http://127.0.0.1:${port}`)
    assert.equal((await send(sandbox!, host.key, 'balance')).status, 200)
    const refused = await send(production!, host.key, 'balance')
    assert.equal(refused.body.code, 738)
    assert.match(refused.body.message, /https:\/\/pruebas\.example\.mx/)
    const invented = `cfdi_production_${'0'.repeat(16)}_${'0'.repeat(64)}`
    assert.equal((await send(sandbox!, invented, 'balance')).body.code, 738)
    assert.equal((await send(production!, invented, 'balance')).body.code, 720)
    const mcp = await fetch(`${production}/mcp`, {
      ...{ method: 'POST', headers: { 'x-api-key': host.key }, body: '{}' },
    })
    assert.equal(((await mcp.json()) as { code: number }).code, 738)
    const { body } = await send(sandbox!, host.key, 'invoice/create', order('1'))
    assert.match(body.cfdi.UrlXml, /^https:\/\/pruebas\.example\.mx\//)
    await host.close()
  })

  it('two hosts on one port', async () => {
    const env = { SANDBOX_URL: 'http://localhost:1', PRODUCTION_URL: 'http://production:1' }
    const host = await openHost({ env })
    const ask = (name: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host: name, 'x-api-key': host.key }
        const options = { port: host.port, path: '/api/v5/balance', headers }
        get(options, (response) => {
          response.resume()
          resolve(response.statusCode)
        }).on('error', reject)
      })
    assert.deepEqual(
      await Promise.all(['localhost:1', 'production:1', 'other:1'].map(ask)),
      [200, 403, 200],
    )
    await host.close()
  })
})
