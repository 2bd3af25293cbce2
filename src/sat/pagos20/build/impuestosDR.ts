/**
 * Taxes of a payment of an invoice: those of the invoice, in proportion to the payment.
 * @module
 */

import type { Json } from '../../../derive/derivation.js'
import { finest, write } from '../../../fiscal/amounts.js'
import { admitted, atLeast } from '../../../fiscal/splitTotal.js'
import { Decimal } from '../../../lib/decimal.js'
import { amount } from '../../cfdi40/build/argument.js'
import { type Gravamen, gravamenesOf, keyOf } from '../../cfdi40/build/factura.js'
import type { Comprobante } from '../../cfdi40/declaration.js'

/** The part of an invoice that a payment settles: from one paid amount to another. */
interface Tramo {
  readonly whole: Decimal
  readonly before: Decimal
  readonly until: Decimal
  readonly digits: number
}

/**
 * Returns the ImpuestosDR of a payment of an invoice with `saldo` owed; undefined without taxes.
 * Each tax is the share of everything paid so far less the share of earlier payments, both to six
 * decimals, so that the bases of all instalments add up to that of the summary, and the amounts
 * round to its amount. Where base by rate rounds to another amount, each amount is a whole unit of
 * the currency, the one below or above its base by rate, so that they add up. Only an amount that
 * is a unit or more from base by rate (an invoice of many rounded lines) is out of reach of the
 * SAT's limits. A tax whose base rounds to zero waits for the next payment (CRP20249, CRP20255).
 * Credit notes in force lower the taxes that payments share: of a returned line nothing is paid.
 */
export function impuestosDROf(
  factura: Comprobante,
  notas: readonly Comprobante[],
  saldo: Decimal,
  paid: Decimal,
  digits: number,
): Json | undefined {
  const whole = owedOf(factura, notas)
  const before = whole.minus(saldo)
  const tramo = { whole, before, until: before.plus(paid), digits }
  const [RetencionesDR, TrasladosDR]: [Json[], Json[]] = [[], []]
  for (const gravamen of leftOf(factura, notas, digits)) {
    const row = rowOf(gravamen, tramo)
    if (row === undefined) continue
    if (gravamen.retenido) RetencionesDR.push(row)
    else TrasladosDR.push(row)
  }
  if (RetencionesDR.length + TrasladosDR.length === 0) return undefined
  return {
    ...(RetencionesDR.length > 0 && { RetencionesDR }),
    ...(TrasladosDR.length > 0 && { TrasladosDR }),
  }
}

/** Returns the Total of an invoice less its credit notes. */
export function owedOf(factura: Comprobante, notas: readonly Comprobante[]): Decimal {
  let owed = amount(factura.Total, 'Total')
  for (const { Total } of notas) owed = owed.minus(amount(Total, 'Total'))
  return owed
}

/** Returns the taxes of an invoice less those of its credit notes. */
function leftOf(
  factura: Comprobante,
  notas: readonly Comprobante[],
  digits: number,
): readonly Gravamen[] {
  const charged = gravamenesOf(factura.Conceptos)
  if (notas.length === 0) return charged
  const given = new Map<string, Gravamen>()
  for (const tax of gravamenesOf(notas.flatMap(({ Conceptos }) => Conceptos)))
    given.set(keyOf(tax), tax)
  const left: Gravamen[] = []
  for (const tax of charged) {
    const less = given.get(keyOf(tax))
    const base = tax.base.minus(less?.base ?? Decimal.zero)
    const importe = tax.importe?.minus(less?.importe ?? Decimal.zero)
    if (less === undefined) left.push(tax)
    else if (base.round(digits).compare(Decimal.zero) > 0)
      left.push({ ...tax, base, importe: importe && atLeast(importe, Decimal.zero) })
  }
  return left
}

function rowOf(gravamen: Gravamen, tramo: Tramo): Json | undefined {
  const { Impuesto, TipoFactor, TasaOCuota, importe } = gravamen
  const { digits } = tramo
  const base = baseOf(gravamen, tramo)
  const BaseDR = write(sharesOf(base, tramo).due, digits)
  const due = Decimal.of(BaseDR)
  if (due.isZero()) return undefined
  const row = { BaseDR, ImpuestoDR: Impuesto, TipoFactorDR: TipoFactor }
  if (TasaOCuota === undefined || importe === undefined) return row
  const tasa = Decimal.of(TasaOCuota)
  const charged = importe.round(digits)
  const inUnits = unitsOf(charged, base, tasa, tramo)
  const found = inUnits ?? Decimal.of(write(sharesOf(charged, tramo).due, digits))
  const admissible = admitted(found, due, tasa, found.scale)
  return { ...row, TasaOCuotaDR: TasaOCuota, ImporteDR: write(admissible, digits) }
}

function isWhole({ whole, before, until }: Tramo): boolean {
  return before.isZero() && until.equals(whole)
}

/**
 * The base that instalments share out: that of the summary; or what the concepts say, where the
 * summary's by rate does not come to the amount: rounding moved it too far, as units of a Cuota,
 * which are not money, and rates above 1 do.
 */
function baseOf({ base, importe, TasaOCuota = '0' }: Gravamen, tramo: Tramo): Decimal {
  const { digits } = tramo
  const rounded = base.round(digits)
  if (importe === undefined || (isWhole(tramo) && !rounded.isZero())) return rounded
  const [tasa, charged] = [Decimal.of(TasaOCuota), importe.round(digits)]
  const comesTo = (of: Decimal): boolean => reaches(charged, of.times(tasa), digits)
  if (comesTo(rounded) || !comesTo(base)) return rounded
  return base
}

/** Whether an amount is another one rounded, either way. */
function reaches(charged: Decimal, exact: Decimal, digits: number): boolean {
  return charged.isBetween(exact.truncate(digits), exact.ceil(digits))
}

/** The shares of an amount of the invoice, to six decimals. */
function sharesOf(of: Decimal, { whole, before, until }: Tramo) {
  const upTo = (paid: Decimal): Decimal =>
    of
      .times(paid)
      .over(whole, finest + 1)
      .round(finest)
  const [first, last] = [upTo(before), upTo(until)]
  return { first, last, due: last.minus(first) }
}

/**
 * Returns the amount in whole units of a tax that differs from its rounded base by rate: the bases
 * by rate up to this payment, rounded the same way, less those up to the previous one. Returns
 * undefined where six decimals round to the amount, or no amount does.
 */
function unitsOf(
  charged: Decimal,
  base: Decimal,
  tasa: Decimal,
  tramo: Tramo,
): Decimal | undefined {
  const { digits } = tramo
  const exact = base.times(tasa)
  if (isWhole(tramo) || exact.round(digits).equals(charged)) return undefined
  if (!reaches(charged, exact, digits)) return undefined
  const way = charged.compare(exact) > 0 ? 'ceil' : 'truncate'
  const { first, last } = sharesOf(base, tramo)
  return last.times(tasa)[way](digits).minus(first.times(tasa)[way](digits))
}
