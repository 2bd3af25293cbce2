/**
 * A payment shared out among its invoices: what is paid of each, in its currency, and the taxes that it makes due.
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
import { type Cambio, cambiosOf, type Dinero, type Pagada, type Rated, unratedError, writtenOf } from './cambio.js'
import { impuestosDROf } from './impuestosDR.js'

/** What is owed of an invoice, and the number of the next payment of it. */
interface Saldo {
  readonly saldo: Decimal
  readonly parcialidad: number
}

/** What earlier payments of the same receipt left of each invoice, by folio fiscal. */
export type Ledger = Map<string, Saldo>

/** A payment shared out. */
export interface Reparto {
  /** As given; or what the documents come to, rounded. */
  readonly Monto: Numeric
  readonly DoctoRelacionado: readonly Json[]
}

/**
 * The documents of a payment, in the order of the invoices, until it is used up: one that it does not reach for is the last,
 * and what is left, less than a unit of that one's currency, opens no other.
 */
export function repartir(facturas: readonly Pagada[], dinero: Dinero, catalogs: Catalogs, ledger: Ledger): Reparto {
  const rated = cambiosOf(facturas, dinero)
  const caja = cajaOf(rated, dinero, catalogs)
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
    ledger.set(keyOf(pagada), { saldo: before.saldo.minus(paid), parcialidad: before.parcialidad + 1 })
    doctos.push(doctoOf(pagada, before, paid, cambio, digits))
  }
  const unrated = rated.find(([, cambio]) => cambio === undefined)
  if (unrated !== undefined && caja.left?.compare(Decimal.zero) !== 1) throw unratedError(unrated[0], dinero)
  if (doctos.length === 0) throw new TypeError('facturas: el pago no alcanza para ninguna')
  return { Monto: dinero.Monto ?? caja.settled.toString(), DoctoRelacionado: doctos }
}

/** The money of the payment, what is said to be paid of some invoices set apart. */
function cajaOf(rated: readonly Rated[], { Monto, MonedaP }: Dinero, catalogs: Catalogs): Caja {
  const monto = Monto === undefined ? undefined : positive(Monto, 'Monto')
  const caja = new Caja(monto, decimalsOf(MonedaP, { catalogs }))
  for (const [{ ImpPagado }, cambio] of rated) {
    if (ImpPagado !== undefined && cambio !== undefined) caja.settle(positive(ImpPagado, 'ImpPagado'), cambio)
  }
  return caja
}

/** Folios fiscales are written in either case. */
function keyOf({ UUID }: Pagada): string {
  return UUID.toUpperCase()
}

function saldoOf(pagada: Pagada, ledger: Ledger): Saldo {
  const before = ledger.get(keyOf(pagada))
  if (before !== undefined) return before
  const { factura, UUID, ImpSaldoAnt = factura.Total, NumParcialidad = 1 } = pagada
  const [total, saldo] = [amount(factura.Total, 'Total'), amount(ImpSaldoAnt, 'ImpSaldoAnt')]
  if (saldo.compare(total) > 0)
    throw new TypeError(`factura ${UUID}: su ImpSaldoAnt ${saldo} es más que su Total ${total}`)
  return { saldo, parcialidad: Number(amount(NumParcialidad, 'NumParcialidad').truncate(0).toString()) }
}

/** What is said to be paid of it. */
function statedOf({ ImpPagado, UUID }: Pagada, saldo: Decimal): Decimal | undefined {
  if (ImpPagado === undefined) return undefined
  const paid = positive(ImpPagado, 'ImpPagado')
  if (paid.compare(saldo) > 0) throw new TypeError(`factura ${UUID}: su ImpPagado ${paid} es más que su saldo ${saldo}`)
  return paid
}

/** What is owed, as far as the payment reaches for it. */
function settle(saldo: Decimal, cambio: Cambio | undefined, caja: Caja, digits: number): Decimal {
  if (cambio === undefined) return saldo
  const paid = caja.reaches(saldo, cambio) ? saldo : caja.reach(cambio, digits)
  if (paid.compare(Decimal.zero) > 0) caja.settle(paid, cambio)
  return paid
}

function doctoOf(
  { factura, UUID }: Pagada,
  { saldo, parcialidad }: Saldo,
  paid: Decimal,
  cambio: Cambio | undefined,
  digits: number,
): Json {
  const ImpuestosDR = impuestosDROf(factura, saldo, paid, digits)
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

/** 02 when there are taxes; 06, 07, 08 … when all of the invoice is of that kind; 01 otherwise. */
function objetoOf({ Conceptos }: Comprobante, isTaxed: boolean): string {
  const [first = '01', ...others] = new Set(Conceptos.map(({ ObjetoImp }) => ObjetoImp))
  if (others.length === 0 && isTaxed === withTaxes.has(first)) return first
  return isTaxed ? '02' : '01'
}

/** Keys of c_ObjetoImp under which taxes may be broken down. */
const withTaxes = new Set(['02', '06', '07', '08'])
