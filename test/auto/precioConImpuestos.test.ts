import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AUTO, type Json } from '../../src/auto/auto.js'
import { resolvePrice } from '../../src/auto/precioConImpuestos.js'
import { Decimal } from '../../src/lib/decimal.js'
import {
  anyDecimals,
  cart,
  complete,
  concepto,
  digitsOf,
  errorsOf,
  moneda,
  resolveAmounts,
  retenciones,
  traslados,
} from './carts.js'

/** A line as a till has it: dear enough for its quotas, and a discount of less than half. */
const till = fc.record({
  Cantidad: anyDecimals(0.001, 2000),
  price: anyDecimals(20, 90000),
  off: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  Traslados: fc.oneof({ weight: 6, arbitrary: traslados }, fc.constant([])),
  Retenciones: retenciones,
})

interface Priced {
  readonly concepto: Json
  readonly charged: Decimal
}

const tills = (currency: string): fc.Arbitrary<Priced[]> =>
  fc.array(
    till.map(({ Cantidad, price, off, Traslados, Retenciones }) => {
      const digits = digitsOf(currency)
      const whole = Decimal.of(Cantidad).times(Decimal.of(price))
      const discount = off === undefined ? undefined : whole.times(Decimal.ofSafeUnits(off, 2)).round(digits)
      const charged = whole.minus(discount ?? Decimal.zero).round(digits)
      const fields = { Cantidad, PrecioConImpuestos: price, DescuentoConImpuestos: discount?.toString() }
      return { concepto: concepto({ Traslados, Retenciones }, fields), charged }
    }),
    { minLength: 1, maxLength: 12 },
  )

const retained = (document: Json): Decimal => {
  const { TotalImpuestosRetenidos = '0' } = (document['Impuestos'] ?? {}) as {
    readonly TotalImpuestosRetenidos?: string
  }
  return Decimal.of(TotalImpuestosRetenidos)
}

/** Whether every line has something before taxes: of a unit or two there may be no solution. */
const isWorthwhile = (lines: readonly Priced[], digits: number): boolean =>
  lines.every(({ charged }) => charged.compare(Decimal.ofSafeUnits(40, digits)) > 0)

describe('PrecioConImpuestos', () => {
  it('adds up to what was charged, less what is withheld, and passes the rules', () => {
    fc.assert(
      fc.property(
        moneda.chain((currency) => fc.tuple(fc.constant(currency), tills(currency))),
        ([currency, lines]) => {
          fc.pre(isWorthwhile(lines, digitsOf(currency)))
          const draft = cart(
            currency,
            lines.map(({ concepto: line }) => line),
            complete,
          )
          const document = resolveAmounts(draft, complete)
          expect(errorsOf(document)).toEqual([])
          const charged = Decimal.sum(lines.map((line) => line.charged))
          expect(Decimal.of(String(document['Total'])).plus(retained(document)).toString()).toBe(charged.toString())
        },
      ),
      { numRuns: 400 },
    )
  })
})
