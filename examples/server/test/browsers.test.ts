/**
 * Browsers may not call the API, unless the host names their origins; and production needs a
 * master key.
 * @module
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readSettings } from '../src/settings.js'
import { type Host, openHost } from './host.ts'

const mine = 'https://panel.example.mx'

function preflight({ origin: url }: Host, origin: string) {
  const headers = { origin, 'access-control-request-method': 'POST' }
  return fetch(`${url}/api/v5/invoice/create`, { method: 'OPTIONS', headers })
}

it('the page of no origin may call, and the answer says why', async () => {
  const host = await openHost()
  const asked = await preflight(host, mine)
  assert.equal(asked.status, 405)
  assert.equal(asked.headers.get('access-control-allow-origin'), null)
  const body = (await asked.json()) as { code: number; message: string }
  assert.equal(body.code, 728)
  assert.match(body.message, /navegador: su llave quedaría a la vista/)
  const headers = { origin: mine, 'x-api-key': host.key }
  const called = await fetch(`${host.origin}/api/v5/balance`, { headers })
  assert.equal(called.headers.get('access-control-allow-origin'), null)
  await host.close()
})

it('the pages of CORS_ORIGINS may, and no others', async () => {
  const host = await openHost({ env: { CORS_ORIGINS: `${mine}, https://otro.example.mx` } })
  const asked = await preflight(host, mine)
  assert.equal(asked.status, 204)
  assert.equal(asked.headers.get('access-control-allow-origin'), mine)
  assert.match(asked.headers.get('access-control-allow-headers') ?? '', /x-api-key/)
  const headers = { origin: mine, 'x-api-key': host.key }
  const called = await fetch(`${host.origin}/api/v5/balance`, { headers })
  assert.equal(called.status, 200)
  assert.equal(called.headers.get('access-control-allow-origin'), mine)
  assert.match(called.headers.get('access-control-expose-headers') ?? '', /x-request-id/)
  assert.equal((await preflight(host, `${mine}.evil.example`)).status, 405)
  assert.equal((await preflight(host, 'null')).status, 405)
  await host.close()
})

it('production on PostgreSQL does not start without MASTER_KEY, unless it is told to', () => {
  const env = {
    PRODUCTION_PACS: '{"finkok":{}}',
    PRODUCTION_CSD_FOLDER: '/csd',
    DATABASE_URL: 'postgresql://localhost/x',
  }
  assert.throws(() => readSettings(env), /production needs MASTER_KEY/)
  assert.ok(readSettings({ ...env, MASTER_KEY: '0'.repeat(64) }))
  assert.ok(readSettings({ ...env, PRODUCTION_WITHOUT_MASTER_KEY: 'yes' }))
  const { DATABASE_URL: _, ...pglite } = env
  assert.ok(readSettings(pglite))
})
