/**
 * The rows of Pagos 2.0 and Nómina 1.2 against the SAT's matrices: codes, fields and the lists that
 * their conditions state.
 * @module
 */
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../src/catalogs/catalogs.js'
import { listRules } from '../../src/sat/listRules.js'
import { fixtureCodes } from '../rules/fixture.js'
import { officialRules } from './shared.js'

const sets = ['pagos20', 'nomina12'] as const
const own = { pagos20: /^CRP20\d/, nomina12: /^NOM\d/ } as const

const rules = listRules()
const fieldOf = new Map(rules.map(({ code, field }) => [code, field]))

/** The one code without a fixture: `fixtures/rules/pending.txt` says why. */
const unbreakable = 'CRP20275'

/** Rules whose field is not the attribute that the matrix names. */
const elsewhere: Readonly<Record<string, string>> = {
  // The matrix's own slip: the attribute is TotalTrasladosBaseIVAExento.
  CRP20210: 'TotalTrasladosBaseIVAExento',
  // What is missing is not MonedaP but the rate.
  CRP20214: 'TipoCambioP',
  CRP20215: 'TipoCambioP',
  // Of a node that the XSD or the Comprobante holds: the field is the node.
  CRP20111: 'Conceptos',
  CRP20123: 'Impuestos',
  CRP20248: 'ImpuestosDR',
  CRP20266: '',
  CRP20999: '',
  NOM7: 'Emisor',
  NOM8: 'Receptor',
  NOM9: 'Receptor',
  NOM10: '',
  NOM11: 'Receptor',
  NOM12: 'Receptor',
  NOM13: 'Conceptos',
  NOM24: 'Impuestos',
  NOM25: 'ACuentaTerceros',
  NOM26: 'InformacionAduanera',
  NOM27: 'CuentaPredial',
  NOM29: 'Parte',
  NOM31: 'TotalPercepciones',
  NOM44: '',
  NOM45: 'EntidadSNCF',
  NOM46: 'EntidadSNCF',
  NOM67: 'SubContratacion',
  NOM68: 'SubContratacion',
  NOM81: 'TotalParcialidad',
  NOM82: 'AccionesOTitulos',
  NOM83: 'AccionesOTitulos',
  NOM84: 'HorasExtra',
  NOM85: 'HorasExtra',
  NOM86: 'Incapacidades',
  NOM94: 'Incapacidades',
  NOM98: 'CompensacionSaldosAFavor',
  NOM99: 'SubsidioAlEmpleo',
  NOM105: 'OtrosPagos',
}

describe.each(sets)('%s', (set) => {
  const rows = officialRules(set)

  it('has a row for every code, and none of another name', () => {
    const ours = rules.map(({ code }) => code).filter((code) => own[set].test(code))
    expect(ours.sort()).toEqual(
      rows
        .map(({ code }) => code)
        .filter((code) => code !== unbreakable)
        .sort(),
    )
  })

  it('breaks every code that can be decided and is in force', () => {
    const decidable = rows.filter(
      ({ decidable, status }) => decidable !== 'no' && status === 'active',
    )
    const missing = decidable.map(({ code }) => code).filter((code) => !fixtureCodes.includes(code))
    expect(missing).toEqual(set === 'pagos20' ? [unbreakable] : [])
  })

  it('looks at the attribute that the matrix names', () => {
    const wrong = rows.flatMap(({ code, attribute }) => {
      const field = fieldOf.get(code)
      return field === undefined || field === (elsewhere[code] ?? attribute)
        ? []
        : [`${code}: ${attribute}; ours is ${field}`]
    })
    expect(wrong).toEqual([])
    expect(
      rows.filter(({ code, attribute }) => elsewhere[code] === attribute).map(({ code }) => code),
    ).toEqual([])
  })
})

describe('the patterns of accounts', () => {
  const conditionOf = (code: string): string =>
    officialRules('pagos20').find((row) => row.code === code)?.condition ?? ''

  /** What a condition says of a payment form: `02: pattern; 03: pattern`, or `02,04: pattern`. */
  function patterns(condition: string): Map<string, string> {
    const stated = condition.slice(
      condition.indexOf('(full match;') + '(full match;'.length,
      condition.lastIndexOf(')'),
    )
    return new Map(
      stated.split(';').flatMap((part) => {
        const [formas = '', pattern = ''] = part.trim().split(': ')
        return formas.split(',').map((forma) => [forma.trim(), pattern] as const)
      }),
    )
  }

  it.each([
    ['CRP20225', 'patronCuentaOrdenante', 7],
    ['CRP20226', 'patronCuentaBeneficiario', 6],
  ] as const)('%s are those of c_FormaPago', (code, field, count) => {
    const stated = patterns(conditionOf(code))
    expect(stated.size).toBe(count)
    const formas = catalogs.catalog('c_FormaPago')
    for (const [forma, pattern] of stated) expect(formas.get(forma, field)).toBe(pattern)
  })
})
