/**
 * The rows of Carta Porte, Comercio Exterior, fuels, INE and hydrocarbons against the SAT's
 * matrices: codes, fields, the lists that their conditions state, and what is stated without a
 * code.
 * @module
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/sat/cfdi40/check.js'
import { listRules } from '../../src/sat/listRules.js'
import { fixtureCodes, patch, readBase } from '../rules/fixture.js'
import { officialRules, shared } from './shared.js'

/** The set of each family of codes. */
const families = {
  CP: 'cartaporte31',
  CCE: 'comercioexterior20',
  CCHYP: 'others',
  INE: 'others',
  ECC: 'others',
  GCEH: 'others',
  IEEH: 'others',
} as const

const isOf = (family: string, code: string | null): boolean =>
  new RegExp(`^${family}\\d`).test(code ?? '')

const rules = listRules()
const ours = new Map(rules.map((rule) => [rule.code, rule]))

/** Rules whose field is not the attribute that the matrix names. */
const elsewhere: Readonly<Record<string, string>> = {
  // The matrix names the node itself, or a node as if it were an attribute.
  CP112: '',
  CP113: '',
  CP114: '',
  CCE113: '',
  CCE114: '',
  CCE115: '',
  CCHYP104: 'ACuentaTerceros',
  IEEH107: 'InformacionGlobal',
  IEEH109: 'ACuentaTerceros',
  IEEH110: 'InformacionAduanera',
  IEEH111: 'CuentaPredial',
  IEEH112: 'ComplementoConcepto',
  IEEH113: 'Parte',
  // It is where the complement is that the type of the document is at odds with.
  CCE101: '',
  CCHYP101: '',
  ECC124: '',
  GCEH102: '',
  IEEH102: '',
  // It asks for one at least, or for several of them: the field is the list.
  CP109: 'Conceptos',
  CP117: 'RegimenesAduaneros',
  CP127: 'UbicacionPoloOrigen',
  CP128: 'Ubicaciones',
  CP129: 'Ubicaciones',
  CP130: 'Ubicaciones',
  CP194: 'FiguraTransporte',
  CCE165: 'CantidadAduana',
  CCE166: 'CantidadAduana',
  // The condition is about another attribute than the one that the matrix names.
  CCE144: 'NumRegIdTrib',
  CCE154: 'Cantidad',
  CCE155: 'Unidad',
  CCE156: 'ValorUnitario',
  CCHYP110: 'SubProductoHYP',
  // Slips of the matrix.
  CP102: 'SubTotal',
  ECC121: 'SubTotal',
  CCE151: 'NoIdentificacion',
  CCE152: 'NoIdentificacion',
  CCE153: 'NoIdentificacion',
  GCEH137: 'ObjetoImp',
  // Unclassified.
  CP999: '',
  CCHYP999: '',
  INE999: '',
  ECC999: '',
  GCEH999: '',
  IEEH999: '',
}

describe.each(Object.entries(families))('%s', (family, file) => {
  const rows = officialRules(file).filter(({ code }) => isOf(family, code))

  it('has a row for every code, and none of another name', () => {
    const own = rules.map(({ code }) => code).filter((code) => isOf(family, code))
    expect(own.sort()).toEqual(rows.map(({ code }) => code).sort())
  })

  it('breaks every code that can be decided and is in force', () => {
    const decidable = rows.filter(
      ({ decidable, status }) => decidable !== 'no' && status === 'active',
    )
    expect(
      decidable.map(({ code }) => code).filter((code) => !fixtureCodes.includes(code)),
    ).toEqual([])
  })

  it('decides the whole of what can be decided, and says what it leaves', () => {
    const less = rows.filter(
      ({ code, decidable }) => decidable === 'yes' && ours.get(code)?.status !== 'active',
    )
    // Columns of catCEH: fixtures/rules/pending.txt.
    expect(less.map(({ code }) => code)).toEqual(family === 'GCEH' ? ['GCEH124', 'GCEH125'] : [])
    const silent = rows.filter(
      ({ code, decidable }) => decidable !== 'yes' && ours.get(code)?.status === 'active',
    )
    expect(silent.every(({ code }) => ours.get(code)?.needs !== undefined)).toBe(true)
  })

  it('looks at the attribute that the matrix names', () => {
    const wrong = rows.flatMap(({ code, attribute }) => {
      const field = ours.get(code)?.field
      const named = attribute.split(':').at(-1)?.trim()
      return field === (elsewhere[code] ?? named) ? [] : [`${code}: ${attribute}; ours is ${field}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('the lists that conditions state', () => {
  const conditionOf = (file: string, code: string): string =>
    officialRules(file).find((row) => row.code === code)?.condition ?? ''

  /** The product keys between braces: `78101600-78101604` stands for five. */
  function keysOf(condition: string): string[] {
    const list = condition.slice(condition.indexOf('{') + 1, condition.indexOf('}'))
    return list.split(',').flatMap((part) => {
      const [from = 0, to = from] = part.split(/-|\.\./).map(Number)
      return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
    })
  }

  const withKey = (base: string, ClaveProdServ: string) =>
    check(patch(readBase(base), { Conceptos: { 0: { ClaveProdServ } } })).map(({ code }) => code)

  it('CP109: services of transport', () => {
    const keys = keysOf(conditionOf('cartaporte31', 'CP109'))
    expect(keys).toHaveLength(41)
    for (const key of keys) expect(withKey('cpTransportista', key), key).not.toContain('CP109')
    for (const key of ['78101504', '78101805', '78102202', '92121803', '78131600']) {
      expect(withKey('cpTransportista', key), key).toContain('CP109')
    }
  })

  it('CP110: services of several means', () => {
    const keys = keysOf(conditionOf('cartaporte31', 'CP110'))
    expect(keys).toHaveLength(5)
    for (const key of keys) expect(withKey('cpTransportista', key), key).toContain('CP110')
  })
})

/** What becomes of each statement without a code, by set, element's last step and attribute. */
const uncoded: Readonly<Record<string, string>> = {
  'comercioexterior20 ComercioExterior.MotivoTraslado': 'CCE-S01',
  'comercioexterior20 Concepto.Importe': 'CCE-S02',
  'cartaporte31 Concepto.ObjetoImp': 'CP-S01',
  // Its half that is not CP116 allows: nothing can break it.
  'cartaporte31 RegimenesAduaneros.': 'CP116',
  // The pattern of the XSD.
  'cartaporte31 CartaPorte.IdCCP': '301',
  'implocal 1.0 ImpuestosLocales.TotaldeRetenciones|TotaldeTraslados': 'IL-S01',
}

describe('what is stated without a code', () => {
  interface Statement {
    readonly set: string
    readonly element: string
    readonly attribute: string
  }

  const statements: readonly Statement[] = JSON.parse(
    readFileSync(`${shared}sat/rules/uncoded.json`, 'utf8'),
  )
  const own = statements.filter(
    ({ set, element }) =>
      ['comercioexterior20', 'cartaporte31'].includes(set) ||
      (set === 'implocal 1.0' && element !== '(complement)'),
  )

  it('has each its row, or is stated by the structure', () => {
    const names = own.map(
      ({ set, element, attribute }) => `${set} ${element.split(/[:/]/).at(-1)}.${attribute}`,
    )
    expect(names.sort()).toEqual(Object.keys(uncoded).sort())
    for (const code of Object.values(uncoded))
      expect(code === '301' || ours.has(code), code).toBe(true)
  })

  it('is a warning, and the form of IdCCP is the XSD’s', () => {
    // The totals of local taxes enter the Total, so that a wrong one is an error of the document.
    const errors = new Set(['IL-S01', 'IL-S02'])
    for (const code of Object.values(uncoded).filter((name) => name.includes('-')))
      expect([code, ours.get(code)?.severity]).toEqual([
        code,
        errors.has(code) ? 'error' : 'warning',
      ])
    const IdCCP = 'CCC6F1D28A3B4C5D9E7F0A1B2C3D4E5F0000'
    const found = check(
      patch(readBase('cpTransportista'), { Complemento: { CartaPorte: { IdCCP } } }),
    )
    expect(found).toMatchObject([{ code: '301', path: 'Complemento.CartaPorte.IdCCP' }])
  })
})
