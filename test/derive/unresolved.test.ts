/**
 * Reasons of unresolved values, over rows that may be sources of each other through `given`.
 * @module
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { AUTO, type DerivationTable, type DeriveContext } from '../../src/derive/derivation.js'
import { inOrder, rowsOf } from '../../src/derive/order.js'
import { explainEach } from '../../src/derive/unresolved.js'
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

/** Returns the message about each member, by its name, for findings in a given order. */
function said(
  drawn: readonly Member[],
  order: readonly string[],
): ReadonlyMap<string, { readonly message: string; readonly follows: boolean }> {
  const document = Object.fromEntries(drawn.map(({ name, value }) => [name, value]))
  const nodes = { path: '', each: (node, visit) => visit(node, undefined, undefined) } as Nodes<
    unknown,
    unknown
  >
  const rows = Object.fromEntries(
    drawn.map(({ name, from, given }) => [name, { from, given, value: () => undefined }]),
  )
  const table: DerivationTable<DeriveContext> = { nodes, rows }
  const findings = order.map(
    (path): Finding => ({
      ...{ code: '301', severity: 'error', element: 'Node', field: path, message: 'wrong' },
      ...{ path, value: document[path] as string },
    }),
  )
  const explained = explainEach(document, findings, () => inOrder(rowsOf([table])), false)
  return new Map(
    explained.map(({ finding: { path, message }, follows }) => [path, { message, follows }]),
  )
}

/**
 * Returns all direct and indirect sources of a member that are unresolved; a wrong value has none.
 */
function sourcesOf(
  drawn: readonly Member[],
  name: string,
  seen = new Set<string>(),
): ReadonlySet<string> {
  const { from, given, value } = drawn.find((member) => member.name === name) as Member
  for (const source of value === AUTO ? [...from, ...given] : [])
    if (!seen.has(source)) sourcesOf(drawn, source, seen.add(source))
  return seen
}

it('names the wrong source, direct or indirect, or else the first unresolved one, never one that depends on the member', () => {
  fc.assert(
    fc.property(
      members,
      fc.shuffledSubarray(names, { minLength: names.length }),
      (drawn, order) => {
        const messages = said(drawn, order)
        const left = new Set(drawn.flatMap(({ name, value }) => (value === AUTO ? name : [])))
        for (const { name, from } of drawn.filter(({ value }) => value === AUTO)) {
          const named = /antes hay que corregir (\w+)/.exec(
            messages.get(name)?.message as string,
          )?.[1]
          expect(messages.get(name)?.follows).toBe(named !== undefined)
          const wrong = [...sourcesOf(drawn, name)].filter((source) => !left.has(source))
          expect(named).not.toBe(name)
          if (wrong.length > 0) expect(wrong).toContain(named)
          else expect(messages.get(named ?? name)?.message).toContain(': no se pudo obtener; ')
          if (from.length > 0) expect(named).toBeDefined()
        }
      },
    ),
  )
})
