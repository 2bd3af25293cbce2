/**
 * Two servers on one PostgreSQL: a key revoked at one, an account closed, uploads of a CSD killed at
 * any moment; then no secret is in a dump of the database, in a log, a metric or an answer.
 * `KILLS=20 node --import tsx --test test/twoServers.test.ts` kills more often.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Server, startServer } from '../../../test/postgres/server.ts'
import { isInstalled, pathOf } from '../../../test/programs.ts'
import { invoice, rfc, until } from './host.ts'
import { end, endAll, run, serve } from './processes.ts'

const kills = Number(process.env['KILLS'] ?? 3)
const skip = !isInstalled('postgres') && 'postgres is not installed'

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly active: boolean
}

type Serving = NonNullable<Awaited<ReturnType<typeof serve>>>

describe('two servers on one database', { skip, timeout: 900_000 }, () => {
  let postgres: Server
  let folder: string
  let url: string
  let env: Record<string, string>
  let servers: Serving[]
  let manager: string
  const outputs: string[] = []
  const answers: string[] = []
  /** Each secret, with its name. */
  const secrets = new Map<string, string>()
  const receiver = createServer((_, response) => void response.writeHead(204).end())

  const secret = (name: string, value = randomBytes(24).toString('hex')) => {
    secrets.set(name, value)
    return value
  }

  async function desk(...args: string[]): Promise<string> {
    const running = run(env, 'account.js', ...args)
    assert.equal(await running.ended, 0, running.err())
    return running.out().trim()
  }

  async function start(): Promise<Serving> {
    return (await serve(env)) as Serving
  }

  /** Ends a server, and keeps its output. */
  async function stop(server: Serving, signal: NodeJS.Signals = 'SIGTERM') {
    await end(server, signal)
    // The first start prints the key of the demo, once, to the standard error.
    outputs.push(server.out(), server.err().replaceAll(/cfdi_sandbox_\w+/g, ''))
  }

  interface Sent {
    readonly at?: number
    readonly key?: string
    readonly form?: Record<string, string>
    /** Idempotency key. */
    readonly order?: string
    readonly isSecret?: boolean
  }

  async function send(method: string, path: string, sent: Sent = {}) {
    const { at = 0, key = manager, form, order, isSecret = false } = sent
    const response = await fetch(`${servers[at]!.origin}/api/v5/${path}`, {
      method,
      headers: { 'x-api-key': key, ...(order !== undefined && { 'idempotency-key': order }) },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const text = await response.text()
    if (!isSecret) answers.push(text, JSON.stringify([...response.headers]))
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  const draft = (changes: object = {}) => JSON.stringify(invoice({ Folio: 'AUTO', ...changes }))

  before(async () => {
    postgres = await startServer()
    folder = await mkdtemp(join(tmpdir(), 'two-'))
    receiver.listen(0, '127.0.0.1')
    await until(() => receiver.listening)
    url = `postgresql://test@/postgres?host=${postgres.connection.host}`
    env = {
      ...{ DATABASE_URL: url, DATA_FOLDER: folder, LEASE_SECONDS: '3' },
      WEBHOOK_ALLOW: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
      MASTER_KEY: secret('master key', randomBytes(32).toString('hex')),
      LINK_SECRET: secret('link secret', randomBytes(32).toString('hex')),
      SMTP_URL: `smtp://mailer:${secret('password of SMTP')}@127.0.0.1:9`,
      PRODUCTION_PACS: JSON.stringify({
        finkok: { user: 'pac@example.mx', password: secret('password of the PAC') },
      }),
    }
    const first = await start()
    servers = [first, await start()]
    await desk('sandbox', 'tienda', 'La tienda', rfc)
    await desk('--grant', 'sandbox', 'tienda', '5000', 'test')
    const scopes = ['account:manage', 'invoices:create', 'invoices:read', 'webhooks:manage']
    manager = await desk('--issue', 'sandbox', 'tienda', ...scopes)
    secrets.set('key of the manager', manager)
  })
  after(async () => {
    await endAll()
    receiver.close()
    await postgres?.stop()
    await rm(folder, { recursive: true })
  })

  /** Clients that call the second server with a key, until they are stopped. */
  function callConstantly(key: string, count: number) {
    const seen: { readonly began: number; readonly status: number; readonly code: number }[] = []
    let isOver = false
    const clients = Array.from({ length: count }, async () => {
      while (!isOver) {
        const began = performance.now()
        const form = { json: draft() }
        const { status, body } = await send('POST', 'invoice/create', { at: 1, key, form })
        seen.push({ began, status, code: body.code })
      }
    })
    const stopCalls = async () => {
      isOver = true
      await Promise.all(clients)
      return seen
    }
    return { seen, stopCalls }
  }

  it('a key revoked at one is refused at the other from the next request on, under load', async () => {
    const made = await send('POST', 'keys', {
      form: { name: 'Caja', scopes: 'invoices:create,invoices:read' },
      isSecret: true,
    })
    const { id, key } = made.body
    secrets.set('revoked key', key)
    const load = callConstantly(key, 6)
    await until(() => load.seen.some(({ status }) => status === 200))
    assert.equal((await send('DELETE', `keys/${id}`)).status, 204)
    const revoked = performance.now()
    await until(() => load.seen.filter(({ began }) => began > revoked).length >= 12)
    const seen = await load.stopCalls()
    const later = seen.filter(({ began }) => began > revoked)
    assert.deepEqual([...new Set(later.map(({ status }) => status))], [401])
    assert.ok(seen.every(({ status }) => [200, 401].includes(status)))
  })

  it('an account closed at the desk while the other server stamps loses no credit', async () => {
    const key = (await desk('sandbox', 'otra', 'La otra', rfc)).split(/\s/).at(-1) as string
    secrets.set('key of a closed account', key)
    await desk('--grant', 'sandbox', 'otra', '1000', 'test')
    const load = callConstantly(key, 6)
    await until(() => load.seen.filter(({ status }) => status === 200).length > 3)
    const listed = await send('GET', 'invoice?limit=1', { key, isSecret: true })
    const { UrlXml } = (
      await send('GET', `invoice/${listed.body.data[0].UUID}`, { key, isSecret: true })
    ).body.cfdi
    await desk('--close', 'sandbox', 'otra')
    const closed = performance.now()
    await until(() => load.seen.filter(({ began }) => began > closed).length >= 12)
    const seen = await load.stopCalls()
    const later = seen.filter(({ began }) => began > closed)
    assert.deepEqual([...new Set(later.map(({ status }) => status))], [401])
    const { pathname, search } = new URL(UrlXml)
    assert.equal((await fetch(`${servers[1]!.origin}${pathname}${search}`)).status, 404)
    await desk('--reopen', 'sandbox', 'otra')
    const again = (await desk('sandbox', 'otra')).split(/\s/).at(-1) as string
    secrets.set('key of a reopened account', again)
    const balance = await until(async () => {
      const { body } = await send('GET', 'balance', { key: again, at: 1 })
      return body.reserved === 0 && body
    })
    const stamped = seen.filter(({ status }) => status === 200).length
    assert.ok(balance.stamped >= stamped, `${balance.stamped} of ${stamped}`)
    assert.equal(balance.balance, balance.granted - balance.stamped)
    const { body } = await send('GET', 'invoice?limit=1&count=1', { key: again })
    assert.equal(body.count, balance.stamped)
  })

  /** An account of its own with so many credits, and its key. */
  async function openAccount(id: string, credits: number): Promise<string> {
    const key = (await desk('sandbox', id, id, rfc)).split(/\s/).at(-1) as string
    secrets.set(`key of ${id}`, key)
    // Ten are its own.
    if (credits > 10) await desk('--grant', 'sandbox', id, String(credits - 10), 'test')
    return key
  }

  it('200 orders of equal content at once over both are 200 invoices', async () => {
    const key = await openAccount('pedidos', 200)
    const form = { json: JSON.stringify(invoice({ Folio: '7' })) }
    const later = new Map<number, number>()
    /** Sends an order to both servers, until one of them has its invoice. */
    const stamp = async (order: number): Promise<string> => {
      const sent = { key, form, order: `pedido-${order}`, isSecret: true }
      const each = [0, 1].map((at) => send('POST', 'invoice/create', { ...sent, at }))
      const answers = await Promise.all(each)
      const stamped = answers.find(({ status }) => status === 200)
      if (stamped !== undefined) return stamped.body.cfdi.UUID
      for (const { status, body } of answers) {
        assert.ok([429, 503, 504].includes(status), JSON.stringify(body))
        later.set(body.code, (later.get(body.code) ?? 0) + 1)
      }
      await sleep(1_000)
      return stamp(order)
    }
    const uuids = await Promise.all(Array.from({ length: 200 }, (_, order) => stamp(order)))
    assert.equal(new Set(uuids).size, 200)
    const balance = await until(async () => {
      const { body } = await send('GET', 'balance', { key })
      return body.reserved === 0 && body
    })
    assert.deepEqual([balance.stamped, balance.balance], [200, 0])
    console.log(JSON.stringify({ orders: 200, later: Object.fromEntries(later) }))
  })

  it('100 spenders of 60 credits at once over both get exactly 60 stamps', async () => {
    const key = await openAccount('gasto', 60)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        send('POST', 'invoice/create', {
          at: at % 2,
          key,
          form: { json: draft() },
          isSecret: true,
        }),
      ),
    )
    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
    assert.deepEqual([count(200), count(402)], [60, 40])
    const { body } = await send('GET', 'balance', { key, at: 1 })
    assert.deepEqual([body.stamped, body.balance, body.reserved], [60, 0, 0])
    assert.equal((await send('GET', 'invoice?count=1&limit=1', { key })).body.count, 60)
  })

  it('an upload of a CSD that is killed at any moment is whole or absent', async () => {
    const fixture = async (name: string) => {
      const file = new URL(`../../../fixtures/csd/${name}`, import.meta.url)
      return (await readFile(file)).toString('base64')
    }
    const form = {
      cer: await fixture('company.cer'),
      key: secret('key file of the CSD', await fixture('company.key')),
      password: secret('pass phrase of the CSD', '12345678a'),
    }
    const Emisor = { Rfc: 'PLO150312QT1', Nombre: 'AUTO', RegimenFiscal: '601' }
    const outcomes = { whole: 0, absent: 0 }
    for (let turn = 0; turn < kills; turn++) {
      const sent = send('POST', 'csd', { form }).catch(() => undefined)
      // Before it arrives, in the middle, and after the answer.
      await Promise.race([sent, sleep(turn % 3 === 2 ? 60_000 : (turn * 17) % 90)])
      await stop(servers[0]!, 'SIGKILL')
      const answer = await sent
      const { body } = await send('GET', 'csd', { at: 1 })
      const [found] = body.data
      assert.ok(body.data.length <= 1)
      if (answer?.status === 201) assert.ok(found, 'an upload that was answered is there')
      const stamped = await send('POST', 'invoice/create', {
        at: 1,
        form: { json: draft({ Emisor }) },
      })
      // 722: not an issuer. 705 and 308: sealed by it, and the sandbox has another for that issuer.
      const seals = stamped.body.code === 705 && stamped.body.errors[0].code === '308'
      assert.equal(seals, found !== undefined, JSON.stringify(stamped.body))
      if (!seals) assert.equal(stamped.body.code, 722)
      outcomes[found ? 'whole' : 'absent']++
      if (found)
        assert.equal((await send('DELETE', `csd/${found.noCertificado}`, { at: 1 })).status, 204)
      servers[0] = await start()
    }
    assert.equal((await send('POST', 'csd', { form })).status, 201)
    console.log(JSON.stringify({ kills, ...outcomes }))
  })

  it('a key that is created, rotated or revoked by a server that is killed works or does not, as listed', async () => {
    const works = async (key: string) => {
      const { status } = await send('GET', 'invoice?limit=1', { key, at: 1, isSecret: true })
      return status === 200
    }
    const listed = async () => (await send('GET', 'keys', { at: 1 })).body.data as KeyRow[]
    const outcomes = { changed: 0, unchanged: 0 }
    for (let turn = 0; turn < kills; turn++) {
      const name = `caja-${turn}`
      const make = () => send('POST', 'keys', { form: { name }, isSecret: true })
      const victim = (await make()).body
      secrets.set(`key ${turn}`, victim.key)
      const path = `keys/${victim.id}`
      const change = [
        () => send('DELETE', path),
        () => send('POST', `${path}/rotate`, { form: { overlap: '0' }, isSecret: true }),
        make,
      ][turn % 3]!
      const sent = change().catch(() => undefined)
      await Promise.race([sent, sleep(turn % 4 === 3 ? 60_000 : (turn * 3) % 40)])
      await stop(servers[0]!, 'SIGKILL')
      const answer = await sent
      const rows = (await listed()).filter((row) => row.name === name)
      const row = rows.find(({ id }) => id === victim.id)
      assert.equal(await works(victim.key), row?.active, JSON.stringify([turn, row]))
      const isChanged = turn % 3 === 0 ? row?.active === false : rows.length === 2
      outcomes[isChanged ? 'changed' : 'unchanged']++
      if (answer !== undefined && answer.status < 300) {
        assert.ok(isChanged, 'a change that was answered is there')
        if (answer.body?.key !== undefined) {
          secrets.set(`second key ${turn}`, answer.body.key)
          assert.ok(await works(answer.body.key))
        }
      }
      // A rotated key without overlap ends with the new one, or both are as before.
      if (turn % 3 === 1) assert.equal(row?.active, !isChanged)
      for (const { id, active } of rows)
        if (active) assert.equal((await send('DELETE', `keys/${id}`, { at: 1 })).status, 204)
      servers[0] = await start()
    }
    console.log(JSON.stringify({ kills, ...outcomes }))
  })

  it('a dump, the logs, the metrics, the audit log and the answers have no secret', async () => {
    const hook = await send('POST', 'webhooks', {
      form: { url: `${env['WEBHOOK_ALLOW']}/hook`, events: 'cfdi.stamped' },
      isSecret: true,
    })
    assert.equal(hook.status, 201, JSON.stringify(hook.body))
    secrets.set('secret of the webhook', hook.body.secret)
    const mailed = { json: draft(), enviar_mail: 'compras@example.com' }
    assert.equal((await send('POST', 'invoice/create', { at: 1, form: mailed })).status, 200)
    // Keys in the wrong places, and files and pass phrases that are refused.
    const wrong = '-----BEGIN CERTIFICATE-----'
    await send('POST', 'csd', {
      form: { cer: wrong, key: wrong, password: secret('a pass phrase') },
    })
    for (const path of ['nada', 'invoice', 'keys', 'webhooks'])
      await send('GET', `${path}?key=${secrets.get('revoked key')}`)
    await send('GET', `invoice/${secrets.get('revoked key')}`)
    await send('POST', 'balance', { form: { secret: hook.body.secret } })
    for (const path of [
      'audit?limit=100',
      'keys',
      'csd',
      'webhooks',
      'events?limit=100',
      'issuers',
    ])
      for (const at of [0, 1]) await send('GET', path, { at })
    await sleep(2_500)
    for (const { origin } of servers) answers.push(await (await fetch(`${origin}/metrics`)).text())
    for (const server of servers) await stop(server)

    const bin = dirname(realpathSync(pathOf('postgres')))
    const most = { maxBuffer: 1 << 29 }
    const dump = (await promisify(execFile)(join(bin, 'pg_dump'), [url], most)).stdout
    assert.ok(dump.includes('tienda') && dump.includes('sealed1.'), 'it is the database')
    const places = { dump, logs: outputs.join('\n'), answers: answers.join('\n') }
    assert.ok(places.logs.includes('"operation":"uploadCsd"'), 'the log is whole')
    for (const [name, value] of secrets)
      for (const [place, text] of Object.entries(places))
        for (const [form, written] of Object.entries(formsOf(value)))
          assert.ok(!text.includes(written), `${name} is in ${place} as ${form}`)
    const hash = createHash('sha256').update(manager).digest('hex')
    assert.ok(dump.includes(hash), 'keys are found by their hash: the search can find a text')
  })
})

/** A secret as others may have written it. */
function formsOf(value: string): Record<string, string> {
  const isBase64 = /^[A-Za-z0-9+/]{200,}=*$/.test(value)
  const bytes = isBase64 ? Buffer.from(value, 'base64') : Buffer.from(value)
  const part = isBase64 ? bytes.subarray(40, 400) : bytes
  const base64 = [0, 1, 2].map((skipped) =>
    part.subarray(skipped).subarray(0, part.length - skipped - ((part.length - skipped) % 3)),
  )
  return {
    text: isBase64 ? value.slice(80, 240) : value,
    hex: part.toString('hex'),
    ...Object.fromEntries(base64.map((each, at) => [`base64 (${at})`, each.toString('base64')])),
    ...(value.includes('_') && { 'the secret half': value.slice(value.lastIndexOf('_') + 1) }),
  }
}
