import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyJson } from '../../src/lib/json.js'
import { type At, pathOf } from '../../src/model/finding.js'
import { type Nodes, nodesOf, where, within } from '../../src/model/nodes.js'
import { walkOf } from '../../src/model/walk.js'
import { type Comprobante, comprobante } from '../../src/sat/cfdi40/declaration.js'
import { tablesOf } from '../../src/rules/run.js'
import { ruleSet } from '../../src/sat/rules.js'

const folder = new URL('../../fixtures/complements/', import.meta.url)
const documents = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, unknown>)

const at = nodesOf<{ comprobante: Comprobante; concepto: Comprobante['Conceptos'][number] }>(
  comprobante,
)
const conceptos = at(comprobante, 'Conceptos[]')

/** All nodes of rules, and selections of list items and their descendants. */
const kinds: readonly Nodes<unknown, unknown>[] = [
  ...new Set(tablesOf(ruleSet).map(({ nodes }) => nodes as Nodes<unknown, unknown>)),
  where(conceptos, ({ Impuestos }) => Impuestos !== undefined),
  where(
    at(comprobante, 'Conceptos[]', 'Impuestos.Traslados[]'),
    (_, { ObjetoImp }) => ObjetoImp === '02',
  ),
  within(at(comprobante, 'Receptor'), conceptos),
  within(
    conceptos,
    where(conceptos, ({ ObjetoImp }) => ObjetoImp === '02'),
  ),
]

type Seen = readonly [node: unknown, up: unknown, path: string]
const seen = (node: unknown, up: unknown, place: At | undefined): Seen => [node, up, pathOf(place)]

/** Each node of an object or a list, with its members. */
function* holdersIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  yield value as Record<string, unknown>
  for (const member of Object.values(value)) yield* holdersIn(member)
}

/** The document, with something else in the place of one of its members. */
const damaged = fc
  .tuple(
    fc.constantFrom(...documents),
    fc.nat(),
    fc.nat(),
    fc.constantFrom(undefined, null, 'x', 7, [], {}, [{}, null]),
  )
  .map(([document, holder, member, other]) => {
    const copy = copyJson(document) as Record<string, unknown>
    const holders = [...holdersIn(copy)].filter((value) => Object.keys(value).length > 0)
    const chosen = holders[holder % holders.length] as Record<string, unknown>
    const names = Object.keys(chosen)
    chosen[names[member % names.length] as string] = other
    return copy
  })

describe('one walk over many kinds', () => {
  const walk = walkOf(kinds.map((nodes) => [nodes.each, nodes] as const))

  it('visits each kind like a walk of its own, in the same order', () => {
    fc.assert(
      fc.property(damaged, (document) => {
        const together = new Map<unknown, Seen[]>(kinds.map((nodes) => [nodes, []]))
        walk(document, (node, up, place, nodes) => together.get(nodes)?.push(seen(node, up, place)))
        for (const nodes of kinds) {
          const alone: Seen[] = []
          nodes.each(document, (node, up, place) => alone.push(seen(node, up, place)))
          expect(together.get(nodes), nodes.path).toEqual(alone)
        }
      }),
    )
  })

  it('reads a member once, however many kinds are below it', () => {
    let reads = 0
    const item = new Proxy(
      {},
      { getOwnPropertyDescriptor: () => undefined, get: () => void reads++ },
    )
    const two = [
      at(comprobante, 'Conceptos[]', 'Parte[]'),
      at(comprobante, 'Conceptos[]', 'Parte[]', 'InformacionAduanera[]'),
    ]
    walkOf(two.map(({ each }) => [each, undefined] as const))({ Conceptos: [item] }, () => {})
    expect(reads).toBe(1)
  })
})
