import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareDecimals,
  countDigits,
  countFractionDigits,
  Decimal,
  isDecimal,
  isPlainProduct,
  Total,
  writeNumber,
} from '../../src/lib/decimal.js'

const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[0-9]{${min},${max}}$`))
const decimal = fc
  .tuple(
    fc.constantFrom('', '-', '+'),
    fc.oneof(digits(1, 6), digits(1, 20)),
    fc.option(fc.oneof(digits(1, 4), digits(1, 12))),
  )
  .map(([sign, whole, fraction]) => sign + whole + (fraction === null ? '' : `.${fraction}`))

/** The same number as a fraction of bigints, by another route. */
function exact(text: string): [bigint, bigint] {
  const [whole = '', fraction = ''] = text.replace('+', '').split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

describe('Total', () => {
  it('equals the sum of decimals', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            decimal,
            fc.integer().map((units) => units / 100),
          ),
        ),
        (values) => {
          const total = new Total()
          for (const value of values) total.add(value)
          expect(total.value.equals(Decimal.sum(values.map(Decimal.of)))).toBe(true)
        },
      ),
    )
  })

  it.each(['', '.', '1e3', ' 1 2', 'NaN', '1,5'])('refuses %j', (text) => {
    expect(() => new Total().add(text)).toThrow(TypeError)
  })
})

describe('compareDecimals', () => {
  it('agrees with cross multiplication', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [[n, d], [m, e]] = [exact(a), exact(b)]
        const [x, y] = [n * e, m * d]
        expect(compareDecimals(a, b)).toBe(x === y ? 0 : x < y ? -1 : 1)
        expect(Decimal.of(a).compare(Decimal.of(b))).toBe(compareDecimals(a, b))
      }),
    )
  })

  it.each([
    ['-0', '0.00', 0],
    ['1.10', '1.1', 0],
    ['.5', '0.49', 1],
    ['007', '7.', 0],
  ])('%s and %s', (a, b, sign) => {
    expect(compareDecimals(a, b)).toBe(sign)
  })
})

describe('isDecimal', () => {
  it.each(['1', '+1', '-1.5', '1.', '.5', '000'])('admits %s', (text) =>
    expect(isDecimal(text)).toBe(true),
  )
  it.each(['', '.', '1e3', 'NaN', '1,5', ' 1', '--1', 'Infinity', '١'])('refuses %s', (text) =>
    expect(isDecimal(text)).toBe(false),
  )
})

describe('digits', () => {
  it.each([
    ['1.1000', 1, 2],
    ['0.000', 0, 1],
    ['00120.50', 1, 4],
  ])('of %s', (text, fraction, total) => {
    expect(countFractionDigits(text)).toBe(fraction)
    expect(countDigits(text)).toBe(total)
  })
})

describe('long texts', () => {
  // Reading that is quadratic takes minutes of these.
  const length = 500_000
  const digits = '1'.repeat(length)
  const zeros = '0'.repeat(length)

  it.each([
    ['digits and a letter', `${digits}x`],
    ['a fraction and a letter', `0.${digits}x`],
    ['digits and a second point', `${digits}.${digits}.`],
    ['white space within', `1${' '.repeat(length)}1`],
  ])('%s are no decimal', (_, text) => {
    expect(isDecimal(text)).toBe(false)
    expect(Decimal.parse(text)).toBeUndefined()
    expect(() => Decimal.of(text)).toThrow(TypeError)
    expect(() => compareDecimals(text, '0')).toThrow(TypeError)
    expect(() => new Total().add(text)).toThrow(TypeError)
  })

  it.each([
    ['zeros after the point, and a one', `0.${zeros}1`, length + 1, length + 1],
    ['zeros before and behind', `${zeros}1.1${zeros}`, 1, 2],
    ['digits', `${digits}.${digits}`, length, 2 * length],
    ['zeros between ones', `0.1${`${'0'.repeat(700)}1`.repeat(700)}`, 1 + 701 * 700, 1 + 701 * 700],
  ])('%s are counted and compared', (_, text, fraction, total) => {
    expect(countFractionDigits(text)).toBe(fraction)
    expect(countDigits(text)).toBe(total)
    expect(compareDecimals(text, `${text}1`)).toBe(-1)
    expect(isPlainProduct(text, '1', text)).toBe(false)
  })
})

describe('writeNumber', () => {
  it('gives back the number, without exponent, or nothing', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const text = writeNumber(value)
        if (text === undefined) return
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7, 0.1 + 0.2, 2 ** 53])(
    'refuses %s',
    (value) => {
      expect(writeNumber(value)).toBeUndefined()
    },
  )

  it.each([
    [0, '0'],
    [-0, '0'],
    [1234567.89, '1234567.89'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ])('writes %s', (value, text) => {
    expect(writeNumber(value)).toBe(text)
  })
})

describe('Decimal', () => {
  it('adds, subtracts and multiplies exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const [[n, d], [m, e]] = [exact(a), exact(b)]
        const same = (found: Decimal, numerator: bigint, denominator: bigint) =>
          expect(found.units * denominator).toBe(numerator * 10n ** BigInt(found.scale))
        const [x, y] = [Decimal.of(a), Decimal.of(b)]
        same(x.plus(y), n * e + m * d, d * e)
        same(x.minus(y), n * e - m * d, d * e)
        same(x.times(y), n * m, d * e)
      }),
    )
  })

  it('cuts below, rounds within half a unit and ceils above', () => {
    fc.assert(
      fc.property(decimal, fc.nat(8), (text, places) => {
        const value = Decimal.of(text)
        const magnitude = value.units < 0n ? value.negated() : value
        const unit = Decimal.unit(places)
        const [cut, up, near] = [
          magnitude.truncate(places),
          magnitude.ceil(places),
          magnitude.round(places),
        ]
        expect(cut.compare(magnitude)).toBeLessThanOrEqual(0)
        expect(up.compare(magnitude)).toBeGreaterThanOrEqual(0)
        expect(up.minus(cut).compare(unit)).toBeLessThanOrEqual(0)
        const gap = near.minus(magnitude)
        expect(
          (gap.units < 0n ? gap.negated() : gap).compare(unit.halfUnit().plus(Decimal.zero)),
        ).toBeLessThanOrEqual(0)
        expect(value.round(places).equals(value.units < 0n ? near.negated() : near)).toBe(true)
      }),
    )
  })

  it.each([
    ['924.224956', 2, '924.22', '924.23', '924.22'],
    ['0.005', 2, '0.00', '0.01', '0.01'],
    ['-0.005', 2, '0.00', '-0.01', '-0.01'],
    ['1', 2, '1.00', '1.00', '1.00'],
  ])('%s to %s', (text, places, cut, up, near) => {
    const value = Decimal.of(text)
    expect([value.truncate(places), value.ceil(places), value.round(places)].map(String)).toEqual([
      cut,
      up,
      near,
    ])
  })

  it('divides, cut', () => {
    expect(Decimal.of('100000').over(Decimal.of('1.329310'), 4).toString()).toBe('75226.9974')
    expect(() => Decimal.one.over(Decimal.zero, 2)).toThrow(RangeError)
  })

  it('knows a rounded product', () => {
    const near = fc.integer({ min: -2, max: 2 })
    fc.assert(
      fc.property(decimal, decimal, fc.nat(8), fc.nat(8), near, (a, b, digits, written, units) => {
        const [one, other] = [a, b].map((text) => Decimal.of(text.replace(/^[+-]/, ''))) as [
          Decimal,
          Decimal,
        ]
        const exact = one.times(other)
        const [cut, up] = [exact.truncate(digits), exact.ceil(digits)]
        const beside = exact.round(written).plus(Decimal.ofSafeUnits(units, written))
        const found = beside.compare(Decimal.zero) < 0 ? Decimal.zero : beside
        const isSure = (product: Decimal): boolean =>
          isPlainProduct(`${one}`, `${other}`, `${product}`, digits)
        if (isSure(found)) expect(found.isBetween(cut, up)).toBe(true)
        // Every number that fits a safe integer of units is decided; 16 digits may not.
        const scale = Math.max(exact.scale, digits, written)
        const fits = (value: Decimal) =>
          Number.isSafeInteger(Number(value.toString(scale).replace('.', '')))
        const isShort = [one, other, found, cut, up].every((value) => `${value}`.length <= 16)
        if (!isShort || scale > 15 || ![exact, found, up].every(fits)) return
        expect(isSure(found)).toBe(found.isBetween(cut, up))
        expect([isSure(cut), isSure(up)]).toEqual([true, true])
      }),
    )
  })

  it.each([
    ['94000.0000000', '96.00'],
    ['9999999999999999', '1'],
  ])('is not sure of a product beyond 2^53: %s by %s', (one, other) => {
    const product = Decimal.of(one).times(Decimal.of(other)).toString()
    expect(isPlainProduct(one, other, product)).toBe(false)
  })

  it('reads its own text back', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(Decimal.of(Decimal.of(text).toString()).equals(Decimal.of(text))).toBe(true)
      }),
    )
  })
})
