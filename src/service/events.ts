/**
 * Records events in the transaction of their cause, with one delivery for each subscribed webhook.
 * @module
 */
import type { StampId } from '../engine/operate/events.js'
import type { AllRecords } from './ports.js'
import type {
  DeliveryRecord,
  EnvironmentName,
  EventData,
  EventRecord,
  EventType,
  InvoiceRecord,
  NewEvent,
  WebhookRecord,
} from './records.js'
import { events as declared } from './webhooks/events.js'

export { eventTypes } from './webhooks/events.js'

/** Maximum webhooks per account. */
export const mostWebhooks = 20

/** Account and time of an event. */
export interface Happened {
  readonly environment: EnvironmentName
  /** The account. */
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Records events and their deliveries, each once. */
export async function emit(
  tables: AllRecords,
  happened: Happened,
  events: readonly NewEvent[],
): Promise<void> {
  const webhooks = await tables.webhooks.page({ owner: happened.owner, limit: mostWebhooks })
  for (const event of events) {
    const record: EventRecord = { ...event, ...happened, version: declared[event.type].version }
    if (!(await tables.events.insert(record))) continue
    for (const webhook of webhooks.filter((each) => isDeliveredTo(each, event.type)))
      await tables.deliveries.put(deliveryOf(record, webhook.id))
  }
}

/** Whether a webhook gets the events of a type. */
export function isDeliveredTo({ events, disabled }: WebhookRecord, type: EventType): boolean {
  return disabled === undefined && events.includes(type)
}

/** Creates a delivery that is due at once, also to repeat an event. */
export function deliveryOf({ id, owner, at }: EventRecord, webhook: string): DeliveryRecord {
  return {
    id: `${id}/${webhook}`,
    owner: webhook,
    account: owner,
    at,
    event: id,
    webhook,
    tries: 0,
  }
}

/** Creates the event of a mail that was sent, or will not be sent. */
export function mailEvent(UUID: string, mail: NonNullable<InvoiceRecord['mail']>): NewEvent {
  const { to, at, why = '' } = mail
  if (mail.status === 'sent')
    return { id: `cfdi.mailed/${UUID}/${at}`, type: 'cfdi.mailed', data: { UUID, to } }
  return { id: `mail.failed/${UUID}/${at}`, type: 'mail.failed', data: { UUID, to, why } }
}

/** Creates the event of a webhook that was disabled. */
export function disabledEvent(
  { id, url, failing }: WebhookRecord,
  { at, why }: { readonly at: number; readonly why: string },
): NewEvent {
  const since = new Date(failing?.since ?? at).toISOString()
  return {
    id: `webhook.disabled/${id}/${at}`,
    type: 'webhook.disabled',
    data: { webhook: id, url, since, why },
  }
}

/** Types of documents with events of their own, so that nobody takes them for an invoice. */
const retencion = 'Retenciones'

/** Creates the event of a stamp. */
export function stampedEvent(invoice: InvoiceRecord): NewEvent {
  const { id, tipo, serie, folio, fecha, emisor, receptor, total, moneda, key } = invoice
  const data: EventData['retencion.stamped'] = {
    UUID: id,
    ...(folio !== undefined && { Folio: folio }),
    Fecha: fecha,
    Emisor: emisor,
    Receptor: receptor,
    Total: total,
    Moneda: moneda,
    key: clientKey(key),
  }
  if (tipo === retencion) return { id: `retencion.stamped/${id}`, type: 'retencion.stamped', data }
  const ofCfdi = { TipoDeComprobante: tipo, ...(serie !== undefined && { Serie: serie }) }
  return { id: `cfdi.stamped/${id}`, type: 'cfdi.stamped', data: { ...ofCfdi, ...data } }
}

/** Id of the event of a second stamp, by its folio fiscal. */
export function duplicatedId(duplicate: string): string {
  return `invoice.duplicated/${duplicate}`
}

/** Creates the event of an invoice's second stamp. */
export function duplicateStampEvent(UUID: string, { uuid: duplicate, pac }: StampId): NewEvent {
  return { id: duplicatedId(duplicate), type: 'invoice.duplicated', data: { UUID, duplicate, pac } }
}

/** Creates the event of a cancellation. */
export function cancelledEvent({ id, cancellation }: InvoiceRecord): NewEvent {
  const { motivo, folioSustitucion, how } = cancellation ?? {}
  const data: EventData['cfdi.cancelled'] = {
    UUID: id,
    ...(motivo !== undefined && { motivo }),
    ...(folioSustitucion !== undefined && { folioSustitucion }),
    ...(how !== undefined && { how }),
  }
  return { id: `cfdi.cancelled/${id}`, type: 'cfdi.cancelled', data }
}

/** Key of a stamp in the engine's form: unique across environments and accounts. */
export function stampKey(environment: EnvironmentName, account: string, key: string): string {
  return `${environment}/${account}/${key}`
}

/** Whether a client's text is an idempotency key: 1 to 128 visible characters of ASCII. */
export function isStampKey(text: string | undefined): text is string {
  return text !== undefined && /^[\x21-\x7e]{1,128}$/.test(text)
}

/** Returns the client's key. */
export function clientKey(key: string): string {
  return key.split('/').slice(2).join('/')
}

/** Returns the account of a key. */
export function accountOf(key: string): string {
  return key.split('/')[1] ?? ''
}
