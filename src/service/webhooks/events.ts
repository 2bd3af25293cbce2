/**
 * The events of the service, as data: one declaration each gives its type, its JSON Schema and its
 * documentation.
 *
 * The version belongs to the shape of `data`. An added member does not change the version; any
 * other change makes a new event.
 * @module
 */
import {
  element,
  list,
  one,
  optional,
  required,
  type Static,
  textElement,
  zeroOrMore,
} from '../../model/grammar.js'
import { type JsonSchema, jsonSchemaOf } from '../../model/jsonSchema.js'
import { code, pattern, text } from '../../model/types.js'

const folio = code(36, '[A-F0-9]{8}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{12}')
const importe = pattern('-?[0-9]{1,24}(\\.[0-9]{1,6})?')
const clave = pattern('[A-Z0-9]{1,3}')
const fecha = pattern('[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}')
const rfc = pattern('[A-Z&Ñ]{3,4}[0-9]{6}[A-Z0-9]{3}')

/** Members of every stamped document. */
const stamped = {
  /** Folio fiscal. */
  UUID: required(folio),
  /** Folio, si tiene. */
  Folio: optional(text(1, 40)),
  /** Fecha de expedición, local al lugar de expedición. */
  Fecha: required(fecha),
  /** RFC del emisor. */
  Emisor: required(rfc),
  /** RFC del receptor. */
  Receptor: required(rfc),
  /** Total, como se selló. De una retención, lo retenido. */
  Total: required(importe),
  /** Moneda (c_Moneda). */
  Moneda: required(clave),
  /** Clave con la que se pidió, o la que se le dio. */
  key: required(text(1, 300)),
}

const cancelled = element({
  /** Folio fiscal. */
  UUID: required(folio),
  /** Motivo con que se pidió: 01, 02, 03 o 04. No existe si se canceló en otra parte. */
  motivo: optional(pattern('0[1-4]')),
  /** Folio fiscal del CFDI que lo sustituye, con el motivo 01. */
  folioSustitucion: optional(folio),
  /**
   * De qué modo: cancelledDirectly, cancelledWithConsent o cancelledBySilence; unknown si el SAT
   * no lo dice.
   */
  how: optional(text(1, 40)),
})

const account = element({
  /** Folio fiscal de la factura. */
  UUID: required(folio),
  /** Moneda de la factura y de los importes (c_Moneda). */
  Moneda: required(clave),
  /** Total de la factura. */
  Total: required(importe),
  /** Lo pagado con recibos de pago vigentes. */
  payments: required(importe),
  /** Lo acreditado con notas de crédito vigentes. */
  credits: required(importe),
  /** Lo que falta: negativo si se pagó de más. */
  balance: required(importe),
  /** Folios fiscales de los recibos vigentes que la pagan. */
  receipts: one(list('receipt', zeroOrMore(textElement(folio, {})))),
})

const csd = element({
  /** RFC del titular. */
  Rfc: required(rfc),
  /** Número del certificado. */
  NoCertificado: required(pattern('[0-9]{20}')),
  /** Cuándo vence, en UTC. */
  validTo: required(text(1, 30)),
})

/** The events. Their titles are for users who choose among them. */
export const events = {
  'cfdi.stamped': {
    version: 1,
    title: 'Se timbró un CFDI',
    data: element({
      /** Tipo de comprobante: I, E, T, N o P. */
      TipoDeComprobante: required(clave),
      /** Serie, si tiene. */
      Serie: optional(text(1, 25)),
      ...stamped,
    }),
  },
  'cfdi.cancelled': { version: 1, title: 'El SAT canceló un CFDI', data: cancelled },
  'retencion.stamped': {
    version: 1,
    title: 'Se timbró un CFDI de retenciones',
    data: element(stamped),
  },
  'invoice.duplicated': {
    version: 1,
    title: 'Un segundo PAC timbró el mismo CFDI',
    data: element({
      /** Folio fiscal que se entregó. */
      UUID: required(folio),
      /** Folio fiscal del segundo timbre, vigente en el SAT: debe cancelarse con el motivo 02. */
      duplicate: required(folio),
      /** Identificador del PAC que hizo el segundo timbre. */
      pac: required(text(1, 100)),
    }),
  },
  'cfdi.paid': { version: 1, title: 'Los recibos de pago liquidaron una factura', data: account },
  'cfdi.unpaid': {
    version: 1,
    title: 'Una factura que estaba pagada ya no lo está',
    data: account,
  },
  'cfdi.mailed': {
    version: 1,
    title: 'Se envió un comprobante por correo',
    data: element({
      /** Folio fiscal. */
      UUID: required(folio),
      /** Direcciones a las que se envió. */
      to: one(list('to', zeroOrMore(textElement(text(3, 320), {})))),
    }),
  },
  'mail.failed': {
    version: 1,
    title: 'Un comprobante no se pudo enviar por correo',
    data: element({
      /** Folio fiscal. */
      UUID: required(folio),
      /** Direcciones a las que se intentó enviar. */
      to: one(list('to', zeroOrMore(textElement(text(3, 320), {})))),
      /** Por qué ya no se reintenta. */
      why: required(text(1, 300)),
    }),
  },
  'csd.expiring': { version: 1, title: 'Un CSD de la cuenta vence pronto', data: csd },
  'csd.expired': { version: 1, title: 'Un CSD de la cuenta venció', data: csd },
  'webhook.test': {
    version: 1,
    title: 'Se pidió un evento de prueba para un webhook',
    data: element({
      /** Identificador del webhook. */
      webhook: required(text(1, 64)),
    }),
  },
  'webhook.disabled': {
    version: 1,
    title: 'Se dejó de entregar a un webhook que falla desde hace días',
    data: element({
      /** Identificador del webhook. */
      webhook: required(text(1, 64)),
      /** Su dirección. */
      url: required(text(1, 2000)),
      /** Primera falla desde su última entrega, en UTC. */
      since: required(text(1, 30)),
      /** Última falla. */
      why: required(text(1, 300)),
    }),
  },
} as const

/** Type of an event. */
export type EventType = keyof typeof events

/** Data of events, by type. */
export type EventData = { readonly [Type in EventType]: Static<(typeof events)[Type]['data']> }

/** The types, in order. */
export const eventTypes = Object.keys(events) as readonly EventType[]

/**
 * Returns the JSON Schema (2020-12) of a delivered event's body.
 * @example
 * eventSchema('cfdi.paid')['title'] // → 'Los recibos de pago liquidaron una factura'
 */
export function eventSchema(type: EventType): JsonSchema {
  const { version, title, data } = events[type]
  // Consumers accept unknown members, so an added one is not a new version.
  const xml = { prefix: '', namespace: '', xsd: '' }
  const { additionalProperties: _, ...schema } = jsonSchemaOf(
    { name: type, root: data, ...xml },
    { form: 'inline' },
  )
  const properties = {
    id: { type: 'string', description: 'El mismo en cada entrega del mismo evento.' },
    type: { const: type },
    version: { const: version },
    environment: {
      enum: ['sandbox', 'production'],
      description: 'Lo de sandbox no tiene validez fiscal.',
    },
    timestamp: { type: 'string', format: 'date-time', description: 'Cuándo ocurrió, en UTC.' },
    data: schema,
  }
  return { title, type: 'object', properties, required: Object.keys(properties) }
}

/**
 * Creates the body of an event, which is signed and delivered, the same at every attempt.
 * @example
 * const [at, data] = [Date.UTC(2026, 0, 15), { UUID: timbre.UUID }]
 * const body = eventBody({ id: 'evt-1', type: 'cfdi.cancelled', version: 1, environment: 'sandbox', at, data })
 * JSON.parse(body).timestamp // → '2026-01-15T00:00:00.000Z'
 */
export function eventBody(event: {
  readonly id: string
  readonly type: EventType
  readonly version: number
  readonly environment: string
  readonly at: number
  readonly data: unknown
}): string {
  const { id, type, version, environment, at, data } = event
  return JSON.stringify({
    id,
    type,
    version,
    environment,
    timestamp: new Date(at).toISOString(),
    data,
  })
}
