/**
 * The log of deliveries of a webhook, and its test event.
 * @module
 */
import { createUuid } from '../../lib/uuid.js'
import { createAnswer, refuse, refuseField } from '../answer.js'
import { deliveryOf } from '../events.js'
import { keyed } from '../operation.js'
import type { AttemptRecord, EventRecord } from '../records.js'
import { listPage, pageFields, pageSchema } from './pages.js'
import { describedSchema, moment, object, oneOfSchema, text, whole } from './schemas.js'
import { webhookIdField } from './webhooks.js'

const params = { id: webhookIdField }

const attempt = object(
  {
    at: moment,
    event: describedSchema(text, 'Identificador del evento.'),
    tries: describedSchema(whole, 'Qué intento fue, desde 1.'),
    outcome: describedSchema(
      oneOfSchema(['done', 'again', 'failed']),
      'again: se reintenta; failed: ya no.',
    ),
    status: describedSchema(whole, 'Estado HTTP con que respondió, si respondió.'),
    ms: describedSchema(whole, 'Milisegundos que tardó.'),
    why: describedSchema(text, 'Por qué no se entregó.'),
  },
  ['status', 'ms', 'why'],
)

function publicAttempt({ id: _, owner: __, at, ...rest }: AttemptRecord) {
  return { at: new Date(at).toISOString(), ...rest }
}

export const listDeliveries = keyed({
  method: 'GET',
  path: '/api/v5/webhooks/{id}/deliveries',
  summary: {
    es: 'Los intentos de entregar eventos a un webhook, de un mes, el más reciente primero.',
    en: 'The attempts to deliver events to a webhook, of a month, newest first.',
  },
  scope: 'webhooks:manage',
  params,
  query: pageFields,
  output: { status: 200, schema: pageSchema(attempt) },
  codes: ['absent'],
  async run({ environment: { store }, account, input }) {
    if ((await store.webhooks.get(input.id))?.owner !== account.id) throw refuse('absent')
    return createAnswer(200, await listPage(store.attempts, input.id, input, publicAttempt))
  },
})

export const testWebhook = keyed({
  method: 'POST',
  path: '/api/v5/webhooks/{id}/test',
  summary: {
    es: 'Entrega un evento de prueba a un webhook, también si no espera los de ese tipo.',
    en: 'Delivers a test event to a webhook, also if it does not subscribe to that type.',
  },
  scope: 'webhooks:manage',
  params,
  output: { status: 202, schema: object({ event: text }) },
  codes: ['absent'],
  async run({ environment, account, input }) {
    const { store, now, name, random } = environment
    const event: EventRecord = {
      ...{ id: `webhook.test/${createUuid(random)}`, owner: account.id, at: now() },
      ...{ type: 'webhook.test', data: { webhook: input.id } },
      ...{ version: 1, environment: name },
    }
    await store.transaction(async ({ webhooks, events, deliveries }) => {
      const webhook = await webhooks.lock(input.id)
      if (webhook?.owner !== account.id) throw refuse('absent')
      if (webhook.disabled !== undefined)
        throw refuseField('id', 'El webhook está deshabilitado: actívelo antes.')
      await events.insert(event)
      await deliveries.put(deliveryOf(event, webhook.id))
    })
    return createAnswer(202, { event: event.id })
  },
})
