import { Ajv2020 } from 'ajv/dist/2020.js'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpReply, HttpRequest, Send, Unanswered } from '../../../src/pac/adapter/adapter.js'
import type { OutboxAttempt } from '../../../src/service/outbox.js'
import { type EventRecord, never, type WebhookRecord } from '../../../src/service/records.js'
import { type DeliverOptions, deliverEvents } from '../../../src/service/webhooks/deliver.js'
import { eventSchema, eventTypes } from '../../../src/service/webhooks/events.js'
import { defaultSchedule } from '../../../src/service/webhooks/schedule.js'
import { createWebhookSecret } from '../../../src/service/webhooks/secret.js'
import { noon } from '../../fixtures.js'
import { memoryStore } from '../memoryTables.js'

const start = noon.getTime()
const folio = 'AD662D33-6934-459C-A128-BDF0393E0F44'

/** A store with an event of a type and a webhook that wants it. */
function scene() {
  const store = memoryStore()
  const secret = createWebhookSecret()
  let now = start
  const clock = { now: () => now, sleep: () => Promise.resolve() }
  const requests: HttpRequest[] = []
  const told: OutboxAttempt[] = []
  let answer: (request: HttpRequest) => HttpReply | Unanswered | Promise<HttpReply | Unanswered> =
    () => reply(204)
  const send: Send = async (request) => {
    requests.push(request)
    return answer(request)
  }
  return {
    ...{ store, secret, requests, told },
    pass(ms: number) {
      now += ms
    },
    now: () => now,
    answers(given: typeof answer) {
      answer = given
    },
    async webhook(id: string, changes: Partial<WebhookRecord> = {}) {
      const webhook = {
        id,
        owner: 'acct',
        at: start,
        url: `https://${id}.example.mx/hook`,
        events: eventTypes,
        secret,
      }
      await store.webhooks.put({ ...webhook, ...changes })
    },
    async event(id: string, webhook: string) {
      const event: EventRecord = {
        ...{
          id,
          owner: 'acct',
          at: start,
          version: 1,
          environment: 'sandbox',
          type: 'cfdi.cancelled',
        },
        data: { UUID: folio, motivo: '02', how: 'cancelledDirectly' },
      }
      await store.events.put(event)
      await store.deliveries.put({
        id: `${id}/${webhook}`,
        owner: 'acct',
        at: start,
        event: id,
        webhook,
        tries: 0,
      })
    },
    deliver: (options: Partial<DeliverOptions> = {}) =>
      // A clock that sleeps for no time would time everything out: the wait is the test's.
      deliverEvents(store, {
        send,
        clock: {
          ...clock,
          sleep: (_, signal) =>
            new Promise((end) => signal?.addEventListener('abort', () => end())),
        },
        random: () => 0,
        observe: (attempt) => told.push(attempt),
        ...options,
      }),
  }
}

function reply(status: number, headers: Record<string, string> = {}): HttpReply {
  return { status, headers, body: new Uint8Array() }
}

beforeEach(() => void vi.useFakeTimers({ now: start, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('deliveries', () => {
  it('are signed, match the schema of their event, and are removed after a 2xx', async () => {
    const { deliver, requests, secret, store, webhook, event } = scene()
    await webhook('w')
    await event('cfdi.cancelled/1', 'w')
    expect(await deliver()).toEqual({ done: 1, again: 0, failed: 0, postponed: 0 })
    const [{ headers, body, ...request }] = requests as [HttpRequest]
    expect(request).toEqual({ method: 'POST', url: 'https://w.example.mx/hook' })
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'cfdi_cancelled_1',
    })
    const told = new Webhook(secret).verify(body as string, { ...headers })
    const validate = new Ajv2020({ strict: true, formats: { 'date-time': true } }).compile(
      eventSchema('cfdi.cancelled'),
    )
    expect(validate(told), JSON.stringify(validate.errors)).toBe(true)
    expect(told).toMatchObject({
      id: 'cfdi.cancelled/1',
      environment: 'sandbox',
      timestamp: '2026-11-21T18:00:00.000Z',
    })
    expect(store.deliveries.records.size).toBe(0)
    expect(await deliver()).toEqual({ done: 0, again: 0, failed: 0, postponed: 0 })
  })

  it('are repeated by the schedule, signed anew with the same id and body, and given up after the last', async () => {
    const { answers, deliver, event, pass, requests, store, told, webhook } = scene()
    await webhook('w')
    await event('e', 'w')
    answers(() => reply(500))
    for (const wait of defaultSchedule.waits) {
      expect(await deliver()).toMatchObject({ again: 1 })
      pass(wait - 1)
      expect(await deliver()).toMatchObject({ again: 0 })
      pass(1)
    }
    expect(await deliver()).toMatchObject({ failed: 1 })
    expect(requests).toHaveLength(10)
    const one = (name: string) => new Set(requests.map(({ headers }) => headers[name]))
    expect([one('webhook-id').size, one('webhook-timestamp').size]).toEqual([1, 10])
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1)
    expect(store.deliveries.records.get('e/w')).toMatchObject({
      at: never,
      failed: 'HTTP 500',
      tries: 10,
    })
    expect(told.map(({ tries }) => tries)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    pass(1e12)
    expect(await deliver()).toMatchObject({ again: 0, failed: 0 })
  })

  it.each([
    [410, 'failed'],
    [301, 'again'],
    [404, 'again'],
    [429, 'again'],
  ])('that are answered with %i: %s', async (status, outcome) => {
    const { answers, deliver, event, webhook } = scene()
    await webhook('w')
    await event('e', 'w')
    answers(() => reply(status))
    expect(await deliver()).toMatchObject({ [outcome]: 1 })
  })

  it('wait as long as a receiver requests', async () => {
    const { answers, deliver, event, now, store, webhook } = scene()
    await webhook('w')
    await event('e', 'w')
    answers(() => reply(503, { 'retry-after': '3600' }))
    await deliver()
    expect(store.deliveries.records.get('e/w')?.at).toBe(now() + 3_600_000)
  })

  it('to a silent receiver are postponed, and no others', async () => {
    const { answers, deliver, event, requests, store, webhook } = scene()
    await webhook('dead')
    await webhook('alive')
    for (const id of ['1', '2', '3']) await event(id, 'dead')
    for (const id of ['4', '5']) await event(id, 'alive')
    answers(({ url }) =>
      url.includes('dead') ? { sent: 'maybe', error: { code: 'ETIMEDOUT' } } : reply(200),
    )
    expect(await deliver({ concurrency: 1 })).toEqual({
      done: 2,
      again: 1,
      failed: 0,
      postponed: 2,
    })
    expect(requests.filter(({ url }) => url.includes('dead'))).toHaveLength(1)
    expect([...store.deliveries.records.values()].map(({ tries }) => tries)).toEqual([1, 0, 0])
  })

  it('that a receiver keeps open end by themselves', async () => {
    const { answers, deliver, event, store, webhook } = scene()
    await webhook('w')
    await event('e', 'w')
    answers(() => new Promise(() => {}))
    const clock = { now: () => start, sleep: async () => {} }
    expect(await deliver({ clock })).toMatchObject({ again: 1 })
    expect(store.deliveries.records.get('e/w')?.tries).toBe(1)
  })

  it('aborted by a stopping process are not failures', async () => {
    const { answers, deliver, event, store, webhook } = scene()
    await webhook('w')
    await webhook('v')
    await event('e', 'w')
    const stop = new AbortController()
    answers(() => {
      stop.abort()
      return new Promise(() => {})
    })
    await event('f', 'v')
    expect(await deliver({ signal: stop.signal, concurrency: 2 })).toMatchObject({ postponed: 2 })
    expect(store.webhooks.records.get('w')).not.toHaveProperty('failing')
    for (const id of ['e/w', 'f/v'])
      expect(store.deliveries.records.get(id)).toMatchObject({ tries: 0, at: start })
  })

  it('that a dead process had taken are tried again when its lease is over, and counted', async () => {
    const { answers, deliver, event, pass, requests, store, webhook } = scene()
    await webhook('w')
    await event('e', 'w')
    const { lock } = store.deliveries
    store.deliveries.lock = () => Promise.reject(new Error('killed'))
    await expect(deliver()).rejects.toThrow('killed')
    store.deliveries.lock = lock
    answers(() => reply(200))
    expect(await deliver()).toMatchObject({ done: 0 })
    pass(60_000)
    expect(await deliver()).toMatchObject({ done: 1 })
    expect(requests).toHaveLength(2)
  })

  it('that another process has taken meanwhile are left to it', async () => {
    const { answers, deliver, event, store, webhook } = scene()
    await webhook('w')
    await event('e', 'w')
    const theirs = { id: 'e/w', owner: 'acct', at: start + 999, event: 'e', webhook: 'w', tries: 2 }
    answers(async () => {
      await store.deliveries.put(theirs)
      return reply(500)
    })
    await deliver()
    expect(store.deliveries.records.get('e/w')).toEqual(theirs)
  })

  it('of removed events or webhooks are dropped', async () => {
    const { deliver, event, requests } = scene()
    await event('e', 'gone')
    expect(await deliver()).toMatchObject({ done: 1 })
    expect(requests).toEqual([])
  })

  it('go nowhere that a webhook may not lead, whatever was registered', async () => {
    const { deliver, event, requests, store, webhook } = scene()
    await webhook('w', { url: 'https://169.254.169.254/latest' })
    await event('e', 'w')
    expect(await deliver()).toMatchObject({ failed: 1 })
    expect(requests).toEqual([])
    expect(store.deliveries.records.get('e/w')?.failed).toMatch(/red local/)
    await webhook('v', { url: 'http://127.0.0.1:9/' })
    await event('f', 'v')
    expect(await deliver({ allow: ['http://127.0.0.1:9'] })).toMatchObject({ done: 1 })
  })

  it('survive errors of the host, and reveal no secrets', async () => {
    const { answers, deliver, event, secret, told, webhook, store } = scene()
    await webhook('w')
    await webhook('bad', { secret: 'whsec_short' })
    await event('e', 'w')
    await event('f', 'bad')
    answers(() => {
      throw new Error(`broken ${secret}`)
    })
    const observe = () => {
      throw new Error('a log that fails')
    }
    expect(await deliver({ observe })).toMatchObject({ again: 2 })
    expect(JSON.stringify([told, [...store.deliveries.records.values()]])).not.toContain(
      secret.slice(6, 20),
    )
  })

  it('need a send, and a lease that is longer than two tries', async () => {
    const { deliver, store } = scene()
    await expect(deliver({ timeout: 40_000 })).rejects.toThrow(TypeError)
    expect(() => deliverEvents(store, {} as never)).toThrow(TypeError)
  })
})

describe('events', () => {
  it('have strict schemas, and take members that are not known', () => {
    const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true } })
    for (const type of eventTypes) {
      const validate = ajv.compile(eventSchema(type))
      expect(validate({ type }), type).toBe(false)
    }
    const event = {
      ...{
        id: 'cfdi.paid/1',
        type: 'cfdi.paid',
        version: 1,
        environment: 'production',
        timestamp: noon.toISOString(),
      },
      data: {
        UUID: folio,
        Moneda: 'MXN',
        Total: '1.00',
        payments: '1.00',
        credits: '0.00',
        balance: '0.00',
        receipts: [folio],
      },
    }
    const validate = ajv.compile(eventSchema('cfdi.paid'))
    expect(validate({ ...event, more: 1, data: { ...event.data, more: 1 } })).toBe(true)
    expect(validate({ ...event, data: { ...event.data, balance: 0 } })).toBe(false)
  })
})
