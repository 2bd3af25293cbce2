/**
 * Administers the webhooks of an account.
 * @module
 */
import { createUuid } from '../../lib/uuid.js'
import { createAnswer, refuse, refuseField } from '../answer.js'
import { eventTypes, mostWebhooks } from '../events.js'
import { keyed } from '../operation.js'
import type { EventType, WebhookRecord } from '../records.js'
import {
  createWebhookSecret,
  previousOf,
  replaceSecret,
  sealWebhookSecret,
} from '../webhooks/secret.js'
import { arrayOf, describedSchema, moment, object, oneOfSchema, text, url } from './schemas.js'

const previousUntil = describedSchema(
  moment,
  'Hasta cuándo firma también con los secretos anteriores, si aún lo hace.',
)
const webhook = {
  id: text,
  url,
  events: arrayOf(oneOfSchema(eventTypes)),
  status: describedSchema(
    oneOfSchema(['active', 'paused', 'disabled']),
    'paused: no responde, y se le vuelve a preguntar más tarde; disabled: no se le entrega nada hasta que se active.',
  ),
  failingSince: describedSchema(moment, 'Primera falla desde su última entrega.'),
  reason: describedSchema(text, 'Por qué está deshabilitado.'),
  previousUntil,
}
const optional = ['failingSince', 'reason', 'previousUntil']
const secret = describedSchema(
  text,
  'Con él se verifica la firma (Standard Webhooks). No se vuelve a mostrar.',
)
/** Path field of the operations on a webhook. */
export const webhookIdField = {
  kind: 'text',
  required: true,
  most: 64,
  description: 'Identificador del webhook.',
} as const

/** Returns the public members of a webhook, without its secrets. */
function publicWebhook(record: WebhookRecord, now: number) {
  const { id, url, events, failing, disabled } = record
  const ends = previousOf(record, now).map(({ until }) => until)
  return {
    id,
    url,
    events,
    status: webhookStatus(record, now),
    ...(failing !== undefined && { failingSince: new Date(failing.since).toISOString() }),
    ...(disabled !== undefined && { reason: disabled.why }),
    ...(ends.length > 0 && { previousUntil: new Date(Math.max(...ends)).toISOString() }),
  }
}

function webhookStatus({ failing, disabled }: WebhookRecord, now: number) {
  if (disabled !== undefined) return 'disabled'
  return (failing?.until ?? 0) > now ? 'paused' : 'active'
}

const events = {
  kind: 'list',
  choices: eventTypes,
  description: 'Cuáles, separados por comas. Todos, si no se indica.',
} as const

export const createWebhook = keyed({
  method: 'POST',
  path: '/api/v5/webhooks',
  summary: {
    es: 'Registra una dirección que recibe eventos.',
    en: 'Registers a URL that receives events.',
  },
  scope: 'webhooks:manage',
  form: {
    url: {
      kind: 'text',
      required: true,
      most: 2_000,
      description: 'Dirección https que los recibe.',
    },
    events,
  },
  output: { status: 201, schema: object({ ...webhook, secret }, optional) },
  codes: [],
  async run({ environment, account, service, input }) {
    const { random, store, now, name } = environment
    const url = requireUrl(input.url, (given) => service.acceptsWebhook(given, name))
    const [id, made] = [createUuid(random), createWebhookSecret(random)]
    const record: WebhookRecord = {
      ...{ id, owner: account.id, at: now(), url },
      events: (input.events ?? eventTypes) as readonly EventType[],
      secret: await sealWebhookSecret(environment, id, made),
    }
    await store.transaction(async ({ accounts, webhooks }) => {
      await accounts.lock(account.id)
      const all = await webhooks.page({ owner: account.id, limit: mostWebhooks })
      if (all.length >= mostWebhooks)
        throw refuseField('url', `La cuenta ya tiene ${mostWebhooks} webhooks.`)
      await webhooks.insert(record)
    })
    return createAnswer(201, { ...publicWebhook(record, record.at), secret: made })
  },
})

function requireUrl(text: string, accepts: (url: URL) => boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '' || !accepts(url))
    throw refuseField(
      'url',
      'La dirección no es de las que se aceptan: https, con un nombre público y sin usuario.',
    )
  return url.href
}

export const listWebhooks = keyed({
  method: 'GET',
  path: '/api/v5/webhooks',
  summary: { es: 'Los webhooks de la cuenta.', en: 'The webhooks of the account.' },
  scope: 'webhooks:manage',
  output: { status: 200, schema: object({ data: arrayOf(object(webhook, optional)) }) },
  codes: [],
  async run({ environment, account }) {
    const all = await environment.store.webhooks.page({ owner: account.id, limit: mostWebhooks })
    return createAnswer(200, { data: all.map((one) => publicWebhook(one, environment.now())) })
  },
})

export const updateWebhook = keyed({
  method: 'POST',
  path: '/api/v5/webhooks/{id}',
  summary: {
    es: 'Cambia un webhook, lo deshabilita o lo vuelve a activar.',
    en: 'Changes a webhook, disables it or enables it again.',
  },
  scope: 'webhooks:manage',
  params: { id: webhookIdField },
  form: {
    url: { kind: 'text', most: 2_000, description: 'Otra dirección https.' },
    events: { ...events, description: 'Cuáles espera, separados por comas.' },
    active: { kind: 'flag', description: 'Si se le entregan eventos.' },
  },
  output: { status: 200, schema: object(webhook, optional) },
  codes: ['absent'],
  async run({ environment, account, service, input }) {
    const now = environment.now()
    const accepts = (given: URL) => service.acceptsWebhook(given, environment.name)
    const changes = {
      ...(input.url !== undefined && { url: requireUrl(input.url, accepts) }),
      ...(input.events !== undefined && { events: input.events as readonly EventType[] }),
    }
    const changed = await environment.store.transaction(async ({ webhooks }) => {
      const found = await webhooks.lock(input.id)
      if (found?.owner !== account.id) throw refuse('absent')
      const after = switched({ ...found, ...changes }, input.active, now)
      await webhooks.put(after)
      return after
    })
    return createAnswer(200, publicWebhook(changed, now))
  },
})

/** An enabled webhook begins without failures. */
function switched(
  webhook: WebhookRecord,
  isActive: boolean | undefined,
  now: number,
): WebhookRecord {
  if (isActive === undefined) return webhook
  const { failing: _, disabled, ...rest } = webhook
  if (isActive) return rest
  return { ...rest, disabled: disabled ?? { at: now, why: 'Lo deshabilitó la cuenta.' } }
}

/** Maximum secrets in force: the header of a delivery has a signature for each. */
const mostSecrets = 5

export const rotateWebhook = keyed({
  method: 'POST',
  path: '/api/v5/webhooks/{id}/rotate',
  summary: {
    es: 'Da otro secreto a un webhook; los anteriores siguen firmando por un tiempo.',
    en: 'Gives a webhook a new secret. Earlier secrets still sign for a while.',
  },
  scope: 'webhooks:manage',
  params: { id: webhookIdField },
  form: {
    overlap: {
      kind: 'count',
      least: 0,
      most: 604_800,
      description:
        'Segundos que sigue firmando el anterior: un día, si no se indica. 0 los termina todos.',
    },
  },
  output: { status: 200, schema: object({ ...webhook, secret }, optional) },
  codes: ['absent'],
  async run({ environment, account, input }) {
    const { random, store } = environment
    const now = environment.now()
    const overlap = input.overlap === undefined ? undefined : input.overlap * 1000
    const made = createWebhookSecret(random)
    const stored = await sealWebhookSecret(environment, input.id, made)
    const rotated = await store.transaction(async ({ webhooks }) => {
      const found = await webhooks.lock(input.id)
      if (found?.owner !== account.id) throw refuse('absent')
      const after = replaceSecret(found, { secret: stored, now, overlap })
      if ((after.previous?.length ?? 0) >= mostSecrets) throw tooMany()
      await webhooks.put(after)
      return after
    })
    return createAnswer(200, { ...publicWebhook(rotated, now), secret: made })
  },
})

function tooMany() {
  const message = `Ya firman ${mostSecrets} secretos: espere a que termine uno de los anteriores, o indique 0.`
  return refuseField('overlap', message)
}

export const removeWebhook = keyed({
  method: 'DELETE',
  path: '/api/v5/webhooks/{id}',
  summary: { es: 'Quita un webhook.', en: 'Removes a webhook.' },
  scope: 'webhooks:manage',
  params: { id: webhookIdField },
  output: { status: 204 },
  codes: ['absent'],
  async run({ environment, account, input }) {
    const isRemoved = await environment.store.transaction(async ({ webhooks }) => {
      const found = await webhooks.lock(input.id)
      return found?.owner === account.id && webhooks.remove(input.id)
    })
    if (!isRemoved) throw refuse('absent')
    return createAnswer(204, undefined)
  },
})
