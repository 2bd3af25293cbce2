/**
 * Lists: those of JSON that nobody has judged, and items put together by what they have in common.
 * @module
 */
import { isRecord, type Json } from './json.js'

/** The items of a list that are objects, which `check` wants all to be; none when it is no list. */
export function itemsOf(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** Every object of a list changed, in a list of its own; whatever else is there stays as it is. */
export function mapItems(list: unknown, change: (item: Json) => Json): unknown {
  return Array.isArray(list) ? list.map((item: unknown) => (isRecord(item) ? change(item) : item)) : list
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
