/**
 * Administers the keys of an account.
 * @module
 */
import {
  issueByKey,
  keysOfAccount,
  revokeByKey,
  rotateByKey,
  scopes,
  usualScopes,
} from '../account/keyring.js'
import { isKeyInForce } from '../account/keys.js'
import { createAnswer, refuse } from '../answer.js'
import { keyed } from '../operation.js'
import type { KeyRecord, Scope } from '../records.js'
import { presentOf } from '../sandbox/accountClock.js'
import {
  arrayOf,
  describedSchema,
  flag,
  moment,
  object,
  oneOfSchema,
  text,
  whole,
} from './schemas.js'

const members = {
  id: describedSchema(text, 'La parte pública de la llave.'),
  name: text,
  scopes: arrayOf(oneOfSchema(scopes)),
  created: moment,
  active: describedSchema(flag, 'Si sirve todavía.'),
  until: describedSchema(moment, 'Hasta cuándo sirve, o cuándo se revocó.'),
  issuedBy: describedSchema(text, 'La llave que la hizo. La del operador del servicio no tiene.'),
  perMinute: describedSchema(whole, 'Su propio límite de llamadas por minuto.'),
}
const optional = ['until', 'issuedBy', 'perMinute']
const issued = object({
  id: text,
  key: describedSchema(text, 'La llave, para X-Api-Key. No se vuelve a mostrar.'),
})
const id = {
  kind: 'text',
  required: true,
  pattern: /^[0-9a-f]{16}$/,
  description: 'Identificador de la llave: su parte pública.',
} as const
const daysField = {
  kind: 'count',
  least: 1,
  most: 3_650,
  description: 'Días que sirve. Sin término, si no se indica, o hasta el de la llave que la hace.',
} as const
const day = 86_400_000

function publicKey(key: KeyRecord, now: number) {
  const { id, name, scopes, at, until, issuedBy, limits } = key
  return {
    ...{ id, name, scopes, created: new Date(at).toISOString(), active: isKeyInForce(key, now) },
    ...(until !== undefined && { until: new Date(until).toISOString() }),
    ...(issuedBy !== undefined && { issuedBy }),
    ...(limits?.perMinute !== undefined && { perMinute: limits.perMinute }),
  }
}

export const createKey = keyed({
  method: 'POST',
  path: '/api/v5/keys',
  summary: {
    es: 'Hace otra llave de la cuenta, con alcances de la llave que la pide. Termina con ella.',
    en: 'Makes another key of the account, with scopes of the calling key. It ends with that key.',
  },
  scope: 'account:manage',
  form: {
    name: { kind: 'text', required: true, most: 100, description: 'Para reconocerla.' },
    scopes: {
      kind: 'list',
      choices: scopes,
      description:
        'Alcances, separados por comas. Los de la llave que la pide, salvo invoices:settle y account:manage, si no se indica.',
    },
    days: daysField,
  },
  output: { status: 201, schema: issued },
  codes: [],
  async run(call) {
    const { input, key } = call
    const usual = usualScopes.filter((scope) => key.scopes.includes(scope))
    const wanted = (input.scopes as readonly Scope[] | undefined) ?? usual
    if (wanted.length === 0) throw refuse('scope')
    const lifetime = input.days === undefined ? undefined : input.days * day
    return createAnswer(201, await issueByKey(call, { name: input.name, scopes: wanted, lifetime }))
  },
})

export const listKeys = keyed({
  method: 'GET',
  path: '/api/v5/keys',
  summary: {
    es: 'Las llaves de la cuenta, la más reciente primero, sin su secreto.',
    en: 'The keys of the account, newest first, without their secrets.',
  },
  scope: 'account:manage',
  output: { status: 200, schema: object({ data: arrayOf(object(members, optional)) }) },
  codes: [],
  async run(call) {
    const all = await keysOfAccount(call.environment.store, call.account.id)
    return createAnswer(200, { data: all.map((key) => publicKey(key, presentOf(call))) })
  },
})

export const rotateKey = keyed({
  method: 'POST',
  path: '/api/v5/keys/{id}/rotate',
  summary: {
    es: 'Hace otra llave con el nombre y los alcances de una, que sirve todavía un tiempo.',
    en: 'Makes a key with the name and scopes of another one, which works for a while.',
  },
  scope: 'account:manage',
  params: { id },
  form: {
    overlap: {
      kind: 'count',
      least: 0,
      most: 2_592_000,
      description: 'Segundos que sirve todavía la anterior: un día, si no se indica.',
    },
  },
  output: { status: 201, schema: issued },
  codes: ['absent'],
  async run(call) {
    const { id, overlap } = call.input
    const ms = overlap === undefined ? day : overlap * 1000
    return createAnswer(201, await rotateByKey(call, id, ms))
  },
})

export const revokeKey = keyed({
  method: 'DELETE',
  path: '/api/v5/keys/{id}',
  summary: {
    es: 'Revoca una llave, y las que hizo, en el acto.',
    en: 'Revokes a key, and the keys that it made, at once.',
  },
  scope: 'account:manage',
  params: { id },
  output: { status: 204 },
  codes: ['absent'],
  async run(call) {
    if (!(await revokeByKey(call, call.input.id))) throw refuse('absent')
    return createAnswer(204, undefined)
  },
})
