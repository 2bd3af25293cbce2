/**
 * Divides a payment among its invoices: the paid amount of each, in its currency, with its taxes.
 * @module
 */

import type { Catalogs } from '../../../catalogs/catalogs.js'
import { AUTO, type Json } from '../../../derive/derivation.js'
import { decimalsOf, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { amount, defined, positive } from '../../cfdi40/build/argument.js'
import type { Comprobante } from '../../cfdi40/declaration.js'
import { Caja } from './caja.js'
import {
  type Cambio,
  cambiosOf,
  type Dinero,
  type Pagada,
  unratedError,
  writtenOf,
} from './cambio.js'
import { impuestosDROf, owedOf } from './impuestosDR.js'

/** Owed amount of an invoice, and the number of its next payment. */
interface Saldo {
  readonly saldo: Decimal
  readonly parcialidad: number
}

/** Balances after earlier payments of the same receipt, by folio fiscal. */
export type Ledger = Map<string, Saldo>

/** A divided payment. */
export interface Reparto {
  /** As given, or the rounded sum of the documents. */
  readonly Monto: Numeric
  readonly DoctoRelacionado: readonly Json[]
}

/**
 * Returns the documents of a payment, in the order of the invoices, until it is used up. A
 * partially paid invoice is the last one: the remainder, less than a unit of its currency, starts
 * no other.
 */
export function repartir(
  facturas: readonly Pagada[],
  dinero: Dinero,
  catalogs: Catalogs,
  ledger: Ledger,
): Reparto {
  const rated = cambiosOf(facturas, dinero)
  const { Monto, MonedaP } = dinero
  const monto = Monto === undefined ? undefined : positive(Monto, 'Monto')
  const caja = new Caja(monto, decimalsOf(MonedaP, { catalogs }))
  for (const [{ ImpPagado }, cambio] of rated) {
    if (ImpPagado !== undefined && cambio !== undefined)
      caja.settle(positive(ImpPagado, 'ImpPagado'), cambio)
  }
  const doctos: Json[] = []
  let isUsedUp = false
  for (const [pagada, cambio] of rated) {
    const digits = decimalsOf(pagada.factura.Moneda, { catalogs })
    const before = saldoOf(pagada, ledger)
    const stated = statedOf(pagada, before.saldo)
    if (isUsedUp && stated === undefined) continue
    const paid = stated ?? settle(before.saldo, cambio, caja, digits)
    isUsedUp ||= stated === undefined && paid.compare(before.saldo) < 0
    if (paid.compare(Decimal.zero) <= 0) continue
    ledger.set(keyOf(pagada), {
      saldo: before.saldo.minus(paid),
      parcialidad: before.parcialidad + 1,
    })
    doctos.push(doctoOf(pagada, before, paid, cambio, digits))
  }
  const unrated = rated.find(([, cambio]) => cambio === undefined)
  if (unrated !== undefined && caja.left?.compare(Decimal.zero) !== 1)
    throw unratedError(unrated[0], dinero)
  if (doctos.length === 0) {
    if (facturas.every((pagada) => saldoOf(pagada, ledger).saldo.isZero()))
      throw new TypeError('facturas: ya no queda saldo por pagar')
    throw new TypeError('facturas: el pago no alcanza para ninguna')
  }
  return { Monto: dinero.Monto ?? caja.settled.toString(), DoctoRelacionado: doctos }
}

/** Key by folio fiscal, in either case. */
function keyOf({ UUID }: Pagada): string {
  return UUID.toUpperCase()
}

function saldoOf(pagada: Pagada, ledger: Ledger): Saldo {
  const before = ledger.get(keyOf(pagada))
  if (before !== undefined) return before
  const { factura, UUID, ImpSaldoAnt = factura.Total, NumParcialidad = 1 } = pagada
  const [total, saldo] = [owedOf(factura, pagada.notas), amount(ImpSaldoAnt, 'ImpSaldoAnt')]
  if (saldo.compare(total) > 0)
    throw new TypeError(`factura ${UUID}: su ImpSaldoAnt ${saldo} es más que su Total ${total}`)
  const parcialidad = amount(NumParcialidad, 'NumParcialidad')
  if (!parcialidad.equals(parcialidad.truncate(0)) || parcialidad.compare(Decimal.one) < 0)
    throw new TypeError(`NumParcialidad: a whole number from 1 on is expected, not ${parcialidad}`)
  // The invoice itself does not have the balance after an earlier payment.
  if (!parcialidad.equals(Decimal.one) && pagada.ImpSaldoAnt === undefined)
    throw new TypeError(
      `ImpSaldoAnt: give it, because NumParcialidad is ${parcialidad} (factura ${UUID}); paymentSummary computes it`,
    )
  return { saldo, parcialidad: Number(parcialidad.truncate(0).toString()) }
}

/** Stated paid amount of an invoice. */
function statedOf({ ImpPagado, UUID }: Pagada, saldo: Decimal): Decimal | undefined {
  if (ImpPagado === undefined) return undefined
  const paid = positive(ImpPagado, 'ImpPagado')
  if (paid.compare(saldo) > 0)
    throw new TypeError(`factura ${UUID}: su ImpPagado ${paid} es más que su saldo ${saldo}`)
  return paid
}

/** Owed amount, as far as the payment covers it. */
function settle(saldo: Decimal, cambio: Cambio | undefined, caja: Caja, digits: number): Decimal {
  if (cambio === undefined) return saldo
  const paid = caja.reaches(saldo, cambio) ? saldo : caja.reach(cambio, digits)
  if (paid.compare(Decimal.zero) > 0) caja.settle(paid, cambio)
  return paid
}

function doctoOf(
  { factura, UUID, notas }: Pagada,
  { saldo, parcialidad }: Saldo,
  paid: Decimal,
  cambio: Cambio | undefined,
  digits: number,
): Json {
  const ImpuestosDR = impuestosDROf(factura, notas, saldo, paid, digits)
  return defined({
    IdDocumento: UUID,
    Serie: factura.Serie,
    Folio: factura.Folio,
    MonedaDR: factura.Moneda,
    EquivalenciaDR: writtenOf(cambio),
    NumParcialidad: String(parcialidad),
    ImpSaldoAnt: write(saldo, digits),
    ImpPagado: write(paid, digits),
    ImpSaldoInsoluto: AUTO,
    ObjetoImpDR: objetoOf(factura, ImpuestosDR !== undefined),
    ImpuestosDR,
  })
}

/** 02 with taxes; 06, 07, 08 … when the whole invoice is of that kind; otherwise 01. */
function objetoOf({ Conceptos }: Comprobante, isTaxed: boolean): string {
  const [first = '01', ...others] = new Set(Conceptos.map(({ ObjetoImp }) => ObjetoImp))
  if (others.length === 0 && isTaxed === withTaxes.has(first)) return first
  if (isTaxed) return '02'
  return '01'
}

/** Codes of c_ObjetoImp that admit itemised taxes. */
const withTaxes = new Set(['02', '06', '07', '08'])
