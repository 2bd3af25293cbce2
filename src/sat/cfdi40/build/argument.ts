/**
 * Arguments of the builders: what is wrong by itself is a TypeError in English that names it. Amounts that do not agree with those
 * of the documents are told in Spanish, where they are compared (`test/docs/words.errors.test.ts` lists them).
 * @module
 */
import { decimalOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import type { Numeric } from '../../../model/types.js'

/** An amount given by the caller. @throws TypeError when it is not a decimal. */
export function amount(value: Numeric | undefined, name: string): Decimal {
  const decimal = decimalOf(value)
  if (decimal === undefined) throw new TypeError(`${name}: an amount is expected, not ${String(value)}`)
  return decimal
}

/** The same, more than zero. */
export function positive(value: Numeric | undefined, name: string): Decimal {
  const decimal = amount(value, name)
  if (decimal.compare(Decimal.zero) <= 0) throw new TypeError(`${name}: ${decimal} is not more than zero`)
  return decimal
}

/** A list that is not empty. */
export function some<Item>(list: readonly Item[], name: string): readonly Item[] {
  if (!Array.isArray(list) || list.length === 0) throw new TypeError(`${name}: a list of one at least is expected`)
  return list
}

/** An object without its undefined properties. */
export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}
