/**
 * Arithmetic over unvalidated JSON. A value that is not an amount is undefined, and so is every
 * result computed from it.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import { Decimal, isDecimal, writeNumber } from '../lib/decimal.js'
import type { Json } from '../lib/json.js'
import { decimalOfNumber } from '../lib/numberText.js'

/** Maximum decimals of the amounts of a concept. */
export const finest = 6

/** Longer texts are not computed with; `check` reports them. */
const longest = 40

/** Returns the amount of a value; undefined when it is not one, or is still "AUTO". */
export function decimalOf(value: unknown): Decimal | undefined {
  const text =
    typeof value === 'number'
      ? writeNumber(value)
      : typeof value === 'string'
        ? value.trim()
        : undefined
  if (text !== undefined && text.length <= longest) return Decimal.parse(text)
  return undefined
}

/**
 * Describes a price or discount of too many digits, in Spanish, to follow "…: ": a number of more
 * digits than a double surely holds, or more decimals than a concept admits. Returns undefined for
 * other values.
 */
export function digitsSlip(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value) && writeNumber(value) === undefined)
    return `debe ir como texto, redondeado a ${finest} decimales o a los de la moneda, como lo escribe money, pues un número no guarda más de 15 dígitos: "${write(decimalOfNumber(value), 2)}"`
  const amount = decimalOf(value)
  if (amount === undefined || amount.scale <= finest || amount.round(finest).equals(amount))
    return undefined
  return `debe tener a lo más ${finest} decimales; redondeado: ${write(amount, 2)}`
}

/** As {@link decimalOf}, with zero for an absent value. */
export function amountOf(value: unknown): Decimal | undefined {
  if (value === undefined) return Decimal.zero
  return decimalOf(value)
}

/**
 * Sums values, absent ones counting as zero. Returns undefined when a present value is not an
 * amount.
 */
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
export function sumField(items: readonly Json[], field: string): Decimal | undefined {
  return total(items.map((item) => item[field]))
}

/** Sums a field of computed rows, absent amounts counting as zero. */
export function sumOf<Field extends string>(
  rows: readonly { readonly [Name in Field]?: Decimal | undefined }[],
  field: Field,
): Decimal {
  let sum = Decimal.zero
  for (const row of rows) sum = sum.plus(row[field] ?? Decimal.zero)
  return sum
}

/** Decimals of a currency (c_Moneda). Returns 2 for an unknown one, which `check` reports. */
export function decimalsOf(moneda: unknown, world: { readonly catalogs: Catalogs }): number {
  return knownDecimalsOf(moneda, world) ?? 2
}

/** As {@link decimalsOf}, undefined for an unknown currency. */
export function knownDecimalsOf(
  moneda: unknown,
  { catalogs }: { readonly catalogs: Catalogs },
): number | undefined {
  if (typeof moneda === 'string') return catalogs.catalog('c_Moneda').get(moneda, 'decimales')
  return undefined
}

/**
 * Writes a value with its own decimals, without trailing zeros, within `least` and `most` decimals.
 */
export function write(value: Decimal, least: number, most: number = finest): string {
  const text = value.round(Math.max(least, Math.min(value.scale, most))).toString()
  const point = text.indexOf('.')
  if (point < 0) return text
  let end = text.length
  while (end > point + 1 + least && text[end - 1] === '0') end--
  return text.slice(0, end === point + 1 ? point : end)
}

/** Formats a rate with six decimals, as in c_TasaOCuota. */
export function tasaOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length === 8 && value[1] === '.' && isDecimal(value))
    return value
  return decimalOf(value)?.round(6).toString()
}
