import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../src/derive/derivation.js'
import { Decimal } from '../../src/lib/decimal.js'
import { anyDecimals, auto, decimals, errorsOf, resolveAmounts } from './cfdi40/derive/carts.js'

/** A realistic document without a seal. */
function fixture(name: string): Json {
  const text = readFileSync(
    new URL(`../../fixtures/complements/${name}.json`, import.meta.url),
    'utf8',
  )
  const document = JSON.parse(text) as Json
  const emisor = document['Emisor'] as Json
  return {
    ...document,
    Folio: '1',
    Fecha: '2026-11-21T12:00:00',
    Sello: '',
    NoCertificado: '30001000000600000003',
    Certificado: '',
    Emisor: { ...emisor, Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE' },
  }
}

const complementOf = (document: Json, name: string): Json =>
  (document['Complemento'] as Json)[name] as Json

const withComplement = (
  document: Json,
  name: string,
  complement: unknown,
  more: Json = {},
): Json => ({
  ...document,
  ...more,
  Complemento: { ...(document['Complemento'] as Json), [name]: complement },
})

const resolved = (draft: Json): Json => resolveAmounts(draft, auto)

describe('amounts of Nómina 1.2', () => {
  const base = fixture('nomina12.ordinaria')
  const nomina = complementOf(base, 'Nomina')
  const pesos = decimals(0, 90000, 2)
  const some = decimals(0.01, 90000, 2)

  const percepcion = fc
    .tuple(
      fc.constantFrom('001', '002', '005', '010', '020', '029', '022', '023', '025'),
      some,
      pesos,
      fc.boolean(),
    )
    .map(([TipoPercepcion, a, b, taxed]) => ({
      TipoPercepcion,
      Clave: 'P001',
      Concepto: 'Percepción',
      ImporteGravado: taxed ? a : b,
      ImporteExento: taxed ? b : a,
    }))
  const deduccion = fc
    .tuple(fc.constantFrom('001', '002', '004', '010'), some)
    .map(([TipoDeduccion, Importe]) => ({
      TipoDeduccion,
      Clave: 'D001',
      Concepto: 'Deducción',
      Importe,
    }))
  const otros = fc.array(some, { maxLength: 3 }).map((each) => [
    {
      TipoOtroPago: '002',
      Clave: 'S01',
      Concepto: 'Subsidio',
      Importe: '0.00',
      SubsidioAlEmpleo: { SubsidioCausado: '0.00' },
    },
    ...each.map((Importe) => ({
      TipoOtroPago: '003',
      Clave: 'O01',
      Concepto: 'Viáticos',
      Importe,
    })),
  ])
  const separacion = {
    TotalPagado: AUTO,
    NumAñosServicio: '8',
    UltimoSueldoMensOrd: '18000.00',
    IngresoAcumulable: AUTO,
    IngresoNoAcumulable: AUTO,
  }

  const payslip = fc
    .tuple(
      fc.array(percepcion, { minLength: 1, maxLength: 6 }),
      fc.array(deduccion, { maxLength: 5 }),
      otros,
    )
    .map(([Percepcion, Deduccion, OtrosPagos]) => ({
      ...nomina,
      TotalPercepciones: AUTO,
      TotalDeducciones: AUTO,
      TotalOtrosPagos: AUTO,
      Receptor: { ...(nomina['Receptor'] as Json), Antigüedad: AUTO },
      Percepciones: {
        TotalSueldos: AUTO,
        TotalSeparacionIndemnizacion: AUTO,
        TotalJubilacionPensionRetiro: AUTO,
        TotalGravado: AUTO,
        TotalExento: AUTO,
        Percepcion,
        ...(Percepcion.some(({ TipoPercepcion }) => /^02[235]$/.test(TipoPercepcion))
          ? { SeparacionIndemnizacion: separacion }
          : {}),
      },
      ...(Deduccion.length === 0
        ? { Deducciones: undefined }
        : {
            Deducciones: { TotalOtrasDeducciones: AUTO, TotalImpuestosRetenidos: AUTO, Deduccion },
          }),
      OtrosPagos,
    }))

  /** Earnings less deductions, which are not negative on a payslip. */
  const isOwed = (document: Json): boolean => !String(document['Total']).startsWith('-')

  it('always pass the rules, of one payslip or several', () => {
    fc.assert(
      fc.property(fc.array(payslip, { minLength: 1, maxLength: 2 }), (nominas) => {
        const complement = nominas.length === 1 ? nominas[0] : nominas
        const amounts = { Conceptos: AUTO, SubTotal: AUTO, Descuento: AUTO, Total: AUTO }
        const document = resolved(withComplement(base, 'Nomina', complement, amounts))
        fc.pre(isOwed(document))
        expect(errorsOf(document)).toEqual([])
        expect(JSON.stringify(document)).not.toContain(AUTO)
      }),
      { numRuns: 200 },
    )
  })

  it('splits a severance at the last monthly salary', () => {
    const Percepciones = (gravado: string): Json => ({
      TotalGravado: AUTO,
      TotalExento: AUTO,
      Percepcion: [{ TipoPercepcion: '025', ImporteGravado: gravado, ImporteExento: '90.00' }],
      SeparacionIndemnizacion: separacion,
    })
    const of = (gravado: string): unknown => {
      const draft = withComplement(base, 'Nomina', {
        ...nomina,
        Percepciones: Percepciones(gravado),
      })
      const complement = complementOf(resolveAmounts(draft, auto), 'Nomina')
      return (complement['Percepciones'] as Json)['SeparacionIndemnizacion']
    }
    expect(of('20000.00')).toMatchObject({
      TotalPagado: '20090.00',
      IngresoAcumulable: '18000.00',
      IngresoNoAcumulable: '2000.00',
    })
    expect(of('500.00')).toMatchObject({ IngresoAcumulable: '500.00', IngresoNoAcumulable: '0.00' })
  })

  it('counts whole weeks of employment, both days in', () => {
    const of = (FechaInicioRelLaboral: unknown): unknown => {
      const Receptor = { ...(nomina['Receptor'] as Json), FechaInicioRelLaboral, Antigüedad: AUTO }
      const draft = withComplement(base, 'Nomina', {
        ...nomina,
        FechaFinalPago: '2026-11-15',
        Receptor,
      })
      return (complementOf(resolveAmounts(draft, auto), 'Nomina')['Receptor'] as Json)['Antigüedad']
    }
    expect(
      ['2026-11-15', '2026-11-10', '2026-11-09', '2021-03-16', '2026-11-16', 'ayer'].map(of),
    ).toEqual(['P0W', 'P0W', 'P1W', 'P295W', AUTO, AUTO])
    // Date.parse reads 30 February as 2 March.
    expect(of('2026-02-30')).toBe(AUTO)
    expect(of(undefined)).toBeUndefined()
  })
})

describe('amounts of Carta Porte 3.1', () => {
  const names = [
    'propio',
    'maritimo',
    'aereo',
    'ferroviario',
    'transportista',
    'exportacion',
  ] as const
  const peso = anyDecimals(0.1, 8000, 3)
  const totals = /^CP(125|126|149|150|151|152|154|191)$/

  it('always pass the rules, whatever the means of transport', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(peso, { minLength: 12, maxLength: 12 }),
        (name, weights) => {
          const base = fixture(`cartaPorte31.${name}`)
          let at = 0
          const next = (): string => weights[at++ % weights.length] ?? '1'
          const draft = JSON.parse(JSON.stringify(base), (key, value: unknown) => {
            if (/^(PesoEnKg|PesoBruto|PesoNeto|DistanciaRecorrida)$/.test(key)) return next()
            if (key === 'PesoNetoMercancia') return `${Number.parseInt(next(), 10) + 1}`
            if (key === 'IdCCP') return 'CCC12233-4455-4677-8899-AABBCCDDEEFF'
            return /^(PesoBrutoTotal|PesoNetoTotal|NumTotalMercancias|TotalDistRec|ToneladasNetasCarro)$/.test(
              key,
            )
              ? AUTO
              : value
          }) as Json
          const document = resolveAmounts(draft, auto)
          expect(JSON.stringify(complementOf(document, 'CartaPorte'))).not.toContain(`:"${AUTO}"`)
          expect(
            errorsOf(document).filter(({ code }) => code === '301' || totals.test(code)),
          ).toEqual([])
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('amounts of Comercio Exterior 2.0', () => {
  const base = fixture('comercioExterior20.venta')
  const exterior = complementOf(base, 'ComercioExterior')
  const [concepto, other] = base['Conceptos'] as readonly [Json, Json]
  const [mercancia, second] = exterior['Mercancias'] as readonly [Json, Json]
  const amounts = /^(CCE1(22|57|58|69|71|72)|CFDI40.*|301)$/

  const good = fc.record({
    Cantidad: anyDecimals(1, 5000, 3),
    ValorUnitario: anyDecimals(0.1, 9000, 6),
    CantidadAduana: anyDecimals(0.5, 5000, 3),
    /**
     * Whether its customs quantity is given with no price, with one that was rounded, or not at
     * all.
     */
    how: fc.constantFrom('quantity', 'price', 'none'),
  })

  it('always pass the rules', () => {
    fc.assert(
      fc.property(
        fc.tuple(good, good),
        fc.constantFrom('MXN', 'USD', 'EUR'),
        anyDecimals(1, 40, 6),
        anyDecimals(5, 40, 6),
        (goods, Moneda, TipoCambio, dollar) => {
          const how = goods[0].how
          const TipoCambioUSD = Moneda === 'USD' ? TipoCambio : dollar
          const rate = Moneda === 'MXN' ? Decimal.one : Decimal.of(TipoCambio)
          const conceptos = [concepto, other].map((of, at) => ({
            ...of,
            Cantidad: goods[at]?.Cantidad,
            ValorUnitario: goods[at]?.ValorUnitario,
            Importe: AUTO,
            Impuestos: {
              Traslados: [
                {
                  Base: AUTO,
                  Impuesto: '002',
                  TipoFactor: 'Tasa',
                  TasaOCuota: '0.000000',
                  Importe: AUTO,
                },
              ],
            },
          }))
          const Mercancias = [mercancia, second].map((of, at) => {
            const { CantidadAduana: _, ValorUnitarioAduana: __, UnidadAduana, ...rest } = of
            const { Cantidad = '1', ValorUnitario = '1', CantidadAduana = '1' } = goods[at] ?? {}
            if (how === 'none') return { ...rest, ValorDolares: AUTO }
            const worth = Decimal.of(Cantidad)
              .times(Decimal.of(ValorUnitario))
              .times(rate)
              .over(Decimal.of(TipoCambioUSD), 9)
            const price = worth.over(Decimal.of(CantidadAduana), 9).round(3)
            fc.pre(!price.isZero())
            const ValorUnitarioAduana = how === 'price' ? price.toString() : AUTO
            return {
              ...rest,
              CantidadAduana,
              UnidadAduana,
              ValorUnitarioAduana,
              ValorDolares: AUTO,
            }
          })
          const draft = withComplement(
            base,
            'ComercioExterior',
            { ...exterior, TipoCambioUSD, TotalUSD: AUTO, Mercancias },
            {
              Moneda,
              TipoCambio: Moneda === 'MXN' ? '1' : TipoCambio,
              Conceptos: conceptos,
              SubTotal: AUTO,
              Total: AUTO,
              Impuestos: AUTO,
            },
          )
          const document = resolveAmounts(resolveAmounts(draft, auto), auto)
          expect(JSON.stringify(complementOf(document, 'ComercioExterior'))).not.toContain(
            `:"${AUTO}"`,
          )
          expect(errorsOf(document).filter(({ code }) => amounts.test(code))).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('totals of Impuestos Locales 1.0', () => {
  const base = fixture('impuestosLocales')
  const cents = fc.array(decimals(0, 900, 2), { maxLength: 4 })

  it('always pass the rules', () => {
    fc.assert(
      fc.property(cents, cents, (up, down) => {
        const complement = {
          version: '1.0',
          TotaldeRetenciones: AUTO,
          TotaldeTraslados: AUTO,
          RetencionesLocales: down.map((Importe) => ({
            ImpLocRetenido: '5 AL MILLAR',
            TasadeRetencion: '0.50',
            Importe,
          })),
          TrasladosLocales: up.map((Importe) => ({
            ImpLocTrasladado: 'ISH',
            TasadeTraslado: '3.00',
            Importe,
          })),
        }
        const draft = withComplement(base, 'ImpuestosLocales', complement, { Total: AUTO })
        const document = resolved(draft)
        expect(errorsOf(document)).toEqual([])
        const sum = (values: readonly string[]): string =>
          Decimal.sum(values.map(Decimal.of)).round(2).toString()
        expect(complementOf(document, 'ImpuestosLocales')).toMatchObject({
          TotaldeTraslados: sum(up),
          TotaldeRetenciones: sum(down),
        })
      }),
    )
  })
})
