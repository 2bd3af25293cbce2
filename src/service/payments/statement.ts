/**
 * The account of one invoice: what it asks for, what receipts paid and credit notes gave back, and what is left. Pure, and the same
 * in whatever order the documents became known.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { LedgerFacts, Movement } from './facts.js'

/**
 * What somebody should look at. What is not counted says so.
 * - `currency`: not counted, it is in another currency than the invoice, which the SAT does not admit of a receipt (MonedaDR)
 * - `issuer`: not counted, it was issued by another than the invoice
 * - `shared`: not counted, the credit note is of several invoices and does not say how much of each
 * - `unseen`: the receipt says that less is owed than is known here: a payment or a credit note was stamped elsewhere
 * - `overpaid`: more was paid or given back than the invoice asks for
 * - `pue`: receipts pay an invoice that says that it was paid at once
 */
export type StatementRemark = 'currency' | 'issuer' | 'shared' | 'unseen' | 'overpaid' | 'pue'

/** The account of an invoice. Amounts are decimals in its currency. */
export interface Statement {
  /** Folio fiscal of the invoice, in upper case. */
  readonly UUID: string
  /** Code of its currency. */
  readonly Moneda: string
  /** What it asks for. */
  readonly Total: string
  /** What receipts in force paid. */
  readonly payments: string
  /** What credit notes in force gave back. */
  readonly credits: string
  /** What is left: Total less payments and credits; negative when it was overpaid. */
  readonly balance: string
  /**
   * Whether receipts in force brought the balance to zero. An invoice that only credit notes did is not paid, nor is one of method PUE
   * that has no receipt: of its payment there is no document. A cancelled one is not.
   */
  readonly paid: boolean
  /** Whether the invoice itself is cancelled. */
  readonly cancelled: boolean
  /** Folios fiscales of the receipts in force that are counted, in order. */
  readonly receipts: readonly string[]
  /** What somebody should look at, with the folio fiscal of the document that it is about, in order. */
  readonly remarks: readonly { readonly remark: StatementRemark; readonly UUID: string }[]
}

/** An invoice, and what is in force that names it. */
export interface Account {
  readonly invoice: LedgerFacts & Required<Pick<LedgerFacts, 'charge'>>
  readonly cancelled: boolean
  /** Receipts and credit notes that are neither cancelled nor replaced, each once. */
  readonly inForce: readonly LedgerFacts[]
}

type Money = Extract<Movement, { amount: string }>

/** A movement of money, and the document that makes it. */
interface Entry {
  readonly by: LedgerFacts
  readonly movement: Money
}

/** The account of an invoice. */
export function statementOf({ invoice, cancelled, inForce }: Account): Statement {
  const entries = inForce.flatMap((by) => entriesOf(by, invoice.UUID))
  const refused = entries.flatMap((entry) => refusalOf(entry, invoice))
  const counted = entries.filter((entry) => refusalOf(entry, invoice).length === 0)
  const total = Decimal.of(invoice.charge.total)
  const payments = sumOf(counted, 'payment')
  const credits = sumOf(counted, 'credit')
  const balance = total.minus(payments).minus(credits)
  const settled = balance.compare(Decimal.zero) <= 0
  return {
    UUID: invoice.UUID,
    Moneda: invoice.charge.moneda,
    Total: total.toString(),
    payments: payments.toString(Math.max(total.scale, payments.scale)),
    credits: credits.toString(Math.max(total.scale, credits.scale)),
    balance: balance.toString(),
    paid: settled && !cancelled && payments.compare(Decimal.zero) > 0,
    cancelled,
    receipts: foliosOf(counted, 'payment'),
    remarks: [...refused, ...remarksOf(invoice, counted, balance)].sort(byFolio),
  }
}

function entriesOf(by: LedgerFacts, to: string): Entry[] {
  const movements = by.movements.filter((movement): movement is Money => 'amount' in movement && movement.to === to)
  return movements.map((movement) => ({ by, movement }))
}

type Remarks = Statement['remarks']

/** Why an entry is not counted; empty when it is. */
function refusalOf({ by, movement }: Entry, { emisor, charge }: Account['invoice']): Remarks {
  if (by.emisor !== emisor) return [{ remark: 'issuer', UUID: by.UUID }]
  if (movement.moneda !== charge.moneda) return [{ remark: 'currency', UUID: by.UUID }]
  return movement.kind === 'credit' && movement.shared ? [{ remark: 'shared', UUID: by.UUID }] : []
}

function sumOf(entries: readonly Entry[], kind: Money['kind']): Decimal {
  return Decimal.sum(ofKind(entries, kind).map(({ movement }) => Decimal.of(movement.amount)))
}

function foliosOf(entries: readonly Entry[], kind: Money['kind']): string[] {
  return [...new Set(ofKind(entries, kind).map(({ by }) => by.UUID))].sort()
}

function ofKind(entries: readonly Entry[], kind: Money['kind']): readonly Entry[] {
  return entries.filter(({ movement }) => movement.kind === kind)
}

function remarksOf({ UUID, charge }: Account['invoice'], counted: readonly Entry[], balance: Decimal): Remarks {
  const unseen = counted.filter(({ movement }) => saysLess(movement, balance))
  return [
    ...foliosOf(unseen, 'payment').map((folio) => ({ remark: 'unseen' as const, UUID: folio })),
    ...(balance.compare(Decimal.zero) < 0 ? [{ remark: 'overpaid' as const, UUID }] : []),
    ...(charge.metodo === 'PUE' && ofKind(counted, 'payment').length > 0 ? [{ remark: 'pue' as const, UUID }] : []),
  ]
}

function saysLess(movement: Money, balance: Decimal): boolean {
  return movement.kind === 'payment' && Decimal.of(movement.left).compare(balance) < 0
}

function byFolio(one: Remarks[number], other: Remarks[number]): number {
  const [first, second] = [one.UUID + one.remark, other.UUID + other.remark]
  return first < second ? -1 : first > second ? 1 : 0
}
