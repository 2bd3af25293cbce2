/**
 * The limits of products and taxes (Anexo 20), against whole numbers of a scale at which everything
 * is exact.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isProduct, isTaxOf, productLimits, taxLimits } from '../../src/fiscal/limits.js'
import { Decimal } from '../../src/lib/decimal.js'
import { pow, type Written, write, written } from '../rules/written.js'

/** Everything below in units of 10^-24: half of 10^-6 and 10^-12 are whole there. */
const fine = 24n
const half = (scale: number) => pow(12 - scale) / 2n

function floor(value: bigint, digits: number): bigint {
  return value / pow(fine - BigInt(digits))
}

function ceil(value: bigint, digits: number): bigint {
  const step = pow(fine - BigInt(digits))
  return value % step === 0n ? value / step : value / step + 1n
}

/** A factor in units of 10^-12. */
const at12 = ({ units, scale }: Written) => units * pow(12 - scale)

function plainProduct(c: Written, v: Written, digits: number): [bigint, bigint] {
  const least = (at12(c) - half(c.scale)) * (at12(v) - half(v.scale))
  const most = (at12(c) + half(c.scale) - 1n) * (at12(v) + half(v.scale) - 1n)
  return [floor(least, digits), ceil(most, digits)]
}

function plainTax(base: Written, tasa: Written, digits: number): [bigint, bigint] {
  const rate = at12(tasa)
  return [
    floor((at12(base) - half(base.scale)) * rate, digits),
    ceil((at12(base) + half(base.scale) - 1n) * rate, digits),
  ]
}

describe('productLimits and isProduct', () => {
  it('are the formula of the SAT; the limits pass and one unit beyond fails', () => {
    fc.assert(
      fc.property(
        written(pow(12)),
        written(pow(12)),
        fc.integer({ min: 0, max: 6 }),
        (c, v, digits) => {
          const [least, most] = plainProduct(c, v, digits)
          const limits = productLimits(Decimal.of(c.text), Decimal.of(v.text), digits).map(String)
          expect(limits).toEqual([write(least, digits), write(most, digits)])
          expect(isProduct(c.text, v.text, write(least, digits))).toBe(true)
          expect(isProduct(c.text, v.text, write(most, digits))).toBe(true)
          expect(isProduct(c.text, v.text, write(most + 1n, digits))).toMatchObject({
            found: write(most + 1n, digits),
          })
          if (least > 0n)
            expect(isProduct(c.text, v.text, write(least - 1n, digits))).not.toBe(true)
        },
      ),
    )
  })

  it('takes the exact product at any number of decimals', () => {
    fc.assert(
      fc.property(
        written(pow(9), { min: 0, max: 3 }),
        written(pow(9), { min: 0, max: 3 }),
        (c, v) => {
          expect(isProduct(c.text, v.text, write(c.units * v.units, c.scale + v.scale))).toBe(true)
        },
      ),
    )
  })

  it('counts decimals as written: 10 may have been 9.5 to 10.5, 10.00 not', () => {
    expect(isProduct('1', '10', '14.99')).toBe(true)
    expect(isProduct('1.000000', '10.00', '14.99')).not.toBe(true)
    expect(isProduct(1, 10, '14.99')).toBe(true)
  })

  it('takes zero for a price of zero', () => {
    expect(isProduct('1', '0', '0')).toBe(true)
    expect(isProduct('1', '0.00', '0.01')).toBe(true)
    expect(isProduct('1', '0.00', '0.02')).toMatchObject({ found: '0.02' })
  })
})

describe('taxLimits and isTaxOf', () => {
  const tasa = written(pow(7), { min: 6, max: 6 })

  it('are the formula of the SAT; the limits pass and one unit beyond fails', () => {
    fc.assert(
      fc.property(written(pow(14)), tasa, fc.integer({ min: 0, max: 6 }), (base, rate, digits) => {
        const [least, most] = plainTax(base, rate, digits)
        const limits = taxLimits(Decimal.of(base.text), Decimal.of(rate.text), digits).map(String)
        expect(limits).toEqual([write(least, digits), write(most, digits)])
        expect(isTaxOf(base.text, rate.text, write(least, digits))).toBe(true)
        expect(isTaxOf(base.text, rate.text, write(most, digits))).toBe(true)
        expect(isTaxOf(base.text, rate.text, write(most + 1n, digits))).not.toBe(true)
        if (least > 0n)
          expect(isTaxOf(base.text, rate.text, write(least - 1n, digits))).not.toBe(true)
      }),
    )
  })

  // tolerances.md, of the Guía de llenado, questions 37 to 41.
  it.each([
    ['924.224956', 2, '924.22', '924.23'],
    ['281.594680', 3, '281.594', '281.595'],
  ])('an amount of %s with %i decimals lies between %s and %s', (exact, digits, least, most) => {
    expect(taxLimits(Decimal.of(exact), Decimal.one, digits).map(String)).toEqual([least, most])
  })

  it('reports the limits', () => {
    const [base, rate] = ['100.00', '0.160000']
    expect(isTaxOf(base, rate, '15.99')).toBe(true)
    expect(isTaxOf(base, rate, '16.01')).toBe(true)
    expect(isTaxOf(base, rate, '16.02')).toMatchObject({
      limits: [Decimal.of('15.99'), Decimal.of('16.01')],
    })
  })
})
