/**
 * Deliveries: events are sent to the webhooks that want them until each says 2xx, or nobody tries any more.
 * @module
 */
import { isReply, sendOnce } from '../../pac/adapter/sendOnce.js'
import type { HttpReply, HttpRequest, Send } from '../../pac/adapter/adapter.js'
import { systemClock } from '../../pac/clock.js'
import { type Attempt, drain, type OutboxOptions, type OutboxReport, type Tried } from '../outbox.js'
import type { ServiceStore } from '../ports.js'
import type { DeliveryRecord, EventRecord, WebhookRecord } from '../records.js'
import { eventBody } from './events.js'
import { readRetryAfter } from './schedule.js'
import { secretsOf } from './secret.js'
import { signWebhook } from './sign.js'
import { judgeWebhookUrl } from './url.js'

/** How events are delivered. */
export interface DeliverOptions extends OutboxOptions {
  /**
   * Sends a request: `createPublicSend()` of `cfdi-stamp/node`, which looks at the address that it connects to. Another must do so too, or
   * a name that was public when it was registered leads into the host's own network.
   */
  readonly send: Send
  /** Origins that are delivered to whatever they are: see `judgeWebhookUrl`. */
  readonly allow?: readonly string[] | undefined
}

/**
 * Delivers every event that is due, and says what became of how many. Call it every few seconds, in any number of processes.
 *
 * At least once: a consumer knows a repetition by its `webhook-id`. In no order: `timestamp` says when it happened. A webhook that does
 * not answer is not asked again within the same call, so that it keeps nobody else waiting.
 * @throws what the store throws
 * @example
 * const store = createMemoryServiceStore()
 * const { done, failed } = await deliverEvents(store, { send: createPublicSend() })
 * done // → 0
 */
export function deliverEvents(store: ServiceStore, options: DeliverOptions): Promise<OutboxReport> {
  if (typeof options?.send !== 'function') throw new TypeError('deliverEvents: send must be a function')
  return drain(store, 'deliveries', delivering(store, options), options)
}

/** Milliseconds until a webhook that did not answer is asked for its other events. */
const pause = 60_000

function delivering(store: ServiceStore, options: DeliverOptions): Attempt<DeliveryRecord> {
  const silent = new Set<string>()
  return async (delivery, signal) => {
    if (silent.has(delivery.webhook)) return { kind: 'postponed', wait: pause }
    const [event, webhook] = await Promise.all([store.events.get(delivery.event), store.webhooks.get(delivery.webhook)])
    // Removed since: nobody waits for it.
    if (event === undefined || webhook === undefined) return { kind: 'done' }
    const verdict = judgeWebhookUrl(webhook.url, options.allow)
    if (!verdict.ok) return { kind: 'failed', why: verdict.message, final: true }
    const clock = options.clock ?? systemClock
    const request = await requestOf(event, webhook, verdict.url, clock.now())
    const result = await sendOnce(options.send, request, signal)
    if (isReply(result)) return meaningOf(result, clock.now())
    silent.add(webhook.id)
    return { kind: 'failed', why: `sin respuesta (${result.error?.code ?? 'desconocido'})` }
  }
}

async function requestOf(event: EventRecord, webhook: WebhookRecord, url: string, now: number): Promise<HttpRequest> {
  const body = eventBody(event)
  const message = { id: messageId(event.id), timestamp: Math.floor(now / 1000), body }
  const signed = await signWebhook(message, secretsOf(webhook, now))
  return { method: 'POST', url, headers: { ...plain, ...signed }, body }
}

const plain = { 'content-type': 'application/json', 'user-agent': 'cfdi-stamp-webhooks/1' } as const

/** The specification wants no full stops in it; an id of an event has one, in its type. */
export function messageId(event: string): string {
  return event.replace(/[^\w-]/g, '_')
}

/** What a status means (Standard Webhooks 1.0.0, "Delivery success and failure"); 410 is a receiver that wants no more. */
function meaningOf({ status, headers }: HttpReply, now: number): Tried {
  if (status >= 200 && status < 300) return { kind: 'done' }
  const retryAfter = readRetryAfter(headers['retry-after'], now)
  return { kind: 'failed', why: `HTTP ${status}`, retryAfter, ...(status === 410 ? { final: true } : {}) }
}
