/**
 * Formats computed amounts and quantities for a CFDI.
 * @module
 */
import { Decimal, isDecimal } from '../lib/decimal.js'
import { decimalOfNumber } from '../lib/numberText.js'

/** Maximum decimals of any member. */
const most = 6

/**
 * Formats an amount with exactly that many decimals; halves are rounded away from zero, as the SAT
 * does. A number stands for the shortest decimal that it prints as, so 1.005 becomes 1.01.
 * @param value number, text with a point and no separators, or whole units as a bigint
 * @param decimals of the currency in totals (2 for MXN), up to 6 in concepts
 * @throws TypeError when the value is not a decimal number; RangeError when `decimals` is not an
 * integer from 0 to 6
 * @example
 * money(403 * 1.05) // → '423.15'
 * money('19.995') // → '20.00'
 */
export function money(value: number | string | bigint, decimals = 2): string {
  return decimalFrom('money', value).round(decimalsFrom('money', decimals)).toString(decimals)
}

/**
 * Formats a quantity or unit price with at most that many decimals, without trailing zeros; rounded
 * as {@link money}.
 * @throws TypeError when the value is not a decimal number; RangeError when `decimals` is not an
 * integer from 0 to 6
 * @example
 * quantity(1 / 3) // → '0.333333'
 * quantity(2.5) // → '2.5'
 */
export function quantity(value: number | string | bigint, decimals = most): string {
  const text = decimalFrom('quantity', value).round(decimalsFrom('quantity', decimals)).toString()
  if (text.includes('.')) {
    let end = text.length
    while (text[end - 1] === '0') end--
    return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
  }
  return text
}

function decimalFrom(verb: string, value: unknown): Decimal {
  if (typeof value === 'bigint') return Decimal.ofUnits(value, 0)
  if (typeof value === 'number' && Number.isFinite(value)) return decimalOfNumber(value)
  const text = typeof value === 'string' ? value.trim() : ''
  if (isDecimal(text)) return Decimal.of(text)
  const shown = typeof value === 'number' ? String(value) : typeof value
  throw new TypeError(
    `${verb}: a finite number, a bigint or text such as "1234.50" is expected (found ${shown})`,
  )
}

function decimalsFrom(verb: string, decimals: unknown): number {
  if (Number.isInteger(decimals) && (decimals as number) >= 0 && (decimals as number) <= most)
    return decimals as number
  throw new RangeError(`${verb}: decimals must be an integer from 0 to ${most}`)
}
