/** Limits of the calls of an account: turns, rates, and the headers that say so. */
import { describe, expect, it } from 'vitest'
import { bodyOf, codeOf, issuer, openDesk, ask, json } from './desk.js'
import type { DeskOptions } from './desk.js'

type Calls = NonNullable<NonNullable<DeskOptions['options']>['limits']>['calls']

/** A service with limits, whose look-up of balances may be held. */
async function open(calls: Calls) {
  const desk = await openDesk({ options: { limits: { calls } } })
  const accounts = desk.service.accounts('sandbox')
  await accounts.create({ id: 'dos', name: 'Dos', issuers: [issuer] })
  const other = (await accounts.issueKey({ account: 'dos' })).key
  const { get } = desk.stores.sandbox.credits
  const held = { count: 0, end: () => {}, wait: undefined as Promise<void> | undefined }
  desk.stores.sandbox.credits.get = async (id) => {
    if (held.wait !== undefined && id === 'uno') {
      held.count++
      await held.wait
    }
    return get(id)
  }
  const balance = (key = desk.key) => desk.service.balance({ headers: { 'x-api-key': key } })
  return {
    ...{ desk, accounts, balance, other, held },
    hold() {
      held.wait = new Promise((resolve) => {
        held.end = resolve
      })
    },
  }
}

describe('calls of an account at once', () => {
  it('run up to a number, wait up to another, and are then 733; other accounts go on', async () => {
    const { balance, held, hold, other } = await open({ atOnce: 2, waiting: 3 })
    bodyOf(await balance())
    hold()
    const all = Array.from({ length: 7 }, () => balance())
    const refused = await Promise.race(all)
    expect([refused.status, codeOf(refused)]).toEqual([429, 733])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    bodyOf(await balance(other))
    expect(held.count).toBe(2)
    held.end()
    const statuses = (await Promise.all(all)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
    bodyOf(await balance())
  })

  it('are counted together, whatever key they have', { timeout: 10_000 }, async () => {
    const { accounts, balance, held, hold } = await open({ atOnce: 2, waiting: 0 })
    const { key } = await accounts.issueKey({ account: 'uno' })
    for (const one of [undefined, key]) bodyOf(await balance(one))
    hold()
    const running = [balance(), balance(key)]
    expect((await balance(key)).status).toBe(429)
    held.end()
    for (const answer of await Promise.all(running)) bodyOf(answer)
  })

  it('200 orders at once are 200 invoices, by the default limits', async () => {
    const { desk, accounts } = await open(undefined)
    await accounts.grant('uno', 1_000, 'prueba')
    const asked = Array.from({ length: 200 }, (_, at) =>
      ask(desk, { json: json({ Folio: 'AUTO', Fecha: 'AUTO' }) }, { 'idempotency-key': `o-${at}` }),
    )
    const uuids = (await Promise.all(asked)).map(
      (answer) => bodyOf<{ cfdi: { UUID: string } }>(answer).cfdi.UUID,
    )
    expect(new Set(uuids).size).toBe(200)
    expect(desk.pac.stamped.size).toBe(200)
  })
})

describe('a rate', () => {
  it('is told in each answer, and its end with the seconds to wait', async () => {
    const { balance, desk, other } = await open({ perMinute: 60 })
    const first = await balance()
    expect(first.headers).toMatchObject({
      'ratelimit-policy': '"account";q=60;w=60',
      ratelimit: '"account";r=59;t=1',
    })
    for (let at = 0; at < 60; at++) bodyOf(await balance())
    const refused = await balance()
    expect([refused.status, codeOf(refused)]).toEqual([429, 733])
    expect(refused.headers).toMatchObject({ 'retry-after': '1', ratelimit: '"account";r=0;t=60' })
    bodyOf(await balance(other))
    desk.now += 1_000
    bodyOf(await balance())
    expect((await balance()).status).toBe(429)
  })

  it('of a key replaces that of its account, and is counted apart', async () => {
    const { accounts, balance } = await open({ perMinute: 2 })
    const { id, key } = await accounts.issueKey({ account: 'uno', limits: { perMinute: 4 } })
    bodyOf(await balance(key))
    for (let at = 0; at < 4; at++) bodyOf(await balance(key))
    expect((await balance(key)).status).toBe(429)
    bodyOf(await balance())
    expect(await accounts.limitKey(id, { perMinute: 1_000 })).toBe(true)
    expect(await accounts.limitKey('none')).toBe(false)
    await expect(accounts.limitKey(id, { perMinute: 0 })).rejects.toThrow(TypeError)
  })

  it('costs a caller beyond it no look-up of the key', async () => {
    const { balance, desk } = await open({ perMinute: 1 })
    bodyOf(await balance())
    bodyOf(await balance())
    const { get } = desk.stores.sandbox.keys
    let lookups = 0
    desk.stores.sandbox.keys.get = (id) => {
      lookups++
      return get(id)
    }
    expect((await balance()).status).toBe(429)
    expect(lookups).toBe(0)
  })

  it('is refused where it is no number', async () => {
    await expect(open({ perMinute: -1 })).rejects.toThrow('limits.calls: perMinute')
    await expect(open({ perHour: 1 } as never)).rejects.toThrow('perHour is not a limit')
  })
})
