/**
 * Reads the invoices of an account.
 * @module
 */
import { isCancelled, satStateOf } from '../../cancel/status.js'
import { encodeBase64 } from '../../lib/base64.js'
import { answerFailure, createAnswer, refuse } from '../answer.js'
import { cancelInvoice as cancel, loadXml } from '../cancelling.js'
import type { Environment } from '../environment.js'
import type { Fields } from '../fields.js'
import type { InvoiceFilter } from '../lists/invoiceSearch.js'
import { type Caller, keyed } from '../operation.js'
import { readStatement } from '../payments/ledger.js'
import type { InvoiceRecord } from '../records.js'
import {
  cursorAfter,
  dateFields,
  filterOf,
  memberFields,
  orderField,
  readCursor,
  sortingOf,
} from './invoiceFilters.js'
import { linksOf } from './linksOf.js'
import { pageFields, pageSchema } from './pages.js'
import {
  cancellationSchema,
  invoiceMembers,
  optionalMembers,
  publicCancellation,
  publicInvoice,
} from './publicInvoice.js'
import { describedSchema, flag, object, text, url, whole } from './schemas.js'
import { simulatedOf, simulationField } from './simulation.js'

const folio = {
  kind: 'text',
  pattern: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
} as const
/** Path fields of the operations on an invoice. */
export const uuidParams = {
  uuid: { ...folio, required: true, description: 'Folio fiscal.' },
} as const satisfies Fields
const params = uuidParams

/** Returns an invoice of the account. @throws Refusal 727, also for another account's */
export async function ownInvoice(
  { environment, account }: Caller,
  uuid: string,
): Promise<InvoiceRecord> {
  const invoice = await environment.store.invoices.get(uuid.toUpperCase())
  if (invoice === undefined || invoice.owner !== account.id) throw refuse('absent')
  return invoice
}

/** Greatest count; beyond it only that there are more is known. */
const mostCounted = 10_000

export const listInvoices = keyed({
  method: 'GET',
  path: '/api/v5/invoice',
  summary: {
    es: 'Los comprobantes de la cuenta que cumplen todos los filtros.',
    en: 'The invoices of the account that match every filter.',
  },
  scope: 'invoices:read',
  query: {
    ...pageFields,
    ...dateFields,
    ...memberFields,
    ...orderField,
    count: { kind: 'flag', description: 'Si se cuentan.' },
  },
  output: {
    status: 200,
    schema: pageSchema(object(invoiceMembers, optionalMembers), {
      count: describedSchema(whole, `Con count: cuántos son, hasta ${mostCounted}.`),
      hasMore: describedSchema(flag, `Con count: si son más de ${mostCounted}.`),
    }),
  },
  codes: [],
  async run(call) {
    const { environment, input } = call
    const { limit = 20, cursor, count } = input
    const filter = filterOf(call, input)
    const sorting = sortingOf(input)
    const after = cursor === undefined ? undefined : readCursor(cursor, sorting)
    const page = { ...filter, ...sorting, after, limit: limit + 1 }
    const found = await environment.store.searchInvoices(page)
    const data = found.slice(0, limit)
    const last = found.length > limit ? data.at(-1) : undefined
    return createAnswer(200, {
      data: data.map(publicInvoice),
      ...(last !== undefined && { next: cursorAfter(last, sorting) }),
      ...(count === true && (await countFound(environment, filter))),
    })
  },
})

async function countFound({ store }: Environment, filter: InvoiceFilter) {
  const counted = await store.countInvoices(filter, mostCounted + 1)
  return { count: Math.min(counted, mostCounted), hasMore: counted > mostCounted }
}

/** Resolves to what was paid of an invoice; to nothing for other documents. */
async function readPayment({ store }: Environment, { id, owner, payment }: InvoiceRecord) {
  const statement = await readStatement(store.ledger, owner, id)
  if (statement === undefined) return {}
  const { paid, payments, credits, balance } = statement
  const at = payment === undefined ? {} : { at: new Date(payment.at).toISOString() }
  return { payment: { paid, payments, credits, balance, ...at } }
}

export const retrieveInvoice = keyed({
  method: 'GET',
  path: '/api/v5/invoice/{uuid}',
  summary: { es: 'Un comprobante de la cuenta.', en: 'An invoice of the account.' },
  scope: 'invoices:read',
  params,
  output: {
    status: 200,
    schema: object({
      cfdi: object(
        {
          ...invoiceMembers,
          ...{ XML: describedSchema(text, 'En Base64.'), UrlXml: url, UrlPdf: url },
        },
        [...optionalMembers, 'UrlPdf'],
      ),
    }),
  },
  codes: ['absent'],
  async run(call) {
    const { environment, service, input } = call
    const invoice = await ownInvoice(call, input.uuid)
    const XML = encodeBase64(await loadXml(environment, invoice.id))
    return createAnswer(200, {
      cfdi: {
        ...publicInvoice(invoice),
        ...(await readPayment(environment, invoice)),
        XML,
        ...(await linksOf(service, call, invoice.id)),
      },
    })
  },
})

const motivos = ['01', '02', '03', '04'] as const

export const cancelInvoice = keyed({
  method: 'POST',
  path: '/api/v5/invoice/{uuid}/cancel',
  summary: {
    es: 'Pide la cancelación de un comprobante; que se pida no es que esté cancelado.',
    en: 'Requests the cancellation of an invoice. The request does not mean that it is cancelled.',
  },
  scope: 'invoices:cancel',
  params,
  form: {
    motivo: {
      kind: 'choice',
      required: true,
      choices: motivos,
      description: 'Clave de c_MotivoCancelacion.',
    },
    folioSustitucion: { ...folio, description: 'Con motivo 01: el folio que lo sustituye.' },
    ...simulationField,
  },
  output: { status: 200, schema: object({ UUID: text, cancellation: cancellationSchema }) },
  codes: ['absent', 'cancel', 'host', 'environment', 'sandbox'],
  async run(call) {
    const { environment, input } = call
    const invoice = await ownInvoice(call, input.uuid)
    const { folioSustitucion } = input
    const motivo = input.motivo as (typeof motivos)[number]
    const wish = { motivo, ...(folioSustitucion !== undefined && { folioSustitucion }) }
    const engine = environment.engineOf(call.account, simulatedOf('cancel', call))
    const asked = await cancel(environment, engine, invoice, wish)
    if (!asked.ok) return answerFailure(asked)
    const { cancellation } = await ownInvoice(call, input.uuid)
    return createAnswer(200, { UUID: invoice.id, cancellation: publicCancellation(cancellation) })
  },
})

export const acuseOfInvoice = keyed({
  method: 'GET',
  path: '/api/v5/invoice/{uuid}/acuse',
  summary: {
    es: 'El acuse del SAT de la cancelación de un comprobante, como XML.',
    en: "The SAT's acuse of the cancellation of an invoice, as XML.",
  },
  scope: 'invoices:read',
  params,
  output: { status: 200, type: 'application/xml' },
  codes: ['absent'],
  async run(call) {
    const { id, acuse } = await ownAcuse(call, call.input.uuid)
    return createAnswer(200, acuse, {
      'content-type': 'application/xml',
      'content-disposition': `attachment; filename="${id}-acuse.xml"`,
    })
  },
})

/** Returns the acuse of an invoice of the account. @throws Refusal 727 */
async function ownAcuse(caller: Caller, uuid: string) {
  const { id } = await ownInvoice(caller, uuid)
  const acuse = await caller.environment.documentStore.get('acuse', id)
  if (acuse === undefined) throw refuse('absent')
  return { id, acuse }
}

export const acusePdfOfInvoice = keyed({
  method: 'GET',
  path: '/api/v5/invoice/{uuid}/acuse/pdf',
  summary: {
    es: 'El acuse del SAT de la cancelación de un comprobante, como PDF.',
    en: "The SAT's acuse of the cancellation of an invoice, as PDF.",
  },
  scope: 'invoices:read',
  params,
  output: { status: 200, type: 'application/pdf' },
  codes: ['absent', 'pdf'],
  async run(call) {
    const { id, acuse } = await ownAcuse(call, call.input.uuid)
    const { acusePdf } = call.service
    if (acusePdf === undefined) throw refuse('absent')
    try {
      return createAnswer(200, await acusePdf(new TextDecoder().decode(acuse), id), {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${id}-acuse.pdf"`,
      })
    } catch (cause) {
      throw Object.assign(refuse('pdf'), { cause })
    }
  },
})

export const statusOfInvoice = keyed({
  method: 'GET',
  path: '/api/v5/invoice/{uuid}/status',
  summary: {
    es: 'El estado de un comprobante ante el SAT, ahora.',
    en: 'The current status of an invoice at the SAT.',
  },
  scope: 'invoices:read',
  params,
  output: {
    status: 200,
    schema: object(
      {
        UUID: text,
        state: describedSchema(
          text,
          'Lo que significa lo que dijo el SAT; unavailable si no dijo nada.',
        ),
        isCancelled: flag,
        cancellation: cancellationSchema,
      },
      ['cancellation'],
    ),
  },
  codes: ['absent'],
  async run(call) {
    const { environment, input } = call
    const { id, cancellation } = await ownInvoice(call, input.uuid)
    const state = await stateAtSat(environment, await loadXml(environment, id))
    return createAnswer(200, {
      UUID: id,
      state,
      isCancelled: isCancelled(state),
      cancellation: publicCancellation(cancellation),
    })
  },
})

/** The SAT has no status service for retenciones. */
async function stateAtSat({ status, provider, documents }: Environment, xml: Uint8Array) {
  const { document, kind } = documents.readStored(xml)
  if (kind.service !== 'cfdi') return 'unavailable'
  const query = kind.statusQuery(document)
  try {
    if (status === undefined) return satStateOf(await provider.status?.(query))
    return (await status.status(query)).state
  } catch {
    return 'unavailable'
  }
}
