/**
 * Payments with stated values: the paid amount of an invoice, its rate, or Monto alone in place of
 * a rate.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import {
  type FacturaPagada,
  type PagoDeFacturas,
  pagos,
} from '../../../../src/sat/pagos20/build/pago.js'
import { decimals, digitsOf } from '../../cfdi40/derive/carts.js'
import {
  type Fraction,
  fraction,
  isLess,
  minus,
  of,
  over,
  plus,
  roundTo,
  sum,
  text,
  times,
  zero,
} from '../../fraction.js'
import {
  complementOf,
  facturas,
  type Moneda,
  monedas,
  patience,
  type Rates,
  rates,
  runs,
  unitOf,
  uuid,
} from './payments.js'

/** How an invoice is put into a payment. */
interface Choice {
  /** Stated paid amount in thousandths of the owed amount; undefined for as much as possible. */
  readonly stated: number | undefined
  /**
   * Ten-thousandths by which its equivalence departs from the rates; undefined, TipoCambio is
   * given.
   */
  readonly apart: number | undefined
}

const choice: fc.Arbitrary<Choice> = fc.record({
  stated: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
  apart: fc.option(fc.integer({ min: -99, max: 99 }), { nil: undefined }),
})

/** An invoice as given to a payment, with the cost of its currency in the payment's. */
interface Listed {
  readonly pagada: FacturaPagada & { readonly factura: Comprobante }
  readonly stated: Fraction | undefined
  readonly owed: Fraction
  readonly price: Fraction
}

function list(
  factura: Comprobante,
  at: number,
  { stated, apart }: Choice,
  MonedaP: Moneda,
  by: Rates,
): Listed {
  const digits = digitsOf(factura.Moneda)
  const owed = of(factura.Total)
  const part = stated && roundTo(times(owed, fraction(BigInt(stated), 1000n)), digits, 'down')
  const ImpPagado = part && part.units > 0n ? part : undefined
  const rate = over(of(by[factura.Moneda as Moneda]), of(by[MonedaP]))
  const shifted =
    apart && factura.Moneda !== MonedaP ? fraction(BigInt(10_000 + apart), 10_000n) : undefined
  const equivalencia = shifted && roundTo(over(shifted, rate), 10)
  return {
    pagada: {
      factura,
      UUID: uuid(at),
      TipoCambio: by[factura.Moneda as Moneda],
      EquivalenciaDR: equivalencia && text(equivalencia, 10),
      ImpPagado: ImpPagado && text(ImpPagado, digits),
    },
    stated: ImpPagado,
    owed,
    price: equivalencia === undefined ? rate : over(fraction(1n, 1n), equivalencia),
  }
}

const costOf = ({ price }: Listed, amount: Fraction): Fraction => times(amount, price)

describe('payments with stated amounts, in fractions', () => {
  it(
    'pay what is said, and of the rest no more than was received',
    () => {
      const choices = fc.array(choice, { minLength: 4, maxLength: 4 })
      fc.assert(
        fc.property(
          facturas,
          choices,
          fc.constantFrom(...monedas),
          rates,
          fc.nat(1200),
          (invoices, how, MonedaP, by, more) => {
            const listed = invoices.map((factura, at) =>
              list(factura, at, how[at] as Choice, MonedaP, by),
            )
            const said = sum(listed.map((one) => costOf(one, one.stated ?? zero)))
            const rest = sum(
              listed.map((one) => (one.stated === undefined ? costOf(one, one.owed) : zero)),
            )
            const Monto = roundTo(
              plus(said, times(rest, fraction(BigInt(more), 1000n))),
              digitsOf(MonedaP),
              'up',
            )
            fc.pre(listed.some(({ stated }) => stated !== undefined))
            const [made] = complementOf(
              pagos([
                {
                  ...recibido(MonedaP, by, text(Monto, digitsOf(MonedaP))),
                  facturas: listed.map(({ pagada }) => pagada),
                },
              ]),
            ).Pago
            const paid = new Map(
              made?.DoctoRelacionado.map(({ IdDocumento, ImpPagado }) => [
                IdDocumento,
                of(ImpPagado),
              ]),
            )
            const applied = sum(
              listed.map((one) => costOf(one, paid.get(one.pagada.UUID ?? '') ?? zero)),
            )
            const slack = times(unitOf(MonedaP), fraction(BigInt(listed.length), 1n))
            for (const { pagada, stated } of listed) {
              if (stated !== undefined) expect(paid.get(pagada.UUID ?? '')).toEqual(stated)
            }
            expect(isLess(plus(Monto, slack), applied)).toBe(false)
            const open = listed.find(
              ({ stated, owed, pagada: { UUID = '' } }) =>
                stated === undefined && isLess(paid.get(UUID) ?? zero, owed),
            )
            if (open === undefined) return
            const unit = costOf(open, unitOf((open.pagada.factura as Comprobante).Moneda))
            expect(isLess(minus(Monto, applied), plus(unit, slack))).toBe(true)
          },
        ),
        { numRuns: runs },
      )
    },
    patience,
  )

  it(
    'find the rate in what is left of Monto',
    () => {
      fc.assert(
        fc.property(
          facturas,
          rates,
          fc.constantFrom(...monedas),
          decimals(0.9, 1.1, 4),
          (invoices, by, MonedaP, apart) => {
            const foreign = invoices.find(({ Moneda }) => Moneda !== MonedaP && Moneda !== 'MXN')
            const own = invoices.find(({ Moneda }) => Moneda === MonedaP)
            if (foreign === undefined) return
            const price = times(over(of(by[foreign.Moneda as Moneda]), of(by[MonedaP])), of(apart))
            const cost = plus(times(of(foreign.Total), price), of(own?.Total ?? 0))
            const Monto = roundTo(cost, digitsOf(MonedaP), 'up')
            const asked: PagoDeFacturas = {
              ...recibido(MonedaP, by, text(Monto, digitsOf(MonedaP))),
              facturas: [
                ...(own === undefined ? [] : [{ factura: own, UUID: uuid(0) }]),
                { factura: foreign, UUID: uuid(1), ImpPagado: foreign.Total },
              ],
            }
            // Monto is a unit or two more than the invoice in its own currency when the other is
            // worth less than that.
            fc.pre(isLess(unitOf(MonedaP), times(of(foreign.Total), price)))
            const [made] = complementOf(pagos([asked])).Pago
            expect(
              made?.DoctoRelacionado.map(({ ImpSaldoInsoluto }) => of(ImpSaldoInsoluto)),
            ).toEqual(asked.facturas.map(() => zero))
          },
        ),
        { numRuns: runs },
      )
    },
    patience,
  )

  it(
    'go on within a receipt as they would in one each',
    () => {
      const parts = fc.array(
        fc.tuple(fc.constantFrom(...monedas), fc.integer({ min: 1, max: 400 })),
        {
          minLength: 1,
          maxLength: 4,
        },
      )
      fc.assert(
        fc.property(facturas, parts, rates, (invoices, thousandths, by) => {
          const costOfAll = (MonedaP: Moneda): Fraction =>
            sum(
              invoices.map(({ Total, Moneda }) =>
                over(times(of(Total), of(by[Moneda as Moneda])), of(by[MonedaP])),
              ),
            )
          const paying = thousandths.flatMap(([MonedaP, part]) => {
            const Monto = roundTo(
              times(costOfAll(MonedaP), fraction(BigInt(part), 1000n)),
              digitsOf(MonedaP),
            )
            return Monto.units === 0n ? [] : [[MonedaP, text(Monto, digitsOf(MonedaP))] as const]
          })
          fc.pre(paying.length > 0)
          const listed = invoices.map((factura, at) => ({
            factura,
            UUID: uuid(at),
            TipoCambio: by[factura.Moneda as Moneda],
          }))
          const made = attempt(() =>
            complementOf(
              pagos(
                paying.map(([MonedaP, Monto]) => ({
                  ...recibido(MonedaP, by, Monto),
                  facturas: listed,
                })),
              ),
            ),
          )
          // A payment after all is settled, or of less than a unit, is refused.
          if (made === undefined) return
          const owed = new Map(listed.map(({ factura, UUID }) => [UUID, of(factura.Total)]))
          for (const { IdDocumento, ImpSaldoAnt, ImpPagado, ImpSaldoInsoluto } of made.Pago.flatMap(
            ({ DoctoRelacionado }) => [...DoctoRelacionado],
          )) {
            expect(of(ImpSaldoAnt)).toEqual(owed.get(IdDocumento))
            owed.set(IdDocumento, minus(of(ImpSaldoAnt), of(ImpPagado)))
            expect(of(ImpSaldoInsoluto)).toEqual(owed.get(IdDocumento))
            expect(isLess(of(ImpSaldoInsoluto), zero)).toBe(false)
          }
        }),
        { numRuns: runs },
      )
    },
    patience,
  )
})

function attempt<Value>(build: () => Value): Value | undefined {
  try {
    return build()
  } catch (error) {
    if (
      error instanceof TypeError &&
      /no alcanza para ninguna|ya no queda saldo/.test(error.message)
    )
      return undefined
    throw error
  }
}

const recibido = (MonedaP: Moneda, by: Rates, Monto: string): Omit<PagoDeFacturas, 'facturas'> => ({
  FechaPago: '2026-11-20',
  FormaDePagoP: '03',
  MonedaP,
  TipoCambioP: MonedaP === 'MXN' ? undefined : by[MonedaP],
  Monto,
})
