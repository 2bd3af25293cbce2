/**
 * Silent receivers delay nobody else: slots of webhooks and accounts, and the circuit of a webhook
 * in its record.
 */
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/pac/clock.js'
import { createMemoryServiceStore } from '../../../src/service/memoryStore.js'
import { deliveryOf } from '../../../src/service/events.js'
import type { EventRecord } from '../../../src/service/records.js'
import { type DeliverOptions, deliverEvents } from '../../../src/service/webhooks/deliver.js'
import { eventTypes } from '../../../src/service/webhooks/events.js'
import { createWebhookSecret } from '../../../src/service/webhooks/secret.js'

const secret = createWebhookSecret()
const day = 86_400_000
const reply = (status: number) => ({ status, headers: {}, body: new Uint8Array() })

/** A store with webhooks `<account>-<number>`, and a clock that the test moves. */
function scene() {
  const store = createMemoryServiceStore()
  let now = Date.now()
  const event = (id: string, owner: string): EventRecord => ({
    ...{ id, owner, at: now, version: 1, environment: 'sandbox', type: 'cfdi.cancelled' },
    data: { UUID: id, motivo: '02' },
  })
  return {
    store,
    pass(ms: number) {
      now += ms
    },
    now: () => now,
    webhook: (id: string, owner: string): Promise<void> =>
      store.webhooks.put({
        ...{ id, owner, at: now, url: `https://${id}.example.mx/`, events: eventTypes, secret },
      }),
    async event(id: string, owner: string, webhooks: readonly string[]) {
      const record = event(id, owner)
      await store.transaction(async (tables) => {
        await tables.events.put(record)
        for (const webhook of webhooks) await tables.deliveries.put(deliveryOf(record, webhook))
      })
    },
    deliver: (send: DeliverOptions['send'], more: Partial<DeliverOptions> = {}) =>
      deliverEvents(store, {
        ...{ send, random: () => 0 },
        clock: { ...systemClock, now: () => now },
        ...more,
      }),
    failing: async (id: string) => (await store.webhooks.get(id))?.failing,
  }
}

describe('a receiver of another account', () => {
  it('waits less than two seconds behind 20 silent ones of each of five accounts, and their backlog', async () => {
    const { deliver, event, store, webhook } = scene()
    for (const owner of ['a', 'b', 'c', 'd', 'e']) {
      const webhooks = Array.from({ length: 20 }, (_, at) => `${owner}-${at}`)
      for (const id of webhooks) await webhook(id, owner)
      for (let at = 0; at < 10; at++) await event(`${owner}${at}`, owner, webhooks)
    }
    await webhook('good', 'z')
    const stop = new AbortController()
    const [asked, arrived] = [new Map<string, number>(), [] as number[]]
    const running = deliver(
      async ({ url }, signal) => {
        asked.set(url, (asked.get(url) ?? 0) + 1)
        if (url.includes('good')) {
          arrived.push(Date.now())
          return reply(200)
        }
        return new Promise((end) =>
          signal?.addEventListener('abort', () => end({ sent: 'maybe', error: { code: 'E' } })),
        )
      },
      { signal: stop.signal },
    )
    const waits: number[] = []
    for (const id of ['1', '2', '3']) {
      const began = Date.now()
      await event(id, 'z', ['good'])
      while (arrived.length <= waits.length && Date.now() < began + 10_000)
        await systemClock.sleep(20)
      waits.push((arrived[waits.length] ?? Number.POSITIVE_INFINITY) - began)
    }
    stop.abort()
    await running
    expect(Math.max(...waits)).toBeLessThan(2_000)
    // Each silent webhook has one attempt, and each account at most eight.
    expect(Math.max(...asked.values())).toBeLessThanOrEqual(3)
    expect(asked.size).toBeLessThanOrEqual(5 * 8 + 1)
    expect((await store.deliveries.page({ limit: 2_000 })).length).toBe(1_000)
  }, 40_000)

  it('may have as many attempts as an account has slots, once it answers', async () => {
    const { deliver, event, webhook } = scene()
    await webhook('w', 'a')
    for (let at = 0; at < 12; at++) await event(`e${at}`, 'a', ['w'])
    const seen = { now: 0, most: 0 }
    await deliver(async () => {
      seen.most = Math.max(seen.most, ++seen.now)
      await systemClock.sleep(5)
      seen.now--
      return reply(200)
    })
    expect(seen.most).toBe(4)
  })
})

describe('the circuit of a webhook', () => {
  const silent: DeliverOptions['send'] = async () => ({
    sent: 'no',
    error: { code: 'ECONNREFUSED' },
  })

  it('is in its record: no process asks a silent receiver again before its pause, and then once', async () => {
    const { deliver, event, failing, pass, now, webhook } = scene()
    await webhook('w', 'a')
    for (const id of ['1', '2', '3', '4']) await event(id, 'a', ['w'])
    expect(await deliver(silent)).toMatchObject({ again: 1, postponed: 3 })
    expect(await failing('w')).toMatchObject({ silent: 1, until: now() + 60_000 })
    pass(59_999)
    let asked = 0
    const counted: DeliverOptions['send'] = async (...given) => {
      asked++
      return silent(...given)
    }
    await Promise.all([deliver(counted), deliver(counted)])
    expect(asked).toBe(0)
    pass(1)
    await Promise.all([deliver(counted), deliver(counted)])
    expect(asked).toBe(1)
    expect(await failing('w')).toMatchObject({ silent: 2, until: now() + 120_000 })
    pass(120_000)
    // The delivery of the two attempts waits for its own schedule.
    expect(await deliver(async () => reply(200))).toMatchObject({ done: 3 })
    expect(await failing('w')).toBeUndefined()
  })

  it('does not pause for answers that are failures, whose deliveries have their own schedule', async () => {
    const { deliver, event, failing, now, webhook } = scene()
    await webhook('w', 'a')
    for (const id of ['1', '2']) await event(id, 'a', ['w'])
    expect(await deliver(async () => reply(500))).toMatchObject({ again: 2, postponed: 0 })
    expect(await failing('w')).toEqual({ since: now(), silent: 0, until: 0 })
  })

  it('pauses for an hour at most', async () => {
    const { deliver, event, failing, pass, now, webhook } = scene()
    await webhook('w', 'a')
    for (let at = 0; at < 12; at++) {
      await event(`${at}`, 'a', ['w'])
      await deliver(silent)
      const until = (await failing('w'))?.until ?? 0
      expect(until - now()).toBeLessThanOrEqual(3_600_000)
      pass(until - now())
    }
    expect((await failing('w'))?.silent).toBeGreaterThan(8)
  })
})

describe('a webhook that fails for days', () => {
  it('is disabled, and its account learns of it by an event', async () => {
    const { deliver, event, failing, pass, store, webhook, now } = scene()
    await webhook('w', 'a')
    await webhook('v', 'a')
    const since = now()
    const dead: DeliverOptions['send'] = async ({ url }) => reply(url.includes('//w.') ? 500 : 200)
    await event('first', 'a', ['w'])
    await deliver(dead)
    pass(5 * day - 1)
    await event('second', 'a', ['w'])
    await deliver(dead)
    expect((await store.webhooks.get('w'))?.disabled).toBeUndefined()
    pass(1)
    await event('third', 'a', ['w'])
    const received: unknown[] = []
    await deliver(async (request) => {
      if (request.url.includes('//v.')) received.push(JSON.parse(request.body as string))
      return dead(request)
    })
    expect(await store.webhooks.get('w')).toMatchObject({
      failing: { since },
      disabled: { at: now(), why: 'HTTP 500' },
    })
    const data = { webhook: 'w', since: new Date(since).toISOString(), why: 'HTTP 500' }
    expect(received).toMatchObject([{ type: 'webhook.disabled', environment: 'sandbox', data }])
    expect(await failing('v')).toBeUndefined()
    pass(day)
    expect(await deliver(dead)).toMatchObject({ failed: expect.any(Number), again: 0 })
  })

  it('begins anew with each success, and is disabled at once by 410', async () => {
    const { deliver, event, failing, pass, store, webhook } = scene()
    await webhook('w', 'a')
    await event('1', 'a', ['w'])
    await deliver(async () => reply(500))
    pass(4 * day)
    await deliver(async () => reply(200))
    expect(await failing('w')).toBeUndefined()
    await event('2', 'a', ['w'])
    await deliver(async () => reply(410))
    expect((await store.webhooks.get('w'))?.disabled?.why).toBe('HTTP 410')
  })
})
