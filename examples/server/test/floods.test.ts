/**
 * Floods of connections and of bodies that do not end: others are answered, memory is bounded, and
 * nothing runs of a request whose client has gone.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, afterEach, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { askDesk } from '../src/desk.js'
import { call, type Host, invoice, openHost, until } from './host.ts'

let host: Host
let manager: string
const sockets: Socket[] = []
before(async () => {
  host = await openHost()
  manager = await askDesk(host.service, ['--issue', 'sandbox', 'uno', 'account:manage'])
})
after(() => host.close())
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Opens a connection, and sends the beginning of a request. */
async function open(text?: string | Buffer): Promise<Socket> {
  const socket = connect(host.port, '127.0.0.1')
  sockets.push(socket.on('error', () => {}))
  await once(socket, 'connect')
  if (text !== undefined) socket.write(text)
  return socket
}

const headOf = (path: string, length: number, key: string) =>
  [
    `POST /api/v5/${path} HTTP/1.1`,
    'host: localhost',
    `x-api-key: ${key}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${length}`,
    '\r\n',
  ].join('\r\n')

it('nothing runs of a request whose client goes in the middle of its body', async () => {
  const keys = async () =>
    (await call(host, 'keys', { headers: { 'x-api-key': manager } })).body.data
  const { key } = await host.accounts.issueKey({ account: 'uno', scopes: ['account:manage'] })
  const [, id] = /^cfdi_sandbox_([^_]+)_/.exec(key) ?? []
  const before = await keys()
  // Without its fields the request would give the old key another day.
  for (const part of ['', 'overlap', 'overlap=']) {
    const socket = await open(`${headOf(`keys/${id}/rotate`, 100, manager)}${part}`)
    await sleep(100)
    socket.destroy()
  }
  await sleep(300)
  assert.equal((await keys()).length, before.length)
  const headers = { 'x-api-key': manager }
  const whole = await call(host, `keys/${id}/rotate`, { method: 'POST', headers })
  assert.equal(whole.status, 201, 'a request without fields would run')
})

it('2,000 idle connections keep nobody out', async () => {
  await Promise.all(Array.from({ length: 2_000 }, () => open()))
  for (let turn = 0; turn < 3; turn++) assert.equal((await call(host, 'balance')).status, 200)
})

it('bodies that do not end hold 256 MiB at most, and short ones arrive', async () => {
  const part = Buffer.concat([
    Buffer.from(headOf('invoice/create', 4_000_000, host.key)),
    Buffer.alloc(3_900_000, 'a'),
  ])
  const all: Socket[] = []
  for (let count = 0; count < 90; count++) all.push(await open(part))
  const isOpen = (socket: Socket) => !socket.destroyed
  await until(() => all.filter((socket) => !isOpen(socket)).length >= 90 - 68)
  assert.equal((await call(host, 'balance')).status, 200)
  const few = { form: { json: '{}' } }
  assert.equal((await call(host, 'invoice/preview', few)).status, 200)
  // Those that are left were not closed in vain.
  assert.ok(all.filter(isOpen).length >= 60, `${all.filter(isOpen).length} are open`)
  for (const socket of all) socket.destroy()
  await sleep(500)
  await open(part.subarray(0, 3_000_000))
  assert.equal((await call(host, 'balance')).status, 200)
})

it('a flood of the sandbox leaves production its places, by address and by key', async () => {
  for (const ports of [{ PRODUCTION_PORT: '0' }, {}]) {
    const both = await openHost({
      env: {
        ...{ ...ports, MOST_AT_ONCE: '20', ACCOUNT_AT_ONCE: '40' },
        ...{
          MASTER_KEY: 'ab'.repeat(32),
          PRODUCTION_PACS: '{"finkok":{"user":"a","password":"b"}}',
        },
      },
      credits: 100,
    })
    const accounts = both.service.accounts('production')
    await accounts.create({ id: 'tienda', name: 'Tienda', issuers: [] })
    const { key } = await accounts.issueKey({ account: 'tienda' })
    const port = both.ports.at(-1)
    const balance = () =>
      fetch(`http://127.0.0.1:${port}/api/v5/balance`, { headers: { 'x-api-key': key } })
    let release = () => {}
    both.line.held = new Promise((resolve) => {
      release = resolve
    })
    const flood = Array.from({ length: 40 }, (_, at) =>
      call(both, 'invoice/create', {
        form: { json: JSON.stringify(invoice({ Folio: `${at}` })) },
      }),
    )
    let refused = 0
    for (const one of flood) void one.then(({ status }) => status === 503 && refused++)
    await until(() => refused === 30)
    const answers = await Promise.all(Array.from({ length: 5 }, balance))
    for (const { status } of answers) assert.equal(status, 200)
    release()
    await Promise.all(flood)
    await both.close()
  }
})
