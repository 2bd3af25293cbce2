/**
 * The audit log, the ids of requests, and the absence of secrets everywhere.
 * @module
 */
import { describe, expect, it, vi } from 'vitest'
import { serviceTables } from '../../../src/service/records.js'
import type { Observation } from '../../../src/service/run.js'
import { deliverEvents } from '../../../src/service/webhooks/deliver.js'
import { ask, codeOf, json } from '../desk.js'
import { caller, filesOf, openOwner, password, said } from './owner.js'

interface Row {
  readonly action: string
  readonly by: string
  readonly target?: string
  readonly status?: number
  readonly code?: number
  readonly requestId?: string
}

const logOf = async (call: Awaited<ReturnType<typeof openOwner>>['call']) =>
  said<{ data: Row[] }>(await call('listAudit')).data

describe('the audit log', () => {
  it('has who did what, with which key, in which request, and how it ended', async () => {
    const { call, id, desk, accounts } = await openOwner()
    const headers = { 'x-request-id': 'erp-1' }
    const made = said<{ id: string; key: string }>(
      await call('createKey', { name: 'caja', scopes: 'invoices:read' }, {}, headers),
    )
    await call('revokeKey', {}, { id: made.id })
    await call('uploadCsd', filesOf('company', 'person'))
    await call('uploadCsd', filesOf('company'))
    const weak = await accounts.issueKey({ account: 'uno', scopes: ['balance:read'] })
    await caller(desk, weak.key)('createKey', { name: 'x' })
    await accounts.update('uno', { name: 'Otra' })
    const rows = await logOf(call)
    const find = (action: string, status?: number) =>
      rows.find((row) => row.action === action && row.status === status)
    expect(find('createKey', 201)).toMatchObject({
      ...{ by: id, target: made.id, requestId: 'erp-1' },
    })
    expect(find('revokeKey', 204)).toMatchObject({ by: id, target: made.id })
    expect(find('uploadCsd', 422)).toMatchObject({ code: 735 })
    expect(find('uploadCsd', 201)).toMatchObject({ target: '30001000000600000001' })
    expect(find('createKey', 403)).toMatchObject({ by: weak.id, code: 721 })
    expect(find('updateAccount')).toMatchObject({ by: 'operator' })
    expect(rows.filter(({ action }) => /^(list|get)/.test(action))).toEqual([])
  })

  it('is of the account alone, and only for its owner', async () => {
    const { call, accounts, ownerKey, desk, id, key } = await openOwner()
    await call('createKey', { name: 'caja', scopes: 'invoices:read' })
    await accounts.create({ id: 'dos', name: 'Dos', issuers: [] })
    const other = caller(desk, (await ownerKey('dos')).key)
    expect(JSON.stringify(await logOf(other))).not.toContain(id)
    expect(codeOf(await caller(desk, desk.key)('listAudit'))).toBe(721)
    expect(await logOf(caller(desk, key))).not.toEqual([])
  })

  it('has a row without a status for a call whose process died', async () => {
    const { call, desk } = await openOwner()
    const { csds } = desk.stores.sandbox
    vi.spyOn(csds, 'remove').mockReturnValueOnce(new Promise(() => {}))
    const put = vi.spyOn(desk.stores.sandbox.audit, 'put')
    void call('removeCsd', {}, { noCertificado: '0'.repeat(20) })
    put.mockRejectedValue(new Error('killed'))
    await vi.waitFor(async () =>
      expect(await logOf(call)).toContainEqual(
        expect.not.objectContaining({ status: expect.anything() }),
      ),
    )
  })

  it('of a stamp is its invoice: it names the key, also after an interruption', async () => {
    const { call, id } = await openOwner()
    await call('createInvoice', { json: json() })
    expect(said<{ data: object[] }>(await call('listInvoices')).data).toMatchObject([{ by: id }])
    expect((await logOf(call)).map(({ action }) => action)).not.toContain('createInvoice')
  })

  it('is kept five years, and attempts to deliver a month', async () => {
    const { call, desk } = await openOwner()
    await call('createKey', { name: 'caja', scopes: 'invoices:read' })
    desk.now += 5 * 365 * 86_400_000
    await desk.service.recover()
    expect((await desk.stores.sandbox.audit.page({ limit: 9 })).length).toBeGreaterThan(0)
    desk.now += 30 * 86_400_000
    await desk.service.recover()
    expect(await desk.stores.sandbox.audit.page({ limit: 9 })).toEqual([])
  })
})

describe('the id of a request', () => {
  it('is in each answer and each observation; the own id of a client is echoed', async () => {
    const seen: Observation[] = []
    const observe = (one: Observation) => void seen.push(one)
    const { desk, call, id } = await openOwner({ options: { observe } })
    seen.length = 0
    const answers = [
      await call('listKeys'),
      await call('listKeys', {}, {}, { 'X-Request-Id': 'erp:2026/11-7' }),
      await call('createKey', {}),
      await caller(desk, 'x')('listKeys'),
      await desk.service.handle({ method: 'GET', path: '/nada', headers: {} }),
      await desk.service.handle({ method: 'GET', path: '/api/v5/openapi.json', headers: {} }),
    ]
    const ids = answers.map(({ headers }) => headers['x-request-id'])
    expect(ids[1]).toBe('erp:2026/11-7')
    expect(new Set(ids).size).toBe(6)
    for (const each of ids) expect(each).toMatch(/^[\w.:/-]+$/)
    expect(seen.map(({ requestId }) => requestId)).toEqual(ids)
    expect(seen[0]).toMatchObject({ key: id, account: 'uno' })
    expect(seen[3]).not.toHaveProperty('key')
  })

  it('is a new one where that of the client is unsafe, too long, repeated or a key', async () => {
    const { call, key } = await openOwner()
    for (const given of [
      '',
      'a b',
      'a\r\nset-cookie: x',
      '"}',
      'ñ',
      'x'.repeat(129),
      key,
      ['a', 'b'],
    ]) {
      const answer = await call('listKeys', {}, {}, { 'x-request-id': given as string })
      expect(answer.headers['x-request-id']).toMatch(/^[0-9A-F-]{36}$/)
    }
  })
})

it('Authorization: Bearer takes the key, as X-Api-Key does', async () => {
  const { desk, key } = await openOwner()
  const listed = (headers: Record<string, string>) => desk.service.listKeys({ headers })
  expect((await listed({ authorization: `Bearer ${key}` })).status).toBe(200)
  expect((await listed({ Authorization: `bearer  ${key}` })).status).toBe(200)
  expect((await listed({ authorization: `Basic ${key}` })).status).toBe(401)
})

it('the links of a closed account end with its keys', async () => {
  const { desk, accounts } = await openOwner()
  const { cfdi } = said<{ cfdi: { UrlXml: string } }>(await ask(desk, { json: json() }))
  const { pathname: path, search } = new URL(cfdi.UrlXml)
  const get = () =>
    desk.service.handle({ method: 'GET', path, query: search.slice(1), headers: {} })
  expect((await get()).status).toBe(200)
  await accounts.update('uno', { status: 'closed' })
  expect((await get()).status).toBe(404)
  await accounts.update('uno', { status: 'active' })
  expect((await get()).status).toBe(200)
})

it('no secret is in a record, an answer, an observation or an error', async () => {
  const seen: unknown[] = []
  const { desk, call, key, accounts, vault } = await openOwner({
    options: { observe: (one) => void seen.push(one, (one.cause as Error)?.message) },
  })
  const answers: unknown[] = []
  const shown = new Map<string, number>()
  const say = async (...given: Parameters<typeof call>) => {
    const answer = await call(...given)
    answers.push(answer)
    return answer.body as { id: string; key: string; secret: string }
  }
  const made = await say('createKey', { name: 'caja', scopes: 'invoices:read' })
  const rotated = await say('rotateKey', {}, { id: made.id })
  // A person pastes the whole key where its id belongs.
  await say('revokeKey', {}, { id: rotated.key })
  const files = filesOf('company')
  await say('uploadCsd', files)
  await say('uploadCsd', { ...files, password: 'otra-Contraseña-9' })
  await say('uploadCsd', { ...files, contrasena: 'otra-Contraseña-9' })
  const hook = await say('createWebhook', { url: 'https://erp.example.mx/a' })
  const again = await say('rotateWebhook', {}, { id: hook.id })
  await say('testWebhook', {}, { id: hook.id })
  await say('createInvoice', { json: json() })
  const send = async () => ({ status: 500, headers: {}, body: new Uint8Array() })
  const tried: unknown[] = []
  await deliverEvents(desk.stores.sandbox, {
    ...{ vault, send, observe: (one) => tried.push(one) },
    clock: {
      now: () => Date.parse('2026-11-21T18:00:00Z') + desk.now,
      sleep: () => new Promise(() => {}),
    } as never,
  })
  for (const name of ['listKeys', 'listCsds', 'listIssuers', 'listAudit', 'listWebhooks'] as const)
    await say(name)
  await say('listDeliveries', {}, { id: hook.id })
  const dump: unknown[] = []
  const read = async () => {
    for (const table of serviceTables)
      dump.push(...(await desk.stores.sandbox[table].page({ limit: 1_000 })))
  }
  await read()
  await accounts.resealSecrets()
  await read()
  const secrets: Record<string, string> = {
    pass: password,
    'other pass': 'otra-Contraseña-9',
    'private key': files.key.slice(40, 80),
    owner: key.slice(-64),
    made: made.key.slice(-64),
    rotated: rotated.key.slice(-64),
    hook: hook.secret.slice(6),
    'hook again': again.secret.slice(6),
  }
  const texts = { dump: textOf(dump), seen: textOf(seen), tried: textOf(tried) }
  for (const [name, secret] of Object.entries(secrets)) {
    for (const [where, text] of Object.entries(texts))
      for (const form of formsOf(secret))
        expect(text.includes(form), `${name} in ${where}`).toBe(false)
    shown.set(name, answers.filter((answer) => textOf(answer).includes(secret)).length)
  }
  expect(Object.fromEntries(shown)).toEqual({
    ...{ pass: 0, 'other pass': 0, 'private key': 0, owner: 0 },
    ...{ made: 1, rotated: 1, hook: 1, 'hook again': 1 },
  })
  expect(texts.dump).toContain(made.id)
  expect(tried.length).toBeGreaterThan(0)
})

const textOf = (value: unknown) => JSON.stringify(value) ?? ''
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  encodeURIComponent(secret),
]
