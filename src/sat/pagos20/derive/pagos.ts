/**
 * Amounts of Pagos 2.0: of each document what is left of it and its taxes, of each payment its taxes, and the totals in
 * pesos.
 * @module
 */

import {
  type AmountContext,
  assign,
  decimalOf,
  decimalsOf,
  derive,
  mapComplements,
  mapItems,
  write,
} from '../../../derive/amounts.js'
import type { Json } from '../../../derive/auto.js'
import { Decimal } from '../../../lib/decimal.js'
import { convertedOf, resolveEquivalencias } from './equivalencia.js'
import { resolveImpuestosDR, resolveImpuestosP } from './impuestos.js'
import { resolveTotales } from './totales.js'

/** A document whose payments have their amounts. */
export function resolvePagos(draft: Json, context: AmountContext): Json {
  return mapComplements(draft, 'Pagos', '2.0', (pagos) => {
    const Pago = mapItems(pagos['Pago'], (pago) => resolvePago(pago, context))
    return resolveTotales(assign(pagos, { Pago }), context)
  })
}

function resolvePago(pago: Json, context: AmountContext): Json {
  const rated = derive(pago, context, { TipoCambioP: () => (pago['MonedaP'] === 'MXN' ? '1' : undefined) })
  const converted = resolveEquivalencias(rated, context)
  const paid = derive(converted, context, {
    Monto: () => montoOf(converted, decimalsOf(pago['MonedaP'], context)),
  })
  const settled = assign(paid, {
    DoctoRelacionado: mapItems(paid['DoctoRelacionado'], (docto) => resolveDocto(docto, context)),
  })
  return resolveImpuestosP(settled, context)
}

/** What the documents come to; a unit at least, which is what reaches for less (CRP20218). */
function montoOf(pago: Json, digits: number): string | undefined {
  const monto = convertedOf(pago)?.round(digits)
  return (monto?.isZero() ? Decimal.unit(digits) : monto)?.toString()
}

function resolveDocto(docto: Json, context: AmountContext): Json {
  const digits = decimalsOf(docto['MonedaDR'], context)
  const settled = derive(docto, context, { ImpSaldoInsoluto: () => saldoOf(docto, digits) })
  return resolveImpuestosDR(settled, digits, context)
}

function saldoOf({ ImpSaldoAnt, ImpPagado }: Json, digits: number): string | undefined {
  const [before, paid] = [decimalOf(ImpSaldoAnt), decimalOf(ImpPagado)]
  return before === undefined || paid === undefined ? undefined : write(before.minus(paid), digits)
}
