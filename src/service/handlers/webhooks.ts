/**
 * Where an account wants its events.
 * @module
 */
import { createUuid } from '../../lib/uuid.js'
import { answer, refuse, refuseField } from '../answer.js'
import { eventTypes, mostWebhooks } from '../events.js'
import { keyed } from '../operation.js'
import type { EventType, WebhookRecord } from '../records.js'
import { createWebhookSecret } from '../webhooks/secret.js'
import { described, listOf, object, oneOf, text, url } from './schemas.js'

const webhook = { id: text, url, events: listOf(oneOf(eventTypes)) }
const id = { kind: 'text', required: true, most: 64, description: 'Identificador del webhook.' } as const

/** What is told of a webhook, its secret apart. */
const told = ({ id, url, events }: WebhookRecord) => ({ id, url, events })

export const createWebhook = keyed({
  method: 'POST',
  path: '/api/v5/webhooks',
  summary: 'Registra una dirección que recibe eventos.',
  scope: 'webhooks:manage',
  form: {
    url: { kind: 'text', required: true, most: 2_000, description: 'Dirección https que los recibe.' },
    events: { kind: 'list', choices: eventTypes, description: 'Cuáles, separados por comas. Todos, si no se indica.' },
  },
  output: {
    status: 201,
    schema: object({
      ...webhook,
      secret: described(text, 'Con él se verifica la firma (Standard Webhooks). No se vuelve a mostrar.'),
    }),
  },
  codes: [],
  async run({ environment, account, service, input }) {
    const { random, store, now, name } = environment
    const record: WebhookRecord = {
      ...{ id: createUuid(random), owner: account.id, at: now() },
      url: requireUrl(input.url, (given) => service.acceptsWebhook(given, name)),
      events: (input.events ?? eventTypes) as readonly EventType[],
      secret: createWebhookSecret(random),
    }
    await store.transaction(async ({ accounts, webhooks }) => {
      await accounts.lock(account.id)
      const all = await webhooks.page({ owner: account.id, limit: mostWebhooks })
      if (all.length >= mostWebhooks) throw refuseField('url', `La cuenta ya tiene ${mostWebhooks} webhooks.`)
      await webhooks.insert(record)
    })
    return answer(201, { ...told(record), secret: record.secret })
  },
})

function requireUrl(text: string, accepts: (url: URL) => boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || !accepts(url))
    throw refuseField('url', 'La dirección no es de las que se aceptan: https, con un nombre público y sin usuario.')
  return url.href
}

export const listWebhooks = keyed({
  method: 'GET',
  path: '/api/v5/webhooks',
  summary: 'Los webhooks de la cuenta.',
  scope: 'webhooks:manage',
  output: { status: 200, schema: object({ data: listOf(object(webhook)) }) },
  codes: [],
  async run({ environment, account }) {
    const all = await environment.store.webhooks.page({ owner: account.id, limit: mostWebhooks })
    return answer(200, { data: all.map(told) })
  },
})

export const removeWebhook = keyed({
  method: 'DELETE',
  path: '/api/v5/webhooks/{id}',
  summary: 'Quita un webhook.',
  scope: 'webhooks:manage',
  params: { id },
  output: { status: 204 },
  codes: ['absent'],
  async run({ environment, account, input }) {
    const isRemoved = await environment.store.transaction(async ({ webhooks }) => {
      const found = await webhooks.lock(input.id)
      return found?.owner === account.id && webhooks.remove(input.id)
    })
    if (!isRemoved) throw refuse('absent')
    return answer(204, undefined)
  },
})
