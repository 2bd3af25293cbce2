/**
 * Lists the events of an account, and repeats their delivery.
 * @module
 */
import { createAnswer, refuse } from '../answer.js'
import { deliveryOf, eventTypes, isDeliveredTo, mostWebhooks } from '../events.js'
import { keyed } from '../operation.js'
import type { EventRecord } from '../records.js'
import { listPage, pageFields, pageSchema } from './pages.js'
import { moment, object, oneOfSchema, text, whole } from './schemas.js'

const event = object({
  id: text,
  type: oneOfSchema(eventTypes),
  version: { type: 'integer', const: 1 },
  at: moment,
  data: { type: 'object' },
})

const publicEvent = ({ id, type, version, at, data }: EventRecord) => ({
  id,
  type,
  version,
  at: new Date(at).toISOString(),
  data,
})

export const listEvents = keyed({
  method: 'GET',
  path: '/api/v5/events',
  summary: {
    es: 'Los eventos de la cuenta, el más reciente primero.',
    en: 'The events of the account, newest first.',
  },
  scope: 'webhooks:manage',
  query: pageFields,
  output: { status: 200, schema: pageSchema(event) },
  codes: [],
  run: async ({ environment, account, input }) =>
    createAnswer(200, await listPage(environment.store.events, account.id, input, publicEvent)),
})

export const replayEvent = keyed({
  method: 'POST',
  path: '/api/v5/events/replay',
  summary: {
    es: 'Vuelve a entregar un evento a los webhooks que lo esperan.',
    en: 'Delivers an event again to its subscribed webhooks.',
  },
  scope: 'webhooks:manage',
  form: {
    id: { kind: 'text', required: true, most: 300, description: 'El identificador del evento.' },
  },
  output: { status: 202, schema: object({ deliveries: whole }) },
  codes: ['absent'],
  async run({ environment, account, input }) {
    const deliveries = await environment.store.transaction(async (tables) => {
      const event = await tables.events.get(input.id)
      if (event?.owner !== account.id) return undefined
      const webhooks = await tables.webhooks.page({ owner: account.id, limit: mostWebhooks })
      const wanting = webhooks.filter((webhook) => isDeliveredTo(webhook, event.type))
      for (const { id } of wanting) await tables.deliveries.put(deliveryOf(event, id))
      return wanting.length
    })
    if (deliveries === undefined) throw refuse('absent')
    return createAnswer(202, { deliveries })
  },
})
