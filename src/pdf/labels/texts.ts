/**
 * Every text of the templates besides the labels of fields, by language. `labels` of the host
 * replaces any of them by its name.
 * @module
 */

const es = {
  'title.I': 'Factura',
  'title.E': 'Nota de crédito',
  'title.T': 'Comprobante de traslado',
  'title.N': 'Recibo de nómina',
  'title.P': 'Recibo electrónico de pago',
  'title.global': 'Factura global',
  'title.retencion': 'Constancia de retenciones',
  'title.acuse': 'Acuse de cancelación',
  general: 'Datos del comprobante',
  issuer: 'Emisor',
  receiver: 'Receptor',
  recipient: 'Receptor',
  employer: 'Patrón',
  employee: 'Trabajador',
  concepts: 'Conceptos',
  withheldTaxes: 'Impuestos retenidos',
  taxes: 'Impuestos',
  seriesFolio: 'Serie y folio',
  words: 'Importe con letra',
  subtotal: 'Subtotal',
  discount: 'Descuento',
  withheld: 'Retención de {tax}',
  withheldShort: 'Ret. {tax}',
  exempt: 'Exento',
  base: 'base',
  total: 'Total',
  transferredTotal: 'Total de impuestos trasladados',
  withheldTotal: 'Total de impuestos retenidos',
  localTransferred: 'Impuestos locales trasladados',
  localWithheld: 'Impuestos locales retenidos',
  earnings: 'Percepciones y otros pagos',
  deductions: 'Deducciones',
  netPay: 'Neto a pagar',
  paidTotal: 'Monto total de los pagos',
  authority: 'Datos para la autoridad',
  verifyCfdi: 'Verificación del CFDI',
  verifyPart: 'Verificación de {name}',
  cadena: 'Cadena original del complemento de certificación digital del SAT',
  legend: 'Este documento es una representación impresa de un CFDI',
  legendSealed: 'Documento sellado y sin timbrar: no es un comprobante fiscal',
  legendDraft: 'Vista previa: no es un comprobante fiscal',
  legendAcuse: 'Respuesta del SAT a la solicitud de cancelación',
  page: 'Página {page} de {pages}',
  'mark.cancelled': 'CANCELADO',
  'mark.unstamped': 'SIN TIMBRE',
  'mark.invalid': 'SIN VALIDEZ FISCAL',
  pending: 'Por asignar',
  ownData: 'Datos del emisor, ajenos al CFDI',
  address: 'Dirección',
  phone: 'Teléfono',
  email: 'Correo',
  web: 'Sitio web',
  payment: 'Datos para el pago, ajenos al CFDI',
  bank: 'Banco',
  holder: 'Titular',
  account: 'Cuenta',
  clabe: 'CLABE',
  reference: 'Referencia',
  notes: 'Notas, ajenas al CFDI',
  promissory: 'Pagaré, ajeno al CFDI',
  promise:
    'Por este pagaré me obligo incondicionalmente a pagar a la orden de {payee}, en {place}, el día {due}, la cantidad de {amount}.',
  interest: 'De no pagarse a su vencimiento causará intereses moratorios del {interest} % mensual.',
  subscribed: 'Suscrito en {place}, el {date}.',
  signature: 'Nombre y firma',
  terms: 'Términos y condiciones, ajenos al CFDI',
  document: 'Folio fiscal',
  code: 'Código',
  result: 'Resultado',
  date: 'Fecha',
  issuerRfc: 'RFC del emisor',
  'acuse.accepted': 'Solicitud recibida por el SAT',
  'acuse.rejectedRequest': 'Solicitud rechazada',
  'acuse.notYetVisible': 'El SAT aún no tiene el documento',
  'acuse.unavailable': 'Servicio no disponible',
  'acuse.unknown': 'Resultado por confirmar',
  acuseNote:
    'El acuse prueba que el SAT recibió la solicitud. La cancelación se confirma en el servicio de consulta del SAT.',
  acuseXml: 'Contenido del acuse',
} as const

/** Name of a text. */
export type TextName = keyof typeof es

/** The texts of a document, by name. */
export type Texts = Readonly<Record<TextName, string>>

const en: Texts = {
  'title.I': 'Invoice',
  'title.E': 'Credit note',
  'title.T': 'Transfer document',
  'title.N': 'Payslip',
  'title.P': 'Payment receipt',
  'title.global': 'Global invoice',
  'title.retencion': 'Withholding certificate',
  'title.acuse': 'Cancellation receipt',
  general: 'Document data',
  issuer: 'Issuer',
  receiver: 'Bill to',
  recipient: 'Recipient',
  employer: 'Employer',
  employee: 'Employee',
  concepts: 'Items',
  withheldTaxes: 'Taxes withheld',
  taxes: 'Taxes',
  seriesFolio: 'Series and number',
  words: 'Amount in words (Spanish)',
  subtotal: 'Subtotal',
  discount: 'Discount',
  withheld: '{tax} withheld',
  withheldShort: '{tax} withheld',
  exempt: 'Exempt',
  base: 'base',
  total: 'Total',
  transferredTotal: 'Total taxes',
  withheldTotal: 'Total taxes withheld',
  localTransferred: 'Local taxes',
  localWithheld: 'Local taxes withheld',
  earnings: 'Earnings and other payments',
  deductions: 'Deductions',
  netPay: 'Net pay',
  paidTotal: 'Total amount paid',
  authority: 'Data for road inspections',
  verifyCfdi: 'Verify this CFDI',
  verifyPart: 'Verify {name}',
  cadena: 'Original string of the digital certification by the SAT',
  legend: 'This document is a printed representation of a CFDI',
  legendSealed: 'Sealed and not stamped: this is not a tax document',
  legendDraft: 'Preview: this is not a tax document',
  legendAcuse: "The SAT's answer to the request for cancellation",
  page: 'Page {page} of {pages}',
  'mark.cancelled': 'CANCELLED',
  'mark.unstamped': 'NOT STAMPED',
  'mark.invalid': 'NO FISCAL VALIDITY',
  pending: 'To be assigned',
  ownData: "Issuer's data, not part of the CFDI",
  address: 'Address',
  phone: 'Telephone',
  email: 'E-mail',
  web: 'Website',
  payment: 'Payment details, not part of the CFDI',
  bank: 'Bank',
  holder: 'Account holder',
  account: 'Account',
  clabe: 'CLABE',
  reference: 'Reference',
  notes: 'Notes, not part of the CFDI',
  promissory: 'Promissory note, not part of the CFDI',
  promise:
    'By this promissory note I unconditionally promise to pay to the order of {payee}, in {place}, on {due}, the amount of {amount}.',
  interest: 'If unpaid when due, it bears default interest of {interest} % a month.',
  subscribed: 'Signed in {place}, on {date}.',
  signature: 'Name and signature',
  terms: 'Terms and conditions, not part of the CFDI',
  document: 'Folio fiscal (UUID)',
  code: 'Code',
  result: 'Result',
  date: 'Date',
  issuerRfc: 'RFC of the issuer',
  'acuse.accepted': 'Request received by the SAT',
  'acuse.rejectedRequest': 'Request rejected',
  'acuse.notYetVisible': 'The SAT does not have the document yet',
  'acuse.unavailable': 'Service not available',
  'acuse.unknown': 'Result to be confirmed',
  acuseNote:
    "The receipt proves that the SAT received the request. The SAT's status service confirms the cancellation.",
  acuseXml: 'Content of the receipt',
}

/** Languages of the templates. */
export type TemplateLanguage = 'es' | 'en' | 'bilingual'

/** Joins the two languages of a bilingual text. */
export function bilingual(spanish: string, english: string): string {
  if (spanish === english) return spanish
  return `${spanish} / ${english}`
}

const both = {
  ...Object.fromEntries(
    Object.entries(es).map(([name, text]) => [name, bilingual(text, en[name as TextName])]),
  ),
  // The tax is named once.
  withheld: `${es.withheld} / withheld`,
  withheldShort: `${es.withheldShort} / withheld`,
} as Texts

/** The texts of each language. */
export const texts: Readonly<Record<TemplateLanguage, Texts>> = { es, en, bilingual: both }

/** Fills the gaps of a text: `Página {page}`. */
export function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : gap,
  )
}
