/**
 * Comercio Exterior 2.0: the formulas of the standard against fractions of whole numbers, and the
 * results for documents.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { productLimits } from '../../../src/fiscal/limits.js'
import { Decimal } from '../../../src/lib/decimal.js'
import { check } from '../../../src/sat/cfdi40/check.js'
import { dollarLimits } from '../../../src/sat/comercioExterior20/facts.js'
import { complementFixtures, readComplementFixture } from '../../rules/complementFixtures.js'
import { patch, readBase } from '../../rules/fixture.js'
import { pow, type Written, write, written } from '../../rules/written.js'

type Change = Readonly<Record<string, unknown>>

const exterior = (change: Change): Change => ({ Complemento: { ComercioExterior: change } })
const findings = (base: string, change: Change) => check(patch(readBase(base), change))
const codes = (base: string, change: Change): string[] => [
  ...new Set(findings(base, change).map(({ code }) => code)),
]

describe('fixtures of complements', () => {
  it.each(complementFixtures('comercioExterior20'))('%s is clean', (name) => {
    expect(check(readComplementFixture(name))).toEqual([])
  })
})

const importe = written(pow(12), { min: 0, max: 6 })
const rate = written(pow(9), { min: 0, max: 6 })
const cantidad = written(pow(10), { min: 0, max: 3 })
const valor = written(pow(10), { min: 0, max: 6 })

/** Units of 10^-13, at which half of 10^-6 and 10^-12 are whole. */
const fine = ({ units, scale }: Written): bigint => units * pow(13 - scale)
const half = ({ scale }: Written): bigint => pow(13 - scale) / 2n
const epsilon = 10n
const one = pow(13)
const decimal = ({ text }: Written) => Decimal.of(text)
const upwards = (dividend: bigint, divisor: bigint) => (dividend + divisor - 1n) / divisor

describe('dollarLimits', () => {
  it('are the formula of the standard', () => {
    fc.assert(
      fc.property(importe, rate, rate, (i, t, u) => {
        const divisor = fine(u) - half(u)
        fc.pre(divisor > 0n)
        const least =
          ((fine(i) - half(i)) * (fine(t) - half(t)) * 100n) / ((fine(u) + half(u) - epsilon) * one)
        const most = (fine(i) + half(i) - epsilon) * (fine(t) + half(t) - epsilon) * 100n
        expect(dollarLimits(decimal(i), decimal(t), decimal(u))?.map(String)).toEqual([
          write(least, 2),
          write(upwards(most, divisor * one), 2),
        ])
      }),
    )
  })

  it('hold the converted amount', () => {
    fc.assert(
      fc.property(importe, rate, rate, (i, t, u) => {
        const limits = dollarLimits(decimal(i), decimal(t), decimal(u))
        fc.pre(limits !== undefined)
        const exact = decimal(i).times(decimal(t)).over(decimal(u), 2)
        expect(exact.isBetween(...(limits as NonNullable<typeof limits>))).toBe(true)
      }),
    )
  })

  it('do not exist where nothing is left of the dollar but its rounding', () => {
    expect(dollarLimits(Decimal.of('100'), Decimal.one, Decimal.of('0'))).toBeUndefined()
    expect(dollarLimits(Decimal.of('100'), Decimal.one, Decimal.of('0.00'))).toBeUndefined()
    expect(dollarLimits(Decimal.of('100'), Decimal.one, Decimal.of('0.01'))).toBeDefined()
  })

  it('of an amount in dollars at one rate are a hair around it', () => {
    const of = (text: string) =>
      dollarLimits(Decimal.of(text), Decimal.of('18.452700'), Decimal.of('18.452700'))
    expect(of('100.00')?.map(String)).toEqual(['99.99', '100.01'])
    expect(of('13800.00')?.map(String)).toEqual(['13799.99', '13800.01'])
  })
})

describe('productLimits at cents', () => {
  it('are the formula of the standard', () => {
    fc.assert(
      fc.property(cantidad, valor, (c, v) => {
        const least = ((fine(c) - half(c)) * (fine(v) - half(v)) * 100n) / (one * one)
        const most = upwards(
          (fine(c) + half(c) - epsilon) * (fine(v) + half(v) - epsilon) * 100n,
          one * one,
        )
        expect(productLimits(decimal(c), decimal(v), 2).map(String)).toEqual([
          write(least, 2),
          write(most, 2),
        ])
      }),
    )
  })
})

const cent = Decimal.unit(2)
/** A value of 0 or 1 stands for none, and more digits than the XSD's are another matter. */
const isJudged = (value: Decimal): boolean =>
  value.compare(Decimal.one) > 0 && value.compare(Decimal.of('1000000000000')) < 0

describe('ValorDolares', () => {
  /** One line in a currency, and one good, measured by the customs or not. */
  function sale(
    i: Written,
    t: Written,
    u: Written,
    dollars: Decimal,
    aduana: Change | undefined,
  ): Change {
    const base = readBase('cceSinAduana') as {
      Conceptos: Change[]
      Complemento: { ComercioExterior: Change }
    }
    const [concepto] = base.Conceptos as [Change]
    const [mercancia] = base.Complemento.ComercioExterior['Mercancias'] as [Change]
    return {
      SubTotal: i.text,
      Total: i.text,
      TipoCambio: t.text,
      Conceptos: [
        {
          ...concepto,
          Cantidad: '1',
          ValorUnitario: i.text,
          Importe: i.text,
          Impuestos: { Traslados: [{ Base: i.text, Impuesto: '002', TipoFactor: 'Exento' }] },
        },
      ],
      Impuestos: {
        TotalImpuestosTrasladados: null,
        Traslados: [{ Base: i.text, Impuesto: '002', TipoFactor: 'Exento' }],
      },
      Complemento: {
        ComercioExterior: {
          TipoCambioUSD: u.text,
          TotalUSD: dollars.toString(),
          Mercancias: [{ ...mercancia, ...aduana, ValorDolares: dollars.toString() }],
        },
      },
    }
  }

  const amounts = written(pow(8), { min: 0, max: 2 })
  const rates = written(pow(7), { min: 2, max: 4 }, pow(5))

  it('CCE157, CCE158, CCE172: within the limits of the conversion, and not a cent beyond', () => {
    fc.assert(
      fc.property(amounts, rates, rates, (i, t, u) => {
        const limits = dollarLimits(decimal(i), decimal(t), decimal(u))
        fc.pre(limits !== undefined)
        const [least, most] = limits as NonNullable<typeof limits>
        fc.pre(isJudged(least.minus(cent)) && isJudged(most))
        for (const inside of [least, most])
          expect(codes('cceSinAduana', sale(i, t, u, inside, undefined))).toEqual([])
        for (const outside of [least.minus(cent), most.plus(cent)]) {
          const found = findings('cceSinAduana', sale(i, t, u, outside, undefined))
          expect(found.map(({ code }) => code)).toEqual(['CCE157', 'CCE158', 'CCE172'])
          for (const { limits: stated, value } of found) {
            expect(stated).toEqual([String(least), String(most)])
            expect(value).toBe(String(outside))
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('CCE169, CCE171: within the limits of the customs’ product, and not a cent beyond', () => {
    const i = { units: 1n, scale: 0, text: '1' }
    fc.assert(
      fc.property(
        written(pow(7), { min: 0, max: 3 }),
        written(pow(7), { min: 0, max: 6 }),
        (c, v) => {
          const [least, most] = productLimits(decimal(c), decimal(v), 2)
          fc.pre(isJudged(least.minus(cent)) && isJudged(most))
          const aduana = { CantidadAduana: c.text, UnidadAduana: '06', ValorUnitarioAduana: v.text }
          const of = (dollars: Decimal) =>
            codes('cceSinAduana', sale(i, i, i, dollars, aduana)).filter(
              (code) => !['CCE157', 'CCE158'].includes(code),
            )
          fc.pre(decimal(c).compare(Decimal.of('0.001')) >= 0)
          expect(of(least)).toEqual([])
          expect(of(most)).toEqual([])
          expect(of(least.minus(cent))).toEqual(['CCE169', 'CCE171'])
          expect(of(most.plus(cent))).toEqual(['CCE169', 'CCE171'])
        },
      ),
      { numRuns: 40 },
    )
  })

  it('0 and 1 are symbolic values, without conversion or product', () => {
    const one = { units: 1n, scale: 0, text: '1' }
    const much = { units: 50_000n, scale: 2, text: '500.00' }
    const aduana = { CantidadAduana: '5', UnidadAduana: '06', ValorUnitarioAduana: '100' }
    for (const symbolic of ['0', '1', '1.00'])
      expect(codes('cceSinAduana', sale(much, one, one, Decimal.of(symbolic), aduana))).toEqual([])
    expect(codes('cceSinAduana', sale(much, one, one, Decimal.of('1'), undefined))).toEqual([])
    expect(codes('cceSinAduana', sale(much, one, one, Decimal.of('0'), undefined))).toEqual([
      'CCE172',
    ])
  })

  it('a service may be worth nothing', () => {
    const servicio = { Conceptos: { 1: { ClaveUnidad: 'E48' } } }
    const nothing = exterior({
      TotalUSD: '13800.00',
      Mercancias: { 1: { FraccionArancelaria: null, ValorDolares: '0' } },
    })
    expect(codes('cceSinAduana', { ...servicio, ...nothing })).toEqual([])
  })
})

describe('goods and lines', () => {
  it('one line may be several goods: their values add up to it', () => {
    const split = (first: string, second: string, cantidad: string, other: string) => {
      const [, , mercancia] = [
        0,
        1,
        (readBase('cceVenta') as { Complemento: { ComercioExterior: { Mercancias: Change[] } } })
          .Complemento.ComercioExterior.Mercancias[1],
      ] as [number, number, Change]
      return exterior({
        Mercancias: {
          1: { CantidadAduana: cantidad, ValorDolares: first },
          '+': {
            ...mercancia,
            FraccionArancelaria: '4820100201',
            CantidadAduana: other,
            ValorDolares: second,
          },
        },
        TotalUSD: String(Decimal.of('13800.00').plus(Decimal.of(first)).plus(Decimal.of(second))),
      })
    }
    expect(codes('cceVenta', split('4800.00', '4800.00', '625.000', '625.000'))).toEqual([])
    expect(codes('cceVenta', split('4800.00', '3840.00', '625.000', '500.000'))).toEqual([
      'CCE157',
      'CCE158',
    ])
  })

  it('CCE157, CCE158 are reported once per line, with any number of its goods', () => {
    const change = exterior({
      TotalUSD: '23401.00',
      Mercancias: { 0: { ValorDolares: '13801.00' } },
    })
    const found = findings('cceVenta', change).filter(({ code }) => code === 'CCE157')
    expect(found).toHaveLength(1)
  })

  it('CCE165: goods of a repeated NoIdentificacion are measured by the customs', () => {
    const { Conceptos } = readBase('cceSinAduana') as { Conceptos: [Change, Change] }
    const half = { ...Conceptos[1], Cantidad: '2000', Importe: '4800.00' }
    const Impuestos = {
      Traslados: [
        {
          Base: '4800.00',
          Impuesto: '002',
          TipoFactor: 'Tasa',
          TasaOCuota: '0.000000',
          Importe: '0.00',
        },
      ],
    }
    const twice = { Conceptos: [Conceptos[0], { ...half, Impuestos }, { ...half, Impuestos }] }
    expect(findings('cceSinAduana', twice)).toMatchObject([
      { code: 'CCE165', path: 'Complemento.ComercioExterior.Mercancias[1].CantidadAduana' },
    ])
  })

  it('rules about a line that does not exist are skipped: CCE152 only', () => {
    const change = exterior({ Mercancias: { 0: { NoIdentificacion: 'OTRA' } } })
    expect(codes('cceVenta', change)).toEqual(['CCE152'])
  })

  it('CCE157: a transfer is not held to the value of its lines', () => {
    expect(
      codes(
        'cceTraslado',
        exterior({
          TotalUSD: '8750.00',
          Mercancias: { 0: { ValorUnitarioAduana: '50', ValorDolares: '8750.00' } },
        }),
      ),
    ).toEqual([])
  })
})

describe('amounts in pesos', () => {
  it('take 1 as written where TipoCambio is left out', () => {
    const pesos = (TotalUSD: string) => ({
      Moneda: 'MXN',
      TipoCambio: null,
      ...exterior({
        TotalUSD,
        TipoCambioUSD: '18.4527',
        Mercancias: { 0: { ValorDolares: '748.00' }, 1: { ValorDolares: '520.00' } },
      }),
    })
    expect(codes('cceSinAduana', pesos('1268.00'))).toEqual([])
    expect(codes('cceSinAduana', pesos('1268.01'))).toEqual(['CCE122'])
  })
})

describe('TotalUSD', () => {
  it('CCE122 is the sum of four decimals, rounded half up to two', () => {
    const of = (first: string, TotalUSD: string) =>
      codes('cceVenta', exterior({ TotalUSD, Mercancias: { 0: { ValorDolares: first } } }))
    expect(of('13800.0049', '23400.00')).toEqual([])
    expect(of('13800.0050', '23400.01')).toEqual([])
    expect(of('13800.0050', '23400.00')).toEqual(['CCE122'])
    expect(of('13800.0049', '23400.01')).toEqual(['CCE122'])
  })
})

describe('parties and destination', () => {
  it('CCE119: one buyer in the Union is enough', () => {
    const destino = (Pais: string) =>
      exterior({
        Destinatario: { 0: { NumRegIdTrib: null, Domicilio: { 0: { Pais } } } },
        Receptor: { Domicilio: { Pais: 'CHE' } },
      })
    expect(codes('cceEuropa', destino('FRA'))).toEqual([])
    expect(codes('cceEuropa', destino('CHE'))).toEqual(['CCE119'])
  })

  it('CCE133: a receiver that the complement lacks has no tax identity', () => {
    expect(findings('cceVenta', exterior({ Receptor: null }))).toMatchObject([
      { code: 'CCE133', path: 'Complemento.ComercioExterior.Receptor.NumRegIdTrib' },
    ])
  })

  it('CCE124: nor has an issuer that it lacks a CURP', () => {
    const Emisor = { Rfc: 'TOAM850417U21', Nombre: 'MARIANA TORRES ACOSTA', RegimenFiscal: '612' }
    expect(codes('cceVenta', { Emisor, ...exterior({ Emisor: null }) })).toEqual(['CCE124'])
    expect(
      codes('cceVenta', { Emisor, ...exterior({ Emisor: { Curp: 'TOAM850417MJCRCR08' } }) }),
    ).toEqual([])
  })

  it('CCE129, CCE136: a colonia that is not a code is a name', () => {
    const receptor = {
      Calle: 'Calzada',
      Colonia: 'Centro',
      Municipio: '039',
      Estado: 'NLE',
      Pais: 'MEX',
      CodigoPostal: '64000',
    }
    expect(codes('cceTraslado', exterior({ Receptor: { Domicilio: receptor } }))).toEqual([])
  })

  it('CCE120: with Exportacion 04 the Incoterm may be there or not', () => {
    expect(codes('cceTraslado', exterior({ Incoterm: 'FCA' }))).toEqual([])
    expect(findings('cceTraslado', exterior({ Incoterm: 'XXX' }))).toMatchObject([
      { code: 'CCE120', catalog: 'c_INCOTERM' },
    ])
  })

  it('CCE116: any relation will do for the matrix; the guide wants 05', () => {
    const UUID = '5a3d1c7e-90b4-4e2f-8c6a-17f0b2d94e53'
    const related = (TipoRelacion: string) => ({
      CfdiRelacionados: [{ TipoRelacion, CfdiRelacionado: [{ UUID }] }],
      ...exterior({ MotivoTraslado: '01', Propietario: null }),
    })
    expect(codes('cceTraslado', related('05'))).toEqual([])
    expect(findings('cceTraslado', related('03'))).toMatchObject([
      { code: 'CCE-S03', severity: 'warning' },
    ])
  })
})

describe('unsound values', () => {
  it('is one finding, with the rate or with a value', () => {
    expect(codes('cceVenta', exterior({ TipoCambioUSD: 'mucho' }))).toEqual(['301'])
    expect(codes('cceVenta', exterior({ Mercancias: { 0: { ValorDolares: '1e3' } } }))).toEqual([
      '301',
    ])
  })
})
