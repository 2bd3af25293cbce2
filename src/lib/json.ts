/**
 * JSON values: a copy that nobody else holds.
 * @module
 */

/** Deeper than any document; what lies deeper, or round and round, is left as it is for others to refuse. */
const maxDepth = 40

/** A deep copy of plain objects and arrays. Whatever else is among them (dates, maps, functions) is the same. */
export function copyJson(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (Array.isArray(value)) return value.map((item) => copyJson(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return value
  const copy: Record<string, unknown> = {}
  for (const key in value) {
    const content = copyJson((value as Record<string, unknown>)[key], depth + 1)
    if (key === '__proto__')
      Object.defineProperty(copy, key, { value: content, enumerable: true, configurable: true, writable: true })
    else copy[key] = content
  }
  return copy
}
