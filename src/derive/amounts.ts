/**
 * What the resolvers of amounts share: drafts are JSON that nobody has judged, so a value that is not an amount is left
 * for `check` to find, and with it whatever would be derived from it.
 * @module
 */
import type { Catalogs } from '../catalogs/catalogs.js'
import { Decimal, isDecimal, writeNumber } from '../lib/decimal.js'
import { AUTO, type Json } from './derivation.js'

/** What the resolvers of amounts take from the world. */
export interface AmountContext {
  readonly catalogs: Catalogs
  /** Derive what is absent too, and not only what says "AUTO". */
  readonly complete: boolean
}

/** Most decimals that an amount of a concept may have. */
export const finest = 6

/** Whether a value is to be derived. */
export function isAsked(value: unknown, { complete }: AmountContext): boolean {
  return value === AUTO || (complete && value === undefined)
}

/** The object with some of its fields set; those whose value is undefined stay as they were. The object itself when nothing changes. */
export function assign(target: Json, fields: Json): Json {
  let assigned: Record<string, unknown> | undefined
  for (const name in fields) {
    const value = fields[name]
    if (value === undefined || value === target[name]) continue
    assigned ??= { ...target }
    assigned[name] = value
  }
  return assigned ?? target
}

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
export function decimalsOf(moneda: unknown, { catalogs }: Pick<AmountContext, 'catalogs'>): number {
  return (typeof moneda === 'string' ? catalogs.catalog('c_Moneda').get(moneda, 'decimales') : undefined) ?? 2
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

/** The items of a list; empty when it is none. Items that are not objects are skipped: `check` finds them. */
export function itemsOf(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isJson) : []
}

/** Every item of a list changed, the strange ones left as they are; the list itself when nothing changes. */
export function mapItems(list: unknown, change: (item: Json) => Json): unknown {
  if (!Array.isArray(list)) return list
  let changed: unknown[] | undefined
  for (let at = 0; at < list.length; at++) {
    const item: unknown = list[at]
    if (!isJson(item)) continue
    const other = change(item)
    if (other === item) continue
    changed ??= [...list]
    changed[at] = other
  }
  return changed ?? list
}

/** Computed when it is first asked for, once. */
export function once<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}

/** Items by what their keys have in common, in the order in which each key first appears. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const found = groups.get(key)
    if (found === undefined) groups.set(key, [item])
    else found.push(item)
  }
  return [...groups.values()]
}

/** Rows of which all can be told; `null` when there are none, undefined when something of some row cannot be told. */
export function toldRows(rows: readonly Json[]): readonly Json[] | null | undefined {
  if (rows.length === 0) return null
  return rows.some(isUntold) ? undefined : rows
}

function isUntold(row: Json): boolean {
  for (const name in row) if (row[name] === undefined) return true
  return false
}

/** A rate with six decimals, as c_TasaOCuota has them. */
export function tasaOf(value: unknown): string | undefined {
  if (typeof value === 'string' && value.length === 8 && value[1] === '.' && isDecimal(value)) return value
  return decimalOf(value)?.round(6).toString()
}

/** What a word or a code says; nothing, when it is neither text nor a number. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** The complements of that root name and version hanging from a draft: none, one, or those of a repeated one. */
export function complementsOf(draft: Json, name: string, version: string): readonly Json[] {
  const { Complemento } = draft
  if (!isJson(Complemento)) return []
  const content = Complemento[name]
  return (Array.isArray(content) ? itemsOf(content) : isJson(content) ? [content] : []).filter((complement) =>
    isOfVersion(complement, version),
  )
}

function isOfVersion(complement: Json, version: string): boolean {
  return (complement['Version'] ?? complement['version']) === version
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
