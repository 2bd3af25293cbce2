/**
 * Requests the mail of an invoice: chooses its recipients, and writes the row of the outbox.
 * @module
 */
import type { Environment } from '../environment.js'
import type { AllRecords } from '../ports.js'
import type { InvoiceRecord } from '../records.js'
import { readMailAddress } from './address.js'

/** How a service mails. */
export interface MailSettings {
  /**
   * Returns the addresses of a receiver that the host knows, for accounts that recorded none.
   * Defaults to none.
   */
  readonly to?: (invoice: InvoiceRecord) => Promise<readonly string[]> | readonly string[]
}

/** Id of the addresses of a receiver. */
export function recipientId(account: string, rfc: string): string {
  return `${account}/${rfc}`
}

/** Resolves to the valid addresses that the host knows; to none when it fails. */
export async function usualAddresses(
  { mail }: { readonly mail: MailSettings | undefined },
  invoice: InvoiceRecord,
): Promise<readonly string[]> {
  try {
    const all = (await mail?.to?.(invoice)) ?? []
    return all.filter((address) => readMailAddress(address) !== undefined)
  } catch {
    return []
  }
}

/** A requested mail. */
export interface MailRequest {
  /** Addresses, or `true` for those that are known. */
  readonly wanted: true | readonly string[]
  /** Addresses that the host knows. */
  readonly usual: readonly string[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Writes the row of a mail. Resolves to the status of the invoice's mail; undefined, without a row,
 * when no address is known.
 */
export async function requestMail(
  tables: AllRecords,
  invoice: InvoiceRecord,
  { wanted, usual, now }: MailRequest,
): Promise<InvoiceRecord['mail']> {
  const { id, owner, receptor } = invoice
  const recorded = await tables.recipients.get(recipientId(owner, receptor))
  const to = wanted === true ? (recorded?.addresses ?? usual) : wanted
  if (to.length === 0) return undefined
  const mail = { status: 'pending', to, at: now } as const
  await tables.mails.put({ id, owner, at: now, tries: 0, to, since: now })
  await tables.invoices.put({ ...invoice, mail })
  return mail
}

/**
 * Requests the mail of a recorded invoice. Resolves to its status; undefined when no address is
 * known. @param again whether to send one more mail
 */
export async function requestMailOf(
  environment: Environment,
  invoice: InvoiceRecord,
  { wanted, again }: { readonly wanted: true | readonly string[]; readonly again: boolean },
): Promise<InvoiceRecord['mail']> {
  const usual = await usualAddresses(environment, invoice)
  return environment.store.transaction(async (tables) => {
    const current = await tables.invoices.lock(invoice.id)
    if (current === undefined) return undefined
    if (current.mail !== undefined && !again) return current.mail
    return requestMail(tables, current, { wanted, usual, now: environment.now() })
  })
}
