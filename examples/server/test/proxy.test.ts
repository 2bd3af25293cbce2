/**
 * The nginx of docs/en/deployment.md, as it is there but for its port, its certificate and the port
 * of the server: TLS, stamps, streams, hosts and limits pass through it.
 * @module
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { isInstalled, pathOf } from '../../../test/programs.ts'
import { freePort, type Host, invoice, openHost, until } from './host.ts'

const name = 'facturas.example.mx'
const skip = !isInstalled('nginx') && 'nginx is not installed'

describe('the proxy of the deployment page', { skip, timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'))
  let host: Host
  let port: number
  let agent: Agent
  let nginx: ReturnType<typeof spawn>

  before(async () => {
    host = await openHost({
      credits: 100,
      isDriven: true,
      env: { SANDBOX_URL: `https://${name}`, PRODUCTION_URL: 'https://produccion.example.mx' },
    })
    port = await freePort()
    const [key, cert] = ['tls.key', 'tls.pem'].map((file) => join(folder, file))
    const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
    execFileSync(pathOf('openssl'), [...made, '-keyout', key!, '-out', cert!], { stdio: 'ignore' })
    const page = readFileSync(new URL('../../../docs/en/deployment.md', import.meta.url), 'utf8')
    const [, site = ''] = /```nginx\n([\s\S]*?)```/.exec(page) ?? []
    const replaced = site
      .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replace('/etc/tls/facturas.pem', cert!)
      .replace('/etc/tls/facturas.key', key!)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${host.port}`)
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ')
    const events = 'events {}'
    const http = `http { access_log off; ${temporary}\n${replaced}\n}`
    const config = join(folder, 'nginx.conf')
    writeFileSync(config, `pid ${folder}/pid; daemon off;\n${events}\n${http}\n`)
    chmodSync(folder, 0o755)
    const given = ['-c', config, '-e', join(folder, 'error.log')]
    execFileSync(pathOf('nginx'), ['-t', ...given], { stdio: 'pipe' })
    nginx = spawn(pathOf('nginx'), given, { stdio: 'ignore' })
    agent = new Agent({ ca: readFileSync(cert!), keepAlive: true, maxSockets: 256 })
    await until(() =>
      send('health').then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  })
  after(async () => {
    agent.destroy()
    nginx.kill('SIGTERM')
    await once(nginx, 'close')
    await host.close()
    rmSync(folder, { recursive: true })
  })

  interface Sent {
    readonly form?: Record<string, string>
    readonly headers?: Record<string, string>
  }

  /** Sends a request over TLS; rejects when the answer ends before its end. */
  function send(path: string, { form, headers }: Sent = {}) {
    const body = form && new URLSearchParams(form).toString()
    const type = form && { 'content-type': 'application/x-www-form-urlencoded' }
    const to = { host: '127.0.0.1', port, servername: name, agent, path: `/${path}` }
    const method = form === undefined ? 'GET' : 'POST'
    return new Promise<{ status: number; body: Buffer }>((resolve, reject) => {
      const given = { host: name, 'x-api-key': host.key, ...type, ...headers }
      const sent = request({ ...to, method, headers: given }, async (answer) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of answer) chunks.push(chunk)
          resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) })
        } catch (cause) {
          reject(cause)
        }
      })
      sent.on('error', reject).end(body)
    })
  }

  const stamp = () =>
    send('api/v5/invoice/create', { form: { json: JSON.stringify(invoice({ Folio: 'AUTO' })) } })

  it('stamps over HTTPS, and the links lead through it', async () => {
    const { status, body } = await stamp()
    const { cfdi } = JSON.parse(body.toString())
    assert.equal(status, 200)
    const { origin, pathname, search } = new URL(cfdi.UrlXml)
    assert.equal(origin, `https://${name}`)
    const xml = await send(`${pathname}${search}`.slice(1), { headers: { 'x-api-key': '' } })
    assert.equal(xml.body.toString('base64'), cfdi.XML)
  })

  it('passes the host, by which the server knows the environment', async () => {
    const key = `cfdi_production_${'0'.repeat(16)}_${'0'.repeat(64)}`
    const { body } = await send('api/v5/balance', { headers: { 'x-api-key': key } })
    assert.equal(JSON.parse(body.toString()).code, 738)
  })

  it('a burst of 200 calls of one client is answered', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => send('api/v5/balance')))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  })

  it('leaves the answer to an excessive body to the service', async () => {
    const form = { json: 'a'.repeat(4_300_000) }
    const { status, body } = await send('api/v5/invoice/create', { form })
    assert.deepEqual([status, JSON.parse(body.toString()).code], [413, 726])
  })

  it('hides /metrics', async () => {
    for (const path of ['metrics', 'metrics?a=1', '%6detrics', 'api/../metrics', '/metrics'])
      assert.notEqual((await send(path)).status, 200, path)
  })

  it('streams the ZIP of a month, and cuts it when the server fails in the middle', async () => {
    const month = new Date().toISOString().slice(0, 7)
    for (let count = 0; count < 30; count++) await stamp()
    const whole = await send(`api/v5/exports/zip?month=${month}`)
    assert.equal(whole.status, 200)
    assert.equal(whole.body.toString('latin1', 0, 2), 'PK')
    const { documents } = host.stores['sandbox'] as unknown as {
      documents: { get(id: string): Promise<object | undefined> }
    }
    const read = documents.get.bind(documents)
    let reads = 0
    documents.get = (id) =>
      ++reads > 20 ? Promise.reject(new Error('the database is away')) : read(id)
    await assert.rejects(send(`api/v5/exports/zip?month=${month}`))
    assert.ok(reads > 20, `${reads} documents were read`)
  })
})
