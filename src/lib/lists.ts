/**
 * Functions over lists.
 * @module
 */
import { isRecord, type Json } from './json.js'

/** Returns the objects of an unvalidated list; empty when it is not a list. */
export function itemsOf(list: unknown): readonly Json[] {
  if (Array.isArray(list)) return list.filter(isRecord)
  return []
}

/** Returns a new list with every object changed and other items as they are. */
export function mapItems(list: unknown, change: (item: Json) => Json): unknown {
  if (Array.isArray(list))
    return list.map((item: unknown) => (isRecord(item) ? change(item) : item))
  return list
}

/** Groups items by key, in the order in which each key first appears. */
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

/** Returns the integers of a range as texts, with both ends. */
export function listRange(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
}
