/**
 * Composes the mail of a stamped CFDI: plain data for nodemailer's `sendMail`.
 * @module
 */
import { catalogs as allCatalogs, type Catalogs } from '../../catalogs/catalogs.js'
import { amountInWords } from '../../fiscal/amountInWords.js'
import { locales, writeAmount } from '../../fiscal/locale.js'
import { encodeBase64 } from '../../lib/base64.js'
import { isRecord } from '../../lib/json.js'
import { isUuid } from '../../lib/uuid.js'
import { escapeAttribute } from '../../lib/xml/escape.js'
import { outlineRoot } from '../../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import { verificationUrl } from '../../sat/cfdi40/verificationUrl.js'
import type { SatDocument } from '../../sat/document.js'
import { parseDocument, readParsed } from '../../sat/parse.js'
import { isCfdi, type Registered, registeredRoots } from '../../sat/registered.js'
import { factsOf } from '../../sat/root.js'
import type { EnvironmentName } from '../records.js'
import { type MailAddress, oneLine, readMailAddress } from './address.js'
import { type MailLanguage, type Wording, wordings } from './wording.js'

/** Content and addresses of a mail. */
export interface InvoiceMail extends Registered {
  /** The stamped XML, attached unchanged. */
  readonly xml: string | Uint8Array
  /** Its PDF, if there is one. */
  readonly pdf?: Uint8Array | undefined
  /**
   * Sender: an address of the service, since receivers drop mail in the name of another's domain.
   */
  readonly from: MailAddress
  /** Recipients. */
  readonly to: readonly (MailAddress | string)[]
  /** Address for replies: the issuer's. */
  readonly replyTo?: MailAddress | string | undefined
  /**
   * Environment of the document; mail of the sandbox states that it has no fiscal validity.
   * Defaults to `production`.
   */
  readonly environment?: EnvironmentName | undefined
  /** Defaults to `es`. */
  readonly language?: MailLanguage | undefined
  /** Catalogues with the decimals of currencies. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
}

/** An attachment. */
export interface MailAttachment {
  /** Folio fiscal with extension. */
  readonly filename: string
  /** The bytes, in Base64. */
  readonly content: string
  /** Encoding of `content`. */
  readonly encoding: 'base64'
  /** Media type. */
  readonly contentType: string
}

/** A message for nodemailer's `sendMail`, whose types require mutable lists. */
export interface MailMessage {
  /** Sender. */
  readonly from: MailAddress
  /** Recipients. */
  readonly to: MailAddress[]
  /** Address for replies, unless it is the sender's. */
  readonly replyTo?: MailAddress
  /** Derived from the document, so that repeated messages have the same id. */
  readonly messageId: string
  /** Marks the message as automatic (RFC 3834), so that no machine replies. */
  readonly headers: Record<string, string>
  /** Subject, one line. */
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** HTML. */
  readonly html: string
  /** The XML, and the PDF if there is one. */
  readonly attachments: MailAttachment[]
}

/**
 * Composes the message of a stamped CFDI. Values of the document become one line in headers and
 * escaped text in HTML, so they cannot add headers, recipients or markup.
 *
 * @throws TypeError for an invalid address, or no recipient; CfdiXmlError for XML that is not a
 * stamped CFDI, or one of `documents`
 * @example
 * const mail = composeMail({ xml, from: { address: 'facturas@example.mx' }, to: ['compras@example.com'] })
 * mail.subject // → 'Factura A 7 de PAPELERIA LUNA DE OCTUBRE'
 */
export function composeMail(mail: InvoiceMail): MailMessage {
  const { xml, pdf, environment = 'production', language = 'es', catalogs = allCatalogs } = mail
  const from = addressOf(mail.from, 'from')
  const to = mail.to.map((one) => addressOf(one, 'to'))
  if (to.length === 0) throw new TypeError('composeMail: to is empty')
  const facts = readMailFacts(mail, catalogs)
  const content = buildContent(facts, wordings[language], {
    isTest: environment === 'sandbox',
    hasPdf: pdf !== undefined,
  })
  const { notice, greeting, rows, attached, verify, url } = content
  const table = rows.map(([label, value]) => `${label}: ${value}`).join('\n')
  const paragraphs = [notice, greeting, table, attached, `${verify}\n${url}`]
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml
  const files = [
    ['xml', bytes, 'application/xml'],
    ['pdf', pdf, 'application/pdf'],
  ] as const
  return {
    ...{ from, to },
    ...(mail.replyTo !== undefined && { replyTo: addressOf(mail.replyTo, 'replyTo') }),
    messageId: `<${facts.uuid}@${from.address.split('@').at(-1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject: content.subject,
    text: `${paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n')}\n`,
    html: htmlOf(content, language),
    attachments: files.flatMap(([ending, content, contentType]) => {
      if (content === undefined) return []
      return [
        {
          filename: `${facts.uuid}.${ending}`,
          content: encodeBase64(content),
          encoding: 'base64' as const,
          contentType,
        },
      ]
    }),
  }
}

/** The message omits the invalid address, which is personal data. */
function addressOf(given: MailAddress | string, field: string): MailAddress {
  const { address, name = '' } = typeof given === 'string' ? { address: given } : given
  const read = readMailAddress(address)
  if (read === undefined) throw new TypeError(`composeMail: ${field} is not a valid address`)
  const told = oneLine(name)
  if (told === '') return read
  return { name: told, ...read }
}

interface Facts {
  readonly uuid: string
  readonly tipo: string
  readonly folio: string
  readonly issuer: string
  readonly issuerRfc: string
  readonly receiver: string
  readonly date: string
  /** Absent for documents without an amount. */
  readonly total?: string
  readonly words?: string
  readonly url: string
}

function readMailFacts(mail: InvoiceMail, catalogs: Catalogs): Facts {
  const parsed = parseDocument(
    outlineRoot,
    mail.xml,
    undefined,
    registeredRoots(outlineRoot, 'composeMail', mail),
  )
  const document = readParsed(parsed, undefined)
  const kind = isCfdi(parsed.root) ? undefined : (parsed.root as SatDocument)
  const uuid: unknown = document.Complemento?.TimbreFiscalDigital?.UUID
  if (uuid === undefined) throw new TypeError('composeMail: the document must be stamped')
  // It becomes a part of a header and of file names.
  if (!isUuid(uuid)) throw new TypeError('composeMail: the UUID of the stamp is not a folio fiscal')
  if (kind !== undefined) {
    // Facts of a registered document, under the names of its root.
    const { Fecha, Serie, Folio, Rfc, Nombre } = factsOf(kind, document)
    const { Total, Moneda } = kind.amountsOf(document)
    return {
      ...{ uuid, tipo: kind.model.document.name, date: String(Fecha) },
      folio: [Serie, Folio].filter((part) => part !== undefined).join(' '),
      issuer: String(Nombre),
      issuerRfc: String(Rfc),
      receiver: kind.receiverOf(document),
      ...writeTotal(Total, Moneda, catalogs),
      url: kind.verificationUrl(document, uuid),
    }
  }
  const { TipoDeComprobante, Serie, Folio, Emisor, Receptor, Fecha } = document
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

/**
 * A payment receipt has its amount in its complement, in pesos; a document without currency has
 * none.
 */
function moneyOf(
  { TipoDeComprobante, Moneda, Total, Complemento }: Comprobante,
  catalogs: Catalogs,
) {
  const pagos: unknown = Complemento?.Pagos
  const totales = isRecord(pagos) && isRecord(pagos['Totales']) ? pagos['Totales'] : {}
  const [amount, currency] =
    TipoDeComprobante === 'P' ? [totales['MontoTotalPagos'], 'MXN'] : [Total, Moneda]
  if (currency === 'XXX' || amount === undefined) return {}
  return writeTotal(amount, currency, catalogs)
}

function writeTotal(amount: unknown, currency: string, catalogs: Catalogs) {
  const digits = catalogs.catalog('c_Moneda').get(currency, 'decimales') ?? 2
  const words = amountInWords(String(amount), currency, digits)
  const total = `${writeAmount(String(amount), locales['es-MX'])} ${currency}`
  return { total, ...(words !== undefined && { words }) }
}

/** Content of a message, independent of its format. Each text is one line. */
interface Content {
  readonly subject: string
  readonly notice: string | undefined
  readonly greeting: string
  readonly rows: readonly (readonly [label: string, value: string])[]
  readonly attached: string
  readonly verify: string
  readonly url: string
}

function buildContent(
  facts: Facts,
  wording: Wording,
  { isTest, hasPdf }: { isTest: boolean; hasPdf: boolean },
): Content {
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
    rows: rows.flatMap(([label, value]) =>
      value === undefined ? [] : [[label, oneLine(value, 500)] as const],
    ),
    attached: hasPdf ? attached.both : attached.xml,
    ...{ verify, url },
  }
}

/** Tables and inline styles, which mail programs render alike. */
function htmlOf(
  { subject, notice, greeting, rows, attached, verify, url }: Content,
  language: string,
): string {
  const [e, cell] = [escapeAttribute, 'padding:4px 12px 4px 0;vertical-align:top']
  const table = rows.map(
    ([label, value]) =>
      `<tr><th align="left" style="${cell};color:#555;font-weight:normal">${e(label)}</th><td style="${cell}">${e(value)}</td></tr>`,
  )
  const banner =
    notice === undefined ? [] : [`<p style="color:#b00020"><strong>${e(notice)}</strong></p>`]
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
