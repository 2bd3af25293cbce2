/**
 * Summary of an invoice's payments and balance, from its receipts of payment and its credit notes.
 * @module
 */
import { type Catalogs, fewCatalogs } from '../../../catalogs/few.js'
import type { Json } from '../../../derive/derivation.js'
import { decimalsOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { groupBy } from '../../../lib/lists.js'
import { nodesIn } from '../../../model/nodes.js'
import { amount, defined, known, list } from '../../cfdi40/build/argument.js'
import { requireFactura, uuidOf } from '../../cfdi40/build/factura.js'
import { requireNotas } from '../../cfdi40/build/saldo.js'
import { type Timbrado, timbrado } from '../../cfdi40/build/timbrado.js'
import type { Comprobante } from '../../cfdi40/declaration.js'
import { at } from '../../cfdi40/nodes.js'
import { pagos20 } from '../declaration.js'
import type { DoctoRelacionado } from '../nodes.js'
import { impuestosDROf } from './impuestosDR.js'

/** A payment of the invoice, as in its receipt. */
export interface RegisteredPayment {
  /** Folio fiscal of the receipt. */
  readonly UUID: string
  /** Fecha y hora del pago, AAAA-MM-DDThh:mm:ss. */
  readonly FechaPago: string
  /** Number of the instalment. */
  readonly NumParcialidad: number
  /** Owed before it. */
  readonly ImpSaldoAnt: string
  /** Paid by it. */
  readonly ImpPagado: string
  /** Owed after it. */
  readonly ImpSaldoInsoluto: string
}

/** A tax of payments, in the currency of the invoice. */
export interface PaidTax {
  /** Whether it is withheld, and not charged. */
  readonly withheld: boolean
  /** c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  readonly Impuesto: string
  /** Tasa, Cuota or Exento. */
  readonly TipoFactor: string
  /** Absent when it is exempt. */
  readonly TasaOCuota?: string
  /** Base of the payments. */
  readonly Base: string
  /** Amount; absent when it is exempt. */
  readonly Importe?: string
}

/** Paid and owed amounts of an invoice. `pago` accepts it as an invoice. */
export interface PaymentSummary {
  /** The invoice. */
  readonly factura: Comprobante
  /** Folio fiscal of the invoice. */
  readonly UUID: string
  /** Currency of the invoice, and of every amount here. */
  readonly Moneda: string
  /** Total of the invoice. */
  readonly Total: string
  /** Sum paid by receipts. */
  readonly paid: string
  /** Sum credited by credit notes. */
  readonly credited: string
  /** Balance: Total less `paid` and `credited`. */
  readonly balance: string
  /** Number of the next payment. */
  readonly NumParcialidad: number
  /** `balance`, under its name in the next receipt. */
  readonly ImpSaldoAnt: string
  /** Taxes of its payments, and those of the balance, in proportion. */
  readonly taxes: { readonly paid: readonly PaidTax[]; readonly pending: readonly PaidTax[] }
  /** Its credit notes, which lower the taxes of later payments. */
  readonly notes: readonly Comprobante[]
  /** Its payments, by NumParcialidad. */
  readonly payments: readonly RegisteredPayment[]
}

/**
 * Computes paid and owed amounts of an invoice from documents alone: its receipts of payment and
 * its credit notes in force. Pass the result to `pago` as it is, or with the paid amount:
 * `{ ...summary, ImpPagado: '500.00' }`. A credit note for several invoices counts as one for this
 * invoice.
 *
 * @throws TypeError when `factura` is not an invoice, a document is not stamped, is repeated or
 * belongs to another invoice, or the documents exceed its Total.
 * @example
 * const summary = paymentSummary(factura, [], [])
 * summary.balance // → '232.00'
 * const recibo = pago([summary], { FechaPago: '2026-11-20', FormaDePagoP: '03' })
 */
export function paymentSummary(
  invoice: Timbrado,
  receipts: readonly Timbrado[] = [],
  notes: readonly Timbrado[] = [],
  options: { readonly UUID?: string | undefined; readonly catalogs?: Catalogs | undefined } = {},
): PaymentSummary {
  known(options, 'paymentSummary', { UUID: true, catalogs: true })
  const factura = timbrado(invoice, 'invoice')
  const UUID = uuidOf(factura, options.UUID)
  requireFactura(factura, UUID, 'paid')
  const { Moneda } = factura
  const digits = decimalsOf(Moneda, { catalogs: options.catalogs ?? fewCatalogs })
  const notas = list(notes, 'notes').map((note, at) => timbrado(note, `notes[${at}]`))
  requireNotas(notas, UUID, Moneda, 'notes')
  const doctos = doctosOf(
    list(receipts, 'receipts').map((receipt, at) => timbrado(receipt, `receipts[${at}]`)),
    UUID,
  )
  const total = amount(factura.Total, 'Total')
  let [paid, credited] = [Decimal.zero, Decimal.zero]
  for (const { docto } of doctos) paid = paid.plus(amount(docto.ImpPagado, 'ImpPagado'))
  for (const nota of notas) credited = credited.plus(amount(nota.Total, 'Total'))
  const balance = total.minus(paid).minus(credited)
  if (balance.compare(Decimal.zero) < 0)
    throw new TypeError(
      `factura ${UUID}: se pagó ${paid} y se acreditó ${credited}, más que su Total ${total}`,
    )
  const [saldo, pending] = [
    balance.round(digits),
    balance.isZero() ? undefined : impuestosDROf(factura, notas, balance, balance, digits),
  ]
  return {
    factura,
    UUID,
    Moneda,
    Total: String(factura.Total),
    paid: paid.round(digits).toString(),
    credited: credited.round(digits).toString(),
    balance: saldo.toString(),
    NumParcialidad: Math.max(0, ...doctos.map(({ docto }) => Number(docto.NumParcialidad))) + 1,
    ImpSaldoAnt: saldo.toString(),
    taxes: {
      paid: addUp(doctos.map(({ docto }) => docto.ImpuestosDR as Json | undefined)),
      pending: addUp([pending]),
    },
    notes: notas,
    payments: doctos.map(paymentOf),
  }
}

interface Registered {
  readonly UUID: string
  readonly FechaPago: string
  readonly docto: DoctoRelacionado
}

/**
 * Returns the entries of an invoice in its receipts, in the order of its instalments. @throws
 * TypeError for a receipt that is repeated, or without the invoice.
 */
function doctosOf(receipts: readonly Comprobante[], uuid: string): readonly Registered[] {
  const seen = new Set<string>()
  const doctos: Registered[] = []
  for (const receipt of receipts) {
    const own = uuidOf(receipt)
    const before = doctos.length
    for (const { FechaPago, DoctoRelacionado } of nodesIn(at(pagos20, 'Pago[]'), receipt))
      for (const docto of DoctoRelacionado)
        if (docto.IdDocumento.toUpperCase() === uuid.toUpperCase())
          doctos.push({ UUID: own, FechaPago, docto })
    if (doctos.length === before)
      throw new TypeError(`receipts: ${own} is no receipt of payment of the invoice ${uuid}`)
    if (seen.has(own.toUpperCase())) throw new TypeError(`receipts: ${own} comes twice`)
    seen.add(own.toUpperCase())
  }
  return doctos.sort(
    (one, other) => Number(one.docto.NumParcialidad) - Number(other.docto.NumParcialidad),
  )
}

function paymentOf({ UUID, FechaPago, docto }: Registered): RegisteredPayment {
  return {
    UUID,
    FechaPago,
    NumParcialidad: Number(docto.NumParcialidad),
    ImpSaldoAnt: String(docto.ImpSaldoAnt),
    ImpPagado: String(docto.ImpPagado),
    ImpSaldoInsoluto: String(docto.ImpSaldoInsoluto),
  }
}

/** Returns the taxes of some payments, grouped by tax and rate. */
function addUp(all: readonly (Json | undefined)[]): readonly PaidTax[] {
  const rows: { readonly row: Json; readonly withheld: boolean }[] = []
  for (const taxes of all) {
    const { TrasladosDR = [], RetencionesDR = [] } = taxes ?? {}
    for (const row of TrasladosDR as readonly Json[]) rows.push({ row, withheld: false })
    for (const row of RetencionesDR as readonly Json[]) rows.push({ row, withheld: true })
  }
  const keyOf = ({ row, withheld }: (typeof rows)[number]): string =>
    JSON.stringify([withheld, row['ImpuestoDR'], row['TipoFactorDR'], rateOf(row)])
  return groupBy(rows, keyOf).map((group) => {
    const [{ row, withheld }] = group as [(typeof rows)[number]]
    const sum = (field: string): string =>
      Decimal.sum(group.map((one) => amount(one.row[field] as string, field))).toString()
    return defined({
      withheld,
      Impuesto: String(row['ImpuestoDR']),
      TipoFactor: String(row['TipoFactorDR']),
      TasaOCuota: rateOf(row),
      Base: sum('BaseDR'),
      Importe: row['ImporteDR'] === undefined ? undefined : sum('ImporteDR'),
    }) as PaidTax
  })
}

function rateOf({ TasaOCuotaDR }: Json): string | undefined {
  if (TasaOCuotaDR === undefined) return undefined
  return amount(TasaOCuotaDR as string, 'TasaOCuotaDR')
    .round(6)
    .toString()
}
