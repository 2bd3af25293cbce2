/**
 * Stamps in doubt that no PAC can resolve: their list, and their manual resolution.
 * @module
 */
import { namesOf } from '../../engine/registeredDocuments.js'
import type { OrderSettlement } from '../../engine/stamp/attention.js'
import { SettleError } from '../../errors.js'
import { encodeTextBase64 } from '../../lib/base64.js'
import { type Answer, answerFailure, createAnswer, refuse, refuseField } from '../answer.js'
import type { Environment } from '../environment.js'
import { clientKey, stampKey } from '../events.js'
import { type KeyedCall, keyed } from '../operation.js'
import { settleByHand } from '../stamping.js'
import { arrayOf, describedSchema, moment, object, oneOfSchema, text, whole } from './schemas.js'

const attention = object(
  {
    key: describedSchema(text, 'La Idempotency-Key.'),
    reason: describedSchema(
      oneOfSchema(['doubt', 'outdated', 'forgotten']),
      'doubt: ningún PAC dice qué fue de él. outdated, forgotten: el almacén se restauró de un respaldo.',
    ),
    since: describedSchema(moment, 'Desde cuándo no se sabe.'),
    tries: whole,
    pac: describedSchema(text, 'El PAC que pudo timbrarlo.'),
    message: text,
    deadline: describedSchema(moment, 'Hasta cuándo se puede timbrar ese comprobante.'),
    XML: describedSchema(
      { type: 'string', contentEncoding: 'base64' },
      'El XML sellado, sin timbre, en Base64.',
    ),
  },
  ['deadline', 'XML'],
)

/** Maximum items of the list. */
const mostListed = 100

export const listAttention = keyed({
  method: 'GET',
  path: '/api/v5/attention',
  summary: {
    es: 'Los timbrados de la cuenta que necesitan que una persona los resuelva.',
    en: 'The stamps of the account that need a person to settle them.',
  },
  scope: 'invoices:settle',
  output: { status: 200, schema: object({ data: arrayOf(attention) }) },
  codes: [],
  async run({ environment, account }) {
    const own = stampKey(environment.name, account.id, '')
    const data: object[] = []
    for await (const {
      key,
      since,
      deadline,
      sealed,
      reason,
      tries,
      pac,
      message,
    } of environment.engine.needsAttention()) {
      if (!key.startsWith(own)) continue
      const more = deadline === undefined ? {} : { deadline: new Date(deadline).toISOString() }
      const known = { reason, since: new Date(since).toISOString(), tries, pac, message, ...more }
      data.push({
        key: clientKey(key),
        ...known,
        ...(sealed !== undefined && { XML: sealed.XML }),
      })
      if (data.length >= mostListed) break
    }
    return createAnswer(200, { data })
  },
})

export const settleInvoice = keyed({
  method: 'POST',
  path: '/api/v5/attention/settle',
  summary: {
    es: 'Da por resuelto un timbrado en duda: con su XML timbrado, o como nunca timbrado.',
    en: 'Settles a stamp that is in doubt: by its stamped XML, or as never stamped.',
  },
  scope: 'invoices:settle',
  form: {
    clave: { kind: 'text', required: true, most: 128, description: 'La Idempotency-Key.' },
    xml: { kind: 'xml', description: 'El XML timbrado, como texto, si se timbró.' },
    no_timbrado: {
      kind: 'flag',
      description: 'Sí: una persona comprobó que ningún PAC lo timbró.',
    },
  },
  output: { status: 200, schema: object({ key: text, UUID: text }, ['UUID']) },
  codes: ['absent', 'settled', 'unknown', 'issuer'],
  run: settleDocument,
})

type Input = {
  readonly clave: string
  readonly xml: string | undefined
  readonly no_timbrado: boolean | undefined
}

async function settleDocument(call: KeyedCall<Input>): Promise<Answer> {
  const { environment, account, input } = call
  const key = stampKey(environment.name, account.id, input.clave)
  const settlement = settlementOf(call)
  try {
    const told = await settleByHand(environment, key, settlement, account.id)
    if (!told.ok && settlement !== 'not-stamped') return answerFailure(told)
    return createAnswer(200, { key: input.clave, ...(told.ok && { UUID: told.cfdi.UUID }) })
  } catch (cause) {
    throw cause instanceof SettleError ? settleRefusal(cause) : cause
  }
}

/**
 * @throws Refusal 725 unless exactly one resolution is given, 722 for a document of another
 * account's issuer
 */
function settlementOf({
  input: { xml, no_timbrado: isUnstamped = false },
  account,
  environment,
}: KeyedCall<Input>): OrderSettlement {
  if ((xml === undefined) !== isUnstamped)
    throw refuseField('xml', 'Indique xml, o no_timbrado con sí, y no ambos.')
  if (xml === undefined) return 'not-stamped'
  if (!account.issuers.includes(issuerOf(environment, xml))) throw refuse('issuer')
  return { XML: encodeTextBase64(xml) }
}

function issuerOf({ documents }: Environment, xml: string): string {
  try {
    const { document, kind } = documents.read(xml)
    return namesOf({ root: kind, document }).Rfc
  } catch {
    throw refuseField('xml', 'No es un CFDI que se pueda leer.')
  }
}

function settleRefusal({ code, message }: SettleError) {
  if (code === 'SETTLE_UNKNOWN') return refuse('absent')
  if (code === 'SETTLE_CLOSED') return refuse('settled')
  if (code === 'SETTLE_STAMP') return refuseField('xml', message)
  return refuse('unknown', { message, retryAfter: 15_000 })
}
