/**
 * Carta Porte 3.1: exact sums, combinations of means of transport, and the cost of its rules.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCatalogs } from '../../../src/catalogs/catalogs.js'
import { Decimal } from '../../../src/lib/decimal.js'
import { check } from '../../../src/sat/cfdi40/check.js'
import { explain } from '../../../src/sat/cfdi40/explain.js'
import { complementFixtures, readComplementFixture } from '../../rules/complementFixtures.js'
import { patch, readBase } from '../../rules/fixture.js'

type Change = Readonly<Record<string, unknown>>

const cartaPorte = (change: Change): Change => ({ Complemento: { CartaPorte: change } })
const mercancias = (change: Change): Change => cartaPorte({ Mercancias: change })
const ubicaciones = (change: Change): Change => cartaPorte({ Ubicaciones: change })

const findings = (base: string, change: Change) => check(patch(readBase(base), change))
const codes = (base: string, change: Change): string[] => [
  ...new Set(findings(base, change).map(({ code }) => code)),
]

describe('fixtures of complements', () => {
  const IdCCP = 'CCC6F1D2-8A3B-4C5D-9E7F-0A1B2C3D4E5F'

  it.each(complementFixtures('cartaPorte31'))('%s is clean', (name) => {
    expect(check(patch(readComplementFixture(name), cartaPorte({ IdCCP })))).toEqual([])
  })
})

/** Kilograms or tons with three decimals. */
const peso = fc
  .integer({ min: 1, max: 99_999_999 })
  .map((grams) => Decimal.unit(3).times(Decimal.of(String(grams))))
const pesos = fc.array(peso, { minLength: 1, maxLength: 30 })
const unit = Decimal.unit(3)

describe('sums', () => {
  const [transportista, maritimo, ferroviario] = [
    'cpTransportista',
    'cpMaritimo',
    'cpFerroviario',
  ].map((base) => {
    const { Complemento } = readBase(base) as {
      Complemento: {
        CartaPorte: {
          Mercancias: { Mercancia: Change[]; TransporteFerroviario?: { Carro: Change[] } }
        }
      }
    }
    return Complemento.CartaPorte.Mercancias
  }) as [
    { Mercancia: Change[] },
    { Mercancia: Change[] },
    { TransporteFerroviario: { Carro: Change[] } },
  ]

  it('CP149: PesoBrutoTotal is the weight of the goods, to the gram', () => {
    fc.assert(
      fc.property(pesos, (weights) => {
        const Mercancia = weights.map((weight) => ({
          ...transportista.Mercancia[0],
          PesoEnKg: String(weight),
        }))
        const total = Decimal.sum(weights)
        const of = (PesoBrutoTotal: Decimal) =>
          mercancias({
            Mercancia,
            NumTotalMercancias: weights.length,
            PesoBrutoTotal: String(PesoBrutoTotal),
          })
        expect(codes('cpTransportista', of(total))).toEqual([])
        expect(findings('cpTransportista', of(total.plus(unit)))).toMatchObject([
          { code: 'CP149', expected: String(total), value: String(total.plus(unit)) },
        ])
      }),
      { numRuns: 30 },
    )
  })

  it('CP150, CP151: by sea the totals are those of the details', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(peso, peso), { minLength: 1, maxLength: 20 }), (weights) => {
        const Mercancia = weights.map(([neto, tara]) => ({
          ...maritimo.Mercancia[0],
          DetalleMercancia: {
            UnidadPesoMerc: 'KGM',
            PesoBruto: String(neto.plus(tara)),
            PesoNeto: String(neto),
            PesoTara: String(tara),
          },
        }))
        const neto = Decimal.sum(weights.map(([weight]) => weight))
        const bruto = neto.plus(Decimal.sum(weights.map(([, tara]) => tara)))
        const of = (PesoBrutoTotal: Decimal, PesoNetoTotal: Decimal) =>
          mercancias({
            Mercancia,
            NumTotalMercancias: weights.length,
            PesoBrutoTotal: String(PesoBrutoTotal),
            PesoNetoTotal: String(PesoNetoTotal),
          })
        expect(codes('cpMaritimo', of(bruto, neto))).toEqual([])
        expect(codes('cpMaritimo', of(bruto.plus(unit), neto))).toEqual(['CP150'])
        expect(codes('cpMaritimo', of(bruto, neto.plus(unit)))).toEqual(['CP151'])
      }),
      { numRuns: 30 },
    )
  })

  /** A train of one car with those containers. */
  const train = (weights: readonly Decimal[], tons: Decimal): Change =>
    mercancias({
      PesoNetoTotal: String(tons),
      TransporteFerroviario: {
        Carro: [
          {
            ...ferroviario.TransporteFerroviario.Carro[0],
            ToneladasNetasCarro: String(tons),
            Contenedor: weights.map((weight) => ({
              TipoContenedor: 'TC02',
              PesoContenedorVacio: '3750.000',
              PesoNetoMercancia: String(weight),
            })),
          },
        ],
      },
    })

  it('CP191: tons are kilograms divided by a thousand; more than three decimals may be truncated or rounded', () => {
    fc.assert(
      fc.property(pesos, (weights) => {
        const sum = Decimal.sum(weights).times(unit)
        const [least, most] = [sum.truncate(3), sum.ceil(3)]
        fc.pre(!least.isZero() && !least.minus(unit).isZero())
        expect(codes('cpFerroviario', train(weights, least))).toEqual([])
        expect(codes('cpFerroviario', train(weights, most))).toEqual([])
        for (const beyond of [least.minus(unit), most.plus(unit)]) {
          expect(findings('cpFerroviario', train(weights, beyond))).toMatchObject([
            { code: 'CP191', value: String(beyond), limits: [String(least), String(most)] },
          ])
        }
      }),
      { numRuns: 30 },
    )
  })

  it('CP126: TotalDistRec is the distance of the destinations', () => {
    const distances = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 20 })
    const template = (
      readBase('cpPropio') as { Complemento: { CartaPorte: { Ubicaciones: Change[] } } }
    ).Complemento.CartaPorte.Ubicaciones
    fc.assert(
      fc.property(distances, (meters) => {
        const km = meters.map((count) => Decimal.unit(2).times(Decimal.of(String(count))))
        const total = Decimal.sum(km)
        fc.pre(total.compare(Decimal.of('99999')) < 0)
        const of = (TotalDistRec: Decimal) =>
          cartaPorte({
            TotalDistRec: String(TotalDistRec),
            Ubicaciones: [
              template[0],
              ...km.map((distance, at) => ({
                ...template[2],
                IDUbicacion: `DE${String(at + 1).padStart(6, '0')}`,
                DistanciaRecorrida: String(distance),
              })),
            ],
            Mercancias: {
              Mercancia: { 0: { CantidadTransporta: null }, 1: { CantidadTransporta: null } },
            },
          })
        expect(codes('cpPropio', of(total))).toEqual([])
        expect(codes('cpPropio', of(total.plus(Decimal.unit(2))))).toEqual(['CP126'])
      }),
      { numRuns: 30 },
    )
  })
})

describe('the distance', () => {
  it('CP126 counts the destinations alone: at an origin it is CP141', () => {
    expect(codes('cpPropio', ubicaciones({ 0: { DistanciaRecorrida: '5' } }))).toEqual(['CP141'])
  })
})

describe('messages', () => {
  const sentence = (base: string, change: Change) =>
    findings(base, change).map(({ message }) => message)

  it('names element and field, and whether it is missing or left over', () => {
    expect(sentence('cpTransportista', cartaPorte({ TotalDistRec: null }))).toEqual([
      'CartaPorte.TotalDistRec: debe existir por carretera o vía férrea, y solo entonces (falta).',
    ])
    const DetalleMercancia = { UnidadPesoMerc: 'KGM', PesoBruto: '2', PesoNeto: '1', PesoTara: '1' }
    expect(
      sentence('cpTransportista', mercancias({ Mercancia: { 0: { DetalleMercancia } } })),
    ).toEqual(['Mercancia.DetalleMercancia: debe existir por mar, y solo entonces (sobra).'])
    expect(
      sentence(
        'cpMedicamento',
        mercancias({ Mercancia: { 0: { Fabricante: null, LoteMedicamento: null } } }),
      ),
    ).toEqual([
      'Mercancia.SectorCOFEPRIS: 01 exige los datos de los medicamentos (faltan Fabricante, LoteMedicamento).',
    ])
  })

  it('have the expected and the found amount', () => {
    expect(sentence('cpTransportista', mercancias({ PesoBrutoTotal: '25632.001' }))).toEqual([
      'Mercancias.PesoBrutoTotal: debe ser la suma de PesoEnKg de las mercancías, por carretera, aire o vía férrea; se esperaba 25632.000, se encontró 25632.001.',
    ])
  })
})

describe('several means of transport', () => {
  const { Complemento } = readBase('cpTransportista') as {
    Complemento: {
      CartaPorte: { Mercancias: { Autotransporte: Change }; FiguraTransporte: Change[] }
    }
  }
  const { Autotransporte } = Complemento.CartaPorte.Mercancias
  const { FiguraTransporte } = Complemento.CartaPorte
  const both: Change = {
    Complemento: { CartaPorte: { Mercancias: { Autotransporte }, FiguraTransporte } },
  }

  it('a train and a lorry: stations and distances are those of the train', () => {
    expect(codes('cpFerroviario', both)).toEqual([])
  })

  it('CP110: a multimodal service is of several', () => {
    const servicio = { Conceptos: { 0: { ClaveProdServ: '78101901' } } }
    expect(codes('cpFerroviario', servicio)).toEqual(['CP110'])
    expect(codes('cpFerroviario', patch(both, servicio) as Change)).toEqual([])
  })

  it('CP110 leaves out 78101905, as the matrix does', () => {
    expect(codes('cpTransportista', { Conceptos: { 0: { ClaveProdServ: '78101905' } } })).toEqual(
      [],
    )
  })

  it('CP180: each part states its means of transport', () => {
    const reparto = (part: Change) => ({
      Mercancia: {
        0: {
          CantidadTransporta: [
            { Cantidad: '48', IDOrigen: 'OR000001', IDDestino: 'DE000005', ...part },
          ],
        },
      },
    })
    const with_ = (part: Change): Change => patch(both, mercancias(reparto(part))) as Change
    expect(codes('cpFerroviario', with_({}))).toEqual(['CP180'])
    expect(codes('cpFerroviario', with_({ CvesTransporte: '04' }))).toEqual([])
    expect(codes('cpFerroviario', mercancias(reparto({ CvesTransporte: '04' })))).toEqual(['CP180'])
    expect(findings('cpFerroviario', with_({ CvesTransporte: '09' }))).toMatchObject([
      { code: 'CP180', catalog: 'c_CveTransporte' },
    ])
  })
})

describe('the border', () => {
  it('CP116 is the half that its error states: without regimes there is CP117 alone', () => {
    expect(codes('cpExportacion', cartaPorte({ RegimenesAduaneros: null }))).toEqual(['CP117'])
  })

  it('CP117: each regime exists, and is named where it is', () => {
    const RegimenesAduaneros = [{ RegimenAduanero: 'EXD' }, { RegimenAduanero: 'XXX' }]
    expect(findings('cpExportacion', cartaPorte({ RegimenesAduaneros }))).toMatchObject([
      {
        code: 'CP117',
        path: 'Complemento.CartaPorte.RegimenesAduaneros[1].RegimenAduanero',
        value: 'XXX',
      },
    ])
  })

  it.each(['DFI', 'RFE', 'RFS', 'TRA'])(
    'CP118, CP169: %s is of both directions',
    (RegimenAduanero) => {
      const RegimenesAduaneros = [{ RegimenAduanero }]
      expect(codes('cpExportacion', cartaPorte({ RegimenesAduaneros }))).toEqual([])
      expect(codes('cpImportacion', cartaPorte({ RegimenesAduaneros }))).toEqual([])
    },
  )

  it('CP164 to CP166: imported goods of a sector state their permits', () => {
    const mercancia = (change: Change) => mercancias({ Mercancia: { 0: change } })
    const toxica = { SectorCOFEPRIS: '04', NomQuimico: 'Cloro', NumCAS: '7782-50-5' }
    expect(codes('cpImportacion', mercancia(toxica)).sort()).toEqual(['CP165', 'CP166'])
    const permits = { FolioImpoVUCEM: 'VU1', RazonSocialEmpImp: 'Papelería Luna' }
    expect(codes('cpImportacion', mercancia({ ...toxica, ...permits }))).toEqual([])
  })

  it('CP174: only the future is out, and not ten years back', () => {
    const pedimento = (NumPedimento: string) =>
      mercancias({ Mercancia: { 0: { DocumentacionAduanera: { 0: { NumPedimento } } } } })
    expect(codes('cpImportacion', pedimento('09  24  0407  9001234'))).toEqual([])
    expect(codes('cpImportacion', pedimento('26  99  0407  6001234'))).toEqual(['CP174'])
    expect(codes('cpImportacion', pedimento('26  24  0407  6000000'))).toEqual(['CP174'])
  })
})

describe('addresses', () => {
  const domicilio = (change: Change) => ubicaciones({ 0: { Domicilio: change } })
  const nuevo = {
    Colonia: null,
    Localidad: null,
    Municipio: '006',
    Estado: 'BCN',
    CodigoPostal: '22900',
  }

  it('CP145: a municipality that only the newer catalogue of the CFDI has is one', () => {
    expect(codes('cpTransportista', domicilio(nuevo))).not.toContain('CP145')
    expect(codes('cpTransportista', domicilio({ ...nuevo, Municipio: '099' }))).toContain('CP145')
  })

  it('CP147: a postal code without locality admits none', () => {
    const catalogs = createCatalogs({
      overrides: { c_CodigoPostal: { rows: [{ clave: '64000', localidad: undefined }] } },
    })
    const found = check(readBase('cpTransportista'), { catalogs })
    expect(found).toMatchObject([
      { code: 'CP147', message: expect.stringContaining('no tiene localidad') },
    ])
    expect(
      check(patch(readBase('cpTransportista'), domicilio({ Localidad: null })), { catalogs }),
    ).toEqual([])
  })

  it('CP143: a colonia that the incomplete catalogue lacks is taken for good', () => {
    expect(codes('cpTransportista', domicilio({ Colonia: '3000' }))).toEqual([])
  })

  it('CP146: states abroad are codes in the United States and Canada, and words elsewhere', () => {
    const abroad = (Estado: string, Pais: string) =>
      domicilio({
        Estado,
        Pais,
        CodigoPostal: '1000',
        Colonia: 'Centro',
        Localidad: 'X',
        Municipio: 'Y',
      })
    expect(codes('cpTransportista', abroad('TX', 'USA'))).toEqual([])
    expect(codes('cpTransportista', abroad('Texas', 'USA'))).toEqual(['CP146'])
    expect(codes('cpTransportista', abroad('ON', 'USA'))).toEqual(['CP146'])
    expect(codes('cpTransportista', abroad('Hamburg', 'DEU'))).toEqual([])
  })
})

describe('the place of the complement', () => {
  it('a list of one is a Carta Porte like any other', () => {
    const { CartaPorte } = readBase('cpTransportista')['Complemento'] as { CartaPorte: Change }
    const inList = (change: Change) => ({
      Complemento: { CartaPorte: [patch(CartaPorte, change)] },
    })
    expect(codes('cpTransportista', inList({}))).toEqual([])
    expect(findings('cpTransportista', inList({ TotalDistRec: '1' }))).toMatchObject([
      { code: 'CP126', path: 'Complemento.CartaPorte[0].TotalDistRec' },
    ])
  })

  it('CP112, CP114 replace the finding of the structure about the place: one finding, with the SAT’s code', () => {
    expect(findings('cpTransportista', { TipoDeComprobante: 'E' })).toHaveLength(1)
    const { CartaPorte } = readBase('cpTransportista')['Complemento'] as { CartaPorte: Change }
    const twice = { Conceptos: { 0: { ComplementoConcepto: { CartaPorte } } } }
    expect(findings('cpTransportista', twice)).toMatchObject([
      { code: 'CP112', path: 'Conceptos[0].ComplementoConcepto.CartaPorte' },
    ])
  })

  it('CP112: two complements are reported as two', () => {
    const { CartaPorte } = readBase('cpTransportista')['Complemento'] as { CartaPorte: Change }
    const wrong = patch(CartaPorte, { TotalDistRec: '1' })
    const two = { Complemento: { CartaPorte: [wrong, wrong] } }
    expect(findings('cpTransportista', two)).toMatchObject([
      { code: 'CP112', path: 'Complemento.CartaPorte[1]' },
    ])
  })

  it('CP101, CP115: versions have the code of the matrix only where there is a Carta Porte', () => {
    expect(codes('ingreso', { Version: '3.3' })).toEqual(['301'])
    expect(codes('cpTransportista', { Version: '3.3' })).toEqual(['CP101'])
  })
})

describe('unsound values', () => {
  it('give one finding: dependent rules are skipped', () => {
    const change = ubicaciones({ 0: { IDUbicacion: 'X1', TipoUbicacion: 'Salida' } })
    expect(codes('cpTransportista', change)).toEqual(['301'])
    const outcomes = explain(patch(readBase('cpTransportista'), change)).filter(
      ({ code }) => code === 'CP178',
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not-asked'])
  })

  it('do not hide problems of another node', () => {
    const change = ubicaciones({
      0: { FechaHoraSalidaLlegada: 'ayer' },
      1: { DistanciaRecorrida: null },
    })
    expect(codes('cpTransportista', change).sort()).toEqual(['301', 'CP126', 'CP141'])
  })
})

describe('cost', () => {
  /** A document of many goods and locations whose lists count each look at one of their items. */
  function counted(count: number): { readonly document: unknown; readonly looks: () => number } {
    let looks = 0
    const list = <T>(items: readonly T[]): readonly T[] =>
      new Proxy(items, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) looks++
          return Reflect.get(target, key) as unknown
        },
      })
    const base = readBase('cpPropio') as {
      Complemento: { CartaPorte: Change & { Ubicaciones: Change[] } }
    }
    const { CartaPorte } = base.Complemento
    const { Mercancia, ...rest } = CartaPorte['Mercancias'] as { Mercancia: Change[] }
    const many = <T>(item: T): T[] => Array.from({ length: count }, () => item)
    const document = {
      ...base,
      Complemento: {
        CartaPorte: {
          ...CartaPorte,
          Ubicaciones: list([...CartaPorte.Ubicaciones, ...many(CartaPorte.Ubicaciones[2])]),
          Mercancias: { ...rest, Mercancia: list(many(Mercancia[0])) },
        },
      },
    }
    return { document, looks: () => looks }
  }

  it('grows as the goods and locations do, and not as their product', () => {
    const [few, more] = [counted(50), counted(400)]
    check(few.document)
    check(more.document)
    expect(more.looks() / few.looks()).toBeLessThan(9)
  })
})
