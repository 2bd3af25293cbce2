/**
 * The outbox of mail: what was asked for with the stamp is sent afterwards, until it is sent or nobody tries any more. A mail that fails
 * fails no stamp.
 * @module
 */
import type { Catalogs } from '../../catalogs/catalogs.js'
import { type Attempt, drain, type OutboxOptions, type OutboxReport, type Tried } from '../outbox.js'
import type { DocumentKind, ServiceStore } from '../ports.js'
import type { EnvironmentName, InvoiceRecord, MailRecord } from '../records.js'
import { type MailAddress, readMailAddress } from './address.js'
import { composeMail, type MailMessage } from './composeMail.js'
import type { MailLanguage } from './wording.js'

/** How mails are sent. */
export interface SendMailsOptions extends OutboxOptions {
  /** Of which environment the store is. */
  readonly environment: EnvironmentName
  /** Sends a message: `(message) => transport.sendMail(message)` of nodemailer. What it rejects with is a failure. */
  readonly send: (message: MailMessage, signal: AbortSignal) => Promise<unknown>
  /** The documents: `(uuid, kind) => service.document('production', kind, uuid)`. Nothing is attached of what it gives nothing of. */
  readonly document: (uuid: string, kind: DocumentKind) => Promise<Uint8Array | undefined>
  /** To whom: the host knows the addresses of receivers. Nobody is no failure. */
  readonly to: (invoice: InvoiceRecord) => Promise<readonly string[]> | readonly string[]
  /** Who sends. */
  readonly from: MailAddress
  /** Who is to be answered, by invoice. Nobody else by default. */
  readonly replyTo?: ((invoice: InvoiceRecord) => string | undefined) | undefined
  /** `es` by default. */
  readonly language?: MailLanguage | undefined
  /** Where the decimals of currencies are. Those of the package by default. */
  readonly catalogs?: Catalogs | undefined
}

/**
 * Sends every mail that is due, and says what became of how many. Call it every few seconds, in any number of processes. At least once:
 * a message that is sent twice has the same `Message-ID`.
 * @throws what the store throws; TypeError when `from` is no address
 * @example
 * const { done } = await sendMails(createMemoryServiceStore(), {
 *   environment: 'sandbox',
 *   from: { address: 'facturas@example.mx' },
 *   to: () => ['compras@example.com'],
 *   document: async () => undefined, // (uuid, kind) => service.document('sandbox', kind, uuid)
 *   send: async () => {}, // (message) => transport.sendMail(message), of nodemailer
 * })
 * done // → 0
 */
export function sendMails(store: ServiceStore, options: SendMailsOptions): Promise<OutboxReport> {
  if (readMailAddress(options.from.address) === undefined) throw new TypeError('sendMails: from is no address')
  return drain(store, 'mails', mailing(store, options), options)
}

function mailing(store: ServiceStore, options: SendMailsOptions): Attempt<MailRecord> {
  return async ({ id }, signal) => {
    const invoice = await store.invoices.get(id)
    const wanted = invoice === undefined ? [] : await options.to(invoice)
    if (invoice === undefined || wanted.length === 0) return { kind: 'done' }
    // One bad address of several keeps the others from nothing.
    const to = wanted.filter((address) => readMailAddress(address) !== undefined)
    if (to.length === 0) return { kind: 'failed', why: 'ninguna dirección de correo es válida', final: true }
    const message = await messageOf(invoice, to, options)
    return sent(() => options.send(message, signal))
  }
}

async function messageOf(invoice: InvoiceRecord, to: readonly string[], options: SendMailsOptions) {
  const { document, replyTo, environment, from, language, catalogs } = options
  const [xml, pdf] = await Promise.all([document(invoice.id, 'xml'), document(invoice.id, 'pdf')])
  if (xml === undefined) throw new Error('no está el XML')
  return composeMail({ xml, pdf, to, from, replyTo: replyTo?.(invoice), environment, language, catalogs })
}

/** Of what a server answers: that it takes none of the recipients, for good, is not changed by trying again. */
async function sent(send: () => Promise<unknown>): Promise<Tried> {
  try {
    await send()
    return { kind: 'done' }
  } catch (cause) {
    const { command, responseCode } = (cause ?? {}) as { readonly command?: unknown; readonly responseCode?: unknown }
    if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) throw cause
    return { kind: 'failed', why: `el servidor rechazó a los destinatarios (${responseCode})`, final: true }
  }
}
