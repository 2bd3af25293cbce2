/**
 * Hidrocarburos y Petrolíferos, INE, Estado de Cuenta de Combustibles, and income from hydrocarbons
 * and its costs.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Decimal } from '../../src/lib/decimal.js'
import { check } from '../../src/sat/cfdi40/check.js'
import { complementFixtures, readComplementFixture } from '../rules/complementFixtures.js'
import { baseNames, patch, readBase } from '../rules/fixture.js'

type Change = Readonly<Record<string, unknown>>

const findings = (base: string, change: Change) => check(patch(readBase(base), change))
const codes = (base: string, change: Change): string[] => [
  ...new Set(findings(base, change).map(({ code }) => code)),
]

const complements = [
  'hidrocarburosPetroliferos',
  'ine',
  'estadoCuentaCombustible',
  'gastosHidrocarburos',
  'ingresosHidrocarburos',
  'impuestosLocales',
]

describe('fixtures of complements', () => {
  it.each(complements.flatMap(complementFixtures))('%s is clean', (name) => {
    expect(check(readComplementFixture(name))).toEqual([])
  })
})

describe('Hidrocarburos y Petrolíferos', () => {
  const node = (change: Change): Change => ({
    Conceptos: { 0: { ComplementoConcepto: { HidroYPetro: change } } },
  })

  it.each([
    ['PER01', 'PL/12345/EXP/ES/2015', 'PL/12345/EXP/ES/15'],
    ['PER02', 'H/12345/COM/2015', 'H/123/COM/2015/XX'],
    ['PER03', 'PL/12345/DIS/OM/2015', 'PL/12345/DIS/2015'],
    ['PER04', 'PL/12345/EXP/ES/MM/2015', 'PL/12345/EXP/ES/2015'],
    ['PER05', 'CNE/PL/12345/EXP/ES/2026', 'PL/12345/EXP/ES/2026'],
    ['PER06', 'CNE/H/12345/COM/2026', 'H/12345/COM/2026'],
    ['PER07', 'CNE/PL/12345/DIS/OM/2026', 'PL/12345/DIS/OM/2026'],
    ['PER08', 'CNE/PL/12345/EXP/ES/MM/2026', 'CNE/PL/12345/EXP/ES/2026'],
    ['PER09', 'CNE/PL/12345/COM/2026', 'CNE/H/12345/COM/2026'],
    ['PER10', '#a1B2c3D4e5F6g7', '#a1B2c3D4e5F6g78'],
    ['PER11', 'F00.07.UH/12345/2026', 'F00x07xUH/12345/2026'],
  ])('CCHYP107: %s has its form', (TipoPermiso, right, wrong) => {
    expect(codes('hidroYPetro', node({ TipoPermiso, NumeroPermiso: right }))).toEqual([])
    expect(codes('hidroYPetro', node({ TipoPermiso, NumeroPermiso: wrong }))).toEqual(['CCHYP107'])
  })

  it('CCHYP105: one a line, in a list or not', () => {
    const { Conceptos } = readBase('hidroYPetro') as {
      Conceptos: [{ ComplementoConcepto: { HidroYPetro: Change } }]
    }
    const { HidroYPetro } = Conceptos[0].ComplementoConcepto
    const inList = (...nodes: Change[]) => ({
      Conceptos: { 0: { ComplementoConcepto: { HidroYPetro: nodes } } },
    })
    expect(codes('hidroYPetro', inList(HidroYPetro))).toEqual([])
    expect(codes('hidroYPetro', inList({ ...HidroYPetro, SubProductoHYP: 'SP17' }))).toEqual([
      'CCHYP110',
    ])
    expect(findings('hidroYPetro', inList(HidroYPetro, HidroYPetro))).toMatchObject([
      { code: 'CCHYP105', path: 'Conceptos[0].ComplementoConcepto.HidroYPetro[1]' },
    ])
  })

  it('CCHYP106: fuel bought with purses goes with it', () => {
    const { Complemento } = readBase('ecc12') as { Complemento: Change }
    expect(codes('hidroYPetro', { Complemento })).toEqual([])
  })

  it('CCHYP103: a unit that does not exist is the CFDI’s finding', () => {
    expect(codes('hidroYPetro', { Conceptos: { 0: { ClaveUnidad: 'ZZZ9' } } })).toEqual([
      'CFDI40165',
    ])
  })
})

describe('INE', () => {
  const ine = (change: Change): Change => ({ Complemento: { INE: change } })
  const jalisco = { ClaveEntidad: 'JAL', Contabilidad: [{ IdContabilidad: '310245' }] }

  it.each([
    ['Ejecutivo Nacional', { IdContabilidad: '120045' }, []],
    ['Ejecutivo Nacional', {}, []],
    ['Ejecutivo Nacional', { Entidad: [jalisco] }, ['INE184']],
    ['Ejecutivo Estatal', { Entidad: [jalisco] }, []],
    ['Ejecutivo Estatal', { Entidad: [jalisco], IdContabilidad: '120045' }, ['INE185']],
    ['Ejecutivo Estatal', { Entidad: [{ ...jalisco, Ambito: 'Local' }] }, ['INE186']],
    ['Directivo Estatal', { Entidad: [jalisco], IdContabilidad: '120045' }, []],
    ['Directivo Estatal', { IdContabilidad: '120045' }, ['INE186']],
  ] as const)('in an ordinary process, %s with %j: %j', (TipoComite, more, expected) => {
    expect(
      codes('ineOrdinario', ine({ TipoComite, IdContabilidad: null, Entidad: null, ...more })),
    ).toEqual(expected)
  })

  it.each(['Precampaña', 'Campaña'])(
    'in %s the expense is of entities with their scope',
    (TipoProceso) => {
      expect(codes('ine', ine({ TipoProceso }))).toEqual([])
      expect(codes('ine', ine({ TipoProceso, Entidad: null }))).toEqual(['INE181'])
    },
  )

  it('INE187: an entity is one in each scope', () => {
    const twice = (Ambito: string) =>
      ine({
        Entidad: [
          { ...jalisco, Ambito: 'Local' },
          { ...jalisco, Ambito },
        ],
      })
    expect(codes('ine', twice('Federal'))).toEqual([])
    expect(findings('ine', twice('Local'))).toMatchObject([
      { code: 'INE187', path: 'Complemento.INE.Entidad[1].ClaveEntidad' },
    ])
  })

  it.each(['NAC', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5'])('INE188: %s is federal', (ClaveEntidad) => {
    const entidad = (Ambito: string) => ine({ Entidad: [{ ...jalisco, ClaveEntidad, Ambito }] })
    expect(codes('ine', entidad('Federal'))).toEqual([])
    expect(codes('ine', entidad('Local'))).toEqual(['INE188'])
  })
})

describe('Estado de Cuenta de Combustibles', () => {
  const { Complemento } = readBase('ecc12') as {
    Complemento: { EstadoDeCuentaCombustible: { Conceptos: [Change] } }
  }
  const [compra] = Complemento.EstadoDeCuentaCombustible.Conceptos
  const cents = fc
    .integer({ min: 1, max: 99_999_999 })
    .map((count) => Decimal.unit(2).times(Decimal.of(String(count))))

  it('ECC121, ECC122: totals are exact sums', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cents, cents), { minLength: 1, maxLength: 20 }), (amounts) => {
        const subtotal = Decimal.sum(amounts.map(([importe]) => importe))
        const total = subtotal.plus(Decimal.sum(amounts.map(([, iva]) => iva)))
        const of = (SubTotal: Decimal, Total: Decimal) => ({
          Complemento: {
            EstadoDeCuentaCombustible: {
              SubTotal: String(SubTotal),
              Total: String(Total),
              Conceptos: amounts.map(([importe, iva]) => ({
                ...compra,
                Importe: String(importe),
                Traslados: [{ Impuesto: 'IVA', TasaOCuota: '0.160000', Importe: String(iva) }],
              })),
            },
          },
        })
        const cent = Decimal.unit(2)
        expect(codes('ecc12', of(subtotal, total))).toEqual([])
        expect(codes('ecc12', of(subtotal.plus(cent), total.plus(cent)))).toEqual(['ECC121'])
        expect(findings('ecc12', of(subtotal, total.plus(cent)))).toMatchObject([
          { code: 'ECC122', expected: String(total), value: String(total.plus(cent)) },
        ])
      }),
      { numRuns: 30 },
    )
  })

  it('ECC123 applies to a list that distinguishes taxpayers from others', () => {
    const find = () => undefined
    const only = (rfc: string) => ({
      certificates: { find, hasRfc: (other: string) => other === rfc },
    })
    expect(check(readBase('ecc12'), { registries: only('SES080119L72') })).toEqual([])
    const found = check(readBase('ecc12'), { registries: only('XXX010101XX1') })
    expect(found.map(({ code }) => code)).toEqual(['ECC123', 'ECC123', 'ECC123'])
    expect(check(readBase('ecc12'), { registries: { certificates: { find } } })).toEqual([])
  })
})

describe('hydrocarbons', () => {
  const erogacion = (change: Change): Change => ({
    Complemento: { GastosHidrocarburos: { Erogacion: { 0: change } } },
  })

  it.each([
    ['2026-10-21', '10', true],
    ['2026-10-21', '09', true],
    ['2026-10-21', '08', false],
    ['2026-10-21', '11', false],
    ['2026-01-05', '01', true],
    ['2026-01-05', '12', true],
    ['2026-01-05', '02', false],
  ])(
    'GCEH115, IEEH103: a document of %s may be of month %s: %s',
    (FechaFolioFiscalVinculado, Mes, holds) => {
      const documento = { FechaFolioFiscalVinculado, Mes }
      expect(codes('gceh', erogacion({ DocumentoRelacionado: { 0: documento } }))).toEqual(
        holds ? [] : ['GCEH115'],
      )
      const ingreso = {
        Complemento: { IngresosHidrocarburos: { DocumentoRelacionado: { 0: documento } } },
      }
      expect(codes('ieeh', ingreso)).toEqual(holds ? [] : ['IEEH103'])
    },
  )

  it('GCEH117 to GCEH131: three levels go together, or none does', () => {
    expect(codes('gceh', erogacion({ Actividades: null, CentroCostos: null }))).toEqual([])
    expect(codes('gceh', erogacion({ Actividades: [{}], CentroCostos: [{}] }))).toEqual([])
    const nothing = { Actividades: [{ SubActividades: [{ Tareas: [{}] }] }] }
    expect(codes('gceh', erogacion(nothing))).toEqual([])
    const two = {
      Actividades: [
        { ActividadRelacionada: '01', SubActividades: [{ SubActividadRelacionada: '001' }] },
      ],
    }
    expect(codes('gceh', erogacion(two)).sort()).toEqual(['GCEH118', 'GCEH120'])
  })

  it('GCEH103, GCEH108: a document of one origin has the data of that origin', () => {
    const documento = {
      NumeroPedimentoVinculado: '26  24  0407  6001877',
      ClavePedimentoVinculado: 'A1',
      ClavePagoPedimentoVinculado: '00',
      MontoIVAPedimento: '1.00',
    }
    expect(codes('gceh', erogacion({ DocumentoRelacionado: { 0: documento } }))).toEqual([
      'GCEH108',
    ])
  })

  it('IEEH105 compares numbers, whatever their zeros', () => {
    const of = (ContraprestacionPagadaOperador: string) => ({
      Complemento: { IngresosHidrocarburos: { ContraprestacionPagadaOperador } },
    })
    expect(codes('ieeh', of('8412350.750000'))).toEqual([])
    expect(findings('ieeh', of('8412350.750001'))).toMatchObject([
      { code: 'IEEH105', expected: '8412350.75' },
    ])
  })
})

describe('placement', () => {
  it.each([
    ['ecc12', 'E', 'ECC124'],
    ['gceh', 'I', 'GCEH102'],
    ['ieeh', 'E', 'IEEH102'],
  ])('%s in %s is one finding, %s', (base, TipoDeComprobante, code) => {
    expect(findings(base, { TipoDeComprobante }).map((finding) => finding.code)).toEqual([code])
  })
})

/** Every place of a document. */
function places(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]))]
}

function put(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(document))
    return document.map((item, index) => (String(index) === key ? put(item, rest, value) : item))
  return { ...(document as Change), [key]: put((document as Change)[key], rest, value) }
}

describe('a document with anything anywhere', () => {
  const bases = baseNames.filter((name) => /^(cp|cce|ecc|gceh|hidro|ieeh|ine|impuestos)/.test(name))
  const garbage = [
    null,
    undefined,
    '',
    0,
    1e21,
    'XXX',
    '-1',
    '1e3',
    [],
    [null],
    {},
    { Version: '3.1' },
    '__proto__',
    true,
  ]

  it('is judged: nothing that is not there breaks a rule', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...bases),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        fc.constantFrom(...garbage),
        (base, at, value) => {
          const document = readBase(base)
          const all = places(document)
          const path = all[Math.floor(at * all.length)] as readonly string[]
          expect(Array.isArray(check(put(document, path, value)))).toBe(true)
        },
      ),
      { numRuns: 1500 },
    )
  })
})
