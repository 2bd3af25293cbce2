/**
 * The outbox of mail: sends the mails requested with a stamp, until they succeed or retries end. A
 * failing mail does not affect the stamp.
 * @module
 */
import type { Catalogs } from '../../catalogs/catalogs.js'
import { type OptionNames, requireOptions } from '../../lib/options.js'
import { clip } from '../../lib/text.js'
import { systemClock } from '../../pac/clock.js'
import { outlineRoot } from '../../sat/cfdi40/cfdi.js'
import { type Registered, registeredNames, registeredRoots } from '../../sat/registered.js'
import { emit, mailEvent } from '../events.js'
import {
  type Attempted,
  drain,
  type OutboxOptions,
  type OutboxReport,
  outboxOptionNames,
  type Tried,
} from '../outbox.js'
import type { AllRecords, DocumentKind, ServiceStore } from '../ports.js'
import type { EnvironmentName, InvoiceRecord, MailRecord } from '../records.js'
import { type MailAddress, readMailAddress } from './address.js'
import { composeMail, type MailMessage } from './composeMail.js'
import type { MailLanguage } from './wording.js'

/** Options of {@link sendMails}. */
export interface SendMailsOptions extends OutboxOptions, Registered {
  /** Environment of the store. */
  readonly environment: EnvironmentName
  /**
   * Sends a message: `(message) => transport.sendMail(message)` of nodemailer. A rejection is a
   * failed attempt.
   */
  readonly send: (message: MailMessage, signal: AbortSignal) => Promise<unknown>
  /**
   * Returns a document: `(uuid, kind) => service.document('production', kind, uuid)`. Documents
   * without bytes are not attached.
   */
  readonly document: (uuid: string, kind: DocumentKind) => Promise<Uint8Array | undefined>
  /**
   * Milliseconds after its request after which a mail is not sent any more. Defaults to four days: the schedule ends before.
   */
  readonly maxAge?: number | undefined
  /** Sender. */
  readonly from: MailAddress
  /** Returns the address for replies to an invoice. Defaults to none. */
  readonly replyTo?: ((invoice: InvoiceRecord) => string | undefined) | undefined
  /** Defaults to `es`. */
  readonly language?: MailLanguage | undefined
  /** Catalogues with the decimals of currencies. Defaults to those of the package. */
  readonly catalogs?: Catalogs | undefined
}

/**
 * Sends every due mail, and resolves to the number of mails by outcome. Call it every few seconds,
 * in any number of processes. Delivery is at least once: a repeated message has the same
 * `Message-ID`.
 * @throws the store's errors; TypeError when `from` is not a valid address
 * @example
 * const { done } = await sendMails(createMemoryServiceStore(), {
 *   environment: 'sandbox',
 *   from: { address: 'facturas@example.mx' },
 *   document: async () => undefined, // (uuid, kind) => service.document('sandbox', kind, uuid)
 *   send: async () => {}, // (message) => transport.sendMail(message), of nodemailer
 * })
 * done // → 0
 */
export function sendMails(store: ServiceStore, options: SendMailsOptions): Promise<OutboxReport> {
  if (readMailAddress(options.from.address) === undefined)
    throw new TypeError('sendMails: from is not a valid address')
  requireOptions('sendMails', options, { ...outboxOptionNames, ...mailOptionNames })
  registeredRoots(outlineRoot, 'sendMails', options)
  const { environment, clock = systemClock, maxAge = 4 * day } = options
  return drain(
    store,
    'mails',
    {
      async attempt({ id, to = [], since, at }, signal) {
        const invoice = await store.invoices.get(id)
        if (invoice === undefined) return { kind: 'done' }
        if (to.length === 0)
          return { kind: 'failed', why: 'no se conoce ninguna dirección de correo', final: true }
        if (clock.now() - (since ?? Math.min(at, invoice.at)) > maxAge)
          return { kind: 'failed', why: 'pasó el plazo para enviarlo', final: true }
        const message = await buildMessage(invoice, to, options)
        return trySend(() => options.send(message, signal))
      },
      follow: (tables, row, attempted) => recordMail(tables, row, { ...attempted, environment }),
    },
    options,
  )
}

const mailOptionNames: OptionNames<Omit<SendMailsOptions, keyof OutboxOptions>> = {
  environment: true,
  send: true,
  document: true,
  maxAge: true,
  from: true,
  replyTo: true,
  language: true,
  catalogs: true,
  ...registeredNames,
}

const day = 86_400_000

/** Records the end of a mail on its invoice, with its event. */
async function recordMail(
  tables: AllRecords,
  { id, to = [], since }: MailRecord,
  { tried, outcome, now, environment }: Attempted & { readonly environment: EnvironmentName },
): Promise<void> {
  if (to.length === 0 || (outcome !== 'done' && outcome !== 'failed')) return
  const invoice = await tables.invoices.lock(id)
  // A mail that was requested meanwhile has a status of its own.
  if (invoice === undefined || invoice.mail?.at !== since) return
  const mail =
    tried.kind === 'failed'
      ? ({ status: 'failed', to, at: now, why: clip(tried.why, 300) } as const)
      : ({ status: 'sent', to, at: now } as const)
  await tables.invoices.put({ ...invoice, mail })
  await emit(tables, { environment, owner: invoice.owner, at: now }, [mailEvent(id, mail)])
}

async function buildMessage(
  invoice: InvoiceRecord,
  to: readonly string[],
  options: SendMailsOptions,
) {
  const { document, replyTo, environment, from, language, catalogs, documents, complements } =
    options
  const [xml, pdf] = await Promise.all([document(invoice.id, 'xml'), document(invoice.id, 'pdf')])
  if (xml === undefined) throw new Error('no está el XML')
  return composeMail({
    xml,
    pdf,
    to,
    from,
    replyTo: replyTo?.(invoice),
    environment,
    language,
    catalogs,
    documents,
    complements,
  })
}

/** A server's permanent refusal of all recipients is final; other failures are retried. */
async function trySend(send: () => Promise<unknown>): Promise<Tried> {
  try {
    await send()
    return { kind: 'done' }
  } catch (cause) {
    const { command, responseCode } = (cause ?? {}) as {
      readonly command?: unknown
      readonly responseCode?: unknown
    }
    if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) throw cause
    return {
      kind: 'failed',
      why: `el servidor rechazó a los destinatarios (${responseCode})`,
      final: true,
    }
  }
}
