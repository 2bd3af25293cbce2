/**
 * POST /api/v5/webhooks/{id}/rotate: for a while all secrets sign, and no consumer is left with one
 * that does not.
 * @module
 */
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpRequest } from '../../../src/pac/adapter/adapter.js'
import { deliverEvents } from '../../../src/service/webhooks/deliver.js'
import { noon } from '../../fixtures.js'
import { ask, bodyOf, codeOf, json, openDesk } from '../desk.js'

beforeEach(() => void vi.useFakeTimers({ now: noon, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

interface Told {
  readonly id: string
  readonly secret: string
  readonly previousUntil?: string
}

/** A service with a webhook that delivers stamps. */
async function scene() {
  const desk = await openDesk()
  const headers = { 'x-api-key': desk.key }
  const form = { url: 'https://erp.example.mx/cfdi', events: 'cfdi.stamped' }
  const { id, secret } = bodyOf<Told>(await desk.service.createWebhook({ headers, form }))
  const now = () => noon.getTime() + desk.now
  const rotate = (overlap?: string, more: object = {}) =>
    desk.service.rotateWebhook({
      headers,
      params: { id },
      form: overlap === undefined ? {} : { overlap },
      ...more,
    })
  let folio = 0
  return {
    ...{ desk, headers, id, secret, rotate },
    rotated: async (overlap?: string) => bodyOf<Told>(await rotate(overlap)),
    listed: async () =>
      bodyOf<{ data: readonly object[] }>(await desk.service.listWebhooks({ headers })).data,
    /** Returns which of the secrets verify the delivery of a stamp, by the reference library. */
    async signing(...secrets: readonly string[]): Promise<boolean[]> {
      folio++
      bodyOf(await ask(desk, { json: json({ Folio: `${folio}` }) }))
      const requests: HttpRequest[] = []
      const send = async (request: HttpRequest) => {
        requests.push(request)
        return { status: 204, headers: {}, body: new Uint8Array() }
      }
      const sleep = (_: number, signal?: AbortSignal) =>
        new Promise<void>((end) => signal?.addEventListener('abort', () => end()))
      await deliverEvents(desk.stores.sandbox, { send, clock: { now, sleep } })
      vi.setSystemTime(now())
      const [{ headers: sent, body }] = requests as [HttpRequest]
      return secrets.map((each) => verifies(each, body as string, { ...sent }))
    },
  }
}

function verifies(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

const day = 86_400_000

describe('a webhook that is given another secret', () => {
  it('signs with both for a day, and then with the new one', async () => {
    const { desk, id, secret, rotated, signing, listed } = await scene()
    const { secret: fresh, previousUntil, ...rest } = await rotated()
    expect(rest).toMatchObject({ id, url: 'https://erp.example.mx/cfdi', events: ['cfdi.stamped'] })
    expect(Date.parse(previousUntil ?? '')).toBe(noon.getTime() + day)
    expect(await listed()).toEqual([expect.objectContaining({ id, previousUntil })])
    expect(JSON.stringify(await listed())).not.toContain('whsec_')
    expect(await signing(secret, fresh)).toEqual([true, true])
    desk.now += day - 1
    expect(await signing(secret, fresh)).toEqual([true, true])
    desk.now += 1
    expect(await signing(secret, fresh)).toEqual([false, true])
    expect(await listed()).toEqual([
      expect.not.objectContaining({ previousUntil: expect.anything() }),
    ])
  })

  it('signs with none but the new one where a secret is known to others', async () => {
    const { secret, rotated, signing } = await scene()
    const { secret: fresh } = await rotated()
    const last = await rotated('0')
    expect(last.previousUntil).toBeUndefined()
    expect(await signing(secret, fresh, last.secret)).toEqual([false, false, true])
  })

  it('repeated after a lost response: the first secret stays in force, until its own end', async () => {
    const { desk, secret, rotated, signing } = await scene()
    await rotated('3600')
    desk.now += 1_000_000
    const { secret: fresh } = await rotated('7200')
    expect(await signing(secret, fresh)).toEqual([true, true])
    desk.now += 2_600_000
    expect(await signing(secret, fresh)).toEqual([false, true])
  })

  it('no more than four times at once: that is refused, and changes nothing', async () => {
    const { desk, secret, rotated, rotate, signing } = await scene()
    const all = [secret]
    for (let time = 0; time < 4; time++) all.push((await rotated()).secret)
    const refused = await rotate()
    expect([refused.status, codeOf(refused)]).toEqual([400, 725])
    expect(await signing(...all)).toEqual([true, true, true, true, true])
    desk.now += day
    expect((await rotate()).status).toBe(200)
  })
})

it('refuses invalid times, webhooks of other accounts and keys without the scope', async () => {
  const { desk, rotate, id, secret, signing } = await scene()
  for (const overlap of ['-1', '1.5', '604801', 'a'])
    expect(codeOf(await rotate(overlap))).toBe(725)
  const accounts = desk.service.accounts('sandbox')
  await accounts.create({ id: 'dos', name: 'Dos', issuers: ['EKU9003173C9'] })
  const stranger = {
    ...{ 'x-request-id': 'one', 'x-api-key': (await accounts.issueKey({ account: 'dos' })).key },
  }
  const foreign = await rotate('0', { headers: stranger })
  expect(codeOf(foreign)).toBe(727)
  expect(foreign).toEqual(
    await rotate('0', { headers: stranger, params: { id: id.replace(/.$/, 'x') } }),
  )
  const { key } = await accounts.issueKey({ account: 'uno', scopes: ['invoices:create'] })
  expect(codeOf(await rotate('0', { headers: { 'x-api-key': key } }))).toBe(721)
  expect(await signing(secret)).toEqual([true])
})
