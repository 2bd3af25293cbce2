/**
 * Pagos 2.0: the formulas of revisión B against fractions of whole numbers, and the results for
 * documents.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catalogs } from '../../../src/catalogs/catalogs.js'
import { Decimal } from '../../../src/lib/decimal.js'
import { check } from '../../../src/sat/cfdi40/check.js'
import { explain } from '../../../src/sat/cfdi40/explain.js'
import { conversionLimits, QuotientSum } from '../../../src/sat/pagos20/equivalencia.js'
import { isSum } from '../../../src/sat/pagos20/sums.js'
import { complementFixtures, readComplementFixture } from '../../rules/complementFixtures.js'
import { patch, readBase } from '../../rules/fixture.js'
import { pow, type Written, write, written } from '../../rules/written.js'

const pagado = written(pow(14), { min: 0, max: 6 })
const equivalencia = written(pow(13), { min: 0, max: 10 })
const digits = fc.integer({ min: 0, max: 4 })

/** Units of 10^-20, at which half of 10^-10 and 10^-16 are whole. */
const fine = ({ units, scale }: Written): bigint => units * pow(20 - scale)
const half = ({ scale }: Written): bigint => pow(20 - scale) / 2n
const epsilon = pow(4)

/** The SAT's formula in whole numbers, truncated and rounded, in units of the last decimal. */
function plainLimits(p: Written, e: Written, places: number): readonly [bigint, bigint] {
  const cut = ((fine(p) - half(p)) * pow(places)) / (fine(e) + half(e) - epsilon)
  const divisor = fine(e) - half(e)
  const rounded = (2n * (fine(p) + half(p) - epsilon) * pow(places) + divisor) / (2n * divisor)
  return [cut, rounded]
}

const limitsOf = (p: Written, e: Written, places: number): readonly [string, string] => {
  const [least, most] = conversionLimits(Decimal.of(p.text), Decimal.of(e.text), places)
  return [least.toString(), most.toString()]
}

describe('conversionLimits', () => {
  it('are the formula of the SAT', () => {
    fc.assert(
      fc.property(pagado, equivalencia, digits, (p, e, places) => {
        const [least, most] = plainLimits(p, e, places)
        expect(limitsOf(p, e, places)).toEqual([write(least, places), write(most, places)])
      }),
    )
  })

  it('hold the converted amount, cut or rounded: so read, no document breaks CRP20275', () => {
    fc.assert(
      fc.property(pagado, equivalencia, digits, (p, e, places) => {
        const sum = new QuotientSum()
        sum.add(Decimal.of(p.text), Decimal.of(e.text))
        const [least, most] = conversionLimits(Decimal.of(p.text), Decimal.of(e.text), places)
        expect(sum.truncate(places).isBetween(least, most)).toBe(true)
        expect(sum.round(places).isBetween(least, most)).toBe(true)
      }),
    )
  })

  it('do not always contain the exact quotient, so CRP20275 would refuse payments that cannot be stated otherwise', () => {
    const [paid, rate] = [Decimal.of('1000.00'), Decimal.of('8.1003')]
    const [, most] = conversionLimits(paid, rate, 2)
    expect(most.toString()).toBe('123.45')
    expect(paid.over(rate, 4).toString()).toBe('123.4522')
    const written = (text: string, scale: number): Written => ({
      units: Decimal.of(text).units,
      scale,
      text,
    })
    expect(
      codes('pagoExento', inDollars(written('1000.00', 2), written('8.1003', 4), most)),
    ).toEqual([])
  })

  it('count decimals as written: a currency equal to the payment’s has ten (CRP20277)', () => {
    const limits = (equivalencia: string) =>
      conversionLimits(Decimal.of('100.00'), Decimal.of(equivalencia), 2).map(String)
    expect(limits('1.0000000000')).toEqual(['99.99', '100.01'])
    expect(limits('1')).toEqual(['66.66', '200.01'])
  })

  it('take 10^-16 and not 10^-10', () => {
    // (0.50 - 0.005) / (0.0000000001 + 0.00000000005 - epsilon): 3300002200.0…, against 9900000000
    // with 10^-10.
    expect(conversionLimits(Decimal.of('0.50'), Decimal.of('0.0000000001'), 0)[0].toString()).toBe(
      '3300002200',
    )
  })
})

describe('sums of quotients', () => {
  it('reproduce the worked example of the standard', () => {
    const sum = new QuotientSum()
    sum.add(Decimal.of('100000'), Decimal.of('1.329310'))
    sum.add(Decimal.of('1773309.77'), Decimal.of('23.5728'))
    expect(sum.round(4).toString()).toBe('150453.9442')
    expect(isSum('150453.9442', sum)).toBe(true)
    expect(isSum('150453.9443', sum)).toMatchObject({ found: '150453.9443' })
    expect(isSum('150453.9440', sum)).not.toBe(true)
  })

  it('are exact, however many divisors there are', () => {
    const parts = fc.array(fc.tuple(pagado, equivalencia), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(parts, digits, (pairs, places) => {
        const sum = new QuotientSum()
        let [dividend, divisor] = [0n, 1n]
        for (const [p, e] of pairs) {
          sum.add(Decimal.of(p.text), Decimal.of(e.text))
          dividend = dividend * fine(e) + fine(p) * divisor
          divisor *= fine(e)
        }
        expect(sum.truncate(places).toString()).toBe(
          write((dividend * pow(places)) / divisor, places),
        )
        expect(sum.round(places).toString()).toBe(
          write((2n * dividend * pow(places) + divisor) / (2n * divisor), places),
        )
      }),
    )
  })

  it('lose nothing where the parts do not end: 10 / 3 + 10 / 1.5 is 10', () => {
    const sum = new QuotientSum()
    sum.add(Decimal.of('10'), Decimal.of('3'))
    sum.add(Decimal.of('10'), Decimal.of('1.5'))
    expect(sum.truncate(6).toString()).toBe('10.000000')
  })

  it('admit the cut and the rounded amount at the decimals written, and nothing a unit beyond', () => {
    fc.assert(
      fc.property(pagado, equivalencia, fc.integer({ min: 0, max: 6 }), (p, e, places) => {
        const sum = new QuotientSum()
        sum.add(Decimal.of(p.text), Decimal.of(e.text))
        const unit = Decimal.unit(places)
        const [cut, near] = [sum.truncate(places), sum.round(places)]
        const expected = cut.equals(near) ? { expected: cut } : { limits: [cut, near] }
        expect(isSum(cut.toString(), sum)).toBe(true)
        expect(isSum(near.toString(), sum)).toBe(true)
        expect(isSum(near.plus(unit).toString(), sum)).toMatchObject(expected)
        if (!cut.isZero()) expect(isSum(cut.minus(unit).toString(), sum)).toMatchObject(expected)
      }),
    )
  })
})

type Change = Readonly<Record<string, unknown>>

/** A document of its own. */
const another = (index: number) => ({
  IdDocumento: `7F4A1E62-0D9B-48C3-B15E-${String(index).padStart(12, '0')}`,
})

const pagos = (change: Change): Change => ({ Complemento: { Pagos: change } })
const pago = (change: Change, totales: Change = {}): Change =>
  pagos({ Totales: totales, Pago: { '0': change } })
const docto = (change: Change): Change => pago({ DoctoRelacionado: { '0': change } })

const findings = (base: string, change: Change) => check(patch(readBase(base), change))
const codes = (base: string, change: Change): string[] =>
  findings(base, change).map(({ code }) => code)

/** A payment in dollars of one invoice in pesos, without taxes. */
function inDollars(imp: Written, rate: Written, monto: Decimal): Change {
  return pago(
    {
      MonedaP: 'USD',
      TipoCambioP: '1',
      Monto: monto.toString(),
      DoctoRelacionado: [
        {
          IdDocumento: '7F4A1E62-0D9B-48C3-B15E-A2D6903C8B71',
          MonedaDR: 'MXN',
          EquivalenciaDR: rate.text,
          NumParcialidad: '1',
          ImpSaldoAnt: imp.text,
          ImpPagado: imp.text,
          ImpSaldoInsoluto: '0',
          ObjetoImpDR: '01',
        },
      ],
      ImpuestosP: null,
    },
    { TotalTrasladosBaseIVAExento: null, MontoTotalPagos: monto.toString() },
  )
}

describe('Monto', () => {
  const cents = written(pow(12), { min: 0, max: 2 })

  it('in another currency reaches the lower limit, and not a cent less', () => {
    fc.assert(
      fc.property(cents, written(pow(7), { min: 0, max: 10 }), (p, e) => {
        const [least] = conversionLimits(Decimal.of(p.text), Decimal.of(e.text), 2)
        const below = least.minus(Decimal.unit(2))
        // A paid amount has up to 18 digits; below the least amount there is nothing to refuse.
        fc.pre(below.compare(Decimal.zero) > 0 && least.compare(Decimal.of('1000000000000000')) < 0)
        expect(codes('pagoExento', inDollars(p, e, least))).toEqual([])
        expect(findings('pagoExento', inDollars(p, e, below))).toMatchObject([
          {
            code: 'CRP20276',
            value: below.toString(),
            limits: [least.toString(), expect.any(String)],
          },
        ])
      }),
    )
  })

  it('may always be more', () => {
    const p = { units: 1n, scale: 0, text: '1' }
    expect(codes('pagoExento', inDollars(p, p, Decimal.of('1000000.00')))).toEqual(['CRP20-S13'])
  })

  it('in the same currency reaches the sum, without margins', () => {
    const change = (monto: string) => pago({ Monto: monto }, { MontoTotalPagos: monto })
    expect(codes('pago', change('1160.00'))).toEqual([])
    expect(codes('pago', change('1160.01'))).toEqual([])
    expect(findings('pago', change('1159.99'))).toMatchObject([
      { code: 'CRP20217', expected: '1160.00 o más', value: '1159.99' },
    ])
  })

  it('is compared first with the sum, which is cut once, and then with limits that are each rounded', () => {
    // Ten times 100.00 / 30 = 3.3333…: the sum is 33.33, the limits are ten times 3.33.
    const p = { units: 1n, scale: 2, text: '100.00' }
    const one = inDollars(p, { units: 1n, scale: 10, text: '30.0000000000' }, Decimal.of('33.33'))
    const [first] = (
      one as { Complemento: { Pagos: { Pago: { '0': { DoctoRelacionado: object[] } } } } }
    ).Complemento.Pagos.Pago['0'].DoctoRelacionado
    const ten = (monto: string) =>
      patch(
        one,
        pago(
          {
            Monto: monto,
            DoctoRelacionado: Array.from({ length: 10 }, (_, index) => ({
              ...first,
              ...another(index),
            })),
          },
          { MontoTotalPagos: monto },
        ),
      ) as Change
    expect(codes('pagoExento', ten('33.33'))).toEqual([])
    expect(codes('pagoExento', ten('33.30'))).toEqual([])
    expect(findings('pagoExento', ten('33.29'))).toMatchObject([
      { code: 'CRP20276', limits: ['33.30', '33.30'] },
    ])
  })

  it('of a mixed payment takes the limits of all', () => {
    const change = (monto: string, total: string) =>
      pago({ Monto: monto }, { MontoTotalPagos: total })
    // 18532.17 / 18.5432 = 999.4051 …: 999.40 at least, and 500.00 USD: 499.99 at least.
    expect(codes('pagoDolares', change('1499.39', '27803.49'))).toEqual([])
    expect(codes('pagoDolares', change('1499.38', '27803.30'))).toEqual(['CRP20276'])
  })
})

describe('the decimals of currencies', () => {
  const of = (moneda: string, importe: string): Change =>
    patch(
      inDollars(
        { units: 1n, scale: 0, text: importe },
        { units: 1n, scale: 0, text: '1' },
        Decimal.of(importe),
      ),
      {
        Complemento: { Pagos: { Pago: { '0': { MonedaP: moneda } } } },
      },
    ) as Change

  it.each([
    ['USD', '10.12', []],
    ['USD', '10.123', ['CRP20219', 'CRP20240', 'CRP20242']],
    ['JPY', '10', []],
    ['JPY', '10.1', ['CRP20219']],
    ['OMR', '10.12', []],
  ])('%s %s: %j', (moneda, importe, expected) => {
    const change = of(moneda, importe)
    const found = codes(
      'pagoExento',
      patch(change, pagos({ Totales: { MontoTotalPagos: twoDecimals(importe) } })) as Change,
    )
    expect(found).toEqual(expected)
  })

  const twoDecimals = (text: string): string => Decimal.of(text).round(2).toString()

  it('cut and round the limits of the payment', () => {
    const yen = patch(
      of('JPY', '100'),
      pago({ DoctoRelacionado: { '0': { EquivalenciaDR: '6.5' } } }),
    ) as Change
    const paid = (monto: string) =>
      codes('pagoExento', patch(yen, pago({ Monto: monto }, { MontoTotalPagos: monto })) as Change)
    // 100 / 6.5 = 15.38: from 99.5 / 6.55 = 15.19, cut, to 100.5 / 6.45.
    expect(paid('15')).toEqual([])
    expect(paid('14')).toEqual(['CRP20276'])
  })
})

describe('EquivalenciaDR', () => {
  it.each([
    ['1', []],
    ['1.0', ['CRP20-S06']],
    ['1.0000000000', ['CRP20-S06']],
    ['1.0000000001', ['CRP20238']],
    [1, []],
    [null, ['CRP20238']],
  ])('of the payment’s own currency, %j: %j', (value, expected) => {
    expect(codes('pago', docto({ EquivalenciaDR: value }))).toEqual(expected)
  })

  it('reports an unknown currency once', () => {
    expect(codes('pago', docto({ MonedaDR: 'ZZZ' }))).toEqual(['301'])
  })
})

describe('FormaDePagoP', () => {
  const bancarizadas = ['02', '03', '04', '05', '06', '28', '29']
  const formas = [...catalogs.catalog('c_FormaPago').codes()].filter((forma) => forma !== '99')

  it.each(formas)('%s admits the accounts that go with it', (FormaDePagoP) => {
    const gives = bancarizadas.includes(FormaDePagoP)
    const takes = gives && FormaDePagoP !== '06'
    const of = (change: Change) => codes('pagoImpuestos', pago({ FormaDePagoP, ...change }))
    expect(of({})).toEqual([])
    expect(of({ RfcEmisorCtaOrd: 'BNM840515VB1' })).toEqual(gives ? [] : ['CRP20221'])
    expect(of({ RfcEmisorCtaBen: 'BBA830831LJ2' })).toEqual(takes ? [] : ['CRP20227'])
    const cadena = { TipoCadPago: '01', CertPago: 'QQ==', CadPago: 'cadena', SelloPago: 'QQ==' }
    expect(of(cadena)).toEqual(FormaDePagoP === '03' ? [] : ['CRP20229'])
    // An account of ten characters with letters belongs to an electronic purse, not to a bank.
    expect(of({ CtaOrdenante: 'ABCDE_1234' })).toEqual(
      gives ? (FormaDePagoP === '05' ? [] : ['CRP20225']) : ['CRP20224'],
    )
    expect(of({ CtaBeneficiario: 'ABCDE_1234' })).toEqual(
      takes ? (FormaDePagoP === '03' ? ['CRP20226'] : []) : ['CRP20228'],
    )
  })
})

describe('ObjetoImpDR', () => {
  const traslado = (ImpuestoDR: string, TasaOCuotaDR: string, ImporteDR: string) => ({
    BaseDR: '1000.00',
    ImpuestoDR,
    TipoFactorDR: 'Tasa',
    TasaOCuotaDR,
    ImporteDR,
  })
  const none = undefined
  const iva = { TrasladosDR: [traslado('002', '0.160000', '160.00')] }
  const ieps = { TrasladosDR: [traslado('003', '0.080000', '80.00')] }
  const isr = { TrasladosDR: null, RetencionesDR: [traslado('001', '0.100000', '100.00')] }
  const taxes = { none, iva, ieps, isr, 'ieps and isr': { ...isr, ...ieps } }

  it.each([
    ['01', ['none'], 'CRP20247'],
    ['02', ['iva', 'ieps', 'isr', 'ieps and isr'], 'CRP20246'],
    ['03', ['none'], 'CRP20247'],
    ['04', ['none'], 'CRP20247'],
    ['05', ['none'], 'CRP20247'],
    ['06', ['none', 'isr'], 'CRP20278'],
    ['07', ['ieps', 'ieps and isr'], 'CRP20279'],
    ['08', ['none', 'isr'], 'CRP20278'],
  ])('%s admits %j', (ObjetoImpDR, admitted, code) => {
    for (const [name, impuestos] of Object.entries(taxes)) {
      const found = codes('pago', docto({ ObjetoImpDR, ImpuestosDR: impuestos ?? null }))
      expect([name, found.filter((each) => /^CRP202(4[67]|7[89])$/.test(each))]).toEqual([
        name,
        admitted.includes(name) ? [] : [code],
      ])
    }
  })
})

describe('TrasladoP', () => {
  it('of a payment whose documents have none is not that of exempt ones', () => {
    const change = docto({ ImpuestosDR: { TrasladosDR: null, RetencionesDR: null } })
    expect(codes('pagoExento', change)).toContain('CRP20268')
    expect(codes('pagoExento', change)).not.toContain('CRP20269')
  })
})

describe('Totales', () => {
  it('are the sum in pesos, rounded to cents, whatever the rate', () => {
    const rates = written(pow(8), { min: 0, max: 6 })
    fc.assert(
      fc.property(written(pow(10), { min: 2, max: 2 }), rates, (monto, rate) => {
        const exact = Decimal.of(monto.text).times(Decimal.of(rate.text)).round(2)
        fc.pre(!exact.isZero())
        const change = (total: Decimal) =>
          pago(
            {
              MonedaP: 'USD',
              TipoCambioP: rate.text,
              Monto: monto.text,
              DoctoRelacionado: onlyUsd(monto.text),
              ImpuestosP: null,
            },
            { TotalTrasladosBaseIVAExento: null, MontoTotalPagos: total.toString() },
          )
        expect(codes('pagoExento', change(exact))).toEqual([])
        for (const wrong of [exact.plus(Decimal.unit(2)), exact.minus(Decimal.unit(2))]) {
          expect(findings('pagoExento', change(wrong))).toMatchObject([
            { code: 'CRP20211', expected: exact.toString(), value: wrong.toString() },
          ])
        }
      }),
    )
  })

  const onlyUsd = (importe: string) => [
    {
      IdDocumento: '7F4A1E62-0D9B-48C3-B15E-A2D6903C8B71',
      MonedaDR: 'USD',
      EquivalenciaDR: '1',
      NumParcialidad: '1',
      ImpSaldoAnt: importe,
      ImpPagado: importe,
      ImpSaldoInsoluto: '0',
      ObjetoImpDR: '01',
    },
  ]

  it('exist when the tax does, the IVA of 0 % too', () => {
    expect(
      codes('pagoImpuestos', pagos({ Totales: { TotalTrasladosImpuestoIVA0: null } })),
    ).toEqual(['CRP20209'])
    expect(codes('pagoExento', pagos({ Totales: { TotalRetencionesISR: '0.00' } }))).toEqual([
      'CRP20202',
    ])
  })

  it('compare rates as numbers, and report another notation than the catalogue’s', () => {
    const rate = '0.16'
    const change = pago({
      DoctoRelacionado: { '0': { ImpuestosDR: { TrasladosDR: { '0': { TasaOCuotaDR: rate } } } } },
    })
    expect(codes('pago', change)).toEqual(['CRP20-S09'])
  })

  it('are skipped when a rate is missing', () => {
    expect(codes('pagoDolares', pago({ TipoCambioP: null }))).toEqual(['CRP20214'])
  })
})

describe('ImporteDR', () => {
  it('lies between its limits, and not a cent beyond (CRP20261)', () => {
    const change = (importe: string) =>
      pago(
        {
          DoctoRelacionado: {
            '0': { ImpuestosDR: { TrasladosDR: { '0': { ImporteDR: importe } } } },
          },
          ImpuestosP: { TrasladosP: { '0': { ImporteP: importe } } },
        },
        { TotalTrasladosImpuestoIVA16: importe },
      )
    for (const importe of ['159.99', '160.00', '160.01'])
      expect(codes('pago', change(importe))).toEqual([])
    for (const importe of ['159.98', '160.02'])
      expect(findings('pago', change(importe))).toMatchObject([
        { code: 'CRP20261', limits: ['159.99', '160.01'] },
      ])
  })

  it('has its limits in the message', () => {
    const [finding] = findings(
      'pago',
      docto({ ImpuestosDR: { TrasladosDR: { '0': { ImporteDR: '160.02' } } } }),
    ).filter(({ code }) => code === 'CRP20261')
    expect(finding?.message).toContain('se esperaba entre 159.99 y 160.01, se encontró 160.02')
  })
})

describe('a payment of many documents', () => {
  const one = (
    readBase('pago')['Complemento'] as { Pagos: { Pago: [{ DoctoRelacionado: [object] }] } }
  ).Pagos.Pago[0].DoctoRelacionado[0]

  const many = (count: number): Change =>
    pago(
      {
        Monto: `${count * 1160}.00`,
        DoctoRelacionado: Array.from({ length: count }, (_, index) => ({
          ...one,
          ...another(index),
        })),
        ImpuestosP: {
          TrasladosP: { '0': { BaseP: `${count * 1000}.00`, ImporteP: `${count * 160}.00` } },
        },
      },
      {
        TotalTrasladosBaseIVA16: `${count * 1000}.00`,
        TotalTrasladosImpuestoIVA16: `${count * 160}.00`,
        MontoTotalPagos: `${count * 1160}.00`,
      },
    )

  it('is clean', () => expect(findings('pago', many(200))).toEqual([]))

  it('has one finding for one slip, and the other documents are judged', () => {
    const slip = patch(
      patch(readBase('pago'), many(3)),
      pago({ DoctoRelacionado: { '1': { ImpPagado: 'mil' }, '2': { ImpSaldoInsoluto: '0.01' } } }),
    )
    expect(check(slip).map(({ code, path }) => [code, path])).toEqual([
      ['301', 'Complemento.Pagos.Pago[0].DoctoRelacionado[1].ImpPagado'],
      ['CRP20244', 'Complemento.Pagos.Pago[0].DoctoRelacionado[2].ImpSaldoInsoluto'],
    ])
  })
})

describe('Confirmacion', () => {
  it('is switched off', () => {
    const rows = explain(readBase('pago')).filter(
      ({ code }) => code === 'CRP20216' || code === 'CRP20220',
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['not-asked', 'not-asked'])
    expect(rows[0]?.why).toContain('suspendida')
  })
})

describe('the fixtures of pagos20', () => {
  it.each(complementFixtures('pagos20'))('%s is clean', (name) => {
    expect(check(readComplementFixture(name))).toEqual([])
  })
})
