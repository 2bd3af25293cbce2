/**
 * Payments against fractions of whole numbers: random invoices, instalments and currencies,
 * thousands of them in CI.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Comprobante } from '../../../../src/sat/cfdi40/declaration.js'
import { type FacturaPagada, pago } from '../../../../src/sat/pagos20/build/pago.js'
import type { Pagos20 } from '../../../../src/sat/pagos20/declaration.js'
import { digitsOf } from '../../cfdi40/derive/carts.js'
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

type Pago = Pagos20['Pago'][number]
type Docto = Pago['DoctoRelacionado'][number]

/** An instalment of some invoices. */
interface Instalment {
  readonly MonedaP: Moneda
  readonly order: readonly number[]
  readonly mode: 'all' | 'sum' | 'each' | 'up' | 'part'
  /** Part of the invoices' cost, in thousandths. */
  readonly part: number
  /** How many of the invoices Monto is for. */
  readonly first: number
}

const instalment: fc.Arbitrary<Instalment> = fc.record({
  MonedaP: fc.constantFrom(...monedas),
  order: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 1 }),
  mode: fc.constantFrom('all', 'sum', 'each', 'up', 'part', 'part'),
  part: fc.integer({ min: 1, max: 1300 }),
  first: fc.integer({ min: 1, max: 4 }),
})

const whatIsLeft: Instalment = {
  MonedaP: 'MXN',
  order: [0, 1, 2, 3],
  mode: 'all',
  part: 0,
  first: 4,
}

/** An invoice as its holder keeps it. */
interface Account {
  readonly factura: Comprobante
  readonly UUID: string
  readonly moneda: Moneda
  owed: Fraction
  readonly doctos: Docto[]
}

const accountOf = (factura: Comprobante, at: number): Account => ({
  factura,
  UUID: uuid(at),
  moneda: factura.Moneda as Moneda,
  owed: of(factura.Total),
  doctos: [],
})

const costOf = (amount: Fraction, moneda: string, pays: Moneda, by: Rates): Fraction =>
  over(times(amount, of(by[moneda as Moneda])), of(by[pays]))

/** Amount of the payment for those accounts; undefined when it is to be derived. */
function montoOf(
  { MonedaP, mode, part }: Instalment,
  listed: readonly Account[],
  by: Rates,
): string | undefined {
  const digits = digitsOf(MonedaP)
  const costs = listed.map(({ owed, moneda }) => costOf(owed, moneda, MonedaP, by))
  const exact = sum(costs)
  if (mode === 'all') return undefined
  if (mode === 'sum') return text(roundTo(exact, digits), digits)
  if (mode === 'each') return text(sum(costs.map((cost) => roundTo(cost, digits))), digits)
  if (mode === 'up') return text(roundTo(exact, digits, 'up'), digits)
  return text(roundTo(times(exact, fraction(BigInt(part), 1000n)), digits), digits)
}

function pay(
  listed: readonly Account[],
  { MonedaP }: Instalment,
  by: Rates,
  Monto: string | undefined,
): Pago {
  const pagadas = listed.map(
    ({ factura, UUID, owed, moneda, doctos }): FacturaPagada => ({
      factura,
      UUID,
      ImpSaldoAnt: text(owed, digitsOf(moneda)),
      NumParcialidad: doctos.length + 1,
      TipoCambio: by[moneda],
    }),
  )
  const TipoCambioP = MonedaP === 'MXN' ? undefined : by[MonedaP]
  const draft = pago(pagadas, {
    FechaPago: '2026-11-20',
    FormaDePagoP: '03',
    MonedaP,
    TipoCambioP,
    Monto,
  })
  return complementOf(draft).Pago[0] as Pago
}

/** Compares an instalment with the owed and received amounts; the accounts continue from it. */
function settle(
  listed: readonly Account[],
  asked: Instalment,
  by: Rates,
  Monto: string | undefined,
): void {
  const made = pay(listed, asked, by, Monto)
  const unit = unitOf(asked.MonedaP)
  const slack = times(unit, fraction(BigInt(listed.length), 1n))
  const doctos = made.DoctoRelacionado
  expect(doctos.map(({ IdDocumento }) => IdDocumento)).toEqual(
    listed.slice(0, doctos.length).map(({ UUID }) => UUID),
  )
  const applied = sum(
    doctos.map(({ ImpPagado, MonedaDR }) => costOf(of(ImpPagado), MonedaDR, asked.MonedaP, by)),
  )
  for (const [at, docto] of doctos.entries()) {
    const account = listed[at] as Account
    const left = minus(account.owed, of(docto.ImpPagado))
    expect(of(docto.ImpSaldoAnt)).toEqual(account.owed)
    expect(of(docto.ImpSaldoInsoluto)).toEqual(left)
    expect(isLess(left, zero)).toBe(false)
    expect(isLess(zero, of(docto.ImpPagado))).toBe(true)
    // Only the last may be left unsettled.
    if (at < doctos.length - 1) expect(left).toEqual(zero)
    account.owed = left
    account.doctos.push(docto)
  }
  if (Monto === undefined) {
    const rounded = roundTo(applied, digitsOf(asked.MonedaP))
    return expect(of(made.Monto)).toEqual(rounded.units === 0n ? unit : rounded)
  }
  expect(made.Monto).toBe(Monto)
  // Received = applied + remainder, which is short only of roundings, and of less than a unit of
  // the owed amount.
  const rest = minus(of(Monto), applied)
  expect(isLess(plus(rest, slack), zero)).toBe(false)
  const open = listed.find(({ owed }) => owed.units > 0n)
  if (open === undefined) return
  const one = costOf(unitOf(open.moneda), open.moneda, asked.MonedaP, by)
  expect(isLess(rest, plus(one, slack))).toBe(true)
}

/** For each tax of an invoice: the invoiced amount, and the amounts of its instalments. */
function expectTaxes({ factura, doctos, moneda }: Account): void {
  const digits = digitsOf(moneda)
  for (const list of ['Traslados', 'Retenciones'] as const) {
    const charged = factura.Conceptos.flatMap(({ Impuestos }) => [...(Impuestos?.[list] ?? [])])
    const due = doctos.flatMap(({ ImpuestosDR }) => [...(ImpuestosDR?.[`${list}DR`] ?? [])])
    const keyOf = (...key: readonly unknown[]): string =>
      key.map((part, at) => (at === 2 && part !== undefined ? Number(part) : part)).join(' ')
    const kinds = new Set(charged.map((tax) => keyOf(tax.Impuesto, tax.TipoFactor, tax.TasaOCuota)))
    for (const kind of kinds) {
      const mine = charged.filter(
        (tax) => keyOf(tax.Impuesto, tax.TipoFactor, tax.TasaOCuota) === kind,
      )
      const paid = due.filter(
        (tax) => keyOf(tax.ImpuestoDR, tax.TipoFactorDR, tax.TasaOCuotaDR) === kind,
      )
      const base = roundTo(sum(mine.map(({ Base }) => of(Base))), digits)
      expect(roundTo(sum(paid.map(({ BaseDR }) => of(BaseDR))), digits)).toEqual(base)
      const tasa = mine[0]?.TasaOCuota
      if (tasa === undefined) continue
      const importe = roundTo(sum(mine.map(({ Importe = 0 }) => of(Importe))), digits)
      const made = sum(paid.map(({ ImporteDR = 0 }) => of(ImporteDR)))
      expect(roundTo(made, digits)).toEqual(importe)
    }
  }
}

describe('payments, in fractions', () => {
  it(
    'settle what was received, never more than is owed, and make due the taxes that were charged',
    () => {
      fc.assert(
        fc.property(
          facturas,
          fc.array(instalment, { minLength: 1, maxLength: 5 }),
          rates,
          (invoices, parts, by) => {
            const accounts = invoices.map(accountOf)
            for (const part of [...parts, whatIsLeft]) {
              const listed = part.order
                .flatMap((at) => accounts[at] ?? [])
                .filter(({ owed }) => owed.units > 0n)
              const paid = listed.slice(0, part.mode === 'all' ? 4 : part.first)
              const Monto = montoOf(part, paid, by)
              // A payment of nothing, or that is less than a unit of the first invoice, is refused.
              if (listed.length === 0 || (Monto !== undefined && isShort(Monto, listed, part, by)))
                continue
              const others = listed.slice(paid.length)
              const before = others.map(({ owed }) => owed)
              settle(listed, part, by, Monto)
              if (
                part.mode === 'part' ||
                (part.mode === 'each' && paid.some((one) => isFiner(one, part, by)))
              )
                continue
              expect(paid.map(({ owed }) => owed)).toEqual(paid.map(() => zero))
              // A remainder of rounding starts no other invoice.
              expect(others.map(({ owed }) => owed)).toEqual(before)
            }
            for (const account of accounts) {
              expect(account.owed).toEqual(zero)
              expect(sum(account.doctos.map(({ ImpPagado }) => of(ImpPagado)))).toEqual(
                of(account.factura.Total),
              )
              expectTaxes(account)
            }
          },
        ),
        { numRuns: runs },
      )
    },
    patience,
  )
})

function isShort(
  Monto: string,
  [first]: readonly Account[],
  { MonedaP }: Instalment,
  by: Rates,
): boolean {
  if (first === undefined) return true
  const one = costOf(unitOf(first.moneda), first.moneda, MonedaP, by)
  return of(Monto).units === 0n || isLess(of(Monto), one)
}

/**
 * Whether a unit of the invoice's currency is worth less than one of the payment's: rounding then
 * loses many of them.
 */
function isFiner({ moneda }: Account, { MonedaP }: Instalment, by: Rates): boolean {
  return isLess(costOf(unitOf(moneda), moneda, MonedaP, by), unitOf(MonedaP))
}
