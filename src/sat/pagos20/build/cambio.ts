/**
 * Exchange rates from the currencies of invoices to that of their payment, as exact fractions.
 * @module
 */

import { AUTO } from '../../../derive/derivation.js'
import { write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { positive } from '../../cfdi40/build/argument.js'
import type { Comprobante } from '../../cfdi40/declaration.js'
import { ceilOver, unity } from '../equivalencia.js'
import type { FacturaPagada } from './pago.js'

/** Units of an invoice's currency per unit of the payment's: `over / under`. */
export interface Cambio {
  readonly over: Decimal
  readonly under: Decimal
}

/** A parsed invoice, with its folio fiscal. */
export type Pagada = Omit<FacturaPagada, 'factura' | 'UUID'> & {
  readonly factura: Comprobante
  readonly UUID: string
  /** Its credit notes, if known. */
  readonly notas: readonly Comprobante[]
}

/** Currency and amount of a payment. */
export interface Dinero {
  readonly MonedaP: string
  readonly TipoCambioP: Numeric | undefined
  readonly Monto: Numeric | undefined
}

/** Rate of the payment's own currency, with the decimals of CRP20277. */
const own: Cambio = { over: unity, under: Decimal.one }

/** Maximum decimals of EquivalenciaDR. */
const finest = 10

/**
 * Rounds a rate up for EquivalenciaDR: no invoice costs more with it than at the exact rate, so
 * that Monto covers it (CRP20276).
 */
export function equivalenciaOf({ over, under }: Cambio): Decimal {
  return ceilOver(over, under, finest)
}

/**
 * A rate as written. That of the payment's own currency, and one still to be determined, are
 * "AUTO".
 */
export function writtenOf(cambio: Cambio | undefined): string {
  if (cambio === undefined || cambio === own) return AUTO
  return write(equivalenciaOf(cambio), 0, finest)
}

/** An invoice with its rate; undefined when the rate follows from the remaining Monto. */
export type Rated = readonly [Pagada, Cambio | undefined]

/**
 * Returns each invoice with its rate. The rate follows from the remaining Monto when the invoices
 * of one currency, and those after them, state their paid amounts.
 *
 * @throws TypeError when a rate is missing.
 */
export function cambiosOf(facturas: readonly Pagada[], dinero: Dinero): readonly Rated[] {
  const rated = facturas.map((pagada): Rated => [pagada, cambioOf(pagada, dinero)])
  const first = rated.find(([, cambio]) => cambio === undefined)
  if (first === undefined) return rated
  const [unrated] = first
  const isShared = ([{ ImpPagado, factura }, cambio]: Rated): boolean =>
    ImpPagado !== undefined && (cambio !== undefined || factura.Moneda === unrated.factura.Moneda)
  const shared = rated.slice(rated.indexOf(first))
  if (dinero.Monto === undefined || !shared.every(isShared)) throw unratedError(unrated, dinero)
  return rated
}

/** Creates the error for an invoice with a missing rate. */
export function unratedError(
  { UUID, factura: { Moneda } }: Pagada,
  { MonedaP }: Dinero,
): TypeError {
  const needed = `TipoCambio (pesos for a ${Moneda}) or EquivalenciaDR (${Moneda} for a ${MonedaP})`
  return new TypeError(`factura ${UUID}: the rate of ${Moneda} is missing; give ${needed}`)
}

function cambioOf(
  { factura, EquivalenciaDR, TipoCambio }: Pagada,
  { MonedaP, TipoCambioP }: Dinero,
): Cambio | undefined {
  if (factura.Moneda === MonedaP) return own
  if (EquivalenciaDR !== undefined)
    return { over: positive(EquivalenciaDR, 'EquivalenciaDR'), under: Decimal.one }
  const over = MonedaP === 'MXN' ? Decimal.one : positive(TipoCambioP, 'TipoCambioP')
  if (factura.Moneda === 'MXN') return { over, under: Decimal.one }
  if (TipoCambio === undefined) return undefined
  return { over, under: positive(TipoCambio, 'TipoCambio') }
}
