/**
 * Delivers events to webhooks until each replies 2xx or retries end.
 * @module
 */
import { requireOptions, withMethods } from '../../lib/options.js'
import type { HttpReply, Send } from '../../pac/adapter/adapter.js'
import { isReply, sendOnce } from '../../pac/adapter/sendOnce.js'
import { systemClock } from '../../pac/clock.js'
import type { Vault } from '../account/vault.js'
import {
  type Attempted,
  drain,
  type OutboxOptions,
  type OutboxReport,
  outboxOptionNames,
  type Tried,
  type Work,
} from '../outbox.js'
import type { AllRecords, ServiceStore } from '../ports.js'
import type { DeliveryRecord } from '../records.js'
import { holdPaused, recordAttempt } from './circuit.js'
import { eventBody } from './events.js'
import { parseRetryAfter } from './schedule.js'
import { openSecretsOf } from './secret.js'
import { signWebhook } from './sign.js'
import { judgeWebhookUrl } from './url.js'

/** Options of {@link deliverEvents}. */
export interface DeliverOptions extends OutboxOptions {
  /**
   * Sends a request: `createPublicSend()` of `cfdi-stamp/node`, which checks the address that it
   * connects to. Any other implementation must check it too: a name that was public at registration
   * may resolve into the host's own network.
   */
  readonly send: Send
  /** The vault of the service, which opens the secrets that sign. */
  readonly vault?: Vault | undefined
  /** Origins to deliver to without checks: see `judgeWebhookUrl`. */
  readonly allow?: readonly string[] | undefined
  /**
   * Milliseconds of failures without a success after which a webhook is disabled. Defaults to five
   * days. `Infinity` disables none.
   */
  readonly disableAfter?: number | undefined
}

/**
 * Delivers every due event, and resolves to the number of deliveries by outcome. It continues while
 * deliveries are in progress. Call it again every second, in any number of processes.
 *
 * Delivery is at least once: consumers recognise a repetition by its `webhook-id`. The order is
 * unspecified: `timestamp` has the time of the event. A webhook that does not answer pauses: its
 * events are postponed until one attempt succeeds, so that they delay no other webhook. After days
 * without a success it is disabled, and its account gets the event `webhook.disabled`.
 * @throws the store's errors
 * @example
 * const store = createMemoryServiceStore()
 * const { done, failed } = await deliverEvents(store, { send: createPublicSend() })
 * done // → 0
 */
export function deliverEvents(store: ServiceStore, options: DeliverOptions): Promise<OutboxReport> {
  if (typeof options?.send !== 'function')
    throw new TypeError('deliverEvents: send must be a function')
  requireOptions('deliverEvents', options, {
    ...outboxOptionNames,
    send: true,
    allow: true,
    vault: withMethods('seal', 'open'),
    disableAfter: true,
  })
  const { timeout = 15_000, disableAfter = 5 * day } = options
  const work = {
    attempt: delivering(store, options),
    hold: (tables: AllRecords, { webhook }: DeliveryRecord, now: number) =>
      holdPaused(tables, webhook, { now, timeout }),
    follow: (tables: AllRecords, delivery: DeliveryRecord, attempted: Attempted) =>
      recordAttempt(tables, delivery, { ...attempted, disableAfter }),
    perLane: 4,
  }
  return drain(store, 'deliveries', work, options)
}

const day = 86_400_000

function delivering(store: ServiceStore, options: DeliverOptions): Work<DeliveryRecord>['attempt'] {
  return async (delivery, signal) => {
    const [event, webhook] = await Promise.all([
      store.events.get(delivery.event),
      store.webhooks.get(delivery.webhook),
    ])
    // Removed meanwhile.
    if (event === undefined || webhook === undefined) return { kind: 'done' }
    if (webhook.disabled !== undefined)
      return { kind: 'failed', why: 'el webhook está deshabilitado', final: true }
    const verdict = judgeWebhookUrl(webhook.url, options.allow)
    if (!verdict.ok) return { kind: 'failed', why: verdict.message, final: true }
    const clock = options.clock ?? systemClock
    const { environment } = event
    const now = clock.now()
    const secrets = await openSecretsOf(webhook, { environment, now, vault: options.vault })
    if (secrets === undefined) return { kind: 'failed', why: 'el secreto no se puede abrir' }
    const body = eventBody(event)
    const message = { id: messageId(event.id), timestamp: Math.floor(now / 1000), body }
    const signed = await signWebhook(message, secrets)
    const headers = { ...plain, ...signed }
    const request = { method: 'POST', url: verdict.url, headers, body } as const
    const result = await sendOnce(options.send, request, signal)
    const ms = clock.now() - now
    if (isReply(result))
      return { ...interpretReply(result, clock.now()), ms, status: result.status }
    const why = `sin respuesta (${result.error?.code ?? 'desconocido'})`
    return { kind: 'failed', why, isSilent: true, ms }
  }
}

const plain = { 'content-type': 'application/json', 'user-agent': 'cfdi-stamp-webhooks/1' } as const

/** The specification excludes full stops; the id of an event has one, in its type. */
export function messageId(event: string): string {
  return event.replace(/[^\w-]/g, '_')
}

/**
 * Meaning of a status (Standard Webhooks 1.0.0, "Delivery success and failure"). 410: the receiver
 * wants no more events.
 */
function interpretReply({ status, headers }: HttpReply, now: number): Tried {
  if (status >= 200 && status < 300) return { kind: 'done' }
  const retryAfter = parseRetryAfter(headers['retry-after'], now)
  return {
    kind: 'failed',
    why: `HTTP ${status}`,
    retryAfter,
    ...(status === 410 && { final: true }),
  }
}
