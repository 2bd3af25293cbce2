import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taxLimits } from '../../src/fiscal/limits.js'
import { admitted, splitTotal, type Tax } from '../../src/fiscal/splitTotal.js'
import { Decimal } from '../../src/lib/decimal.js'

const of = Decimal.of
const tax = (impuesto: string, tasa: string, retenido = false): Tax => ({
  impuesto,
  tasa: of(tasa),
  retenido,
})
const cuota = (tasa: string, unidades: string, aparte = false): Tax => ({
  impuesto: '003',
  tasa: of(tasa),
  unidades: of(unidades),
  aparte,
})

const sets: Readonly<Record<string, readonly Tax[]>> = {
  none: [],
  iva: [tax('002', '0.16')],
  exempt: [{ impuesto: '002' }],
  ieps: [tax('003', '0.265'), tax('002', '0.16')],
  tobacco: [tax('003', '1.6'), tax('002', '0.16')],
  two: [tax('003', '0.53'), tax('003', '0.08'), tax('002', '0.16')],
  twoIva: [tax('002', '0.08'), tax('002', '0.08')],
  fees: [tax('002', '0.16'), tax('001', '0.1', true), tax('002', '0.106667', true)],
  all: [
    tax('003', '0.3'),
    tax('002', '0.16'),
    tax('001', '0.35', true),
    tax('002', '0.16', true),
    tax('003', '0.1', true),
  ],
  fuel: [cuota('0.5', '3', true), tax('002', '0.16')],
  drink: [cuota('0.6166', '2.5'), tax('003', '0.08'), tax('002', '0.16')],
}

/** Returns the total of some amounts, if the SAT admits each for its base. */
function totalOf(
  taxes: readonly Tax[],
  split: NonNullable<ReturnType<typeof splitTotal>>,
  digits: number,
): Decimal {
  return taxes.reduce((sum, { tasa, retenido }, at) => {
    const { base = of(0), importe } = split.impuestos[at] ?? {}
    if (tasa === undefined || importe === undefined) return sum
    expect(importe.isBetween(...taxLimits(base, tasa, digits))).toBe(true)
    expect(importe.scale).toBe(digits)
    return retenido ? sum.minus(importe) : sum.plus(importe)
  }, split.neto)
}

describe('splitTotal', () => {
  it.each(Object.keys(sets))(
    '%s: every amount from a unit on, but where quotas are more',
    (name) => {
      const taxes = sets[name] ?? []
      const quotas = taxes.some(({ unidades }) => unidades !== undefined)
      for (const digits of [0, 2]) {
        for (let units = 1; units <= 3000; units++) {
          const charged = Decimal.ofSafeUnits(units, digits)
          const split = splitTotal(charged, taxes, digits)
          if (split === undefined) expect(quotas && charged.compare(of('4')) <= 0).toBe(true)
          else expect(totalOf(taxes, split, digits).toString()).toBe(charged.toString())
        }
      }
    },
  )

  it('adds up at any size', () => {
    const digits = fc.constantFrom(0, 2, 3, 4, 6)
    const name = fc.constantFrom(...Object.keys(sets))
    fc.assert(
      fc.property(
        digits,
        name,
        fc.bigInt({ min: 10n ** 7n, max: 10n ** 18n }),
        (scale, set, units) => {
          const charged = Decimal.ofUnits(units, scale)
          const split = splitTotal(charged, sets[set] ?? [], scale)
          expect(split && totalOf(sets[set] ?? [], split, scale).toString()).toBe(
            charged.toString(),
          )
        },
      ),
    )
  })

  it.each([
    ['a cent with a tax of three', '0.01', [tax('003', '3.04')]],
    ['quotas that are more', '1.00', [cuota('2', '1')]],
    ['less than nothing', '-1.00', [tax('002', '0.16')]],
    ['more withheld than there is', '1.00', [tax('001', '1', true)]],
  ] as const)('has no answer to %s', (_, charged, taxes) => {
    expect(splitTotal(of(charged), taxes, 2)).toBeUndefined()
  })

  it('gives the net amount priority', () => {
    expect(splitTotal(of('0.01'), [tax('003', '1.6')], 2)?.neto.toString()).toBe('0.01')
    expect(splitTotal(of('0.00'), [tax('002', '0.16')], 2)?.neto.toString()).toBe('0.00')
  })
})

describe('admitted', () => {
  it('is the amount, or the nearest limit', () => {
    const nearest = (importe: string): string =>
      admitted(of(importe), of('100.00'), of('0.16'), 2).toString()
    expect(['15.90', '15.99', '16.00', '16.01', '16.50'].map(nearest)).toEqual([
      '15.99',
      '15.99',
      '16.00',
      '16.01',
      '16.01',
    ])
  })
})
