/**
 * Arithmetic over JSON that nobody has judged: a value that is not an amount is undefined, and so is whatever is made from
 * it.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import { Decimal, isDecimal, writeNumber } from '../lib/decimal.js'
import type { Json } from '../lib/json.js'

/** Most decimals that an amount of a concept may have. */
export const finest = 6

/** No amount is so long: a longer text is for `check` to find, and not to compute with. */
const longest = 40

/** The amount of a value; undefined when it is not one, or is still to be derived. */
export function decimalOf(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? writeNumber(value) : typeof value === 'string' ? value.trim() : undefined
  return text !== undefined && text.length <= longest ? Decimal.parse(text) : undefined
}

/** The same, zero where there is nothing. */
export function amountOf(value: unknown): Decimal | undefined {
  return value === undefined ? Decimal.zero : decimalOf(value)
}

/** The sum of some values, absent ones being zero; undefined when one of them is there and is not an amount. */
export function total(values: readonly unknown[]): Decimal | undefined {
  let sum = Decimal.zero
  for (const value of values) {
    const amount = amountOf(value)
    if (amount === undefined) return undefined
    sum = sum.plus(amount)
  }
  return sum
}

/** {@link total} of a field over items. */
export function sumOf(items: readonly Json[], field: string): Decimal | undefined {
  return total(items.map((item) => item[field]))
}

/** Decimals of a currency (c_Moneda); 2 for one that does not exist, which is for `check` to find. */
export function decimalsOf(moneda: unknown, world: { readonly catalogs: Catalogs }): number {
  return knownDecimalsOf(moneda, world) ?? 2
}

/** The same, undefined for one that does not exist. */
export function knownDecimalsOf(moneda: unknown, { catalogs }: { readonly catalogs: Catalogs }): number | undefined {
  return typeof moneda === 'string' ? catalogs.catalog('c_Moneda').get(moneda, 'decimales') : undefined
}

/** Written with its own decimals, zeros at the end apart, and no fewer than `least` nor more than `most`. */
export function write(value: Decimal, least: number, most: number = finest): string {
  const text = value.round(Math.max(least, Math.min(value.scale, most))).toString()
  const point = text.indexOf('.')
  if (point < 0) return text
  let end = text.length
  while (end > point + 1 + least && text[end - 1] === '0') end--
  return text.slice(0, end === point + 1 ? point : end)
}

/** A rate with six decimals, as c_TasaOCuota has them. */
export function tasaOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length === 8 && value[1] === '.' && isDecimal(value)) return value
  return decimalOf(value)?.round(6).toString()
}
