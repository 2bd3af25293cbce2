/**
 * The message with which a stamped CFDI is mailed: plain data, which nodemailer's `sendMail` takes as it is.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../../catalogs/catalogs.js'
import { amountInWords } from '../../fiscal/amountInWords.js'
import { locales, writeAmount } from '../../fiscal/locale.js'
import { encodeBase64 } from '../../lib/base64.js'
import { escapeAttribute } from '../../lib/escape.js'
import { isRecord } from '../../lib/json.js'
import { readCfdi } from '../../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import { verificationUrl } from '../../sat/cfdi40/verificationUrl.js'
import type { EnvironmentName } from '../records.js'
import { type MailAddress, oneLine, readMailAddress } from './address.js'
import { type MailLanguage, type Wording, wordings } from './wording.js'

/** What is mailed, and between whom. */
export interface InvoiceMail {
  /** The stamped XML, which is attached byte by byte. */
  readonly xml: string | Uint8Array
  /** Its printed form, where there is one. */
  readonly pdf?: Uint8Array | undefined
  /** Who sends: of the service, since mail in the name of a domain that is not its own is thrown away. */
  readonly from: MailAddress
  /** To whom. */
  readonly to: readonly (MailAddress | string)[]
  /** Who is to be answered: the issuer. */
  readonly replyTo?: MailAddress | string | undefined
  /** A document of the sandbox says that it has no validity. `production` by default. */
  readonly environment?: EnvironmentName | undefined
  /** `es` by default. */
  readonly language?: MailLanguage | undefined
  /** Where the decimals of currencies are. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
}

/** A file of a message. */
export interface MailAttachment {
  /** Folio fiscal and ending. */
  readonly filename: string
  /** The bytes, in Base64. */
  readonly content: string
  /** Says so. */
  readonly encoding: 'base64'
  /** Media type. */
  readonly contentType: string
}

/** A message. `sendMail` of nodemailer takes it as it is; its types want lists that can be written to. */
export interface MailMessage {
  /** Who sends. */
  readonly from: MailAddress
  /** To whom. */
  readonly to: MailAddress[]
  /** Who is to be answered, when that is not who sends. */
  readonly replyTo?: MailAddress
  /** Of the document, so that a message that is sent twice is known to be the same. */
  readonly messageId: string
  /** Says that no person wrote it (RFC 3834), so that no machine answers. */
  readonly headers: Record<string, string>
  /** One line. */
  readonly subject: string
  /** The message as text. */
  readonly text: string
  /** The same as HTML. */
  readonly html: string
  /** The XML, and the PDF where there is one. */
  readonly attachments: MailAttachment[]
}

/**
 * The message of a stamped CFDI. Whatever the document says, it says it in one line of one header and as text in HTML: names may not
 * add headers, recipients nor markup.
 *
 * @throws TypeError for an address that is none, or nobody to send to; CfdiXmlError for an XML that is no stamped CFDI
 * @example
 * const mail = composeMail({ xml, from: { address: 'facturas@example.mx' }, to: ['compras@example.com'] })
 * mail.subject // → 'Factura A 7 de PAPELERIA LUNA DE OCTUBRE'
 */
export function composeMail(mail: InvoiceMail): MailMessage {
  const { xml, pdf, environment = 'production', language = 'es', catalogs = allCatalogs } = mail
  const from = addressOf(mail.from, 'from')
  const to = mail.to.map((one) => addressOf(one, 'to'))
  if (to.length === 0) throw new TypeError('composeMail: to is empty')
  const facts = factsOf(readCfdi(xml), catalogs)
  const content = contentOf(facts, wordings[language], { isTest: environment === 'sandbox', hasPdf: pdf !== undefined })
  return {
    ...{ from, to },
    ...(mail.replyTo === undefined ? {} : { replyTo: addressOf(mail.replyTo, 'replyTo') }),
    messageId: `<${facts.uuid}@${from.address.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject: content.subject,
    text: textOf(content),
    html: htmlOf(content, language),
    attachments: attachmentsOf(facts.uuid, xml, pdf),
  }
}

/** The text of a bad address is not in the message: it is somebody's. */
function addressOf(given: MailAddress | string, field: string): MailAddress {
  const { address, name = '' } = typeof given === 'string' ? { address: given } : given
  const read = readMailAddress(address)
  if (read === undefined) throw new TypeError(`composeMail: ${field} is no address`)
  const told = oneLine(name)
  return told === '' ? read : { name: told, ...read }
}

interface Facts {
  readonly uuid: string
  readonly tipo: string
  readonly folio: string
  readonly issuer: string
  readonly issuerRfc: string
  readonly receiver: string
  readonly date: string
  /** Absent where the document is about no money. */
  readonly total?: string
  readonly words?: string
  readonly url: string
}

function factsOf(document: Comprobante, catalogs: Catalogs): Facts {
  const { TipoDeComprobante, Serie, Folio, Emisor, Receptor, Fecha } = document
  const uuid: unknown = document.Complemento?.TimbreFiscalDigital?.UUID
  if (typeof uuid !== 'string') throw new TypeError('composeMail: a stamped document is expected')
  return {
    ...{ uuid, tipo: TipoDeComprobante, date: Fecha },
    folio: [Serie, Folio].filter((part) => part !== undefined).join(' '),
    issuer: Emisor.Nombre,
    issuerRfc: Emisor.Rfc,
    receiver: `${Receptor.Nombre} (${Receptor.Rfc})`,
    ...moneyOf(document, catalogs),
    url: verificationUrl(document, uuid),
  }
}

/** A receipt of payments has its amount in its complement, in pesos; a document of no currency has none. */
function moneyOf({ TipoDeComprobante, Moneda, Total, Complemento }: Comprobante, catalogs: Catalogs) {
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) && isRecord(pagos['Totales']) ? pagos['Totales'] : {}
  const [amount, currency] = TipoDeComprobante === 'P' ? [totales['MontoTotalPagos'], 'MXN'] : [Total, Moneda]
  if (currency === 'XXX' || amount === undefined) return {}
  const digits = catalogs.catalog('c_Moneda').get(currency, 'decimales') ?? 2
  const words = amountInWords(String(amount), currency, digits)
  const total = `${writeAmount(String(amount), locales['es-MX'])} ${currency}`
  return { total, ...(words === undefined ? {} : { words }) }
}

/** What a message says, whatever it is written in. Each text is one line. */
interface Content {
  readonly subject: string
  readonly notice: string | undefined
  readonly greeting: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly attached: string
  readonly verify: string
  readonly url: string
}

function contentOf(facts: Facts, wording: Wording, { isTest, hasPdf }: { isTest: boolean; hasPdf: boolean }): Content {
  const { folio, issuer, url } = facts
  const { labels, subject, greeting, attached, verify, sandbox } = wording
  const noun = wording.nouns[facts.tipo] ?? 'CFDI'
  const notice = isTest ? sandbox : undefined
  const rows = [
    [labels.issuer, `${issuer} (${facts.issuerRfc})`],
    [labels.receiver, facts.receiver],
    [labels.uuid, facts.uuid],
    [labels.date, facts.date.replace('T', ' ')],
    [labels.total, facts.total],
    [labels.words, facts.words],
  ] as const
  return {
    subject: oneLine(`${isTest ? `[${sandbox}] ` : ''}${subject(noun, folio, issuer)}`),
    notice,
    greeting: oneLine(greeting(noun, folio, issuer), 500),
    rows: rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, oneLine(value, 500)] as const])),
    attached: hasPdf ? attached.both : attached.xml,
    ...{ verify, url },
  }
}

function textOf({ notice, greeting, rows, attached, verify, url }: Content): string {
  const table = rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  const paragraphs = [notice, greeting, table, attached, `${verify}\n${url}`]
  return `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`
}

/** Tables and styles in place, which is what mail programs show alike. */
function htmlOf({ subject, notice, greeting, rows, attached, verify, url }: Content, language: string): string {
  const [e, cell] = [escapeAttribute, 'padding:4px 12px 4px 0;vertical-align:top']
  const table = rows.map(
    ([label, value]) =>
      `<tr><th align="left" style="${cell};color:#555;font-weight:normal">${e(label)}</th><td style="${cell}">${e(value)}</td></tr>`,
  )
  const banner = notice === undefined ? [] : [`<p style="color:#b00020"><strong>${e(notice)}</strong></p>`]
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${e(subject)}</title></head>`,
    '<body style="font-family:Arial,Helvetica,sans-serif;font-size:14px;color:#222">',
    ...banner,
    `<p>${e(greeting)}</p>`,
    `<table cellspacing="0" cellpadding="0">${table.join('')}</table>`,
    `<p>${e(attached)}</p>`,
    `<p>${e(verify)}<br><a href="${e(url)}">${e(url)}</a></p>`,
    '</body></html>',
  ].join('\n')
}

function attachmentsOf(uuid: string, xml: string | Uint8Array, pdf: Uint8Array | undefined): MailAttachment[] {
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml
  const files = [
    ['xml', bytes, 'application/xml'],
    ['pdf', pdf, 'application/pdf'],
  ] as const
  return files.flatMap(([ending, content, contentType]) =>
    content === undefined
      ? []
      : [{ filename: `${uuid}.${ending}`, content: encodeBase64(content), encoding: 'base64' as const, contentType }],
  )
}
