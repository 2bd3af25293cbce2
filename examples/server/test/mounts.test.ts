/**
 * Three ways to serve the same service, each with the same requests over a real socket; and the
 * whole process, as `node server.js` starts it.
 * @module
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { createUnsafeMemoryOrders } from 'cfdi-stamp'
import { createSandboxPac } from 'cfdi-stamp/pac/sandbox'
import { createMemoryServiceStore, createService, type StampingService } from 'cfdi-stamp/service'
import fastify from 'fastify'
import { Hono } from 'hono'
import { mountFastify } from '../mounts/fastify.js'
import { mountHono } from '../mounts/hono.js'
import { mountNodeHttp } from '../mounts/nodeHttp.js'
import { readSettings } from '../src/settings.js'
import { call, freePort, invoice, openHost, rfc, until } from './host.ts'

const run = promisify(execFile)

const servers: Record<string, (service: StampingService) => Promise<Server>> = {
  'node:http': async (service) => createServer(mountNodeHttp(service)).listen(0),
  Hono: async (service) =>
    serve({
      fetch: new Hono().all('/api/*', mountHono(service)).fetch,
      port: 0,
      hostname: '127.0.0.1',
    }) as Server,
  Fastify: async (service) => {
    const app = fastify().register(mountFastify(service))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app.server
  },
}

describe('mounts', () => {
  let service: StampingService
  let key: string

  before(async () => {
    const pac = createSandboxPac()
    const signers = await pac.issueCsd({ rfc, name: 'MARIANA TORRES ACOSTA' })
    const store = createMemoryServiceStore()
    service = createService({
      environments: {
        sandbox: { signers, provider: pac, orders: createUnsafeMemoryOrders(), store },
      },
      links: { base: 'http://localhost', secret: new Uint8Array(32) },
    })
    await service.accounts('sandbox').create({ id: 'uno', name: 'Uno', issuers: [rfc] })
    key = (await service.accounts('sandbox').issueKey({ account: 'uno' })).key
  })

  for (const [name, open] of Object.entries(servers))
    it(name, async () => {
      const server = await open(service)
      if (!server.listening) await once(server, 'listening')
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v5`
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(`${origin}/${path}`, {
          ...init,
          headers: { 'x-api-key': key, ...init.headers },
        })
        const text = await response.text()
        return {
          status: response.status,
          response,
          body: text === '' ? undefined : JSON.parse(text),
        }
      }
      const form = (json: string) => ({ method: 'POST', body: new URLSearchParams({ json }) })
      const stamped = await ask('invoice/create', form(JSON.stringify(invoice({ Folio: name }))))
      assert.equal(stamped.status, 200, JSON.stringify(stamped.body))
      assert.equal((await ask('invoice?limit=1')).body.data[0].UUID, stamped.body.cfdi.UUID)
      assert.equal((await ask('invoice/create', form(' '.repeat(5 << 20)))).body.code, 726)
      const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
      assert.equal((await ask('invoice/create', json)).body.code, 729)
      assert.equal((await ask('invoice/create', { method: 'POST' })).body.code, 725)
      assert.equal((await ask('balance', { headers: { 'x-api-key': 'no' } })).status, 401)
      const webhook = { method: 'POST', body: new URLSearchParams({ url: 'https://example.com/' }) }
      const { body } = await ask('webhooks', webhook)
      const removed = await ask(`webhooks/${body.id}`, { method: 'DELETE' })
      assert.deepEqual([removed.status, removed.body], [204, undefined])
      const link = await fetch(stamped.body.cfdi.UrlXml.replace('http://localhost/api/v5', origin))
      assert.equal(link.headers.get('content-type'), 'application/xml')
      server.close()
      server.closeAllConnections()
    })
})

describe('the process', () => {
  it('starts with nothing set, prints a line of curl that stamps, and ends in order', {
    timeout: 120_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'server-'))
    const port = await freePort()
    const env = { ...process.env, PORT: String(port), DATA_FOLDER: folder }
    const server = fileURLToPath(new URL('../server.js', import.meta.url))
    const start = async () => {
      const child = spawn(process.execPath, [server], { env })
      const said = { out: '', err: '' }
      child.stdout.on('data', (chunk) => {
        said.out += chunk
      })
      child.stderr.on('data', (chunk) => {
        said.err += chunk
      })
      await until(() => said.err.includes('curl '))
      return { child, said }
    }
    const first = await start()
    const line = /^curl .*$/m.exec(first.said.err)?.[0] ?? ''
    const { stdout } = await run('bash', ['-c', `${line} --silent`])
    const { cfdi } = JSON.parse(stdout)
    assert.equal(cfdi.UUID.length, 36)
    const key = /cfdi_sandbox_\w+/.exec(first.said.err)?.[0] ?? ''
    assert.ok(!first.said.out.includes(key), 'the key is not in the log')
    assert.deepEqual(await (await fetch(`http://localhost:${port}/health`)).json(), {
      status: 'ok',
    })
    first.child.kill('SIGTERM')
    const [code] = await once(first.child, 'exit')
    assert.equal(code, 0)
    assert.match(first.said.out, /"event":"closed"/)
    // All of it is there again, the CSD of the sandbox too; the key is not printed a second time.
    const second = await start()
    assert.ok(!second.said.err.includes(key))
    const again = await run('bash', ['-c', `${line} --silent`])
    assert.notEqual(JSON.parse(again.stdout).cfdi.UUID, cfdi.UUID)
    const cancel = await fetch(`http://localhost:${port}/api/v5/invoice/${cfdi.UUID}/cancel`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      body: new URLSearchParams({ motivo: '02' }),
    })
    assert.equal(cancel.status, 200)
    second.child.kill('SIGTERM')
    await once(second.child, 'exit')
    await rm(folder, { recursive: true })
  })
})

describe('its end', () => {
  it('waits for what is under way, and takes nothing new', async () => {
    const host = await openHost()
    let release = () => {}
    host.line.held = new Promise((resolve) => {
      release = resolve
    })
    const under = call(host, 'invoice/create', { form: { json: JSON.stringify(invoice()) } })
    await until(async () => (await host.accounts.balance('uno')).reserved === 1)
    const closed = host.close()
    const refused = await call(host, 'balance')
    assert.deepEqual([refused.status, refused.headers.get('connection')], [503, 'close'])
    release()
    assert.equal((await under).status, 200)
    await closed
  })
})

describe('settings', () => {
  it('say the names of what cannot be read, and never what it is', () => {
    const env = {
      PORT: 'eighty',
      LINK_SECRET: 'short-and-secret',
      SANDBOX_PACS: '{"finkok":{"password":"hush"}',
    }
    assert.throws(
      () => readSettings(env),
      (error: Error) =>
        /PORT, LINK_SECRET, SANDBOX_PACS/.test(error.message) &&
        !/eighty|secret-|hush/.test(error.message),
    )
    assert.equal(readSettings({}).port, 3000)
    // A living process keeps its keys by heartbeats: those of a dead one are free soon.
    assert.equal(readSettings({}).leaseSeconds, 15)
  })
})
