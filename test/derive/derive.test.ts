/**
 * The machine of derivations, over a document that no SAT has.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTO, type DeriveContext, derivationTables } from '../../src/derive/derivation.js'
import { inOrder, type Row } from '../../src/derive/order.js'
import { Derivations } from '../../src/derive/resolve.js'
import {
  explainEach,
  explainUnresolved,
  memberPath,
  nameSources,
} from '../../src/derive/unresolved.js'
import type { Finding } from '../../src/model/finding.js'
import {
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  type Schema,
} from '../../src/model/grammar.js'
import { nodesOf } from '../../src/model/nodes.js'
import { token } from '../../src/model/types.js'

const text = optional(token())
const line = element({ Price: text, Amount: text, Note: text })
const root = element({
  Currency: text,
  Sum: text,
  Total: text,
  Lines: one(list('Line', oneOrMore(line))),
  Extra: maybe({ Tip: text }),
})
const order: Schema<typeof root> = { name: 'Order', prefix: 'o', namespace: 'o', xsd: 'o', root }
const at = nodesOf(order)
const derivations = derivationTables<DeriveContext>()

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined

const all = new Derivations<DeriveContext>(() => [
  derivations(at(order), {
    Total: {
      from: ['Sum'],
      given: ['Extra.Tip'],
      value: ({ Sum, Extra }) => {
        const sum = numberOf(Sum)
        return sum === undefined
          ? undefined
          : String(sum + (numberOf((Extra as { Tip?: string } | undefined)?.Tip) ?? 0))
      },
    },
    Sum: {
      from: ['Lines[].Amount'],
      value: ({ Lines }) => {
        const amounts = (Lines as readonly { Amount?: unknown }[]).map(({ Amount }) =>
          numberOf(Amount),
        )
        return amounts.includes(undefined)
          ? undefined
          : String(amounts.reduce<number>((sum, each) => sum + (each ?? 0), 0))
      },
    },
  }),
  derivations(at(order, 'Lines[]'), {
    Note: { from: [], absent: 'left', value: () => 'ok' },
    Amount: {
      from: ['Price', '/Currency'],
      when: (_, { document }) => document['Currency'] !== 'FREE',
      value: ({ Price }) => (numberOf(Price) === undefined ? undefined : Price),
    },
  }),
  derivations(at(order, 'Lines[]'), {
    Amount: {
      from: ['Price'],
      says: 'nada',
      when: (_, { document }) => document['Currency'] === 'FREE',
      value: () => null,
    },
  }),
])

function resolve(document: Record<string, unknown>, complete = false) {
  all.resolve({ document, complete, known: new Map() })
  return document
}

describe('resolve', () => {
  it('derives each member after its sources', () => {
    const Lines = [
      { Price: '2', Amount: AUTO },
      { Price: '3', Amount: '4' },
    ]
    expect(resolve({ Sum: AUTO, Total: AUTO, Lines, Extra: { Tip: '1' } })).toEqual({
      Sum: '6',
      Total: '7',
      Lines: [
        { Price: '2', Amount: '2' },
        { Price: '3', Amount: '4' },
      ],
      Extra: { Tip: '1' },
    })
  })

  it('completes absent members on request, except those that require an explicit "AUTO"', () => {
    const draft = () => ({ Lines: [{ Price: '2' }] })
    expect(resolve(draft())).toEqual(draft())
    expect(resolve(draft(), true)).toEqual({
      Sum: '2',
      Total: '2',
      Lines: [{ Price: '2', Amount: '2' }],
    })
    expect(resolve({ Lines: [{ Note: AUTO }] })).toEqual({ Lines: [{ Note: 'ok' }] })
  })

  it('removes members that must not exist, and leaves "AUTO" that cannot be computed', () => {
    expect(resolve({ Currency: 'FREE', Lines: [{ Price: '2', Amount: AUTO }] })).toEqual({
      Currency: 'FREE',
      Lines: [{ Price: '2' }],
    })
    const broken = { Sum: AUTO, Lines: [{ Price: 'x', Amount: AUTO }, 7] }
    expect(resolve(structuredClone(broken))).toEqual(broken)
  })
})

describe('order', () => {
  const rowOf = (path: string, from: readonly string[]): Row<DeriveContext> =>
    ({
      nodes: { path: '' },
      field: path,
      path,
      from,
      derivation: { from, value: () => null },
    }) as unknown as Row<DeriveContext>

  it('puts every member after its sources', () => {
    const graphs = fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(graphs, fc.func(fc.integer()), (graph, rank) => {
        const rows = graph.map((from, index) =>
          rowOf(
            `m${index}.x`,
            from.filter((other) => other < index).map((other) => `m${other}`),
          ),
        )
        const ordered = inOrder([...rows].sort((a, b) => rank(a.path) - rank(b.path)))
        expect(new Set(ordered)).toEqual(new Set(rows))
        for (const [place, row] of ordered.entries())
          for (const from of row.from)
            expect(ordered.findIndex(({ path }) => path === `${from}.x`)).toBeLessThan(place)
      }),
    )
  })

  it('refuses a circle', () => {
    expect(() => inOrder([rowOf('a', ['b']), rowOf('b', ['a'])])).toThrow(/a,b/)
  })

  it('keeps rows of the same nodes together', () => {
    expect(all.rows.map(memberPath)).toEqual([
      'Lines.Note',
      'Lines.Amount',
      'Lines.Amount',
      'Sum',
      'Total',
    ])
  })
})

describe('explainUnresolved', () => {
  const left = (path: string, element: string, field: string): Finding => ({
    code: '301',
    severity: 'error',
    element,
    field,
    message: 'x',
    path,
    value: AUTO,
  })
  const messages = (document: unknown, ...findings: Finding[]) =>
    explainEach(document, findings, () => all.rows, false).map(({ finding }) => finding.message)

  it('names the sources and the missing one', () => {
    expect(
      messages({ Lines: [{ Amount: AUTO }] }, left('Lines[0].Amount', 'Line', 'Amount')),
    ).toEqual([
      'Line.Amount: no se pudo obtener; depende de Price y Currency; falta Price (se encontró "AUTO").',
    ])
    expect(all.rows.map(nameSources)).toEqual([
      '',
      'Price y Currency',
      'nada',
      'Amount de Lines',
      'Sum y Tip de Extra',
    ])
  })

  it('names a finding to correct first, and puts it first', () => {
    const wrong: Finding = {
      ...left('Lines[0].Amount', 'Line', 'Amount'),
      value: 'x',
      message: 'Line.Amount: x.',
    }
    expect(
      messages({ Sum: AUTO, Lines: [{ Amount: 'x' }] }, left('Sum', 'Order', 'Sum'), wrong),
    ).toEqual([
      'Line.Amount: x.',
      'Order.Sum: se obtiene de Amount de Lines; antes hay que corregir Lines[0].Amount (se encontró "AUTO").',
    ])
  })

  it('leaves out findings that follow from another one, and no others', () => {
    const wrong: Finding = {
      ...left('Lines[0].Amount', 'Line', 'Amount'),
      value: 'x',
      message: 'Line.Amount: x.',
    }
    const other: Finding = {
      ...left('Currency', 'Order', 'Currency'),
      value: 'y',
      message: 'Order.Currency: y.',
    }
    const document = { Sum: AUTO, Lines: [{ Amount: 'x' }] }
    const findings = [left('Sum', 'Order', 'Sum'), wrong, other]
    expect(explainUnresolved(document, findings, () => all.rows, false)).toEqual([other, wrong])
  })

  it('keeps the finding about omitted ones last', () => {
    const more: Finding = { ...left('', 'Order', ''), message: 'Order: hay 5 más.', value: '' }
    expect(messages({ Sum: AUTO }, left('Sum', 'Order', 'Sum'), more).at(-1)).toBe(
      'Order: hay 5 más.',
    )
  })

  it('reports a value that must be given', () => {
    expect(messages({}, left('Currency', 'Order', 'Currency'))).toEqual([
      'Order.Currency: no se puede obtener; se debe indicar (se encontró "AUTO").',
    ])
  })
})
