/**
 * The backup of docs/en/deployment.md, and its restore on another PostgreSQL: keys, credits,
 * invoices, links and idempotency keys go on there, and an invoice that the backup lacks is not
 * stamped again.
 * @module
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import { isInstalled, pathOf } from '../../../test/programs.ts'
import { createLog } from '../src/log.js'
import { openServer } from '../src/open.js'
import { readSettings } from '../src/settings.js'
import { invoice, rfc, until } from './host.ts'

const run = promisify(execFile)
const skip = !isInstalled('postgres') && 'postgres is not installed'

const urlOf = ({ connection: { host } }: { connection: { host: string } }) =>
  `postgresql://test@/postgres?host=${host}`

const open = (databaseUrl: string) =>
  openServer(
    readSettings({ PORT: '0', PUBLIC_URL: 'http://localhost', DATABASE_URL: databaseUrl }),
    { log: createLog({ write: () => true }) },
  )

/** The commands of the page, with the address of a database and the file in place of its own. */
async function commandOf(program: string, database: string, file: string): Promise<void> {
  const page = await readFile(new URL('../../../docs/en/deployment.md', import.meta.url), 'utf8')
  const [, line = ''] = new RegExp(`^(${program} .*)$`, 'm').exec(page) ?? []
  const [name = '', ...given] = line.replace(' # once a day', '').split(' ')
  const args = given.map((one) =>
    one
      .replaceAll('"', '')
      .replace(/\$\w+_URL/, database)
      .replace('cfdi.dump', file),
  )
  await run(join(dirname(realpathSync(pathOf('postgres'))), name), args)
}

/** The commands of the page for operators, of the sandbox and of a time. */
async function commandOfDesk(verb: string, database: string, time: Date): Promise<string> {
  const page = await readFile(new URL('../../../docs/en/deployment.md', import.meta.url), 'utf8')
  const [, line = ''] = new RegExp(`^node (account.js --${verb} .*)$`, 'm').exec(page) ?? []
  const args = line.replace('production', 'sandbox').replace(/\S+Z$/, time.toISOString()).split(' ')
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const env = { ...process.env, DATABASE_URL: database }
  return (await run(process.execPath, args, { cwd, env })).stdout
}

it('a restored server continues: the same keys, invoices, links and credits', {
  skip,
  timeout: 300_000,
}, async (t) => {
  const [before, after] = [await startServer(), await startServer()]
  const folder = await mkdtemp(join(tmpdir(), 'dump-'))
  t.after(async () => {
    await Promise.all([before.stop(), after.stop()])
    await rm(folder, { recursive: true })
  })
  const file = join(folder, 'cfdi.dump')
  const create = async (port: number, key: string, orderKey: string | undefined, more = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v5/invoice/create`, {
      method: 'POST',
      headers: { 'x-api-key': key, ...(orderKey && { 'idempotency-key': orderKey }) },
      body: new URLSearchParams({ json: JSON.stringify(invoice({ Folio: 'AUTO' })), ...more }),
    })
    return answer.json()
  }
  const call = async (...given: Parameters<typeof create>) => (await create(...given)).cfdi

  const first = await open(urlOf(before))
  const accounts = first.service.accounts('sandbox')
  await accounts.create({ id: 'uno', name: 'Uno', issuers: [rfc] })
  const { key } = await accounts.issueKey({
    account: 'uno',
    scopes: ['invoices:create', 'invoices:read', 'invoices:settle', 'balance:read'],
  })
  const stamped = await call(first.port, key, 'pedido-1')
  assert.equal(stamped.Folio, '1')
  await commandOf('pg_dump', urlOf(before), file)
  const dumped = new Date()
  const lost = await call(first.port, key, 'pedido-perdido')
  assert.equal(lost.Folio, '2')
  await first.close()

  await commandOf('pg_restore', urlOf(after), file)
  assert.match(await commandOfDesk('restored', urlOf(after), dumped), /^restored/)
  const second = await open(urlOf(after))
  t.after(() => second.close())
  const again = await call(second.port, key, 'pedido-1')
  assert.equal(again.UUID, stamped.UUID)
  const link = new URL(stamped.UrlXml)
  const xml = await fetch(`http://127.0.0.1:${second.port}${link.pathname}${link.search}`)
  assert.equal(Buffer.from(await xml.arrayBuffer()).toString('base64'), stamped.XML)

  const headers = { 'x-api-key': key }
  const forgotten = await create(second.port, key, 'pedido-perdido')
  assert.equal(forgotten.code, 708)
  assert.match(forgotten.message, /fecha_pedido/)
  const unknown = await create(second.port, key, 'pedido-2')
  assert.equal(unknown.code, 708)
  // In the second of the lost stamp, an equal order with its folio would be the same document.
  await until(() => Date.now() > dumped.getTime() + 3_000)
  const later = { fecha_pedido: new Date().toISOString() }
  assert.equal((await call(second.port, key, 'pedido-3', later)).Folio, '2')
  assert.equal((await call(second.port, key, undefined)).Folio, '3')
  const early = { fecha_pedido: dumped.toISOString() }
  assert.equal((await create(second.port, key, 'pedido-4', early)).code, 708)
  const ahead = { fecha_pedido: new Date(Date.now() + 60_000).toISOString() }
  assert.equal((await create(second.port, key, 'pedido-5', ahead)).code, 725)

  const at = (path: string) => `http://127.0.0.1:${second.port}/api/v5/${path}`
  const { data } = await (await fetch(at('attention'), { headers })).json()
  const listed = data.map((one: { key: string; reason: string }) => `${one.key} ${one.reason}`)
  const inDoubt = ['pedido-2 forgotten', 'pedido-4 forgotten', 'pedido-perdido forgotten']
  assert.deepEqual(listed.sort(), inDoubt)
  const form = {
    clave: 'pedido-perdido',
    xml: Buffer.from(lost.XML, 'base64').toString(),
  }
  const settled = await until(async () => {
    const body = new URLSearchParams(form)
    const answer = await fetch(at('attention/settle'), { method: 'POST', headers, body })
    const told = await answer.json()
    // A process visits the key at this moment: to be repeated.
    if (told.code !== 708) return told
    assert.ok(answer.headers.has('retry-after'))
    return false
  })
  assert.equal(settled.UUID, lost.UUID, JSON.stringify(settled))
  assert.equal((await call(second.port, key, 'pedido-perdido')).UUID, lost.UUID)

  assert.match(await commandOfDesk('end-restore', urlOf(after), dumped), /^ended: 2 /)
  assert.equal((await call(second.port, key, 'pedido-2')).Folio, '4')
  const balance = await (await fetch(at('balance'), { headers })).json()
  assert.deepEqual([balance.stamped, balance.reserved], [5, 0])
})
