/**
 * The public form of an invoice, and its JSON Schema.
 * @module
 */
import { clientKey } from '../events.js'
import { invoiceStateOf, invoiceStates } from '../lists/invoiceSearch.js'
import type { InvoiceRecord } from '../records.js'
import { arrayOf, describedSchema, flag, moment, object, oneOfSchema, text } from './schemas.js'

/** JSON Schema of a cancellation. */
export const cancellationSchema = object(
  {
    phase: describedSchema(
      text,
      'inForce, asked, accepted, inProcess, blocked, refused, rejected o cancelled.',
    ),
    motivo: text,
    folioSustitucion: text,
    how: describedSchema(
      text,
      'Cómo se canceló: cancelledDirectly, cancelledWithConsent, cancelledBySilence o unknown.',
    ),
    held: describedSchema(
      text,
      'Por qué alguien debe verlo. Se sigue preguntando al SAT hasta que termine el plazo legal.',
    ),
    since: describedSchema(moment, 'Desde cuándo está así.'),
    code: describedSchema(
      text,
      'Código de la última respuesta del SAT, o del PAC, a una solicitud.',
    ),
    reason: describedSchema(text, 'Por qué no se canceló: el SAT o el receptor lo rechazó.'),
    hasAcuse: describedSchema(flag, 'Si hay acuse del SAT: está en …/acuse.'),
  },
  ['motivo', 'folioSustitucion', 'how', 'held', 'since', 'code', 'reason', 'hasAcuse'],
)

/** Returns the public members of a cancellation. */
export function publicCancellation(cancellation: InvoiceRecord['cancellation']) {
  if (cancellation === undefined) return undefined
  const { change: _, since, ...rest } = cancellation
  return since === undefined ? rest : { ...rest, since: new Date(since).toISOString() }
}

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

const paymentSchema = object(
  {
    paid: describedSchema(flag, 'Si los recibos de pago vigentes la liquidaron.'),
    payments: describedSchema(text, 'Lo pagado con recibos de pago vigentes.'),
    credits: describedSchema(text, 'Lo acreditado con notas de crédito vigentes.'),
    balance: describedSchema(text, 'Lo que falta por pagar, en la moneda de la factura.'),
    at: describedSchema(moment, 'Cuándo cambió por última vez.'),
  },
  ['at'],
)

/** JSON Schemas of the members. */
export const invoiceMembers = {
  UUID: text,
  state: describedSchema(
    oneOfSchema(invoiceStates),
    'Vigente, pagado, en proceso de cancelación o cancelado.',
  ),
  TipoDeComprobante: text,
  Serie: text,
  Folio: text,
  Fecha: text,
  Emisor: text,
  Receptor: text,
  NombreReceptor: text,
  Total: text,
  Moneda: text,
  key: describedSchema(text, 'La Idempotency-Key con que se timbró.'),
  pac: text,
  by: describedSchema(text, 'Identificador de la llave con que se pidió.'),
  stampedAt: describedSchema(moment, 'Cuándo se registró su timbre.'),
  payment: describedSchema(paymentSchema, 'De una factura: lo pagado y lo que falta.'),
  cancellation: cancellationSchema,
  mail: mailSchema,
}

/** Members that not every invoice has. */
export const optionalMembers = [
  'Serie',
  'Folio',
  'NombreReceptor',
  'by',
  'payment',
  'cancellation',
  'mail',
]

/** Returns the public members of an invoice. */
export function publicInvoice(invoice: InvoiceRecord) {
  const { tipo, serie, folio, fecha, emisor, receptor, nombre, total, moneda } = invoice
  const { id, at, key, pac, by, cancellation, mail } = invoice
  return {
    UUID: id,
    state: invoiceStateOf(invoice),
    TipoDeComprobante: tipo,
    Serie: serie,
    Folio: folio,
    Fecha: fecha,
    Emisor: emisor,
    Receptor: receptor,
    NombreReceptor: nombre,
    Total: total,
    Moneda: moneda,
    key: clientKey(key),
    pac,
    ...(by !== undefined && { by }),
    stampedAt: new Date(at).toISOString(),
    payment: publicPayment(invoice),
    cancellation: publicCancellation(cancellation),
    ...(mail !== undefined && { mail: publicMail(mail) }),
  }
}

/** An invoice that nothing refers to is unpaid; other documents have no balance. */
function publicPayment({ tipo, total, payment }: InvoiceRecord) {
  if (tipo !== 'I') return undefined
  const [, decimals] = total.split('.')
  const zero = decimals === undefined ? '0' : `0.${'0'.repeat(decimals.length)}`
  if (payment === undefined) return { paid: false, payments: zero, credits: zero, balance: total }
  return { ...payment, at: new Date(payment.at).toISOString() }
}
