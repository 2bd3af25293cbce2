/**
 * The builders of retenciones: each draft has no finding of the SAT's rules, and the amounts that
 * the law gives.
 * @module
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { preview } from '../../../src/engine/preview.js'
import { createSandboxPac } from '../../../src/pac/sandbox/sandbox.js'
import { retencionDeDividendos } from '../../../src/sat/dividendos/build.js'
import { retencionDeAcciones } from '../../../src/sat/enajenacionAcciones/build.js'
import { retencionDeIntereses } from '../../../src/sat/intereses/build.js'
import { retencionDePagoAlExtranjero } from '../../../src/sat/pagosExtranjeros/build.js'
import {
  retencionDePlataforma,
  type ServicioDePlataforma,
} from '../../../src/sat/plataformasTecnologicas/build.js'
import { retencionDePremio } from '../../../src/sat/premios/build.js'
import type { RetencionOptions } from '../../../src/sat/retenciones20/build/retencion.js'
import { retenciones20 } from '../../../src/sat/retenciones20/document.js'
import type { RetencionesDraft } from '../../../src/sat/retenciones20/draft.js'
import { runs } from '../../effort.js'

const clock = () => new Date('2026-11-24T17:00:00Z')
const documents = [retenciones20]
const pac = createSandboxPac({ clock, documents })
const { certificate } = await pac.issueCsd({ rfc: 'EKU9003173C9', name: 'ESCUELA KEMPER URGATE' })

const persona = {
  RfcR: 'CACX7605101P8',
  NomDenRazSocR: 'XOCHILT CASAS CHAVEZ',
  DomicilioFiscalR: '36257',
}
const empresa = {
  RfcR: 'PLO150312QT1',
  NomDenRazSocR: 'PAPELERIA LUNA DE OCTUBRE',
  DomicilioFiscalR: '64000',
}
const sinRfc = {
  RfcR: 'XAXX010101000',
  NomDenRazSocR: 'PÚBLICO EN GENERAL',
  DomicilioFiscalR: '06600',
}
const extranjero = { NumRegIdTribR: 'P1234567', NomDenRazSocR: 'MOUNTAIN RIVER CONSULTING LTD' }

const of = (
  Receptor: RetencionOptions['Receptor'] = persona,
  more: Partial<RetencionOptions> = {},
): RetencionOptions => ({
  Emisor: { RegimenFiscalE: '601' },
  LugarExpRetenc: '06600',
  Receptor,
  Periodo: { MesIni: '10', Ejercicio: '2026' },
  ...more,
})

/** Taxes of a draft without findings: key, base, amount and type of payment. */
function taxesOf(draft: RetencionesDraft): string[] {
  const { findings, document } = preview(draft, { certificate, clock, documents })
  // The folio is assigned later.
  const errors = findings.filter(({ path }) => path !== 'FolioInt')
  expect(errors.map(({ code, path, message }) => `${code} ${path} ${message}`)).toEqual([])
  const { Totales } = document as unknown as Required<RetencionesDraft>
  return (Totales.ImpRetenidos ?? []).map(({ ImpuestoRet, BaseRet, MontoRet, TipoPagoRet }) =>
    [ImpuestoRet, BaseRet, MontoRet, TipoPagoRet].join(' '),
  )
}

describe('retencionDeDividendos', () => {
  const dividendo = { Monto: '1000.00', CveTipDivOUtil: '01' } as const

  it('withholds 10 % of a person, and states the accruable dividend and its credit', () => {
    const draft = retencionDeDividendos(dividendo, of())
    expect(taxesOf(draft)).toEqual(['001 1000.00 100.00 03'])
    expect(draft.Complemento).toMatchObject({
      Dividendos: {
        DividOUtil: {
          MontISRAcredRetMexico: '100.00',
          MontDivAcumNal: '1428.60',
          MontISRAcredNal: '428.58',
        },
      },
    })
  })

  it('withholds nothing of a company of Mexico, nor of profits until 2013', () => {
    expect(taxesOf(retencionDeDividendos(dividendo, of(empresa)))).toEqual([])
    const old = { Monto: '1000.00', CveTipDivOUtil: '06' } as const
    expect(taxesOf(retencionDeDividendos(old, of()))).toEqual([])
  })

  it('withholds 10 % abroad, or the rate of a treaty', () => {
    expect(taxesOf(retencionDeDividendos(dividendo, of(extranjero)))).toEqual([
      '001 1000.00 100.00 03',
    ])
    const treaty = retencionDeDividendos({ ...dividendo, Tasa: '0.05' }, of(extranjero))
    expect(taxesOf(treaty)).toEqual(['001 1000.00 50.00 03'])
    expect(treaty.Complemento).not.toHaveProperty('Dividendos.DividOUtil.MontDivAcumNal')
  })

  it('refuses the types whose base it does not know', () => {
    const capital = { Monto: '1', CveTipDivOUtil: '03' } as never
    expect(() => retencionDeDividendos(capital, of())).toThrow('01, 02, 05 or 06')
  })
})

describe('retencionDeIntereses', () => {
  it('withholds the rate of the year on the capital, by days', () => {
    const interes = { MontIntNominal: '700.00', Ajuste: '300.00', Capital: '100000.00', Dias: 73 }
    const draft = retencionDeIntereses(interes, of())
    // 100,000.00 × 0.90 % × 73 / 365.
    expect(taxesOf(draft)).toEqual(['001 100000.00 180.00 04'])
    expect(draft.Complemento).toMatchObject({
      Intereses: { SistFinanciero: 'SI', MontIntReal: '400.00', Perdida: '0.00' },
    })
    const leap = of(persona, { Periodo: { MesIni: '10', Ejercicio: '2024' } })
    // 100,000.00 × 0.50 % × 73 / 366.
    expect(taxesOf(retencionDeIntereses(interes, leap))).toEqual(['001 100000.00 99.73 04'])
  })

  it('withholds 20 % of the nominal interest of others, and states a loss', () => {
    const draft = retencionDeIntereses({ MontIntNominal: '1000.00', Ajuste: '1200.00' }, of())
    expect(taxesOf(draft)).toEqual(['001 1000.00 200.00 04'])
    expect(draft.Complemento).toMatchObject({
      Intereses: { SistFinanciero: 'NO', MontIntReal: '0.00', Perdida: '200.00' },
    })
  })

  it('asks for the rate of a year that it does not know, and for the days of the capital', () => {
    const capital = { MontIntNominal: '1', Capital: '1', Dias: 30 }
    const later = of(persona, { Periodo: { MesIni: '10', Ejercicio: '2031' } })
    expect(() => retencionDeIntereses(capital, later)).toThrow('rate of withholding of 2031')
    expect(() => retencionDeIntereses({ ...capital, Dias: 366 }, of())).toThrow('1 to 365')
    expect(() => retencionDeIntereses({ MontIntNominal: '1', Dias: 3 }, of())).toThrow('Capital')
  })
})

describe('retencionDePagoAlExtranjero', () => {
  const NoBeneficiario = {
    PaisDeResidParaEfecFisc: 'CA',
    ConceptoPago: '3',
    DescripcionConcepto: 'Consultoría técnica',
  } as const

  it('withholds the given rate of the taxable part', () => {
    const pago = { Monto: '1000.00', Exento: '200.00', Tasa: '0.25', NoBeneficiario }
    expect(taxesOf(retencionDePagoAlExtranjero(pago, of(extranjero)))).toEqual([
      '001 800.00 200.00 03',
    ])
  })

  it('requires one of the two nodes', () => {
    const pago = { Monto: '1000.00', Tasa: '0.25' }
    expect(() => retencionDePagoAlExtranjero(pago, of(extranjero))).toThrow(
      'NoBeneficiario or Beneficiario',
    )
  })
})

describe('retencionDePremio', () => {
  it.each([
    ['0.06', '10.00'],
    ['0.0601', '210.00'],
  ])('where the local tax is %s, withholds %s of 1000.00', (TasaLocal, withheld) => {
    const premio = { EntidadFederativa: '09', MontTotPago: '1000.00', TasaLocal } as const
    expect(taxesOf(retencionDePremio(premio, of()))).toEqual([`001 1000.00 ${withheld} 03`])
  })
})

describe('retencionDeAcciones', () => {
  const venta = { Precio: '1000.00', ContratoIntermediacion: '8114', Ganancia: '400.00' }

  it('withholds 20 % of the price outside an exchange, nothing with an audit report', () => {
    const outside = { ...venta, EnBolsa: false }
    const draft = retencionDeAcciones(outside, of())
    expect(draft.CveRetenc).toBe('06')
    expect(taxesOf(draft)).toEqual(['001 1000.00 200.00 04'])
    expect(taxesOf(retencionDeAcciones({ ...outside, Tasa: 0 }, of()))).toEqual([])
  })

  it('withholds 10 % of the gain at an exchange from residents abroad alone', () => {
    const inside = { ...venta, EnBolsa: true }
    expect(retencionDeAcciones(inside, of()).CveRetenc).toBe('19')
    expect(taxesOf(retencionDeAcciones(inside, of()))).toEqual([])
    expect(taxesOf(retencionDeAcciones(inside, of(extranjero)))).toEqual(['001 400.00 40.00 03'])
  })

  it('refuses a gain and a loss at once', () => {
    const both = { ...venta, Perdida: '1.00', EnBolsa: true }
    expect(() => retencionDeAcciones(both, of())).toThrow('not both')
  })
})

describe('retencionDePlataforma', () => {
  const service = (more: Partial<ServicioDePlataforma> = {}): ServicioDePlataforma => ({
    FechaServ: '2026-10-06',
    PrecioServSinIVA: '1000.00',
    FormaPagoServ: '04',
    Comision: '100.00',
    ...more,
  })
  const month = (more: object = {}) =>
    ({ Periodicidad: '02', TipoDeServ: '01', Servicios: [service()], ...more }) as const

  it.each([
    ['01', '2026', '21.00'],
    ['02', '2026', '21.00'],
    ['03', '2026', '40.00'],
    ['04', '2026', '25.00'],
    ['04', '2025', '10.00'],
  ] as const)('type %s of %s: ISR of 1000.00 is %s, IVA the half', (TipoDeServ, Ejercicio, isr) => {
    const Servicios = [service({ FechaServ: `${Ejercicio}-10-06` })]
    const options = of(persona, { Periodo: { MesIni: '10', Ejercicio } })
    expect(taxesOf(retencionDePlataforma(month({ TipoDeServ, Servicios }), options))).toEqual([
      `001 1000.00 ${isr} 04`,
      '002 160.00 80.00 01',
    ])
  })

  it('is made for a week too', () => {
    const draft = retencionDePlataforma(month({ Periodicidad: '01' }), of())
    expect(taxesOf(draft)).toHaveLength(2)
    expect(draft.Complemento).toHaveProperty('ServiciosPlataformasTecnologicas.Periodicidad', '01')
  })

  it('withholds 20 % and the whole IVA without an RFC', () => {
    expect(taxesOf(retencionDePlataforma(month(), of(sinRfc)))).toEqual([
      '001 1000.00 200.00 04',
      '002 160.00 160.00 01',
    ])
  })

  it('withholds the whole IVA and no ISR abroad', () => {
    const draft = retencionDePlataforma(month({ TipoDeServ: '07' }), of(extranjero))
    expect(taxesOf(draft)).toEqual(['002 160.00 160.00 01'])
  })

  it('withholds no ISR when the platform is a person', () => {
    const Emisor = { RegimenFiscalE: '612', RfcE: 'CACX7605101P8' }
    const draft = retencionDePlataforma(month(), of(persona, { Emisor }))
    expect(draft.Totales.ImpRetenidos?.map(({ ImpuestoRet }) => ImpuestoRet)).toEqual(['002'])
  })

  it('takes the rate of the caller, and a final payment', () => {
    const Servicios = [service()]
    const own = { TasaISR: '0.03', ParteIVA: 1, PagoDefinitivo: true, Servicios }
    expect(taxesOf(retencionDePlataforma(month(own), of(empresa)))).toEqual([
      '001 1000.00 30.00 03',
      '002 160.00 160.00 01',
    ])
    expect(() => retencionDePlataforma(month({ TipoDeServ: '11' }), of())).toThrow('TasaISR')
  })

  it('withholds 2.5 % of a company in 2026, whatever it sells', () => {
    for (const TipoDeServ of ['01', '03', '04', '11'] as const)
      expect(taxesOf(retencionDePlataforma(month({ TipoDeServ }), of(empresa)))).toEqual([
        '001 1000.00 25.00 04',
        '002 160.00 80.00 01',
      ])
  })

  it.each([
    ['2025', '04', empresa],
    ['2027', '04', empresa],
    ['2027', '04', persona],
  ] as const)(
    'asks for the rate that no law of %s gave, of type %s',
    (year, TipoDeServ, receptor) => {
      const Servicios = [service({ FechaServ: `${year}-10-06` })]
      const options = of(receptor, { Periodo: { MesIni: '10', Ejercicio: year } })
      const build = (more: object) => () =>
        retencionDePlataforma(month({ TipoDeServ, Servicios, ...more }), options)
      expect(build({})).toThrow(`TasaISR, the rate of`)
      expect(build({ TasaISR: '0.025' })().Totales.ImpRetenidos?.[0]?.MontoRet).toBe('25.00')
    },
  )

  it('refuses what a rule would refuse, by name', () => {
    const refused = (more: Partial<ServicioDePlataforma>) => () =>
      retencionDePlataforma(month({ Servicios: [service(more)] }), of())
    expect(refused({ FechaServ: '2026-11-01' })).toThrow('SPT140')
    expect(() => retencionDePlataforma(month({ Servicios: [null] }), of())).toThrow(
      'Servicios[0]: an object is expected',
    )
    expect(refused({ FormaPagoServ: '09' })).toThrow('SPT146')
    expect(refused({ Comision: undefined })).toThrow('SPT146')
    expect(refused({ PrecioServSinIVA: '1.005' })).toThrow('two decimals')
    expect(refused({ Precio: '1' } as never)).toThrow('Precio')
    expect(() => retencionDePlataforma(month({ Servicios: [] }), of())).toThrow('one at least')
  })

  it('has no finding, whatever was sold, and however it was paid', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 }).map((units) => (units / 100).toFixed(2))
    const one = fc.record({
      day: fc.integer({ min: 1, max: 31 }),
      PrecioServSinIVA: cents,
      FormaPagoServ: fc.constantFrom('01', '02', '04', '09') as fc.Arbitrary<'01'>,
      TasaCuota: fc.constantFrom('0.16', '0.08', '0'),
      Comision: cents,
      contribution: fc.option(cents.map((text) => (Number(text) + 1).toFixed(2))),
    })
    const property = fc.property(
      fc.array(one, { minLength: 1, maxLength: 8 }),
      fc.constantFrom('01', '02', '03', '04'),
      fc.constantFrom(persona, sinRfc),
      (sold, TipoDeServ, receptor) => {
        const Servicios = sold.map(({ day, contribution, ...each }) => ({
          ...each,
          FechaServ: `2026-10-${String(day).padStart(2, '0')}`,
          Comision: (each.FormaPagoServ as string) === '09' ? undefined : each.Comision,
          ContribucionGubernamental:
            contribution === null
              ? undefined
              : { ImpContrib: contribution, EntidadDondePagaLaContribucion: '09' },
        }))
        taxesOf(retencionDePlataforma(month({ TipoDeServ, Servicios }), of(receptor)))
      },
    )
    fc.assert(property, { numRuns: runs(60) })
  })
})

it('an unknown name is refused at any depth', () => {
  const dividendo = { Monto: '1', CveTipDivOUtil: '01' } as const
  const refused = (options: object) => () =>
    retencionDeDividendos(dividendo, options as RetencionOptions)
  expect(refused({ ...of(), Lugar: '1' })).toThrow('Lugar')
  expect(refused({ ...of(), Emisor: { Regimen: '601' } })).toThrow('Regimen')
  expect(refused({ ...of(), Receptor: { ...persona, Rfc: 'X' } })).toThrow('Rfc')
  expect(refused({ ...of(), Receptor: undefined })).toThrow('Receptor')
})

it.each(
  Object.entries({
    retencionDeAcciones,
    retencionDeDividendos,
    retencionDeIntereses,
    retencionDePagoAlExtranjero,
    retencionDePlataforma,
    retencionDePremio,
  }),
)('%s refuses an unknown name in its first argument, and in its options', (_, build) => {
  const strange = { noExiste: 1 } as never
  expect(() => build(strange, of())).toThrow('noExiste')
  expect(() => build({} as never, { ...of(), ...(strange as object) })).toThrow('noExiste')
  expect(() => build(undefined as never, of())).toThrow('an object is expected')
})
