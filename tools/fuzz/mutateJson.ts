/**
 * Mutates JSON documents: other values, moved parts, and objects that JSON does not have.
 * @module
 */
import { Instance } from './graph.js'
import type { Chance } from './random.js'

type Holder = Record<string | number, unknown>

/** Replacements of a value. */
const strange: readonly ((value: unknown, chance: Chance, root: unknown) => unknown)[] = [
  () => undefined,
  () => null,
  () => '',
  () => ' ',
  () => 'AUTO',
  () => true,
  (_, chance) => chance.of([0, -1, 0.1, 1e21, Number.NaN, 123456789012345, 1.1]),
  (_, chance) =>
    chance.of([
      '0',
      '-1.00',
      '1e3',
      '1.',
      '.5',
      '1,000.00',
      '9'.repeat(30),
      '0.0000001',
      ' 1.00 ',
      '01',
    ]),
  (_, chance) =>
    chance.of([
      '\u0000',
      '\ud800',
      '|',
      'a|b',
      '\n',
      ' a  b ',
      '<a/>',
      '<a>',
      '&',
      '"',
      '\u{1f600}',
    ]),
  (_, chance) =>
    chance.of([
      '2026-02-30',
      '2026-11-21T12:00:00',
      '2026-11-21T12:00:00Z',
      'XAXX010101000',
      'MXN',
      'P',
      'N',
    ]),
  (_, chance) => 'x'.repeat(chance.small(20_000)),
  () => [],
  () => ({}),
  (value) => [value],
  (value) => [value, value],
  (value) => ({ value }),
  (value, chance) => Array.from({ length: chance.small(2_000) }, () => value),
  () => new Date(0),
  () => new Map([['Rfc', 'x']]),
  () => 1n,
  () => Symbol('x'),
  () => () => 'x',
  () => new Array(5),
  (_, __, root) => root,
  (value) => (isHolder(value) && !Array.isArray(value) ? new Instance(value) : value),
  (value) => (isHolder(value) && !Array.isArray(value) ? Object.create(value) : value),
  (value) =>
    isHolder(value) && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value,
  () => JSON.parse('{"__proto__":{"Rfc":"x"}}'),
  () => JSON.parse('{"toString":1,"valueOf":1,"length":5}'),
]

const names = [
  'Complemento',
  'Addenda',
  'ComplementoConcepto',
  '__proto__',
  'constructor',
  '#text',
  'Pagos',
  'nada',
  'Futuro',
  '0',
]

/** Mutates a document of the corpus once or a few times. */
export function mutateJson(corpus: readonly unknown[], chance: Chance): unknown {
  const root = structuredClone(chance.of(corpus))
  for (let left = chance.small(7); left > 0; left--) mutate(root, chance, corpus)
  return root
}

function mutate(root: unknown, chance: Chance, corpus: readonly unknown[]): void {
  const all = places(root)
  if (all.length === 0) return
  const [holder, key] = chance.of(all)
  const value = holder[key]
  switch (chance.below(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else delete holder[key]
      return
    case 1: {
      const [from, other] = chance.of(all)
      holder[key] = from[other]
      return
    }
    case 2: {
      const [from, other] = chance.of(places(structuredClone(chance.of(corpus))))
      holder[key] = from[other]
      return
    }
    case 3:
      define(
        isHolder(value) && !Array.isArray(value) ? value : (root as Holder),
        chance.of(names),
        chance.of(strange)(value, chance, root),
      )
      return
    case 4:
      if (isHolder(value) && !Array.isArray(value))
        holder[key] = Object.fromEntries(Object.entries(value).reverse())
      return
    default:
      holder[key] = chance.of(strange)(value, chance, root)
  }
}

function define(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    !(value instanceof Map)
  )
}

/** Returns up to some thousands of places in a document, which may have cycles. */
function places(root: unknown): [Holder, string | number][] {
  const found: [Holder, string | number][] = []
  const queue: unknown[] = [root]
  const seen = new Set<unknown>()
  while (queue.length > 0 && found.length < 3_000) {
    const holder = queue.shift()
    if (!isHolder(holder) || seen.has(holder)) continue
    seen.add(holder)
    for (const key of Object.keys(holder).slice(0, 200)) {
      found.push([holder, Array.isArray(holder) ? Number(key) : key])
      queue.push(holder[key])
    }
  }
  return found
}
