/**
 * A payment shared out among its invoices: what is paid of each, in its currency, and the taxes that it makes due.
 * @module
 */
import { decimalsOf, write } from '../auto/amounts.js'
import { AUTO, type Json } from '../auto/auto.js'
import type { Catalogs } from '../catalogs/catalogs.js'
import { Decimal } from '../lib/decimal.js'
import type { Comprobante } from '../model/comprobante.js'
import type { Numeric } from '../model/types.js'
import { amount, defined, positive } from './argument.js'
import { impuestosDROf } from './impuestosDR.js'
import type { FacturaPagada } from './pago.js'

/** What earlier payments of the same receipt left of each invoice, by folio fiscal. */
export type Ledger = Map<string, { readonly saldo: Decimal; readonly parcialidad: number }>

/** An invoice whose folio fiscal is known. */
type Pagada = FacturaPagada & { readonly UUID: string }

/** What a payment says of its money. */
export interface Dinero {
  readonly MonedaP: string
  readonly TipoCambioP: Numeric | undefined
  readonly Monto: Numeric | undefined
}

/** Most decimals of EquivalenciaDR. */
const finest = 10

/** Decimals to which what is left of a payment is known: beyond any that could change a unit of an invoice. */
const guard = 20

/** The documents of a payment, in the order of the invoices, until it is used up. */
export function repartir(
  facturas: readonly Pagada[],
  dinero: Dinero,
  catalogs: Catalogs,
  ledger: Ledger,
): readonly Json[] {
  let left = dinero.Monto === undefined ? undefined : positive(dinero.Monto, 'Monto')
  const doctos: Json[] = []
  for (const pagada of facturas) {
    const digits = decimalsOf(pagada.factura.Moneda, { catalogs })
    const equivalencia = equivalenciaOf(pagada, dinero)
    const saldo = saldoOf(pagada, ledger)
    const paid = paidOf(pagada, saldo.saldo, left, equivalencia, digits)
    if (paid.compare(Decimal.zero) <= 0) continue
    if (left !== undefined && equivalencia !== undefined) left = left.minus(paid.over(equivalencia, guard))
    ledger.set(pagada.UUID, { saldo: saldo.saldo.minus(paid), parcialidad: saldo.parcialidad + 1 })
    doctos.push(doctoOf(pagada, saldo, paid, equivalencia, dinero, digits))
  }
  return doctos
}

interface Saldo {
  readonly saldo: Decimal
  readonly parcialidad: number
}

function saldoOf({ factura, UUID, ImpSaldoAnt, NumParcialidad = 1 }: Pagada, ledger: Ledger): Saldo {
  const before = ledger.get(UUID)
  if (before !== undefined) return before
  const saldo = ImpSaldoAnt === undefined ? amount(factura.Total, 'Total') : amount(ImpSaldoAnt, 'ImpSaldoAnt')
  return { saldo, parcialidad: Number(amount(NumParcialidad, 'NumParcialidad').truncate(0).toString()) }
}

/** Units of the invoice's currency for one of the payment's; undefined when it is to follow from what is paid. */
function equivalenciaOf(pagada: Pagada, { MonedaP, TipoCambioP }: Dinero): Decimal | undefined {
  const { factura, EquivalenciaDR, TipoCambio } = pagada
  if (factura.Moneda === MonedaP) return Decimal.one
  if (EquivalenciaDR !== undefined) return positive(EquivalenciaDR, 'EquivalenciaDR')
  const pesos = MonedaP === 'MXN' ? Decimal.one : positive(TipoCambioP, 'TipoCambioP')
  if (factura.Moneda === 'MXN') return pesos
  if (TipoCambio !== undefined) return pesos.over(positive(TipoCambio, 'TipoCambio'), finest + 2).round(finest)
  if (pagada.ImpPagado === undefined)
    throw new TypeError(`factura ${pagada.UUID}: se debe indicar TipoCambio, EquivalenciaDR o ImpPagado`)
  return undefined
}

/** What is paid of an invoice: what was said, or what is owed, as far as the payment reaches. */
function paidOf(
  { ImpPagado }: Pagada,
  saldo: Decimal,
  left: Decimal | undefined,
  equivalencia: Decimal | undefined,
  digits: number,
): Decimal {
  if (ImpPagado !== undefined) return positive(ImpPagado, 'ImpPagado')
  if (left === undefined || equivalencia === undefined) return saldo
  const reach = left.times(equivalencia).truncate(digits)
  return reach.compare(saldo) < 0 ? reach : saldo
}

function doctoOf(
  { factura, UUID }: Pagada,
  { saldo, parcialidad }: Saldo,
  paid: Decimal,
  equivalencia: Decimal | undefined,
  { MonedaP }: Dinero,
  digits: number,
): Json {
  const ImpuestosDR = impuestosDROf(factura, paid, digits)
  return defined({
    IdDocumento: UUID,
    Serie: factura.Serie,
    Folio: factura.Folio,
    MonedaDR: factura.Moneda,
    EquivalenciaDR: factura.Moneda === MonedaP || equivalencia === undefined ? AUTO : write(equivalencia, 0, finest),
    NumParcialidad: String(parcialidad),
    ImpSaldoAnt: write(saldo, digits),
    ImpPagado: write(paid, digits),
    ImpSaldoInsoluto: AUTO,
    ObjetoImpDR: objetoOf(factura, ImpuestosDR !== undefined),
    ImpuestosDR,
  })
}

/** 02 when there are taxes; 06, 07, 08 … when all of the invoice is of that kind; 01 otherwise. */
function objetoOf({ Conceptos }: Comprobante, isTaxed: boolean): string {
  const [first = '01', ...others] = new Set(Conceptos.map(({ ObjetoImp }) => ObjetoImp))
  if (others.length === 0 && isTaxed === withTaxes.has(first)) return first
  return isTaxed ? '02' : '01'
}

/** Keys of c_ObjetoImp under which taxes may be broken down. */
const withTaxes = new Set(['02', '06', '07', '08'])
