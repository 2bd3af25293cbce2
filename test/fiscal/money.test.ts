/**
 * `money` and `quantity`, against arithmetic of whole numbers written apart, and examples worked by
 * hand.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money, quantity } from '../../src/fiscal/money.js'

describe('money', () => {
  it.each([
    [403 * 1.05, 2, '423.15'],
    [100 / 3, 6, '33.333333'],
    [1.005, 2, '1.01'],
    [0.1 + 0.2, 2, '0.30'],
    [1e-7, 2, '0.00'],
    [5e-7, 6, '0.000001'],
    [1e21, 2, '1000000000000000000000.00'],
    ['19.995', 2, '20.00'],
    [' 7 ', 0, '7'],
    [1234n, 2, '1234.00'],
    [-0.005, 2, '-0.01'],
    [0, 2, '0.00'],
  ] as const)('%s at %i decimals is %s', (value, decimals, expected) => {
    expect(money(value, decimals)).toBe(expected)
  })

  it('rounds a half up, whatever the size', () => {
    const property = fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: 6 }),
      (units, scale, decimals) => {
        const digits = String(units).padStart(scale + 1, '0')
        const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
        // units / 10^scale in units of 10^-decimals, plus a half, cut.
        const rounded =
          (units * 10n ** BigInt(decimals) * 2n + 10n ** BigInt(scale)) /
          (2n * 10n ** BigInt(scale))
        expect(BigInt(money(text, decimals).replace('.', ''))).toBe(rounded)
        expect(money(text, decimals)).toMatch(
          decimals === 0 ? /^\d+$/ : new RegExp(`^\\d+\\.\\d{${decimals}}$`),
        )
      },
    )
    fc.assert(property)
  })

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['1,000.00'],
    ['$5'],
    [''],
    [undefined],
    [null],
    [{}],
  ])('refuses %j', (value) => {
    expect(() => money(value as never)).toThrow(/^money: a finite number/)
    expect(() => quantity(value as never)).toThrow(/^quantity: a finite number/)
  })

  it.each([-1, 7, 1.5, '2'])('refuses %j decimals', (decimals) => {
    expect(() => money(1, decimals as never)).toThrow(RangeError)
  })
})

describe('quantity', () => {
  it.each([
    [1 / 3, '0.333333'],
    [2.5, '2.5'],
    ['10.500000', '10.5'],
    ['100', '100'],
    [100, '100'],
    ['3.0000001', '3'],
    [0, '0'],
  ] as const)('%s is %s', (value, expected) => {
    expect(quantity(value)).toBe(expected)
  })
})
