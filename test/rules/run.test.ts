/**
 * The caches and results of the runner are bounded for any input.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { mostFindings, mostKinds, type RuleSet, runRules } from '../../src/rules/run.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { contextOf } from '../../src/sat/cfdi40/context.js'
import { type Comprobante, comprobante } from '../../src/sat/cfdi40/declaration.js'
import { at } from '../../src/sat/cfdi40/nodes.js'
import { type RuleContext, tableOf } from '../../src/sat/cfdi40/rule.js'
import { ruleSet } from '../../src/sat/rules.js'
import { readBase } from './fixture.js'

const surroundings = {
  catalogs,
  at: undefined,
  codesInForce: false,
  barred: [],
  spaced: [],
  taxpayers: undefined,
  certificates: undefined,
}

describe('runRules', () => {
  it('remembers few kinds of document at once', () => {
    const compiled = new Map<string, number>()
    const names = Array.from({ length: 8 }, (_, index) => `C${index}`)
    const counted = (name: string) => ({
      ...tableOf(at(comprobante), { source: '', rules: {} }),
      get rules() {
        compiled.set(name, (compiled.get(name) ?? 0) + 1)
        return {}
      },
    })
    const set: RuleSet<RuleContext> = {
      ...ruleSet,
      always: [counted('always')],
      withComplement: Object.fromEntries(names.map((name) => [name, () => [counted(name)]])),
    }
    const judge = (bits: number) => {
      const Complemento = Object.fromEntries(
        names.filter((_, at) => (bits >> at) & 1).map((name) => [name, {}]),
      )
      runRules(
        set,
        contextOf({ ...readBase('ingreso'), Complemento } as unknown as Comprobante, surroundings),
      )
    }
    for (let round = 0; round < 3; round++) for (let bits = 0; bits < mostKinds; bits++) judge(bits)
    expect(compiled.get('always')).toBe(mostKinds)
    for (let bits = mostKinds; bits < 256; bits++) judge(bits)
    judge(0)
    expect(compiled.get('always')).toBe(257)
  })

  it('gives a document of many faults no more findings than anyone reads', () => {
    const base = readBase('exento')
    const [concepto] = base['Conceptos'] as object[]
    const Conceptos = Array.from({ length: mostFindings + 10 }, () => ({
      ...concepto,
      Importe: '1.00',
    }))
    expect(check({ ...base, Conceptos })).toHaveLength(mostFindings)
    const wrong = check({ ...base, Serie: '', Conceptos })
    expect(wrong.filter(({ code }) => code !== '301')).toHaveLength(mostFindings - 1)
  })
})
