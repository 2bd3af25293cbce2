/**
 * Credits: one for each stamped CFDI. Reserved before sealing, consumed with the invoice, released on a certain no, and otherwise held.
 *
 * An account's credits are one record, which is locked last: reservations and invoices come first, always in this order.
 * @module
 */
import type { AllRecords } from './ports.js'
import type { CreditRecord, InvoiceRecord, ReservationRecord } from './records.js'

/** What an account has, in credits. */
export interface Balance {
  /** All that were ever given. */
  readonly granted: number
  /** CFDI that were stamped. */
  readonly stamped: number
  /** Spoken for: of stamps under way, or whose outcome is not known yet. */
  readonly reserved: number
  /** `granted` - `stamped`. */
  readonly balance: number
  /** What may still be asked for: `balance` - `reserved`. */
  readonly available: number
}

/** The balance of an account; of one that nobody gave anything, nothing. */
export function balanceOf(credit: CreditRecord | undefined): Balance {
  const { granted = 0, stamped = 0, reserved = 0 } = credit ?? {}
  const balance = granted - stamped
  return { granted, stamped, reserved, balance, available: balance - reserved }
}

/** What a call asks a credit for. */
export interface Wanted {
  /** The key of the stamp, as the engine has it. */
  readonly key: string
  /** The account. */
  readonly owner: string
  /** The call: its name, and until when others leave the key alone. */
  readonly claim: NonNullable<ReservationRecord['claim']>
  readonly mail: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/** `busy`: another call works on the key. `spent`: there is no credit. */
export type Reserved = 'reserved' | 'busy' | 'spent'

/** Reserves a credit for a key, or takes over the reservation that it has. */
export async function reserve(tables: AllRecords, wanted: Wanted): Promise<Reserved> {
  const { key, owner, claim, mail, now } = wanted
  const held = await tables.reservations.lock(key)
  if (held !== undefined) {
    if (isClaimed(held, now)) return 'busy'
    await tables.reservations.put({ ...held, mail: held.mail || mail, claim })
    return 'reserved'
  }
  const credit = await tables.credits.lock(owner)
  if (credit === undefined || balanceOf(credit).available < 1) return 'spent'
  if (!(await tables.reservations.insert({ id: key, owner, at: now, mail, claim }))) return 'busy'
  await tables.credits.put({ ...credit, reserved: credit.reserved + 1 })
  return 'reserved'
}

/** Whether a call works on it. */
export function isClaimed({ claim }: ReservationRecord, now: number): boolean {
  return claim !== undefined && claim.until > now
}

/** What became of a reservation when its stamp was recorded. */
export interface Consumed {
  /** Whether the invoice was not recorded before. */
  readonly isNew: boolean
  /** The reservation, if it was still there. */
  readonly reservation: ReservationRecord | undefined
}

/** Records an invoice and consumes its credit, once, whatever was reserved: a stamp that exists is counted. */
export async function consume(tables: AllRecords, invoice: InvoiceRecord): Promise<Consumed> {
  const { key, owner } = invoice
  const reservation = await tables.reservations.lock(key)
  if (reservation !== undefined) await tables.reservations.remove(key)
  const isNew = await tables.invoices.insert(invoice)
  await count(tables, owner, { stamped: isNew ? 1 : 0, reserved: reservation === undefined ? 0 : -1 })
  return { isNew, reservation }
}

/** Gives a reservation back, unless another call than that works on the key. */
export async function release(tables: AllRecords, key: string, call: string, now: number): Promise<boolean> {
  const held = await tables.reservations.lock(key)
  if (held === undefined || (held.claim?.call !== call && isClaimed(held, now))) return false
  await tables.reservations.remove(key)
  await count(tables, held.owner, { stamped: 0, reserved: -1 })
  return true
}

/** Leaves a reservation to whoever comes next: the outcome is not known. */
export async function hold(tables: AllRecords, key: string, call: string): Promise<void> {
  const held = await tables.reservations.lock(key)
  if (held?.claim?.call !== call) return
  const { claim: _, ...rest } = held
  await tables.reservations.put(rest)
}

/** Gives credits under a reference, once. */
export async function grant(
  tables: AllRecords,
  { owner, reference, credits, now }: { owner: string; reference: string; credits: number; now: number },
): Promise<boolean> {
  const isNew = await tables.grants.insert({ id: `${owner}/${reference}`, owner, at: now, credits })
  if (isNew) await count(tables, owner, { granted: credits })
  return isNew
}

async function count(
  tables: AllRecords,
  owner: string,
  change: { granted?: number; stamped?: number; reserved?: number },
): Promise<void> {
  const { granted = 0, stamped = 0, reserved = 0 } = change
  if (granted === 0 && stamped === 0 && reserved === 0) return
  const credit = (await tables.credits.lock(owner)) ?? { id: owner, owner, at: 0, granted: 0, stamped: 0, reserved: 0 }
  await tables.credits.put({
    ...credit,
    granted: credit.granted + granted,
    stamped: credit.stamped + stamped,
    reserved: credit.reserved + reserved,
  })
}
