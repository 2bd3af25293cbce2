/**
 * Encodes values as JSON that JSON cannot hold: cycles, shared objects, instances, undefined,
 * special numbers.
 * @module
 */

/** Objects by number; the first is the root, which may be a primitive. */
export type Graph = readonly Node[]

/** A JSON primitive, a marked special value, or the number of an object. */
type Value = string | boolean | null | number | { readonly $: string } | { readonly at: number }

type Members = readonly (readonly [name: string, value: Value])[]

type Node =
  | { readonly value: Value }
  | { readonly array: Members; readonly length: number }
  | { readonly object: Members; readonly of?: 'nothing' | 'a class' | { readonly at: number } }
  | { readonly date: number }
  | { readonly map: readonly (readonly [Value, Value])[] }

/** An instance of a class, with an inherited getter. */
export class Instance {
  constructor(own: object) {
    Object.defineProperties(this, Object.getOwnPropertyDescriptors(own))
  }

  get Serie(): string {
    return 'HEREDADA'
  }
}

const numbers = ['NaN', 'Infinity', '-Infinity', '-0']

/** Converts a value to JSON. Functions and symbols lose their code and names. */
export function encodeValue(root: unknown): Graph {
  const nodes: Node[] = []
  const seen = new Map<object, number>()
  const encode = (value: unknown): Value => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') {
      const sign = Object.is(value, -0) ? '-0' : String(value)
      return numbers.includes(sign) ? { $: sign } : value
    }
    if (typeof value === 'bigint') return { $: `${value}n` }
    if (typeof value !== 'object') return { $: typeof value }
    const known = seen.get(value)
    if (known !== undefined) return { at: known }
    const at = nodes.push({ value: null }) - 1
    seen.set(value, at)
    nodes[at] = nodeOf(value, encode)
    return { at }
  }
  const value = encode(root)
  return typeof value === 'object' && value !== null && 'at' in value ? nodes : [{ value }]
}

function nodeOf(value: object, encode: (value: unknown) => Value): Node {
  if (value instanceof Date) return { date: value.getTime() }
  if (value instanceof Map)
    return { map: [...value].map(([key, item]) => [encode(key), encode(item)] as const) }
  const members = Object.keys(value).map(
    (name) => [name, encode((value as Record<string, unknown>)[name])] as const,
  )
  if (Array.isArray(value)) return { array: members, length: value.length }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype) return { object: members }
  if (prototype === null) return { object: members, of: 'nothing' }
  if (value instanceof Instance) return { object: members, of: 'a class' }
  return { object: members, of: encode(prototype) as { at: number } }
}

/** Inverse of {@link encodeValue}. */
export function decodeValue(graph: Graph): unknown {
  const made = new Map<number, unknown>()
  const decode = (value: Value): unknown => {
    if (typeof value !== 'object' || value === null) return value
    return '$' in value ? signed(value.$) : make(value.at)
  }
  const make = (at: number): unknown => {
    if (made.has(at)) return made.get(at)
    const node = graph[at]!
    if ('value' in node) return decode(node.value)
    const value = empty(node, decode)
    made.set(at, value)
    if ('map' in node)
      for (const [key, item] of node.map)
        (value as Map<unknown, unknown>).set(decode(key), decode(item))
    for (const [name, item] of membersOf(node)) define(value, name, decode(item))
    return value
  }
  return make(0)
}

function empty(node: Node, decode: (value: Value) => unknown): object {
  if ('date' in node) return new Date(node.date)
  if ('map' in node) return new Map()
  if ('array' in node) return new Array(node.length)
  const of = 'of' in node ? node.of : undefined
  if (of === undefined) return {}
  if (of === 'nothing') return Object.create(null)
  return of === 'a class' ? new Instance({}) : Object.create(decode(of) as object)
}

function membersOf(node: Node): Members {
  if ('array' in node) return node.array
  return 'object' in node ? node.object : []
}

/** Defines any member, `__proto__` included. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function signed(sign: string): unknown {
  if (numbers.includes(sign)) return Number(sign)
  if (sign === 'undefined') return undefined
  if (sign === 'symbol') return Symbol('x')
  if (sign === 'function') return () => 'x'
  return BigInt(sign.slice(0, -1))
}
