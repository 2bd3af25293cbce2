/**
 * The backup of docs/en/deployment.md, and its restore on another PostgreSQL: keys, credits,
 * invoices, links and idempotency keys go on there.
 * @module
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { it } from 'node:test'
import { promisify } from 'node:util'
import { startServer } from '../../../test/postgres/server.ts'
import { isInstalled, pathOf } from '../../../test/programs.ts'
import { createLog } from '../src/log.js'
import { openServer } from '../src/open.js'
import { readSettings } from '../src/settings.js'
import { invoice, rfc } from './host.ts'

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
  const form = { json: JSON.stringify(invoice({ Folio: 'AUTO' })) }
  const call = async (port: number, key: string, orderKey: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v5/invoice/create`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'idempotency-key': orderKey },
      body: new URLSearchParams(form),
    })
    return (await answer.json()).cfdi
  }

  const first = await open(urlOf(before))
  const accounts = first.service.accounts('sandbox')
  await accounts.create({ id: 'uno', name: 'Uno', issuers: [rfc] })
  const { key } = await accounts.issueKey({ account: 'uno' })
  const stamped = await call(first.port, key, 'pedido-1')
  assert.equal(stamped.Folio, '1')
  await commandOf('pg_dump', urlOf(before), file)
  await first.close()

  await commandOf('pg_restore', urlOf(after), file)
  const second = await open(urlOf(after))
  t.after(() => second.close())
  const again = await call(second.port, key, 'pedido-1')
  assert.equal(again.UUID, stamped.UUID)
  const next = await call(second.port, key, 'pedido-2')
  assert.equal(next.Folio, '2')
  const link = new URL(stamped.UrlXml)
  const xml = await fetch(`http://127.0.0.1:${second.port}${link.pathname}${link.search}`)
  assert.equal(Buffer.from(await xml.arrayBuffer()).toString('base64'), stamped.XML)
  const headers = { 'x-api-key': key }
  const balance = await fetch(`http://127.0.0.1:${second.port}/api/v5/balance`, { headers })
  assert.equal((await balance.json()).stamped, 2)
})
