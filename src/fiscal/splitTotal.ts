/**
 * What was charged, split into an amount before taxes and its taxes, so that they add up to it exactly and the SAT admits
 * each of them. The proof that this can be done is in docs/rounding.md.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { taxLimits } from './limits.js'

/** A tax on what was charged. */
export interface Tax {
  /** c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  readonly impuesto: string
  /** The rate of a Tasa, the pesos a unit of a Cuota; undefined when it is exempt. */
  readonly tasa?: Decimal | undefined
  /** Units of a Cuota: what it is multiplied by. Undefined in a Tasa. */
  readonly unidades?: Decimal | undefined
  /** A Cuota that is out of the base of IVA. */
  readonly aparte?: boolean | undefined
  /** Withheld: it lowers what is paid. */
  readonly retenido?: boolean | undefined
}

/** Base and amount of a tax; an exempt one has no amount. */
export interface TaxAmount {
  readonly base: Decimal
  readonly importe: Decimal | undefined
}

/** What something charged is made of. */
export interface Split {
  /** Before taxes, less discounts. */
  readonly neto: Decimal
  /** In the order of the taxes given. */
  readonly impuestos: readonly TaxAmount[]
}

/** What the taxes make of a net amount: `(neto * ieps + cuotas) * iva - neto * retenido`. */
export interface Factors {
  /** 1 and the rates of IEPS. */
  readonly ieps: Decimal
  /** 1 and the rates of IVA, less those withheld: on the net amount and its IEPS (LIVA, article 12). */
  readonly iva: Decimal
  /** What is withheld of the net amount itself, as ISR is. */
  readonly retenido: Decimal
}

const codeOfIva = '002'
const codeOfIeps = '003'

/** Digits beyond those of an amount to which quotients are taken before they are rounded. */
const guard = 12

/** Whether a tax falls on the net amount, and not on it with its IEPS. */
export function isOnNet({ impuesto, retenido }: Tax): boolean {
  return impuesto === codeOfIeps || (impuesto !== codeOfIva && retenido === true)
}

/** The factors of some taxes; quotas have none. */
export function factorsOf(taxes: readonly Tax[]): Factors {
  let [ieps, iva, retenido] = [Decimal.one, Decimal.one, Decimal.zero]
  for (const tax of taxes) {
    if (tax.tasa === undefined || tax.unidades !== undefined) continue
    if (!isOnNet(tax)) iva = tax.retenido ? iva.minus(tax.tasa) : iva.plus(tax.tasa)
    else if (tax.retenido) retenido = retenido.plus(tax.tasa)
    else ieps = ieps.plus(tax.tasa)
  }
  return { ieps, iva, retenido }
}

/**
 * Splits what was charged into amounts of `digits` decimals. Undefined when there are none: when the taxes are more than
 * what was charged, or it is a unit or two of the last decimal.
 */
export function splitTotal(charged: Decimal, taxes: readonly Tax[], digits: number): Split | undefined {
  const { ieps, iva, retenido } = factorsOf(taxes)
  const cuotas = cuotasOf(taxes, digits)
  // charged = base * iva - retenido * (base - trasladadas) / ieps + aparte
  const dividend = charged.minus(cuotas.aparte).times(ieps).minus(retenido.times(cuotas.trasladadas))
  const base = quotient(dividend, iva.times(ieps).minus(retenido), digits)
  if (base === undefined) return undefined
  const neto = atLeastUnit(quotient(base.minus(cuotas.trasladadas), ieps, digits), charged, digits)
  if (neto === undefined) return undefined
  const shares = taxes.map((tax) => shareOf(tax, isOnNet(tax) ? neto : base, digits))
  const below = shares.filter(({ tax }) => isBelow(tax))
  const above = shares.filter(({ tax }) => !isBelow(tax))
  if (!settle(below, base.minus(neto)) || !settle(above, charged.minus(base))) return undefined
  return { neto, impuestos: shares.map(({ base: of, importe }) => ({ base: of, importe })) }
}

/** Whether a tax enters the base of IVA. */
function isBelow(tax: Tax): boolean {
  return isOnNet(tax) && !tax.retenido && !tax.aparte
}

/** What the quotas add to the base of IVA, and what they add apart, less those withheld. */
function cuotasOf(taxes: readonly Tax[], digits: number): { trasladadas: Decimal; aparte: Decimal } {
  let [trasladadas, aparte] = [Decimal.zero, Decimal.zero]
  for (const tax of taxes) {
    if (tax.tasa === undefined || tax.unidades === undefined) continue
    const importe = tax.tasa.times(tax.unidades).round(digits)
    if (isBelow(tax)) trasladadas = trasladadas.plus(importe)
    else aparte = tax.retenido ? aparte.minus(importe) : aparte.plus(importe)
  }
  return { trasladadas, aparte }
}

/** Rounded to the nearest; undefined when the divisor is not positive or the quotient is negative. */
function quotient(dividend: Decimal, divisor: Decimal, digits: number): Decimal | undefined {
  if (divisor.compare(Decimal.zero) <= 0 || dividend.compare(Decimal.zero) < 0) return undefined
  return dividend.over(divisor, digits + guard).round(digits)
}

/** A base must be more than zero (CFDI40174): of something charged, a unit at least is before taxes. */
function atLeastUnit(neto: Decimal | undefined, charged: Decimal, digits: number): Decimal | undefined {
  return neto?.isZero() && !charged.isZero() ? Decimal.unit(digits) : neto
}

interface Share {
  readonly tax: Tax
  readonly base: Decimal
  importe: Decimal | undefined
  readonly limits: readonly [Decimal, Decimal]
}

function shareOf(tax: Tax, onWhat: Decimal, digits: number): Share {
  const base = tax.unidades ?? onWhat
  if (tax.tasa === undefined) return { tax, base, importe: undefined, limits: [Decimal.zero, Decimal.zero] }
  return { tax, base, importe: base.times(tax.tasa).round(digits), limits: taxLimits(base, tax.tasa, digits) }
}

/** Moves amounts within their limits until they add up; whether they do. */
function settle(shares: readonly Share[], sum: Decimal): boolean {
  const paid = ({ tax, importe = Decimal.zero }: Share): Decimal => (tax.retenido ? importe.negated() : importe)
  let missing = sum.minus(Decimal.sum(shares.map(paid)))
  for (const share of shares) {
    if (missing.isZero()) break
    if (share.importe === undefined) continue
    const wanted = share.tax.retenido ? share.importe.minus(missing) : share.importe.plus(missing)
    const before = paid(share)
    share.importe = clamp(wanted, share.limits)
    missing = missing.minus(paid(share).minus(before))
  }
  return missing.isZero()
}

/** An amount of a tax, or the nearest that the SAT admits for its base, with `digits` decimals. */
export function admitted(importe: Decimal, base: Decimal, tasa: Decimal, digits: number): Decimal {
  return clamp(importe, taxLimits(base, tasa, digits))
}

/** The value, or the limit that it passes. */
export function clamp(value: Decimal, [least, most]: readonly [Decimal, Decimal]): Decimal {
  if (value.compare(least) < 0) return least
  return value.compare(most) > 0 ? most : value
}
