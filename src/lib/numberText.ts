/**
 * Formats JavaScript numbers as decimals.
 * @module
 */
import { Decimal } from './decimal.js'

/**
 * Returns the shortest decimal that reads back as this number, without exponent: 1e-7 becomes
 * 0.0000001. The number must be finite.
 */
export function decimalOfNumber(value: number): Decimal {
  const [mantissa = '', exponent] = String(value).split('e')
  if (exponent === undefined) return Decimal.of(mantissa)
  const shift = Number.parseInt(exponent, 10)
  const { units, scale } = Decimal.of(mantissa)
  const decimals = scale - shift
  if (decimals >= 0) return Decimal.ofUnits(units, decimals)
  return Decimal.ofUnits(units * 10n ** BigInt(-decimals), 0)
}
