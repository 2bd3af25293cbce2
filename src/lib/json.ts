/**
 * JSON values: objects told from the rest, and a copy that nobody else holds.
 * @module
 */

/** Whether a value is an object, and neither a list nor null. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
