/**
 * Large drafts and PDFs beside small requests: the thread does the work, over PGlite too.
 * @module
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { isLarge } from '../src/heavy.js'
import { createLog } from '../src/log.js'
import { lowerThread } from '../src/lowerThread.js'
import { openServer } from '../src/open.js'
import { readSettings } from '../src/settings.js'
import { invoice, rfc } from './host.ts'

const [concept] = (invoice() as { Conceptos: object[] }).Conceptos
const large = (count: number) =>
  invoice({
    Conceptos: Array.from({ length: count }, (_, at) => ({
      ...concept,
      Descripcion: `Renglón ${at + 1}`,
    })),
  })

const isLinux = process.platform === 'linux'

/** Steps of niceness of each thread below the main one: field 19 of proc_pid_stat(5). */
function listNiceness(process: number): number[] {
  const read = (thread: string | number) => {
    const stat = readFileSync(`/proc/${process}/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])
  }
  const own = read(process)
  const all = readdirSync(`/proc/${process}/task`).map((thread) => read(thread) - own)
  return all.filter((steps) => steps !== 0)
}

/** A process whose thread is the first to use libuv's pool: it imports no file. */
function startBare() {
  const source = readFileSync(new URL('../src/lowerThread.js', import.meta.url), 'base64')
  const inThread = `import('data:text/javascript;base64,${source}').then((module) => {
    module.lowerThread()
    setInterval(() => {}, 1000)
    require('node:crypto').randomBytes(4, () => require('node:worker_threads').parentPort.postMessage(0))
  })`
  const code = `new (require('node:worker_threads').Worker)(${JSON.stringify(inThread)}, { eval: true })
    .on('message', () => process.send('ready'))`
  return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
}

describe('a draft of 5,000 concepts', () => {
  let server: Awaited<ReturnType<typeof openServer>>
  let headers: Record<string, string>
  const lines: string[] = []
  const address = (path: string) => `http://127.0.0.1:${server.port}/api/v5/${path}`
  const post = (path: string, form: Record<string, string>) =>
    fetch(address(path), { method: 'POST', headers, body: new URLSearchParams(form) })

  /** Asks for the balance until the work is done; returns the milliseconds of each answer. */
  async function beside<Result>(work: Promise<Result>) {
    const times: number[] = []
    let isDone = false
    const ended = work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      const began = performance.now()
      const answer = await fetch(address('balance'), { headers })
      await answer.arrayBuffer()
      assert.equal(answer.status, 200)
      times.push(performance.now() - began)
    }
    return { result: await ended, times }
  }

  before(async () => {
    const settings = readSettings({
      PORT: '0',
      DATA_FOLDER: 'memory:',
      PUBLIC_URL: 'http://localhost',
    })
    const log = createLog({ write: (line: string) => void lines.push(line) })
    server = await openServer(settings, { log })
    const accounts = server.service.accounts('sandbox')
    await accounts.create({ id: 'uno', name: 'Uno', issuers: [rfc] })
    headers = { 'x-api-key': (await accounts.issueKey({ account: 'uno' })).key }
    // The thread starts with the first large request, and the catalogues are read once.
    assert.equal((await post('invoice/preview', { json: JSON.stringify(large(200)) })).status, 200)
  })
  after(() => server.close())

  it('is stamped while others are answered, with one credit and in the log', async () => {
    const sent = post('invoice/create', { json: JSON.stringify(large(5_000)) })
    const { result, times } = await beside(sent)
    const body = await result.json()
    assert.equal(result.status, 200, JSON.stringify(body).slice(0, 500))
    assert.ok(times.length >= 5, `only ${times.length} were answered meanwhile`)
    assert.ok(lines.some((line) => /"operation":"createInvoice","status":200/.test(line)))
    const balance = await (await fetch(address('balance'), { headers })).json()
    assert.equal(balance.stamped, 1)
    const found = await fetch(address(`invoice/${body.cfdi.UUID}`), { headers })
    assert.equal(found.status, 200)
    console.log(`beside 5,000 concepts: ${times.length} calls, longest ${Math.max(...times)} ms`)
  })

  it('and a PDF of 300 is made in the thread too', async () => {
    const stamped = await post('invoice/create', { json: JSON.stringify(large(300)) })
    const link = new URL((await stamped.json()).cfdi.UrlPdf)
    const { result, times } = await beside(
      fetch(`http://127.0.0.1:${server.port}${link.pathname}${link.search}`),
    )
    assert.equal(result.headers.get('content-type'), 'application/pdf')
    assert.ok((await result.arrayBuffer()).byteLength > 20_000)
    assert.ok(times.length >= 5, `only ${times.length} were answered meanwhile`)
    console.log(`beside its PDF: ${times.length} calls, longest ${Math.max(...times)} ms`)
  })

  it('both threads have a lower priority; no other does', { skip: !isLinux }, () => {
    assert.deepEqual(listNiceness(process.pid), [10, 10])
  })

  it('with errors in each: the first 200 are told, and the number of the others', async () => {
    const wrong = large(5_000) as { Conceptos: Record<string, string>[] }
    for (const one of wrong.Conceptos) one['ClaveProdServ'] = '0'
    const { result } = await beside(post('invoice/create', { json: JSON.stringify(wrong) }))
    const body = await result.json()
    assert.equal(result.status, 422)
    assert.equal(body.code, 702)
    assert.equal(body.errors.length, 200)
    assert.ok(body.more >= 4_800, String(body.more))
  })

  it('is judged for /mcp in the thread, which takes calls of tools only', async () => {
    const ask = (message: object) =>
      fetch(`http://127.0.0.1:${server.port}/mcp`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      })
    const called = (name: string, args: object) =>
      ask({ method: 'tools/call', params: { name, arguments: args } })
    const before = (await (await fetch(address('balance'), { headers })).json()).stamped
    const stamped = called('stamp', { json: large(5_000), key: 'grande' })
    const { result, times } = await beside(stamped)
    assert.match(await result.text(), /"UUID":"[0-9A-F-]{36}"/)
    assert.ok(times.length >= 5, `only ${times.length} were answered meanwhile`)
    const balance = await (await fetch(address('balance'), { headers })).json()
    assert.equal(balance.stamped, before + 1)
    const found = await called('catalog', { catalog: 'c_ClaveProdServ', search: 'tornillo' })
    assert.match(await found.text(), /ornillo/)
    const waiting = { method: 'subscriptions/listen', params: { json: large(200) } }
    assert.equal((await ask(waiting)).status, 413)
    const huge = { method: 'tools/call', params: { name: 'draft', text: 'x'.repeat(5 << 20) } }
    assert.equal((await ask(huge)).status, 413)
  })

  it('is not large with fifty concepts; thousands of empty objects in a small body are', () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    const formOf = (document: object) =>
      bytes(new URLSearchParams({ json: JSON.stringify(document) }).toString())
    assert.equal(isLarge(formOf(large(45))), false)
    assert.equal(isLarge(formOf(large(100))), true)
    assert.equal(isLarge(formOf({ Conceptos: Array(800).fill({}) })), true)
    assert.equal(isLarge(bytes(`json={"Conceptos":[${'{},'.repeat(800)}{}]}`)), true)
    assert.equal(isLarge(undefined), false)
  })

  it('is of the most that fit: more than 10,000 concepts are refused', async () => {
    const json = JSON.stringify({
      ...invoice(),
      Conceptos: Array.from({ length: 10_001 }, () => ({})),
    })
    const body = await (await post('invoice/create', { json })).json()
    assert.equal(body.code, 702)
    assert.match(body.message, /10001 conceptos.*hasta 10000/)
  })
})

describe('a thread', () => {
  const refuse = () => {
    throw new Error('EPERM')
  }

  it('lowers itself, and not the pool that it starts', { skip: !isLinux }, async (context) => {
    const child = startBare()
    context.after(() => child.kill())
    await once(child, 'message')
    assert.deepEqual(listNiceness(child.pid!), [10])
  })

  it('keeps its priority where the system refuses a lower one', () => {
    assert.doesNotThrow(() => lowerThread(refuse))
  })

  it('keeps it where threads have none of their own', (context) => {
    const set = context.mock.fn()
    const { platform } = process
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    lowerThread(set)
    Object.defineProperty(process, 'platform', { value: platform })
    assert.equal(set.mock.callCount(), 0)
  })
})
