/**
 * The log of deliveries, the test event, and secrets of webhooks at rest.
 * @module
 */
import { describe, expect, it } from 'vitest'
import type { HttpRequest } from '../../../src/pac/adapter/adapter.js'
import { deliverEvents } from '../../../src/service/webhooks/deliver.js'
import { verifyWebhook } from '../../../src/service/webhooks/sign.js'
import { noon } from '../../fixtures.js'
import { codeOf, json } from '../desk.js'
import { caller, openOwner, said } from './owner.js'

interface Attempt {
  readonly event: string
  readonly tries: number
  readonly outcome: string
  readonly status?: number
  readonly why?: string
}

async function scene() {
  const owner = await openOwner()
  const { desk, call, vault } = owner
  const hook = said<{ id: string; secret: string }>(
    await call('createWebhook', { url: 'https://erp.example.mx/a', events: 'cfdi.stamped' }),
  )
  const requests: HttpRequest[] = []
  const statuses: number[] = []
  const deliver = (given: object = { vault }) =>
    deliverEvents(desk.stores.sandbox, {
      async send(request) {
        requests.push(request)
        return { status: statuses.shift() ?? 204, headers: {}, body: new Uint8Array() }
      },
      clock: { now: () => noon.getTime() + desk.now, sleep: () => new Promise(() => {}) } as never,
      ...given,
    })
  const log = async () =>
    said<{ data: Attempt[] }>(await call('listDeliveries', {}, { id: hook.id })).data
  return { ...owner, hook, requests, statuses, deliver, log }
}

describe('the log of deliveries', () => {
  it('has each attempt, with its answer', async () => {
    const { call, desk, deliver, statuses, log } = await scene()
    await call('createInvoice', { json: json() })
    statuses.push(500)
    await deliver()
    desk.now += 60_000
    await deliver()
    expect(await log()).toMatchObject([
      { tries: 2, outcome: 'done', status: 204 },
      { tries: 1, outcome: 'again', status: 500, why: 'HTTP 500' },
    ])
    desk.now += 31 * 86_400_000
    await desk.service.recover()
    expect(await log()).toEqual([])
  })

  it('is of the account alone', async () => {
    const { accounts, desk, hook, ownerKey } = await scene()
    await accounts.create({ id: 'dos', name: 'Dos', issuers: [] })
    const other = caller(desk, (await ownerKey('dos')).key)
    for (const name of ['listDeliveries', 'testWebhook'] as const)
      expect(codeOf(await other(name, {}, { id: hook.id }))).toBe(727)
  })
})

it('a webhook is of the account: it goes on after its key was revoked, until it is removed', async () => {
  const { accounts, call, desk, hook, id, deliver, requests, ownerKey } = await scene()
  const second = await ownerKey('uno')
  expect(await accounts.revokeKey(id)).toBe(true)
  expect(codeOf(await call('createInvoice', { json: json() }))).toBe(720)
  const other = caller(desk, second.key)
  await other('createInvoice', { json: json() })
  await deliver()
  expect(requests).toHaveLength(1)
  expect(said<{ data: object[] }>(await other('listWebhooks')).data).toMatchObject([
    { id: hook.id },
  ])
  await other('removeWebhook', {}, { id: hook.id })
  await other('createInvoice', { json: json({ Folio: '8' }) })
  await deliver()
  expect(requests).toHaveLength(1)
})

describe('a test event', () => {
  it('reaches its webhook only, signed, also when it subscribes to others', async () => {
    const { call, desk, hook, deliver, requests, log } = await scene()
    await call('createWebhook', { url: 'https://erp.example.mx/b' })
    const { event } = said<{ event: string }>(await call('testWebhook', {}, { id: hook.id }))
    await deliver()
    expect(requests.map(({ url }) => url)).toEqual(['https://erp.example.mx/a'])
    const [{ headers, body } = { headers: {}, body: new Uint8Array() }] = requests
    const verdict = await verifyWebhook({ headers, body: body as string }, [hook.secret], {
      now: noon.getTime() + desk.now,
    } as never)
    expect(verdict).toMatchObject({ ok: true })
    expect(await log()).toMatchObject([{ event, outcome: 'done' }])
  })

  it('is refused by a webhook that is disabled', async () => {
    const { call, hook } = await scene()
    await call('updateWebhook', { active: 'no' }, { id: hook.id })
    expect(codeOf(await call('testWebhook', {}, { id: hook.id }))).toBe(725)
  })
})

it('the secret of a webhook is stored sealed, and a delivery without its key fails', async () => {
  const { call, desk, hook, deliver, requests, log } = await scene()
  const [stored] = await desk.stores.sandbox.webhooks.page({ limit: 1 })
  expect(stored?.secret).toMatch(/^sealed1\./)
  await call('testWebhook', {}, { id: hook.id })
  await deliver({})
  expect(requests).toEqual([])
  expect(await log()).toMatchObject([{ outcome: 'again', why: 'el secreto no se puede abrir' }])
})
