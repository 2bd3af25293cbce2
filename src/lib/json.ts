/**
 * Plain JSON values: type tests, own data, deep copy and comparison.
 * @module
 */
import { type AllLimits, defaultLimits } from './limits.js'

/** An unvalidated JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** A JSON object under construction. */
export type Members = Record<string, unknown>

/** Returns an own member; `undefined` for an inherited one, such as `constructor`. */
export function ownMember<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  if (Object.hasOwn(record, name)) return record[name]
  return undefined
}

/** Whether a value is an object or an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an object, and neither a list nor null. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is present: null counts as absent, like undefined. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Returns a text or number as text, and an empty string for anything else. */
export function wordOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  return ''
}

/**
 * Returns a value without its null properties, or the same value if there are none. A null item of
 * a list stays, because later items would move.
 */
export function withoutNulls(value: unknown): unknown {
  return stripUndefined(value, new Map(), 0)
}

/** `known` holds the visited objects, so that a cycle is visited once. */
function stripUndefined(value: unknown, known: Map<object, unknown>, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return value
  if (known.has(value)) return known.get(value)
  known.set(value, value)
  let isChanged = false
  let stripped: unknown[] | Json
  if (Array.isArray(value)) {
    stripped = value.map((item) => stripUndefined(item, known, depth + 1))
    for (const [index, item] of stripped.entries()) isChanged ||= !Object.is(item, value[index])
  } else {
    const members: [string, unknown][] = []
    for (const [key, given] of Object.entries(value)) {
      const content = stripUndefined(given, known, depth + 1)
      isChanged ||= given === null || !Object.is(content, given)
      if (given !== null) members.push([key, content])
    }
    stripped = Object.fromEntries(members)
  }
  if (!isChanged) return value
  known.set(value, stripped)
  return stripped
}

/**
 * Deeper than any document. Deeper levels and cycles are left unchanged, and other checks refuse
 * them.
 */
const maxDepth = 40

/**
 * Returns the own enumerable properties of an object, the only data that the verbs read. A plain
 * object is returned itself, an instance of a class as a copy without inherited members. Returns
 * `undefined` for objects whose content is not in properties: dates, maps, boxed texts.
 */
export function ownData(
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return value
  if (Object.prototype.toString.call(value) === '[object Object]') return { ...value }
  return undefined
}

/** Thrown for a value that exceeds the limits in size or depth, for example a cyclic one. */
export class JsonLimitError extends Error {}

/**
 * Copies objects and lists deeply, with the properties that {@link ownData} returns and without
 * null ones. Other values (dates, maps, functions), which no document may contain, are kept as they
 * are.
 *
 * @throws JsonLimitError beyond the limits, in Spanish.
 */
export function copyJson(value: unknown, limits: AllLimits = defaultLimits): unknown {
  return new Copier(limits).copy(value, 0)
}

class Copier {
  readonly #limits: AllLimits
  #nodes = 0

  constructor(limits: AllLimits) {
    this.#limits = limits
  }

  copy(value: unknown, depth: number): unknown {
    if (typeof value !== 'object' || value === null) return value
    const { depth: deepest } = this.#limits
    if (depth > deepest)
      throw new JsonLimitError(`tiene más de ${deepest} niveles, o algo que se contiene a sí mismo`)
    if (Array.isArray(value)) {
      this.#count(1 + value.length)
      const list: unknown[] = []
      for (let index = 0; index < value.length; index++)
        list.push(this.copy(value[index], depth + 1))
      return list
    }
    const own = ownData(value as Readonly<Record<string, unknown>>)
    if (own === undefined) return value
    return this.#object(own, depth + 1)
  }

  #object(
    value: Readonly<Record<string, unknown>>,
    depth: number,
  ): Readonly<Record<string, unknown>> {
    this.#count(1)
    const copy: Record<string, unknown> = { ...value }
    let hasNull = false
    for (const key in copy) {
      const content = copy[key]
      if (typeof content !== 'object') continue
      if (content === null) hasNull = true
      else if (key === '__proto__')
        Object.defineProperty(copy, key, { value: this.copy(content, depth) })
      else copy[key] = this.copy(content, depth)
    }
    if (!hasNull) return copy
    return Object.fromEntries(Object.entries(copy).filter(([, content]) => content !== null))
  }

  #count(nodes: number): void {
    this.#nodes += nodes
    if (this.#nodes > this.#limits.nodes)
      throw new JsonLimitError(
        `tiene más de ${this.#limits.nodes} objetos, listas y elementos de listas`,
      )
  }
}

/**
 * Whether two values are deeply equal, down to the depth of any document. Deeper levels and cycles
 * are not compared.
 */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false
  if (depth > maxDepth) return true
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  const [first, second] = [one, other] as [Json, Json]
  for (const name of names)
    if (!Object.hasOwn(second, name) || !isSame(first[name], second[name], depth + 1)) return false
  return true
}
