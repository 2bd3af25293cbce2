/**
 * What the resolvers of amounts share: drafts are JSON that nobody has judged, so a value that is not an amount is left
 * for `check` to find, and with it whatever would be derived from it.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import { Decimal, isDecimal, writeNumber } from '../lib/decimal.js'
import { AUTO, type Json } from './auto.js'

/** What the resolvers of amounts take from the world. */
export interface AmountContext {
  readonly catalogs: Catalogs
  /** Derive what is absent too, and not only what says "AUTO". */
  readonly complete: boolean
}

/** Whether a value is to be derived. */
export function isAsked(value: unknown, { complete }: AmountContext): boolean {
  return value === AUTO || (complete && value === undefined)
}

/** The amount of a value; undefined when it is not one, or is still to be derived. */
export function decimalOf(value: unknown): Decimal | undefined {
  const text = typeof value === 'number' ? writeNumber(value) : typeof value === 'string' ? value.trim() : undefined
  return text !== undefined && isDecimal(text) ? Decimal.of(text) : undefined
}

/** The sum of a field over items, absent ones being zero; undefined when one of them is there and is not an amount. */
export function sumOf(items: readonly Json[], field: string): Decimal | undefined {
  let total = Decimal.zero
  for (const item of items) {
    if (item[field] === undefined) continue
    const value = decimalOf(item[field])
    if (value === undefined) return undefined
    total = total.plus(value)
  }
  return total
}

/** Decimals of a currency (c_Moneda); 2 for one that does not exist, which is for `check` to find. */
export function decimalsOf(moneda: unknown, { catalogs }: AmountContext): number {
  return (typeof moneda === 'string' ? catalogs.catalog('c_Moneda').get(moneda, 'decimales') : undefined) ?? 2
}

/** Most decimals that an amount of a concept may have. */
export const finest = 6

/** Written with its own decimals, zeros at the end apart, and no fewer than `least` nor more than six. */
export function write(value: Decimal, least: number): string {
  let scale = Math.min(value.scale, finest)
  const rounded = value.round(scale)
  while (scale > least && rounded.units % 10n ** BigInt(rounded.scale - scale + 1) === 0n) scale--
  return rounded.toString(Math.max(scale, least))
}

/** The items of a list; empty when it is none. Items that are not objects are skipped: `check` finds them. */
export function itemsOf(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isJson) : []
}

/** Every item of a list changed, the strange ones left as they are. */
export function mapItems(list: unknown, change: (item: Json) => Json): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (isJson(item) ? change(item) : item)) : list
}

/** The object with some of its fields set; those whose value is undefined stay as they were. */
export function assign(target: Json, fields: Json): Json {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length === 0 ? target : { ...target, ...Object.fromEntries(given) }
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
