/**
 * Credits: one per stamped CFDI. A credit is reserved before sealing, consumed with the invoice,
 * released after a certain failure, and held otherwise.
 *
 * The credits of an account are one record. Transactions lock reservations and invoices before it,
 * always in this order.
 * @module
 */
import { abandonedAfter } from '../engine/stamp/claims.js'
import type { PdfChoices } from './handlers/pdfChoices.js'
import type { AllRecords } from './ports.js'
import type { CreditRecord, InvoiceKeyRecord, InvoiceRecord, ReservationRecord } from './records.js'

/** Credits of an account. */
export interface Balance {
  /** Credits granted in total. */
  readonly granted: number
  /** Stamped CFDI. */
  readonly stamped: number
  /** Reserved credits, of stamps in progress or in doubt. */
  readonly reserved: number
  /** `granted` - `stamped`. */
  readonly balance: number
  /** Credits for new stamps: `balance` - `reserved`. */
  readonly available: number
}

/** Returns the balance of an account, zero without a record. */
export function balanceOf(credit: CreditRecord | undefined): Balance {
  const { granted = 0, stamped = 0, reserved = 0 } = credit ?? {}
  const balance = granted - stamped
  return { granted, stamped, reserved, balance, available: balance - reserved }
}

/** A request for a credit. */
export interface Wanted {
  /** Key of the stamp, in the engine's form. */
  readonly key: string
  /** The account. */
  readonly owner: string
  /** Name of the call. */
  readonly call: string
  /** Whether to mail the invoice, or to which addresses. */
  readonly mail: boolean | readonly string[]
  /** Choices of the PDF. */
  readonly pdf?: PdfChoices | undefined
  /** Id of the API key. */
  readonly by?: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** `spent`: no credit is left. A record: the key has an invoice. */
export type Reserved = 'reserved' | 'spent' | InvoiceKeyRecord

/** Another call wrote the same record: the transaction is rolled back, and begins again. */
export class Changed extends Error {}

/** Runs a transaction again while it throws {@link Changed}. */
export async function untilUnchanged<Result>(run: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof Changed)) throw error
    }
  }
}

/**
 * Reserves a credit for a key, or joins its existing reservation. @throws Changed
 */
export async function reserve(tables: AllRecords, wanted: Wanted): Promise<Reserved> {
  const { key, owner, call, mail, pdf, by, now } = wanted
  const calls = [{ call, until: now + abandonedAfter }]
  const [held, earlier, credit] = await Promise.all([
    tables.reservations.lock(key),
    tables.invoiceKeys.get(key),
    tables.credits.lock(owner),
  ])
  if (held !== undefined) {
    await putReservation(tables, {
      ...held,
      mail: mail || held.mail,
      ...(pdf && { pdf }),
      calls: [...callsUnderWay(held, now), ...calls],
    })
    return 'reserved'
  }
  if (earlier !== undefined) return earlier
  if (credit === undefined || balanceOf(credit).available < 1) {
    // The look-up that waited for the credits may be older than a reservation of the same key, which
    // took the last one.
    const [joined, stamped] = await Promise.all([
      tables.reservations.get(key),
      tables.invoiceKeys.get(key),
    ])
    if (joined !== undefined || stamped !== undefined) throw new Changed()
    return 'spent'
  }
  const wish = { mail, ...(pdf && { pdf }), ...(by !== undefined && { by }) }
  const record = { id: key, owner, at: now, ...wish, calls, version: 1 }
  const [isNew] = await Promise.all([
    tables.reservations.insert(record),
    tables.credits.put({ ...credit, reserved: credit.reserved + 1 }),
  ])
  if (!isNew) throw new Changed()
  return 'reserved'
}

/**
 * Reserves a credit for a key whose order is written later, in a transaction of its own: its stamp
 * by another process may be newer than the look-up that waited for the credits. @throws Changed
 */
export async function reserveAhead(tables: AllRecords, wanted: Wanted): Promise<Reserved> {
  const reserved = await reserve(tables, wanted)
  if (reserved !== 'reserved') return reserved
  if ((await tables.invoiceKeys.get(wanted.key)) !== undefined) throw new Changed()
  return reserved
}

/** The calls of a reservation that may still stamp. */
export function callsUnderWay({ calls = [] }: ReservationRecord, now: number) {
  return calls.filter(({ until }) => until > now)
}

function putReservation({ reservations }: AllRecords, record: ReservationRecord): Promise<void> {
  return reservations.put({ ...record, version: (record.version ?? 0) + 1 })
}

/** Result of recording a stamp. */
export interface Consumed {
  /** Whether the invoice is new. */
  readonly isNew: boolean
  /** The reservation, if it still existed. */
  readonly reservation: ReservationRecord | undefined
}

/** An invoice to record. */
export interface Consuming {
  /** Its record. Choices that it does not have are those of its reservation. */
  readonly invoice: InvoiceRecord
  /** SHA-256 of its draft. */
  readonly fingerprint: string
  /** Writes its document in the same transaction. */
  readonly putDocument?: (() => Promise<void>) | undefined
}

/**
 * Records an invoice with its key and consumes its credit, once. Also counts a stamp without a
 * reservation. @throws Changed
 */
export async function consume(
  tables: AllRecords,
  { invoice, fingerprint, putDocument }: Consuming,
): Promise<Consumed> {
  const { id, key, owner, at, pac } = invoice
  const [reservation, known, credit] = await Promise.all([
    tables.reservations.lock(key),
    tables.invoices.get(id),
    tables.credits.lock(owner),
  ])
  const isNew = known === undefined
  const { pdf, by } = reservation ?? {}
  const chosen = { ...(pdf && { pdf }), ...(by !== undefined && { by }), ...invoice }
  const counts = { stamped: Number(isNew), reserved: -Number(reservation !== undefined) }
  const [isFirst] = await Promise.all([
    !isNew || tables.invoices.insert(chosen),
    isNew && tables.invoiceKeys.insert({ id: key, owner, at, invoice: id, pac, fingerprint }),
    isNew && putDocument?.(),
    reservation && tables.reservations.remove(key),
    putCounts(tables, credit ?? noCredit(owner), counts),
  ])
  if (!isFirst) throw new Changed()
  return { isNew, reservation }
}

/** The end of a call. */
export interface CallEnd {
  /** The reservation on which the decision was made. */
  readonly seen: ReservationRecord
  /** Name of the call; absent when a sweep ends dead calls. */
  readonly call: string | undefined
  /** Whether the key certainly has no stamp and can get none, except by a call under way. */
  readonly isOver: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Ends a call. Releases the credit after the last one, if nothing can be stamped. Resolves to
 * `false` when the reservation changed meanwhile: then the decision must be made again.
 */
export async function endCall(
  tables: AllRecords,
  { seen, call, isOver, now }: CallEnd,
): Promise<boolean> {
  const held = await tables.reservations.lock(seen.id)
  if (held === undefined) return true
  if (held.version !== seen.version) return false
  const calls = callsUnderWay(held, now).filter((one) => one.call !== call)
  if (calls.length > 0 || !isOver) {
    const isSame = calls.length === (held.calls?.length ?? 0)
    if (!isSame) await putReservation(tables, { ...held, calls })
    return true
  }
  await tables.reservations.remove(held.id)
  await changeCounts(tables, held.owner, { stamped: 0, reserved: -1 })
  return true
}

/** Grants credits under a reference, once. */
export async function grant(
  tables: AllRecords,
  {
    owner,
    reference,
    credits,
    now,
  }: { owner: string; reference: string; credits: number; now: number },
): Promise<boolean> {
  const isNew = await tables.grants.insert({ id: `${owner}/${reference}`, owner, at: now, credits })
  if (isNew) await changeCounts(tables, owner, { granted: credits })
  return isNew
}

async function changeCounts(tables: AllRecords, owner: string, change: Change): Promise<void> {
  const credit = await tables.credits.lock(owner)
  await putCounts(tables, credit ?? noCredit(owner), change)
}

interface Change {
  readonly granted?: number
  readonly stamped?: number
  readonly reserved?: number
}

function noCredit(owner: string): CreditRecord {
  return { id: owner, owner, at: 0, granted: 0, stamped: 0, reserved: 0 }
}

async function putCounts(
  { credits }: AllRecords,
  credit: CreditRecord,
  { granted = 0, stamped = 0, reserved = 0 }: Change,
): Promise<void> {
  if (granted === 0 && stamped === 0 && reserved === 0) return
  await credits.put({
    ...credit,
    granted: credit.granted + granted,
    stamped: credit.stamped + stamped,
    reserved: credit.reserved + reserved,
  })
}
