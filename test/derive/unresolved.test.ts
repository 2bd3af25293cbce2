/**
 * The reasons of what was left, over rows that may be made from each other, by what is given.
 * @module
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AUTO, type DeriveContext, type DerivationTable } from '../../src/derive/derivation.js'
import { inOrder, rowsOf } from '../../src/derive/order.js'
import { explainUnresolved } from '../../src/derive/unresolved.js'
import type { Finding } from '../../src/model/finding.js'
import type { Nodes } from '../../src/model/nodes.js'

const names = Array.from({ length: 8 }, (_, index) => `m${index}`)

interface Member {
  readonly name: string
  readonly from: readonly string[]
  readonly given: readonly string[]
  /** "AUTO" was left; anything else is wrong. */
  readonly value: string
}

const some = fc.array(fc.constantFrom(...names), { maxLength: 2 })

/** Each is made from earlier ones, and from any that are given. */
const members = fc.tuple(
  ...names.map((name) =>
    fc.record<Member>({
      name: fc.constant(name),
      from: some.map((from) => from.filter((other) => other < name)),
      given: some.map((given) => given.filter((other) => other !== name)),
      value: fc.constantFrom(AUTO, AUTO, AUTO, 'wrong'),
    }),
  ),
)

/** What is said of each, by its name, when findings come in such an order. */
function said(drawn: readonly Member[], order: readonly string[]): ReadonlyMap<string, string> {
  const document = Object.fromEntries(drawn.map(({ name, value }) => [name, value]))
  const nodes = { path: '', each: (node, visit) => visit(node, undefined, undefined) } as Nodes<unknown, unknown>
  const rows = Object.fromEntries(drawn.map(({ name, from, given }) => [name, { from, given, value: () => undefined }]))
  const table: DerivationTable<DeriveContext> = { nodes, rows }
  const findings = order.map(
    (path): Finding => ({
      ...{ code: '301', severity: 'error', element: 'Node', field: path, message: 'wrong' },
      ...{ path, value: document[path] as string },
    }),
  )
  const explained = explainUnresolved(document, findings, () => inOrder(rowsOf([table])), false)
  return new Map(explained.map(({ path, message }) => [path, message]))
}

/** All that a member is made from, and that which is left of it; what is wrong waits for nothing. */
function sourcesOf(drawn: readonly Member[], name: string, seen = new Set<string>()): ReadonlySet<string> {
  const { from, given, value } = drawn.find((member) => member.name === name) as Member
  for (const source of value === AUTO ? [...from, ...given] : [])
    if (!seen.has(source)) sourcesOf(drawn, source, seen.add(source))
  return seen
}

it('names what is wrong, however far; or else what waits for nothing: never what would wait for it', () => {
  fc.assert(
    fc.property(members, fc.shuffledSubarray(names, { minLength: names.length }), (drawn, order) => {
      const messages = said(drawn, order)
      const left = new Set(drawn.flatMap(({ name, value }) => (value === AUTO ? name : [])))
      for (const { name, from } of drawn.filter(({ value }) => value === AUTO)) {
        const named = /antes hay que corregir (\w+)/.exec(messages.get(name) as string)?.[1]
        const wrong = [...sourcesOf(drawn, name)].filter((source) => !left.has(source))
        expect(named).not.toBe(name)
        if (wrong.length > 0) expect(wrong).toContain(named)
        else expect(messages.get(named ?? name)).toContain(': no se pudo obtener; ')
        if (from.length > 0) expect(named).toBeDefined()
      }
    }),
  )
})
