import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../../src/derive/derivation.js'
import { Decimal } from '../../../src/lib/decimal.js'
import {
  anyDecimals,
  auto,
  complete,
  decimals,
  digitsOf,
  errorsOf,
  resolveAmounts,
} from '../cfdi40/derive/carts.js'

const fixture = (name: string): Json =>
  JSON.parse(
    readFileSync(new URL(`../../../fixtures/complements/${name}.json`, import.meta.url), 'utf8'),
  ) as Json

const shell: Json = {
  ...fixture('pagos20.unDocumento'),
  Folio: '1',
  Fecha: '2026-11-21T12:00:00',
  Sello: '',
  NoCertificado: '30001000000600000003',
  Certificado: '',
  Emisor: { Rfc: 'PLO150312QT1', Nombre: 'PAPELERIA LUNA DE OCTUBRE', RegimenFiscal: '601' },
}

/** A receipt of some payments with "AUTO" Totales. */
const receipt = (Pago: readonly Json[]): Json => ({
  ...shell,
  Complemento: { Pagos: { Version: '2.0', Totales: AUTO, Pago } },
})

const traslado = (tasa: string): Json => ({
  BaseDR: AUTO,
  ImpuestoDR: '002',
  TipoFactorDR: 'Tasa',
  TasaOCuotaDR: tasa,
  ImporteDR: AUTO,
})
const exento: Json = { BaseDR: AUTO, ImpuestoDR: '002', TipoFactorDR: 'Exento' }
const ieps: Json = { ...traslado('0.265000'), ImpuestoDR: '003' }
const isr = (tasa: string): Json => ({ ...traslado(tasa), ImpuestoDR: '001' })

/** The taxes of an invoice all of whose lines bear the same. */
const impuestos: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc
    .constantFrom('0.160000', '0.080000', '0.000000')
    .map((tasa) => ({ TrasladosDR: [traslado(tasa)] })),
  fc.constant({ TrasladosDR: [exento] }),
  fc.constant({ TrasladosDR: [traslado('0.160000'), ieps] }),
  fc
    .tuple(decimals(0, 0.35, 6), fc.constantFrom('0.106667', '0.040000', '0.160000'))
    .map(([tasa, iva]) => ({
      TrasladosDR: [traslado('0.160000')],
      RetencionesDR: [isr(tasa), traslado(iva)],
    })),
  fc.constant(undefined),
)

const currency = fc.constantFrom('MXN', 'USD', 'EUR', 'JPY', 'OMR')

interface Docto {
  readonly moneda: string
  readonly docto: Json
}

const documento = (moneda: string, equivalencia: unknown): fc.Arbitrary<Docto> =>
  fc
    .tuple(decimals(5, 900000, digitsOf(moneda)), fc.nat(100000), impuestos)
    .map(([paid, left, ImpuestosDR]) => ({
      moneda,
      docto: {
        IdDocumento: '5E08B3D4-A1C7-4F96-92E5-D83B7C01F24A',
        MonedaDR: moneda,
        EquivalenciaDR: equivalencia,
        NumParcialidad: '1',
        ImpSaldoAnt: Decimal.of(paid).plus(Decimal.of(left)).toString(),
        ImpPagado: paid,
        ImpSaldoInsoluto: AUTO,
        ObjetoImpDR: ImpuestosDR === undefined ? '01' : '02',
        ...(ImpuestosDR === undefined ? {} : { ImpuestosDR }),
      },
    }))

const pagoFrom = (
  moneda: string,
  rate: string,
  Monto: unknown,
  doctos: readonly Docto[],
): Json => ({
  FechaPago: '2026-11-10T12:00:00',
  FormaDePagoP: '01',
  MonedaP: moneda,
  TipoCambioP: moneda === 'MXN' ? AUTO : rate,
  Monto,
  DoctoRelacionado: doctos.map(({ docto }) => docto),
  ImpuestosP: AUTO,
})

const rate = anyDecimals(0.05, 40).filter((text) => !/^0\.?0*$/.test(text))
const several = (moneda: string, equivalencia: unknown): fc.Arbitrary<Docto[]> =>
  fc.array(documento(moneda, equivalencia), { minLength: 1, maxLength: 5 })

/** Documents in the currency of the payment, which covers them or is "AUTO". */
const same = fc.tuple(currency, rate, fc.nat(1000)).chain(([moneda, tipo, more]) =>
  several(moneda, AUTO).map((doctos) => {
    const sum = Decimal.sum(doctos.map(({ docto }) => Decimal.of(String(docto['ImpPagado']))))
    const monto = sum.plus(Decimal.of(more)).round(digitsOf(moneda))
    return pagoFrom(moneda, tipo, more === 0 ? AUTO : monto.toString(), doctos)
  }),
)

/**
 * Documents in pesos paid in another currency, and documents in that one: TipoCambioP determines
 * the rates.
 */
const byRate = fc
  .tuple(fc.constantFrom('USD', 'EUR', 'JPY'), rate)
  .chain(([moneda, tipo]) =>
    fc
      .tuple(several('MXN', AUTO), fc.array(documento(moneda, AUTO), { maxLength: 2 }))
      .map(([pesos, own]) => pagoFrom(moneda, tipo, AUTO, [...own, ...pesos])),
  )

/** Documents of one other currency, and the payment for all of them: the rate follows. */
const byShare = fc
  .tuple(currency, currency, rate, fc.integer({ min: 1, max: 90000000 }))
  .filter(([moneda, other]) => moneda !== other)
  .chain(([moneda, other, tipo, cents]) =>
    fc
      .tuple(several(other, AUTO), fc.array(documento(moneda, AUTO), { maxLength: 2 }))
      .map(([foreign, own]) => {
        const sum = Decimal.sum(own.map(({ docto }) => Decimal.of(String(docto['ImpPagado']))))
        const monto = sum
          .plus(Decimal.ofSafeUnits(cents, 2))
          .plus(Decimal.one)
          .round(digitsOf(moneda))
        return pagoFrom(moneda, tipo, monto.toString(), [...foreign, ...own])
      }),
  )

/** Any currencies, each with a stated rate. */
const given = fc
  .tuple(
    currency,
    rate,
    fc.array(fc.tuple(currency, anyDecimals(0.01, 30, 10)), { minLength: 1, maxLength: 4 }),
  )
  .chain(([moneda, tipo, others]) =>
    fc
      .tuple(
        ...others.map(([other, equivalencia]) =>
          documento(other, other === moneda ? AUTO : equivalencia),
        ),
      )
      .map((doctos) => pagoFrom(moneda, tipo, AUTO, doctos)),
  )

const pago = fc.oneof(same, byRate, byShare, given)

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== AUTO)
  return Object.fromEntries(entries.map(([key, inner]) => [key, strip(inner)]))
}

describe('amounts of Pagos 2.0', () => {
  it('always pass the rules', () => {
    fc.assert(
      fc.property(fc.array(pago, { minLength: 1, maxLength: 3 }), (pagos) => {
        const document = resolveAmounts(receipt(pagos), auto)
        expect(errorsOf(document)).toEqual([])
        expect(JSON.stringify(document)).not.toContain(AUTO)
        expect(resolveAmounts(strip(receipt(pagos)) as Json, complete)).toEqual(document)
      }),
      { numRuns: 400 },
    )
  })

  const one = (docto: Json, pago: Json): Json => {
    const base = { IdDocumento: '5E08B3D4-A1C7-4F96-92E5-D83B7C01F24A', NumParcialidad: '1' }
    const DoctoRelacionado = [
      { ...base, ImpSaldoAnt: docto['ImpPagado'], ImpSaldoInsoluto: AUTO, ...docto },
    ]
    const whole = {
      FechaPago: '2026-11-10T12:00:00',
      FormaDePagoP: '01',
      ...pago,
      DoctoRelacionado,
      ImpuestosP: AUTO,
    }
    const document = resolveAmounts(receipt([whole]), auto)
    expect(errorsOf(document)).toEqual([])
    const { Pago } = (document['Complemento'] as Json)['Pagos'] as {
      readonly Pago: readonly Json[]
    }
    return Pago[0] as Json
  }
  const usd = { MonedaP: 'USD', TipoCambioP: '18.4527' }
  const taxed = { ObjetoImpDR: '02', ImpuestosDR: { TrasladosDR: [traslado('0.160000')] } }

  it('splits the paid amount to six decimals, and converts it with as many', () => {
    const pago = one(
      { MonedaDR: 'MXN', EquivalenciaDR: AUTO, ImpPagado: '1000.00', ...taxed },
      { ...usd, Monto: AUTO },
    )
    expect(pago).toMatchObject({
      Monto: '54.19',
      DoctoRelacionado: [
        {
          EquivalenciaDR: '18.4527',
          ImpSaldoInsoluto: '0.00',
          ImpuestosDR: { TrasladosDR: [{ BaseDR: '862.068966', ImporteDR: '137.931034' }] },
        },
      ],
      ImpuestosP: { TrasladosP: [{ BaseP: '46.717768', ImporteP: '7.474843' }] },
    })
  })

  it('uses the agreed rate where the rate of the day does not cover the invoice', () => {
    const pago = one(
      { MonedaDR: 'MXN', EquivalenciaDR: AUTO, ImpPagado: '18452.70', ObjetoImpDR: '01' },
      { ...usd, TipoCambioP: '18.45', Monto: '1000.00' },
    )
    expect(pago['DoctoRelacionado']).toMatchObject([{ EquivalenciaDR: '18.4527' }])
  })

  it('never takes more than was paid: an equivalence that would is rounded up', () => {
    const pago = one(
      { MonedaDR: 'USD', EquivalenciaDR: AUTO, ImpPagado: '5000000.00', ObjetoImpDR: '01' },
      { MonedaP: 'MXN', TipoCambioP: AUTO, Monto: '99999999.99' },
    )
    expect(pago['DoctoRelacionado']).toMatchObject([{ EquivalenciaDR: '0.0500000001' }])
  })

  it('leaves ambiguous values unresolved', () => {
    const taxes = { TrasladosDR: [traslado('0.160000'), traslado('0.000000')] }
    const docto = {
      MonedaDR: 'USD',
      EquivalenciaDR: AUTO,
      ImpPagado: '5',
      ImpSaldoAnt: '5',
      ImpuestosDR: taxes,
    }
    const other = { ...docto, MonedaDR: 'EUR', ImpuestosDR: undefined }
    const pago = {
      MonedaP: 'MXN',
      TipoCambioP: AUTO,
      Monto: '100',
      DoctoRelacionado: [docto, other],
      ImpuestosP: AUTO,
    }
    const { Complemento } = resolveAmounts(receipt([pago]), auto)
    expect(Complemento).toMatchObject({
      Pagos: {
        Totales: AUTO,
        Pago: [
          {
            DoctoRelacionado: [
              { EquivalenciaDR: AUTO, ImpuestosDR: taxes },
              { EquivalenciaDR: AUTO },
            ],
          },
        ],
      },
    })
  })
})
