/**
 * Events: recorded in the transaction of what they tell, with a delivery for each webhook that wants them.
 * @module
 */
import type { AllRecords } from './ports.js'
import type { EnvironmentName, EventData, EventRecord, InvoiceRecord, NewEvent } from './records.js'
import { events as declared } from './webhooks/events.js'

export { eventTypes } from './webhooks/events.js'

/** Webhooks that an account may have. */
export const mostWebhooks = 20

/** Whose an event is, and when it happened. */
export interface Happened {
  readonly environment: EnvironmentName
  /** The account. */
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Records events and what is to be delivered of them, each once. */
export async function emit(tables: AllRecords, happened: Happened, events: readonly NewEvent[]): Promise<void> {
  const webhooks = await tables.webhooks.page({ owner: happened.owner, limit: mostWebhooks })
  for (const event of events) {
    const record: EventRecord = { ...event, ...happened, version: declared[event.type].version }
    if (!(await tables.events.insert(record))) continue
    for (const { id, events: wanted } of webhooks) {
      if (wanted.includes(event.type)) await tables.deliveries.put(deliveryOf(record, id))
    }
  }
}

/** A delivery that is due at once: also that of an event which is to be delivered again. */
export function deliveryOf({ id, owner, at }: EventRecord, webhook: string) {
  return { id: `${id}/${webhook}`, owner, at, event: id, webhook, tries: 0 }
}

/** What is told of a stamp. */
export function stampedEvent(invoice: InvoiceRecord): NewEvent {
  const { id, tipo, serie, folio, fecha, emisor, receptor, total, moneda, key } = invoice
  const data: EventData['cfdi.stamped'] = {
    UUID: id,
    TipoDeComprobante: tipo,
    ...(serie === undefined ? {} : { Serie: serie }),
    ...(folio === undefined ? {} : { Folio: folio }),
    Fecha: fecha,
    Emisor: emisor,
    Receptor: receptor,
    Total: total,
    Moneda: moneda,
    key: clientKey(key),
  }
  return { id: `cfdi.stamped/${id}`, type: 'cfdi.stamped', data }
}

/** What is told of a cancellation. */
export function cancelledEvent({ id, cancellation }: InvoiceRecord): NewEvent {
  const { motivo, folioSustitucion, how } = cancellation ?? {}
  const data: EventData['cfdi.cancelled'] = {
    UUID: id,
    ...(motivo === undefined ? {} : { motivo }),
    ...(folioSustitucion === undefined ? {} : { folioSustitucion }),
    ...(how === undefined ? {} : { how }),
  }
  return { id: `cfdi.cancelled/${id}`, type: 'cfdi.cancelled', data }
}

/** The key of a stamp, as the engine has it: no two environments or accounts share one. */
export function stampKey(environment: EnvironmentName, account: string, key: string): string {
  return `${environment}/${account}/${key}`
}

/** The key that the client gave. */
export function clientKey(key: string): string {
  return key.split('/').slice(2).join('/')
}

/** The account of a key. */
export function accountOf(key: string): string {
  return key.split('/')[1] ?? ''
}
