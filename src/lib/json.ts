/**
 * JSON values: objects told from the rest, and a copy that nobody else holds.
 * @module
 */

/** Whether a value is an object, and neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether there is something: null says as much as undefined, that there is not. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null
}

/**
 * A value without the properties that are null, which say as much as absent ones; the same value when there are none. An item
 * of a list that is null stays: what comes after it would move.
 */
export function withoutNulls(value: unknown): unknown {
  return strip(value, new Map(), 0)
}

/** `known` holds what was met: what goes round and round is passed once. */
function strip(value: unknown, known: Map<object, unknown>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (known.has(value)) return known.get(value)
  known.set(value, value)
  const content = (item: unknown): unknown => strip(item, known, depth + 1)
  const stripped = Array.isArray(value) ? stripItems(value, content) : stripProperties(value as Json, content)
  known.set(value, stripped)
  return stripped
}

type Json = Readonly<Record<string, unknown>>

function stripItems(list: readonly unknown[], content: (item: unknown) => unknown): readonly unknown[] {
  const items = list.map(content)
  return items.some((item, index) => !Object.is(item, list[index])) ? items : list
}

function stripProperties(value: Json, content: (item: unknown) => unknown): Json {
  let isSame = true
  for (const key in value) {
    const given = value[key]
    if (given === null || (typeof given === 'object' && content(given) !== given)) isSame = false
  }
  if (isSame) return value
  const entries = Object.entries(value).filter(([, given]) => given !== null)
  return Object.fromEntries(entries.map(([key, given]) => [key, content(given)]))
}

/** Deeper than any document; what lies deeper, or round and round, is left as it is for others to refuse. */
const maxDepth = 40

/** A deep copy of plain objects and arrays. Whatever else is among them (dates, maps, functions) is the same. */
export function copyJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = { ...value }
  for (const key in copy) {
    const content = copy[key]
    if (typeof content !== 'object' || content === null) continue
    if (key === '__proto__') Object.defineProperty(copy, key, { value: copyJson(content, depth + 1) })
    else copy[key] = copyJson(content, depth + 1)
  }
  return copy
}
