/**
 * The SAT's limits of a product. Each factor may be rounded at its last decimal, so the product may
 * lie between those of the least and the greatest factors (Anexo 20, "validaciones adicionales").
 * @module
 */
import { Decimal, isPlainProduct } from '../lib/decimal.js'
import type { Numeric } from '../model/types.js'
import type { Mismatch } from '../rules/rule.js'

const epsilon = Decimal.unit(12)

/**
 * Lower and upper limit of `cantidad` by `valorUnitario`, at `digits` decimals: truncated and
 * rounded up.
 */
export function productLimits(
  cantidad: Decimal,
  valorUnitario: Decimal,
  digits: number,
): readonly [Decimal, Decimal] {
  const [c, v] = [cantidad.halfUnit(), valorUnitario.halfUnit()]
  return [
    cantidad.minus(c).times(valorUnitario.minus(v)).truncate(digits),
    cantidad.plus(c).minus(epsilon).times(valorUnitario.plus(v).minus(epsilon)).ceil(digits),
  ]
}

/** Lower and upper limit of the tax on a base, at `digits` decimals. The rate is exact. */
export function taxLimits(
  base: Decimal,
  tasa: Decimal,
  digits: number,
): readonly [Decimal, Decimal] {
  const half = base.halfUnit()
  return [
    base.minus(half).times(tasa).truncate(digits),
    base.plus(half).minus(epsilon).times(tasa).ceil(digits),
  ]
}

/**
 * Checks that `importe` is `cantidad` by `valorUnitario` within {@link productLimits}, at its own
 * decimals or at `digits`.
 */
export function isProduct(
  cantidad: Numeric,
  valorUnitario: Numeric,
  importe: Numeric,
  digits?: number,
): boolean | Mismatch {
  // The shortcut is valid for positive factors; the XSD requires positive quantities.
  if (isPlainProduct(cantidad, valorUnitario, importe, digits)) return true
  const found = Decimal.of(importe)
  const [quantity, price] = [Decimal.of(cantidad), Decimal.of(valorUnitario)]
  const limits = productLimits(quantity, price, digits ?? found.scale)
  return (
    found.isBetween(...limits) || {
      limits,
      found: String(importe),
      detail: productWords(quantity, price),
    }
  )
}

/** Checks that `importe` is the tax on `base` within {@link taxLimits}, at its own decimals. */
export function isTaxOf(base: Numeric, tasa: Numeric, importe: Numeric): boolean | Mismatch {
  if (isPlainProduct(base, tasa, importe)) return true
  const found = Decimal.of(importe)
  const [amount, rate] = [Decimal.of(base), Decimal.of(tasa)]
  const limits = taxLimits(amount, rate, found.scale)
  return (
    found.isBetween(...limits) || {
      limits,
      found: String(importe),
      detail: productWords(amount, rate),
    }
  )
}

/** Formats the exact product at the centre of the limits. */
function productWords(left: Decimal, right: Decimal): string {
  const value = left.times(right)
  const text = value.toString()
  const cents = text.indexOf('.') + 1 + 2
  let end = text.length
  while (cents > 2 && end > cents && text[end - 1] === '0') end--
  return `${left.toString()} por ${right.toString()} es ${text.slice(0, end)}`
}
