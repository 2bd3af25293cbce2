/**
 * What was charged, split into an amount before taxes and its taxes, so that they add up to it exactly and the SAT admits
 * each of them. The proof that it can always be done is in docs/rounding.md.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { taxLimits } from '../rules/limits.js'

/** A tax on what was charged. */
export interface Tax {
  /** c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. IVA is charged on top of IEPS (LIVA, article 12). */
  readonly impuesto: string
  /** The rate of a Tasa, the pesos a unit of a Cuota; undefined when it is exempt. */
  readonly tasa?: Decimal | undefined
  /** Units of a Cuota: what it is multiplied by. Undefined in a Tasa. */
  readonly unidades?: Decimal | undefined
  /** Withheld: it lowers what is paid. */
  readonly retenido?: boolean
}

/** Base and amount of a tax; an exempt one has no amount. */
export interface TaxAmount {
  readonly base: Decimal
  readonly importe?: Decimal
}

/** What something charged is made of. */
export interface Split {
  /** Before taxes, less discounts. */
  readonly neto: Decimal
  /** In the order of the taxes given. */
  readonly impuestos: readonly TaxAmount[]
}

const ieps = '003'
const isr = '001'

/** Digits to which quotients are taken before they are rounded: beyond any that could change the last one. */
const guard = 12

/** 1 plus the rates: what an amount before taxes is multiplied by. */
export interface Factors {
  /** By IEPS: from the net amount to the base of IVA. */
  readonly ieps: Decimal
  /** By everything on top of that base. What is withheld takes off, ISR in proportion to the net amount. */
  readonly rest: Decimal
  /** Withheld of the net amount itself. */
  readonly isr: Decimal
}

/** The factors of some taxes. */
export function factorsOf(taxes: readonly Tax[]): Factors {
  const [byIeps, ofNet] = [Decimal.one, Decimal.zero]
  const rates = { ieps: byIeps, rest: Decimal.one, isr: ofNet }
  for (const { impuesto, tasa, unidades, retenido } of taxes) {
    if (tasa === undefined || unidades !== undefined) continue
    if (impuesto === isr && retenido) rates.isr = rates.isr.plus(tasa)
    else if (impuesto === ieps && !retenido) rates.ieps = rates.ieps.plus(tasa)
    else rates.rest = retenido ? rates.rest.minus(tasa) : rates.rest.plus(tasa)
  }
  return rates
}

/**
 * Splits `charged`, in units of `digits` decimals. Undefined when no amounts of that many decimals add up to it, which takes
 * something charged of a unit or two, or taxes that are more than it.
 */
export function splitTotal(charged: Decimal, taxes: readonly Tax[], digits: number): Split | undefined {
  const factors = factorsOf(taxes)
  const cuotas = taxes.map(({ tasa, unidades }) =>
    tasa === undefined || unidades === undefined ? undefined : tasa.times(unidades).round(digits),
  )
  const fixed = Decimal.sum(cuotas.filter((cuota) => cuota !== undefined))
  const base = baseOfIva(charged, factors, fixed, digits)
  if (base === undefined) return undefined
  const neto = atLeastUnit(quotient(base.minus(fixed), factors.ieps, digits), digits)
  const baseOf = ({ impuesto, retenido }: Tax): Decimal =>
    (impuesto === ieps && !retenido) || (impuesto === isr && retenido) ? neto : base
  const amounts = distribute(base.minus(fixed).minus(neto), taxes.map(isIepsOfNet), taxes, baseOf, digits)
  const rest = distribute(charged.minus(base), taxes.map(isOnTop), taxes, baseOf, digits)
  if (amounts === undefined || rest === undefined) return undefined
  return { neto, impuestos: taxes.map((tax, at) => amountOf(tax, baseOf(tax), cuotas[at] ?? amounts[at] ?? rest[at])) }
}
