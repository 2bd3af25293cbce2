/**
 * Arguments of the builders. An invalid argument is a TypeError in English that names it. Amounts
 * that contradict those of the documents are reported in Spanish where they are compared
 * (`test/docs/words.errors.test.ts` lists them).
 * @module
 */
import { decimalOf, write } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
import { decimalOfNumber } from '../../../lib/numberText.js'
import { described, type OptionNames, requireOptions } from '../../../lib/options.js'
import type { Numeric } from '../../../model/types.js'

/** Parses an amount given by the caller. @throws TypeError when it is not a decimal. */
export function amount(value: Numeric | undefined, name: string): Decimal {
  const decimal = decimalOf(value)
  if (decimal === undefined)
    throw new TypeError(`${name}: an amount is expected, not ${wordsOf(value)}`)
  return decimal
}

/** As {@link amount}, greater than zero. */
export function positive(value: Numeric | undefined, name: string): Decimal {
  const decimal = amount(value, name)
  if (decimal.compare(Decimal.zero) <= 0)
    throw new TypeError(`${name}: ${decimal} is not more than zero`)
  return decimal
}

/** Requires a non-empty list. */
export function some<Item>(list: readonly Item[], name: string): readonly Item[] {
  if (!Array.isArray(list) || list.length === 0) {
    const found = Array.isArray(list) ? 'an empty one' : described(list)
    throw new TypeError(`${name}: a list of one at least is expected, not ${found}`)
  }
  return list
}

/** Requires a list. */
export function list<Item>(value: readonly Item[], name: string): readonly Item[] {
  if (!Array.isArray(value))
    throw new TypeError(`${name}: a list is expected, not ${described(value)}`)
  return value
}

/** Returns an object without its undefined properties. */
export function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Fields
}

/** The names of the members of an argument with their kinds; the type requires all of them. */
export type Names<Argument> = OptionNames<Argument>

/**
 * Requires an object without unknown members. @throws TypeError that names the argument, and the
 * nearest name.
 */
export function known<Argument>(value: Argument, name: string, names: Names<Argument>): Argument {
  if (!isRecord(value))
    throw new TypeError(`${name}: an object is expected, not ${described(value)}`)
  requireOptions(name, value, names)
  return value
}

/** Describes a value that is no amount: a number of too many digits with the text to pass. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'number' || !Number.isFinite(value)) return described(value)
  return `${value}, which has too many digits for a number; money writes it: "${write(decimalOfNumber(value), 2)}"`
}
