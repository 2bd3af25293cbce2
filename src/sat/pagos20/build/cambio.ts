/**
 * How the currencies of invoices turn into that of their payment, in exact fractions.
 * @module
 */

import { AUTO } from '../../../derive/derivation.js'
import { write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'
import { positive } from '../../cfdi40/build/argument.js'
import { ceilOver, unity } from '../equivalencia.js'
import type { FacturaPagada } from './pago.js'

/** Units of an invoice's currency for one of the payment's: `over / under`. */
export interface Cambio {
  readonly over: Decimal
  readonly under: Decimal
}

/** An invoice whose folio fiscal is known. */
export type Pagada = FacturaPagada & { readonly UUID: string }

/** What a payment says of its money. */
export interface Dinero {
  readonly MonedaP: string
  readonly TipoCambioP: Numeric | undefined
  readonly Monto: Numeric | undefined
}

/** That of the payment's own currency, with the decimals that CRP20277 gives it. */
const own: Cambio = { over: unity, under: Decimal.one }

/** Most decimals of EquivalenciaDR. */
const finest = 10

/** As EquivalenciaDR, rounded up: no invoice costs more with it than at the rate itself, so that Monto reaches (CRP20276). */
export function equivalenciaOf({ over, under }: Cambio): Decimal {
  return ceilOver(over, under, finest)
}

/** The same as it is written; that of the payment's own currency, and one that is to follow, are derived. */
export function writtenOf(cambio: Cambio | undefined): string {
  return cambio === undefined || cambio === own ? AUTO : write(equivalenciaOf(cambio), 0, finest)
}

/** An invoice and its rate; undefined where that is to follow from what is left of Monto. */
export type Rated = readonly [Pagada, Cambio | undefined]

/**
 * Each invoice and its rate, which follows from what is left of Monto where the invoices of one currency say what is paid of
 * them, and so do those after them.
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

/** What to say of an invoice whose rate is missing. */
export function unratedError({ UUID, factura: { Moneda } }: Pagada, { MonedaP }: Dinero): TypeError {
  const needed = `TipoCambio (pesos for a ${Moneda}) or EquivalenciaDR (${Moneda} for a ${MonedaP})`
  return new TypeError(`factura ${UUID}: the rate of ${Moneda} is missing; give ${needed}`)
}

function cambioOf(
  { factura, EquivalenciaDR, TipoCambio }: Pagada,
  { MonedaP, TipoCambioP }: Dinero,
): Cambio | undefined {
  if (factura.Moneda === MonedaP) return own
  if (EquivalenciaDR !== undefined) return { over: positive(EquivalenciaDR, 'EquivalenciaDR'), under: Decimal.one }
  const over = MonedaP === 'MXN' ? Decimal.one : positive(TipoCambioP, 'TipoCambioP')
  if (factura.Moneda === 'MXN') return { over, under: Decimal.one }
  return TipoCambio === undefined ? undefined : { over, under: positive(TipoCambio, 'TipoCambio') }
}
