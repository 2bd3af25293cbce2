/**
 * A server in shutdown refuses new work, reports it, completes requests in progress and closes its
 * database last (audit of November 2026, V16); and servers that start together on an empty
 * PostgreSQL all start (V20).
 * @module
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { startServer } from '../../../test/postgres/server.ts'
import { isInstalled } from '../../../test/programs.ts'
import { openDatabase } from '../src/database.js'
import { type Host, invoice, openHost, until } from './host.ts'
import { end, endAll, run, serve } from './processes.ts'

after(endAll)

interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: unknown
}

/** Sends a request over a kept connection. */
function ask(
  host: Host,
  agent: Agent,
  path: string,
  form?: Record<string, string>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = form === undefined ? 'GET' : 'POST'
    const headers = { 'x-api-key': host.key, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(`${host.origin}${path}`, { agent, method, headers }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      const end = () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: JSON.parse(text),
        })
      response.on('end', end)
    })
    sent.on('error', reject)
    sent.end(form && new URLSearchParams(form).toString())
  })
}

it('refuses work at once, says so, and answers what is under way before the database is closed', {
  timeout: 60_000,
}, async () => {
  const host = await openHost({ credits: 40 })
  const agent = new Agent({ keepAlive: true, maxSockets: 40 })
  const stamp = (folio: number) =>
    ask(host, agent, '/api/v5/invoice/create', {
      json: JSON.stringify(invoice({ Folio: String(folio) })),
    })
  assert.equal((await stamp(1)).status, 200)
  let letGo = () => {}
  host.line.held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const underWay = Array.from({ length: 10 }, (_, at) => stamp(at + 2))
  await until(async () =>
    /^cfdi_calls_active 10$/m.test(await (await fetch(`${host.origin}/metrics`)).text()),
  )
  const closing = host.close()
  let isClosed = false
  void closing.then(() => {
    isClosed = true
  })
  // Clients that keep their connections and go on: none of their requests is processed.
  for (let turn = 0; turn < 20; turn++) {
    const refused = await stamp(100 + turn)
    assert.deepEqual([refused.status, refused.headers['connection']], [503, 'close'])
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
  }
  const health = await ask(host, agent, '/health')
  assert.deepEqual([health.status, health.body], [503, { status: 'closing' }])
  assert.equal(isClosed, false)
  letGo()
  const answers = await Promise.all(underWay)
  assert.deepEqual(
    [...new Set(answers.map(({ status, headers }) => `${status} ${headers['connection']}`))],
    ['200 close'],
  )
  await closing
  await assert.rejects(ask(host, agent, '/health'), { code: 'ECONNREFUSED' })
  assert.deepEqual(
    host.lines.filter((line) => /"level":"(error|warn)"/.test(line)),
    [],
  )
  agent.destroy()
})

const skip = !isInstalled('postgres') && 'postgres is not installed'

it('servers that start together on an empty database all start', {
  skip,
  timeout: 300_000,
}, async (t) => {
  const postgres = await startServer()
  t.after(() => postgres.stop())
  const databaseUrl = `postgresql://test@/postgres?host=${postgres.connection.host}`
  const servers = await Promise.all(
    Array.from({ length: 4 }, () => serve({ DATABASE_URL: databaseUrl })),
  )
  assert.equal(servers.filter((one) => one === undefined).length, 0)
  // One of them made the account, and printed its key.
  const printed = await until(() => {
    const keys = servers.flatMap((one) => [
      ...(one?.err().matchAll(/^ {2}cfdi_sandbox_\w+$/gm) ?? []),
    ])
    return keys.length > 0 && keys
  })
  assert.equal(printed.length, 1)
  assert.deepEqual(await Promise.all(servers.map((one) => end(one!))), [0, 0, 0, 0])
  // The table of the server's own, made by sixteen at once.
  const { client, close } = await openDatabase({ databaseUrl, dataFolder: '' }, {})
  for (let round = 0; round < 5; round++) {
    await client.query('drop table server_kept', [])
    const all = await Promise.all(
      Array.from({ length: 16 }, () => openDatabase({ databaseUrl, dataFolder: '' }, {})),
    )
    await Promise.all(all.map((one) => one.close()))
  }
  await close()
})

it('a signal while the server makes its first account ends it in order', {
  timeout: 120_000,
}, async () => {
  const DATA_FOLDER = await mkdtemp(join(tmpdir(), 'ending-'))
  const running = run({ DATA_FOLDER }, 'server.js')
  running.child.stdout!.on('data', (chunk) => {
    if (String(chunk).includes('"event":"listening"')) running.child.kill('SIGTERM')
  })
  assert.equal(await running.ended, 0, running.err())
  assert.match(running.out(), /"event":"closed"/)
  await rm(DATA_FOLDER, { recursive: true })
})
