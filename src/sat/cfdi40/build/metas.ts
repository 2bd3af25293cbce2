/**
 * What the totals of a credit note by amount are to be.
 * @module
 */
import { clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { type Fila, type Importes, totalDe } from './saldo.js'

/** A part of what was charged: `of` in `over`. */
export interface Razon {
  readonly of: Decimal
  readonly over: Decimal
}

/** Digits beyond those of an amount to which quotients are taken before they are rounded. */
const guard = 12

/**
 * The totals of an amount given back of what is left of an invoice. Of each tax, the whole unit below or above what falls to
 * its part of the base, whichever leaves the rest nearest to what falls to the rest of it: what one note rounds the next
 * one makes up for, and the last takes all. What is not tax is before taxes.
 */
export function metasDe(facturado: Importes, queda: Importes, credit: Decimal, digits: number): Importes {
  const over = totalDe(queda)
  const filas = new Map(
    [...queda.filas].map(([key, fila]) => {
      const importe = importeDe(fila, facturado.filas.get(key) as Fila, { of: credit, over }, digits)
      return [key, { ...fila, importe }]
    }),
  )
  const neto = credit.minus(totalDe({ neto: Decimal.zero, filas }))
  return neto.compare(Decimal.zero) > 0 ? { neto, filas } : conNeto({ neto, filas }, digits)
}

/** Something is before taxes (CFDI40174): a unit, taken from the largest of them. */
function conNeto({ neto, filas }: Importes, digits: number): Importes {
  const unit = Decimal.unit(digits)
  const charged = [...filas].filter(([, { retenido }]) => !retenido)
  const [largest] = charged.sort(([, a], [, b]) => b.importe.compare(a.importe))
  if (largest === undefined) return { neto, filas }
  const [key, fila] = largest
  const importe = fila.importe.minus(unit.minus(neto))
  return { neto: unit, filas: new Map([...filas, [key, { ...fila, importe }]]) }
}

function importeDe(left: Fila, charged: Fila, { of, over }: Razon, digits: number): Decimal {
  if (of.equals(over)) return left.importe
  if (charged.base.isZero() || left.base.compare(Decimal.zero) <= 0) return Decimal.zero
  const due = (part: Decimal): Decimal =>
    charged.exact
      .times(left.base)
      .times(part)
      .over(charged.base.times(over), digits + guard)
  const nearest = nearestUnit(left.importe, due(of), due(over.minus(of)), digits)
  return clamp(nearest, [Decimal.zero, left.importe])
}

/**
 * Of a tax of which so much is left: the unit below or above what is due here, whichever leaves the rest nearest to what is
 * due after. The rest is then less than a unit away from that, and so the unit below or above it, however many notes follow.
 */
export function nearestUnit(left: Decimal, here: Decimal, after: Decimal, digits: number): Decimal {
  return clamp(left.minus(after).round(digits), [here.truncate(digits), here.ceil(digits)])
}
