/**
 * The statement of one invoice: its total, payments by receipts, credits by credit notes, and the
 * balance. Pure, and independent of the order in which documents arrive.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import type { LedgerFacts, Movement } from './facts.js'

/**
 * A remark for review. Movements with the first three are not counted.
 * - `currency`: it has another currency than the invoice, which the SAT does not admit in a receipt
 *   (MonedaDR)
 * - `issuer`: it has another issuer than the invoice
 * - `shared`: the credit note relates to several invoices without stating the amount of each
 * - `unseen`: the receipt states a lower balance than this ledger: a payment or a credit note was
 *   stamped elsewhere
 * - `overpaid`: payments and credits exceed the invoice
 * - `pue`: receipts pay an invoice that states payment at once
 */
export type StatementRemark = 'currency' | 'issuer' | 'shared' | 'unseen' | 'overpaid' | 'pue'

/** The statement of an invoice. Amounts are decimals in its currency. */
export interface Statement {
  /** Folio fiscal of the invoice, in upper case. */
  readonly UUID: string
  /** Code of its currency. */
  readonly Moneda: string
  /** Total of the invoice. */
  readonly Total: string
  /** Sum paid by receipts in force. */
  readonly payments: string
  /** Sum credited by credit notes in force. */
  readonly credits: string
  /** Balance: Total less payments and credits; negative when overpaid. */
  readonly balance: string
  /**
   * Whether receipts in force brought the balance to zero. Always `false` for an invoice settled by
   * credit notes alone, for one of method PUE without a receipt, because no document proves its
   * payment, and for a cancelled one.
   */
  readonly paid: boolean
  /** Whether the invoice itself is cancelled. */
  readonly cancelled: boolean
  /** Folios fiscales of the receipts in force that are counted, in order. */
  readonly receipts: readonly string[]
  /** Remarks for review, with the folio fiscal of the document, sorted. */
  readonly remarks: readonly { readonly remark: StatementRemark; readonly UUID: string }[]
}

/** An invoice, and the documents in force that refer to it. */
export interface Account {
  readonly invoice: LedgerFacts & Required<Pick<LedgerFacts, 'charge'>>
  readonly cancelled: boolean
  /** Receipts and credit notes neither cancelled nor replaced, each once. */
  readonly inForce: readonly LedgerFacts[]
}

type Money = Extract<Movement, { amount: string }>

/** A movement with its document. */
interface Entry {
  readonly by: LedgerFacts
  readonly movement: Money
}

/** Creates the statement of an invoice. */
export function statementOf({ invoice, cancelled, inForce }: Account): Statement {
  const entries = inForce.flatMap((by) => {
    const movements = by.movements.filter(
      (movement): movement is Money => 'amount' in movement && movement.to === invoice.UUID,
    )
    return movements.map((movement) => ({ by, movement }))
  })
  const refused = entries.flatMap((entry) => findRefusal(entry, invoice))
  const counted = entries.filter((entry) => findRefusal(entry, invoice).length === 0)
  const total = Decimal.of(invoice.charge.total)
  const payments = sumEntries(counted, 'payment')
  const credits = sumEntries(counted, 'credit')
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
    receipts: listFolios(counted, 'payment'),
    remarks: [...refused, ...remarksOf(invoice, counted, balance)].sort(byFolio),
  }
}

type Remarks = Statement['remarks']

/** Returns the reason why an entry is not counted; empty when it is. */
function findRefusal({ by, movement }: Entry, { emisor, charge }: Account['invoice']): Remarks {
  if (by.emisor !== emisor) return [{ remark: 'issuer', UUID: by.UUID }]
  if (movement.moneda !== charge.moneda) return [{ remark: 'currency', UUID: by.UUID }]
  if (movement.kind === 'credit' && movement.shared) return [{ remark: 'shared', UUID: by.UUID }]
  return []
}

function sumEntries(entries: readonly Entry[], kind: Money['kind']): Decimal {
  return Decimal.sum(ofKind(entries, kind).map(({ movement }) => Decimal.of(movement.amount)))
}

function listFolios(entries: readonly Entry[], kind: Money['kind']): string[] {
  return [...new Set(ofKind(entries, kind).map(({ by }) => by.UUID))].sort()
}

function ofKind(entries: readonly Entry[], kind: Money['kind']): readonly Entry[] {
  return entries.filter(({ movement }) => movement.kind === kind)
}

function remarksOf(
  { UUID, charge }: Account['invoice'],
  counted: readonly Entry[],
  balance: Decimal,
): Remarks {
  const unseen = counted.filter(
    ({ movement }) => movement.kind === 'payment' && Decimal.of(movement.left).compare(balance) < 0,
  )
  return [
    ...listFolios(unseen, 'payment').map((folio) => ({ remark: 'unseen' as const, UUID: folio })),
    ...(balance.compare(Decimal.zero) < 0 ? [{ remark: 'overpaid' as const, UUID }] : []),
    ...(charge.metodo === 'PUE' && ofKind(counted, 'payment').length > 0
      ? [{ remark: 'pue' as const, UUID }]
      : []),
  ]
}

function byFolio(one: Remarks[number], other: Remarks[number]): number {
  const [first, second] = [one.UUID + one.remark, other.UUID + other.remark]
  if (first < second) return -1
  if (first > second) return 1
  return 0
}
