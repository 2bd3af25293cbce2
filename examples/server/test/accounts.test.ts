/**
 * Accounts over HTTP: an uploaded CSD stamps at once, ids of requests, and no secret in the log or
 * the database.
 * @module
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, it } from 'node:test'
import { openDatabase } from '../src/database.js'
import { askDesk } from '../src/desk.js'
import { createKeeper } from '../src/vault.js'
import { type Host, openHost } from './host.ts'

let host: Host
let key: string
const password = '12345678a'
const fixture = async (name: string) =>
  (await readFile(new URL(`../../../fixtures/csd/${name}`, import.meta.url))).toString('base64')

before(async () => {
  host = await openHost()
  const scopes = ['account:manage', 'invoices:create', 'invoices:read', 'webhooks:manage']
  key = await askDesk(host.service, ['--issue', 'sandbox', 'uno', ...scopes])
})
after(() => host.close())

const send = async (method: string, path: string, form?: Record<string, string>, id?: string) => {
  const response = await fetch(`${host.origin}/api/v5/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(id && { 'x-request-id': id }) },
    ...(form && { body: new URLSearchParams(form) }),
  })
  const text = await response.text()
  const body = text === '' ? undefined : JSON.parse(text)
  return { status: response.status, body, id: response.headers.get('x-request-id') }
}

it('a CSD seals as soon as it is uploaded, and no more once it is removed', async () => {
  const draft = JSON.parse(await readFile(new URL('../factura.json', import.meta.url), 'utf8'))
  draft.Emisor = { Rfc: 'PLO150312QT1', Nombre: 'AUTO', RegimenFiscal: '601' }
  const stamp = () => send('POST', 'invoice/create', { json: JSON.stringify(draft) })
  assert.equal((await stamp()).body.code, 722)
  const files = { cer: await fixture('company.cer'), key: await fixture('company.key') }
  const wrong = await send('POST', 'csd', { ...files, password: 'otra' })
  assert.deepEqual([wrong.status, wrong.body.errors[0].field], [422, 'password'])
  const uploaded = await send('POST', 'csd', { ...files, password })
  assert.equal(uploaded.status, 201)
  // The sandbox takes CSDs of its own and of the SAT, and no document sealed by this one.
  const sealed = await stamp()
  assert.deepEqual([sealed.body.code, sealed.body.errors[0].code], [705, '308'])
  assert.equal((await send('DELETE', `csd/${uploaded.body.noCertificado}`)).status, 204)
  assert.equal((await stamp()).body.code, 722)
})

it('each response has an id, also those that no operation gives', async () => {
  assert.equal((await send('GET', 'keys', undefined, 'erp-7')).id, 'erp-7')
  assert.match((await send('GET', 'keys', undefined, 'a b')).id ?? '', /^[0-9a-f-]{36}$/)
  for (const path of ['/', '/health', '/nada', '/api/v5/nada'])
    assert.match((await fetch(host.origin + path)).headers.get('x-request-id') ?? '', /^.{36}$/)
})

it('a huge upload is cut, and one that is garbage is refused', async () => {
  const huge = 'A'.repeat(5 << 20)
  const cut = await send('POST', 'csd', { cer: huge, key: 'x', password }).catch(() => undefined)
  assert.ok(cut === undefined || cut.status === 413)
  assert.equal((await send('POST', 'csd', { cer: 'x', key: 'x', password })).status, 422)
  assert.equal((await send('POST', 'csd')).status, 400)
})

it('values of the server are sealed, and a wrong master key ends the start', async () => {
  const settings = { dataFolder: 'memory:', masterKey: [Buffer.alloc(32, 1)] }
  const schemas = { sandbox: 'cfdi_sandbox' }
  const database = await openDatabase(settings, schemas)
  try {
    assert.equal(await database.keep('link secret', async () => 'secreto'), 'secreto')
    assert.equal(await database.keep('link secret', async () => 'otro'), 'secreto')
    const { rows } = await database.client.query('select value from server_kept', [])
    assert.ok(rows.every(({ value }) => String(value).startsWith('sealed1.')))
    await assert.rejects(createKeeper(database.client, undefined, {}), /MASTER_KEY is not the key/)
    const keep = await createKeeper(database.client, undefined, { masterKeyLost: true })
    assert.equal(await keep('link secret', async () => 'nuevo'), 'nuevo')
  } finally {
    await database.close()
  }
})
