/** The machines know no document: a root that is declared here alone is judged by them. */
import { describe, expect, it } from 'vitest'
import { element, type Model, required } from '../src/model/grammar.js'
import { nodesOf } from '../src/model/nodes.js'
import { decimal, oneOf, t_Fecha } from '../src/model/types.js'
import { DocumentContext } from '../src/rules/context.js'
import { Judge } from '../src/rules/judge.js'
import { type RuleContext, ruleTables } from '../src/rules/rule.js'

const vale = {
  name: 'Vale',
  prefix: 'v',
  namespace: 'urn:prueba:vale',
  xsd: 'urn:prueba:vale.xsd',
  tipo: 'Clase',
  fecha: 'Dia',
  root: element({ Clase: required(oneOf('A', 'B')), Dia: required(t_Fecha), Monto: required(decimal(2)) }),
} as const

interface Vale {
  readonly Clase: string
  readonly Dia: string
  readonly Monto: string | number
}

class ValeContext extends DocumentContext<Vale> {
  get tipo(): string {
    return this.document.Clase
  }
}

const table = ruleTables<RuleContext<Vale>>()({
  nodes: nodesOf(vale)(vale),
  source: 'prueba',
  rules: {
    V1: { field: 'Monto', tipos: 'A', says: 'debe ser 1', holds: ({ Monto }) => String(Monto) === '1.00' },
  },
})

const model: Model = { document: vale, complements: [] }
const judge = new Judge<Vale, RuleContext<Vale>>({
  model,
  ruleSet: { document: vale, always: [table], withComplement: {} },
  tables: [table],
  contextOf: (document, surroundings) => new ValeContext(document, surroundings, document.Dia),
  contextOfUnsound: ({ document }, surroundings) => new ValeContext(document as Vale, surroundings, ''),
})

const codes = (document: unknown) => judge.check(document).map(({ code, element }) => `${code} ${element}`)

describe('a root that the machines do not know', () => {
  it('is judged by its own structure, types and rules', () => {
    expect(codes({ Clase: 'A', Dia: '2026-01-01', Monto: '1.00' })).toEqual([])
    expect(codes({ Clase: 'A', Dia: '2026-01-01', Monto: '2.00' })).toEqual(['V1 Vale'])
    expect(codes({ Clase: 'B', Dia: '2026-01-01', Monto: '2.00' })).toEqual([])
    expect(codes({ Clase: 'C', Dia: '2026-01-01', Monto: '2.00' })).toEqual(['301 Vale'])
  })

  it('goes by its own name where the whole of it is meant', () => {
    expect(judge.checkXml('<')[0]?.element).toBe('Vale')
    expect(judge.check({}, { limits: { findings: 1 } }).at(-1)?.message).toMatch(/^Vale: hay 2 /)
  })
})
