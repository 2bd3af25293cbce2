/**
 * Reads the invoices of an account.
 * @module
 */
import { isCancelled, satStateOf } from '../../cancel/status.js'
import { encodeBase64 } from '../../lib/base64.js'
import { answerFailure, createAnswer, refuse } from '../answer.js'
import { cancelInvoice as cancel, loadXml } from '../cancelling.js'
import type { Environment } from '../environment.js'
import { clientKey } from '../events.js'
import type { Fields } from '../fields.js'
import { type Caller, keyed } from '../operation.js'
import { readStatement } from '../payments/ledger.js'
import type { InvoiceRecord } from '../records.js'
import { linksOf } from './linksOf.js'
import { listPage, pageFields, pageSchema } from './pages.js'
import { simulatedOf, simulationField } from './simulation.js'
import {
  arrayOf,
  describedSchema,
  flag,
  moment,
  object,
  oneOfSchema,
  text,
  url,
} from './schemas.js'

const folio = {
  kind: 'text',
  pattern: /^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
} as const
/** Path fields of the operations on an invoice. */
export const uuidParams = {
  uuid: { ...folio, required: true, description: 'Folio fiscal.' },
} as const satisfies Fields
const params = uuidParams

/** JSON Schema of the status of a cancellation. */
export const cancellationSchema = object(
  {
    phase: describedSchema(
      text,
      'inForce, asked, accepted, inProcess, blocked, refused, rejected o cancelled.',
    ),
    motivo: text,
    folioSustitucion: text,
    how: text,
    held: describedSchema(
      text,
      'Por qué alguien debe verlo. Se sigue preguntando al SAT hasta que termine el plazo legal.',
    ),
    since: describedSchema(moment, 'Desde cuándo está así.'),
    code: describedSchema(
      text,
      'Código de la última respuesta del SAT, o del PAC, a una solicitud.',
    ),
    hasAcuse: describedSchema(flag, 'Si hay acuse del SAT: está en …/acuse.'),
  },
  ['motivo', 'folioSustitucion', 'how', 'held', 'since', 'code', 'hasAcuse'],
)

/** JSON Schema of the status of a mail. */
export const mailSchema = object(
  {
    status: oneOfSchema(['pending', 'sent', 'failed']),
    to: arrayOf(text),
    at: describedSchema(moment, 'Desde cuándo está así.'),
    why: describedSchema(text, 'Por qué no se pudo enviar.'),
  },
  ['why'],
)

/** Returns the public members of the status of a mail. */
export function publicMail(mail: NonNullable<InvoiceRecord['mail']>) {
  return { ...mail, at: new Date(mail.at).toISOString() }
}

const members = {
  UUID: text,
  TipoDeComprobante: text,
  Serie: text,
  Folio: text,
  Fecha: text,
  Emisor: text,
  Receptor: text,
  Total: text,
  Moneda: text,
  key: describedSchema(text, 'La Idempotency-Key con que se timbró.'),
  pac: text,
  stampedAt: describedSchema(moment, 'Cuándo se registró su timbre.'),
  cancellation: cancellationSchema,
  mail: mailSchema,
}
const optional = ['Serie', 'Folio', 'cancellation', 'mail']

/** Returns the public members of an invoice. */
function publicInvoice({ id, owner: _, at, cancellation, mail, ...invoice }: InvoiceRecord) {
  const { tipo, serie, folio, fecha, emisor, receptor, total, moneda, key, pac } = invoice
  return {
    UUID: id,
    TipoDeComprobante: tipo,
    Serie: serie,
    Folio: folio,
    Fecha: fecha,
    Emisor: emisor,
    Receptor: receptor,
    Total: total,
    Moneda: moneda,
    key: clientKey(key),
    pac,
    stampedAt: new Date(at).toISOString(),
    cancellation: toldCancellation(cancellation),
    ...(mail !== undefined && { mail: publicMail(mail) }),
  }
}

/** Returns the public members of the status of a cancellation. */
export function toldCancellation(cancellation: InvoiceRecord['cancellation']) {
  if (cancellation === undefined) return undefined
  const { change: _, since, ...rest } = cancellation
  return since === undefined ? rest : { ...rest, since: new Date(since).toISOString() }
}

/** Returns an invoice of the account. @throws Refusal 727, also for another account's */
export async function ownInvoice(
  { environment, account }: Caller,
  uuid: string,
): Promise<InvoiceRecord> {
  const invoice = await environment.store.invoices.get(uuid.toUpperCase())
  if (invoice === undefined || invoice.owner !== account.id) throw refuse('absent')
  return invoice
}

export const listInvoices = keyed({
  method: 'GET',
  path: '/api/v5/invoice',
  summary: {
    es: 'Los comprobantes de la cuenta, el más reciente primero.',
    en: 'The invoices of the account, newest first.',
  },
  scope: 'invoices:read',
  query: pageFields,
  output: { status: 200, schema: pageSchema(object(members, optional)) },
  codes: [],
  run: async ({ environment, account, input }) =>
    createAnswer(200, await listPage(environment.store.invoices, account.id, input, publicInvoice)),
})

const payment = object({
  paid: describedSchema(flag, 'Si los recibos de pago vigentes la liquidaron.'),
  payments: describedSchema(text, 'Lo pagado con recibos de pago vigentes.'),
  credits: describedSchema(text, 'Lo acreditado con notas de crédito vigentes.'),
  balance: describedSchema(text, 'Lo que falta por pagar, en la moneda de la factura.'),
})

/** Resolves to what was paid of an invoice; to nothing for other documents. */
async function readPayment({ store }: Environment, { id, owner }: InvoiceRecord) {
  const statement = await readStatement(store.ledger, owner, id)
  if (statement === undefined) return {}
  const { paid, payments, credits, balance } = statement
  return { payment: { paid, payments, credits, balance } }
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
          ...members,
          payment,
          ...{ XML: describedSchema(text, 'En Base64.'), UrlXml: url, UrlPdf: url },
        },
        [...optional, 'payment', 'UrlPdf'],
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
    return createAnswer(200, { UUID: invoice.id, cancellation: toldCancellation(cancellation) })
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
    const { id } = await ownInvoice(call, call.input.uuid)
    const bytes = await call.environment.documentStore.get('acuse', id)
    if (bytes === undefined) throw refuse('absent')
    return createAnswer(200, bytes, {
      'content-type': 'application/xml',
      'content-disposition': `attachment; filename="${id}-acuse.xml"`,
    })
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
      cancellation: toldCancellation(cancellation),
    })
  },
})

/** The SAT has no status service for retenciones. */
async function stateAtSat({ status, provider, documents }: Environment, xml: Uint8Array) {
  const { document, kind } = documents.read(xml)
  if (kind.service !== 'cfdi') return 'unavailable'
  const query = kind.statusQuery(document)
  try {
    if (status === undefined) return satStateOf(await provider.status?.(query))
    return (await status.status(query)).state
  } catch {
    return 'unavailable'
  }
}
