/**
 * The classifier of adapters knows every rule of the SAT's matrices, and which of them look into
 * lists that PACs download.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { meaningOf } from '../../src/pac/adapter/classify.js'
import { shared } from './shared.js'

interface Rule {
  readonly code: string
  readonly needs: string
  readonly condition: string
}

describe('codes of the matrices', () => {
  const matrices = ['cfdi40', 'pagos20', 'nomina12', 'cartaporte31', 'comercioexterior20', 'others']
  const read = (name: string) =>
    JSON.parse(readFileSync(join(shared, `sat/rules/${name}.json`), 'utf8')) as Rule[]
  const rules = () =>
    matrices
      .flatMap(read)
      .filter(({ code }) => /^(CFDI|CRP|CCE|CP|CCHYP|ECC|GCEH|IEEH|INE|PDR|SPT|NOM)\d/.test(code))

  it('each is known, but "not classified"', () => {
    expect(rules().length).toBeGreaterThan(500)
    const unknown = rules().filter(({ code }) => meaningOf(code) === undefined)
    expect(unknown.filter(({ code }) => !code.endsWith('999'))).toEqual([])
  })

  it('those that look into a list are about a list', () => {
    const lists = rules().filter(
      ({ needs, condition }) => needs === 'sat-lists' && /l_RFC|l_LCO|L_CNE/i.test(condition),
    )
    expect(lists.length).toBeGreaterThan(25)
    // Its limit may be in a list, but what it asks for is the attribute Confirmacion.
    expect(lists.filter(({ code }) => meaningOf(code) !== 'list').map(({ code }) => code)).toEqual([
      'CFDI40120',
    ])
  })

  it('no other is', () => {
    const others = rules().filter(({ needs }) => needs !== 'sat-lists')
    expect(others.filter(({ code }) => meaningOf(code) === 'list').map(({ code }) => code)).toEqual(
      [],
    )
  })
})
