/**
 * Tolerances that distinguish mistakes from rounding.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'

const fiveCents = Decimal.of('0.05')
const thousandth = Decimal.of('0.001')

/**
 * Five cents, one unit of the last decimal of the currency if that is more, or a thousandth of a
 * larger amount: the maximum effect of rounding line by line, discounts included. `decimals` are
 * those of the currency: yens have none.
 */
export function tolerance(amount: Decimal, decimals = 2): Decimal {
  const least = decimals < 2 ? Decimal.ofSafeUnits(1, decimals) : fiveCents
  const part = amount.times(thousandth)
  if (part.compare(least) > 0) return part
  return least
}

/** Whether an amount exceeds another by more than rounding explains. */
export function isMore(found: Decimal, most: Decimal, decimals = 2): boolean {
  return found.compare(most.plus(tolerance(most, decimals))) > 0
}

/** Factors of a misplaced decimal point. */
const powers = ['10', '100', '1000', '10000'].map((power) => Decimal.of(power))

/** Below the least factor: most amounts need one comparison. */
const five = Decimal.of('5')

/** Whether an amount is another with its decimal point further to the left: 10.00 for 1000.00. */
export function isPowerOfTenOff(found: Decimal, right: Decimal): boolean {
  if (found.isZero() || found.times(five).compare(right) > 0) return false
  const slack = right.times(thousandth)
  const [least, most] = [right.minus(slack), right.plus(slack)]
  return powers.some((power) => found.times(power).isBetween(least, most))
}
