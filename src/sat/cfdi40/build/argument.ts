/**
 * Arguments of the builders. An invalid argument is a TypeError in English that names it. Amounts
 * that contradict those of the documents are reported in Spanish where they are compared
 * (`test/docs/words.errors.test.ts` lists them).
 * @module
 */
import { decimalOf } from '../../../fiscal/amounts.js'
import { Decimal } from '../../../lib/decimal.js'
import { isRecord } from '../../../lib/json.js'
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
  if (!Array.isArray(list) || list.length === 0)
    throw new TypeError(`${name}: a list of one at least is expected`)
  return list
}

/** Requires a list. */
export function list<Item>(value: readonly Item[], name: string): readonly Item[] {
  if (!Array.isArray(value))
    throw new TypeError(`${name}: a list is expected, not ${kindOf(value)}`)
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
  if (!isRecord(value)) throw new TypeError(`${name}: an object is expected, not ${kindOf(value)}`)
  requireOptions(name, value, names)
  return value
}

/** Returns the kind of a value, for a message. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return described(value)
  if (value === null || value === undefined) return String(value)
  return `a ${typeof value}`
}

/** Returns a text or number as it is, and the kind of another value. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return kindOf(value)
}
