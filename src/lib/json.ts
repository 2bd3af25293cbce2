/**
 * JSON values: objects told from the rest, what is theirs, and a copy that nobody else holds.
 * @module
 */
import { type AllLimits, defaultLimits } from './limits.js'

/** A JSON object that nobody has judged. */
export type Json = Readonly<Record<string, unknown>>

/** One that is being made. */
export type Members = Record<string, unknown>

/** Whether a value is an object, and neither a list nor null. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether there is something: null says as much as undefined, that there is not. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** What a word or a code says; nothing, when it is neither text nor a number. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
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
  return Object.fromEntries(Object.entries(filled(value)).map(([key, given]) => [key, content(given)]))
}

/** The properties that are not null. */
function filled(value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([, given]) => given !== null))
}

/** Deeper than any document; what lies deeper, or round and round, is left as it is for others to refuse. */
const maxDepth = 40

/**
 * The data of an object, of which every verb knows no other: its own enumerable properties. Of a plain object that is itself; of an
 * instance of a class, a copy without what its class gives it. `undefined` for what holds something else than properties: dates, maps,
 * texts in a box.
 */
export function ownData(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return value
  return Object.prototype.toString.call(value) === '[object Object]' ? { ...value } : undefined
}

/** A value that holds more than is taken, in all or one inside another: itself, for one. */
export class JsonLimitError extends Error {}

/**
 * A deep copy of objects and lists: plain ones, of what {@link ownData} says is theirs, without the properties that are null.
 * Whatever else is among them (dates, maps, functions), which no document may hold, is the same.
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
    if (depth > deepest) throw tooDeep(deepest)
    if (Array.isArray(value)) return this.#list(value, depth + 1)
    const own = ownData(value as Readonly<Record<string, unknown>>)
    return own === undefined ? value : this.#object(own, depth + 1)
  }

  #list(value: readonly unknown[], depth: number): unknown[] {
    this.#count(1 + value.length)
    const copy: unknown[] = []
    for (let index = 0; index < value.length; index++) copy.push(this.copy(value[index], depth))
    return copy
  }

  #object(value: Readonly<Record<string, unknown>>, depth: number): Readonly<Record<string, unknown>> {
    this.#count(1)
    const copy: Record<string, unknown> = { ...value }
    let hasNull = false
    for (const key in copy) {
      const content = copy[key]
      if (typeof content !== 'object') continue
      if (content === null) hasNull = true
      else if (key === '__proto__') Object.defineProperty(copy, key, { value: this.copy(content, depth) })
      else copy[key] = this.copy(content, depth)
    }
    return hasNull ? filled(copy) : copy
  }

  #count(nodes: number): void {
    this.#nodes += nodes
    if (this.#nodes > this.#limits.nodes)
      throw new JsonLimitError(`tiene más de ${this.#limits.nodes} objetos, listas y elementos de listas`)
  }
}

function tooDeep(deepest: number): JsonLimitError {
  return new JsonLimitError(`tiene más de ${deepest} niveles, o algo que se contiene a sí mismo`)
}

/** Whether two values hold the same, as far down as any document goes: what is deeper, or goes round, is not looked at. */
export function isSame(one: unknown, other: unknown, depth = 0): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (depth > maxDepth) return true
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  const [first, second] = [one, other] as [Json, Json]
  return names.every((name) => Object.hasOwn(second, name) && isSame(first[name], second[name], depth + 1))
}
