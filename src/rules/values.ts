/**
 * Values of a document as rules compare them: exact decimals, items of lists.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import type { Numeric } from '../model/types.js'
import type { Mismatch } from './rule.js'

/** Returns the decimal of a value, as written. */
export function decimalOf(value: Numeric): Decimal {
  return Decimal.of(value)
}

/** Whether a value is zero. A first digit from 1 to 9 is conclusive. */
export function isZero(value: Numeric): boolean {
  const first = typeof value === 'string' ? value.charCodeAt(0) : 0
  return (first < 49 || first > 57) && decimalOf(value).isZero()
}

/** Number of digits after the point, as written. */
export function countDecimals(value: Numeric): number {
  return decimalOf(value).scale
}

/** Returns the decimal of an attribute; zero when it is absent. */
export function amount(value: Numeric | undefined): Decimal {
  if (value === undefined) return Decimal.zero
  return decimalOf(value)
}

/** Sums an attribute over nodes, absent ones counting as zero. */
export function sumAmounts<Field extends string>(
  nodes: readonly { readonly [Name in Field]?: Numeric | undefined }[],
  field: Field,
): Decimal {
  let sum = Decimal.zero
  for (const node of nodes) sum = sum.plus(amount(node[field]))
  return sum
}

/** Checks that an amount has no more decimals, as written, than its currency. */
export function fitsDecimals(value: Numeric, most: number): boolean | Mismatch {
  if (typeof value === 'string' && hasShortFraction(value, most)) return true
  const written = countDecimals(value)
  return written <= most || { detail: `admite ${most} y tiene ${written}` }
}

/** Whether at most so many characters follow the point. `false` is inconclusive. */
function hasShortFraction(text: string, most: number): boolean {
  const point = text.indexOf('.')
  return point >= 0 && text.length - point - 1 <= most
}

/** Checks that two amounts are equal, regardless of trailing zeros. */
export function same(found: Numeric | undefined, expected: Decimal): boolean | Mismatch {
  const value = amount(found)
  return value.equals(expected) || { expected, found: found === undefined ? 'nada' : String(found) }
}

/** Checks that an amount lies between two limits, inclusive. */
export function within(found: Numeric, least: Decimal, most: Decimal): boolean | Mismatch {
  return decimalOf(found).isBetween(least, most) || { limits: [least, most], found: String(found) }
}

/**
 * Calls `visit` for each object of a list; never for other values, as in a document with an unsound
 * structure.
 */
export function eachItem<T>(
  list: readonly T[] | undefined,
  visit: (item: T, index: number) => void,
): void {
  if (!Array.isArray(list)) return
  for (let index = 0; index < list.length; index++) {
    const item: T = list[index]
    if (typeof item === 'object' && item !== null) visit(item, index)
  }
}
