/**
 * Target totals of a credit note by amount.
 * @module
 */
import { atMost, clamp } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { localDigits } from './locales.js'
import { type Fila, type Importes, totalDe } from './saldo.js'

/** A fraction of a charge: `of` in `over`. */
export interface Razon {
  readonly of: Decimal
  readonly over: Decimal
}

/** Extra digits of quotients before they are rounded. */
const guard = 12

/**
 * Returns the totals of a credit out of the remainder of an invoice. For each tax it takes the
 * whole unit below or above the tax's part, whichever leaves the remainder nearest to the remaining
 * part. So a later note compensates the rounding of an earlier one, and the last note takes the
 * whole remainder. The part without taxes is the net amount.
 */
export function metasDe(
  facturado: Importes,
  queda: Importes,
  credit: Decimal,
  digits: number,
): Importes {
  const over = totalDe(queda)
  const filas = new Map<string, Fila>()
  for (const [key, fila] of queda.filas) {
    const own = fila.local === undefined ? digits : localDigits(digits)
    const importe = importeDe(fila, facturado.filas.get(key) as Fila, { of: credit, over }, own)
    filas.set(key, { ...fila, importe })
  }
  const neto = credit.minus(totalDe({ neto: Decimal.zero, filas }))
  if (neto.compare(Decimal.zero) > 0) return { neto, filas }
  // The net amount must be positive (CFDI40174): at least a unit, unless the remainder would have
  // none; then less than half a unit, which rounds to none. The largest taxes give the missing part.
  const unit = Decimal.unit(digits)
  const least = queda.neto.compare(unit) > 0 ? unit : Decimal.zero
  let missing = least.minus(neto)
  for (const [key, fila] of [...filas].sort(([, a], [, b]) => b.importe.compare(a.importe))) {
    const { retenido, local, importe } = fila
    if (retenido || local !== undefined || importe.compare(Decimal.zero) <= 0) continue
    const taken = atMost(missing, importe)
    missing = missing.minus(taken)
    filas.set(key, { ...fila, importe: importe.minus(taken) })
  }
  return { neto: least.minus(missing), filas }
}

function importeDe(left: Fila, charged: Fila, { of, over }: Razon, digits: number): Decimal {
  if (of.equals(over)) return left.importe
  // Withholdings of several rates share a row, so that its base alone does not tell what is left.
  const by = charged.product.isZero() ? 'base' : 'product'
  if (charged[by].isZero() || left[by].compare(Decimal.zero) <= 0) return Decimal.zero
  const due = (part: Decimal): Decimal =>
    charged.exact
      .times(left[by])
      .times(part)
      .over(charged[by].times(over), digits + guard)
  const nearest = nearestUnit(left.importe, due(of), due(over.minus(of)), digits)
  return clamp(nearest, [Decimal.zero, left.importe])
}

/**
 * Returns the unit below or above the exact part of a tax, whichever leaves the remainder nearest
 * to the later part. The remainder is then less than a unit away from it, however many notes
 * follow.
 */
export function nearestUnit(left: Decimal, here: Decimal, after: Decimal, digits: number): Decimal {
  return clamp(left.minus(after).round(digits), [here.truncate(digits), here.ceil(digits)])
}
