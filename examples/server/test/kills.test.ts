/**
 * Two servers over one PostgreSQL, killed with SIGKILL in turn in the middle of stamps, while clients
 * repeat their keys after `Retry-After`: no order is lost, and none is stamped twice.
 * `ORDERS=600 KILLS=12 node --import tsx --test test/kills.test.ts` runs a longer one.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, it } from 'node:test'
import { type Server, startServer } from '../../../test/postgres/server.ts'
import { isInstalled } from '../../../test/programs.ts'
import { invoice, until } from './host.ts'
import { end, endAll, run, serve } from './processes.ts'

const orders = Number(process.env['ORDERS'] ?? 60)
const kills = Number(process.env['KILLS'] ?? 3)
const clients = 12

type Serving = NonNullable<Awaited<ReturnType<typeof serve>>>

let postgres: Server | undefined
const folder = mkdtempSync(join(tmpdir(), 'kills-'))
after(async () => {
  await endAll()
  await postgres?.stop()
  rmSync(folder, { recursive: true })
})

const skip = !isInstalled('postgres') && 'postgres is not installed'

it('no order is lost or doubled by kill -9', { skip, timeout: 1_200_000 }, async () => {
  postgres = await startServer()
  const env = {
    ...{ DATABASE_URL: `postgresql://test@/postgres?host=${postgres.connection.host}` },
    ...{ DATA_FOLDER: folder, LEASE_SECONDS: '3' },
  }
  const start = async () => (await serve(env)) as Serving
  const first = await start()
  const servers = [first, await start()]
  const key = (await until(() => /cfdi_sandbox_\w+/.exec(first.err())?.[0])) as string
  await run(env, 'account.js', '--grant', 'sandbox', 'demo', String(orders), 'kills').ended
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${servers[Math.floor(Math.random() * servers.length)]!.origin}/api/v5/${path}`, {
      ...init,
      headers: { 'x-api-key': key, ...init.headers },
    })
  const json = JSON.stringify(invoice({ Folio: 'AUTO' }))
  const told = { unreachable: 0, later: {} as Record<string, number> }
  let answered = 0

  /** A client: it repeats the key until the outcome is certain, and waits as it is told. */
  async function order(name: string): Promise<string> {
    for (;;) {
      const body = new URLSearchParams({ json })
      const init = { method: 'POST', body, headers: { 'idempotency-key': name } }
      const reply = await send('invoice/create', init).catch(() => undefined)
      const said = await reply?.json().catch(() => undefined)
      if (reply === undefined || said === undefined) {
        told.unreachable++
        await sleep(200)
        continue
      }
      if (reply.status === 200) return said.cfdi.UUID
      assert.ok([429, 503, 504].includes(reply.status), JSON.stringify(said))
      const seconds = reply.headers.get('retry-after') ?? ''
      assert.match(seconds, /^[1-9]\d*$/, `${said.code} has no Retry-After`)
      told.later[said.code] = (told.later[said.code] ?? 0) + 1
      await sleep(Number(seconds) * 1_000)
    }
  }

  const names = Array.from({ length: orders }, (_, at) => `pedido-${at}`)
  const uuids = new Map<string, string>()
  const queue = [...names]
  const client = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      uuids.set(name, await order(name))
      answered++
    }
  }
  const killer = async () => {
    for (let turn = 0; turn < kills; turn++) {
      while (answered < ((turn + 1) * orders) / (kills + 1)) await sleep(20)
      const at = turn % 2
      await end(servers[at]!, 'SIGKILL')
      servers[at] = await start()
    }
  }
  await Promise.all([killer(), ...Array.from({ length: clients }, client)])

  assert.equal(new Set(uuids.values()).size, orders)
  for (const name of names.filter((_, at) => at % 5 === 0))
    assert.equal(await order(name), uuids.get(name), 'the same key has the same invoice')
  const listed: string[] = []
  let next = ''
  do {
    const page = await (await send(`invoice?limit=100&count=1${next && `&cursor=${next}`}`)).json()
    assert.equal(page.count, orders)
    listed.push(...page.data.map(({ UUID }: { UUID: string }) => UUID))
    next = page.next ?? ''
  } while (next !== '')
  assert.deepEqual(listed.sort(), [...uuids.values()].sort())
  const balance = await until(async () => {
    const said = await (await send('balance')).json()
    return said.reserved === 0 && said
  })
  assert.equal(balance.stamped, orders)
  assert.equal(balance.balance, balance.granted - orders)
  console.log(JSON.stringify({ orders, kills, ...told }))
  for (const server of servers) await end(server)
})
