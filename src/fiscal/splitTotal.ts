/**
 * Splits a charged amount into a net amount and its taxes that add up to it exactly and that the
 * SAT admits. docs/en/rounding.md has the proof that this is possible.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { taxLimits } from './limits.js'

/** A tax included in the charge. */
export interface Tax {
  /** c_Impuesto: 001 ISR, 002 IVA, 003 IEPS. */
  readonly impuesto: string
  /** Rate of a Tasa, or pesos per unit of a Cuota; undefined when exempt. */
  readonly tasa?: Decimal | undefined
  /** Units of a Cuota, the factor of its amount. Undefined for a Tasa. */
  readonly unidades?: Decimal | undefined
  /** Whether a Cuota is outside the base of IVA. */
  readonly aparte?: boolean | undefined
  /** Whether the tax is withheld: it lowers the payment. */
  readonly retenido?: boolean | undefined
  /** Whether it is a local tax (of a state): on the net amount, and outside the base of IVA. */
  readonly local?: boolean | undefined
}

/** Base and amount of a tax; an exempt one has no amount. */
export interface TaxAmount {
  readonly base: Decimal
  readonly importe: Decimal | undefined
}

/** Components of a charged amount. */
export interface Split {
  /** Amount before taxes, after discounts. */
  readonly neto: Decimal
  /** In the order of the given taxes. */
  readonly impuestos: readonly TaxAmount[]
}

/** Factors from a net amount to its total: `(neto * ieps + cuotas) * iva - neto * retenido`. */
export interface Factors {
  /** 1 plus the rates of IEPS. */
  readonly ieps: Decimal
  /**
   * 1 plus the rates of IVA, less those withheld: on the net amount and its IEPS (LIVA, article
   * 12).
   */
  readonly iva: Decimal
  /** Withholding rates on the net amount itself, such as ISR, less the rates of local taxes. */
  readonly retenido: Decimal
}

const codeOfIva = '002'
const codeOfIeps = '003'

/** Extra digits of quotients before they are rounded. */
const guard = 12

/** Whether the base of a tax is the net amount alone, and not the net amount plus IEPS. */
export function isOnNet({ impuesto, retenido, local }: Tax): boolean {
  return local === true || impuesto === codeOfIeps || (impuesto !== codeOfIva && retenido === true)
}

/** Returns the factors of some taxes; quotas have none. */
export function factorsOf(taxes: readonly Tax[]): Factors {
  let [ieps, iva, retenido] = [Decimal.one, Decimal.one, Decimal.zero]
  for (const tax of taxes) {
    if (tax.tasa === undefined || tax.unidades !== undefined) continue
    if (!isOnNet(tax)) iva = tax.retenido ? iva.minus(tax.tasa) : iva.plus(tax.tasa)
    else if (tax.local) retenido = retenido.minus(tax.tasa)
    else if (tax.retenido) retenido = retenido.plus(tax.tasa)
    else ieps = ieps.plus(tax.tasa)
  }
  return { ieps, iva, retenido }
}

/**
 * Splits a charged amount into amounts of `digits` decimals. Returns undefined when that is not
 * possible: the taxes exceed the charge, or the charge is one or two units of the last decimal.
 */
export function splitTotal(
  charged: Decimal,
  taxes: readonly Tax[],
  digits: number,
): Split | undefined {
  const { ieps, iva, retenido } = factorsOf(taxes)
  // Sums of the quotas inside and outside the base of IVA, less those withheld.
  let [trasladadas, aparte] = [Decimal.zero, Decimal.zero]
  for (const tax of taxes) {
    if (tax.tasa === undefined || tax.unidades === undefined) continue
    const importe = tax.tasa.times(tax.unidades).round(digits)
    if (isBelow(tax)) trasladadas = trasladadas.plus(importe)
    else aparte = tax.retenido ? aparte.minus(importe) : aparte.plus(importe)
  }
  const cuotas = { trasladadas, aparte }
  // charged = base * iva - retenido * (base - trasladadas) / ieps + aparte
  const dividend = charged
    .minus(cuotas.aparte)
    .times(ieps)
    .minus(retenido.times(cuotas.trasladadas))
  const base = quotient(dividend, iva.times(ieps).minus(retenido), digits)
  if (base === undefined) return undefined
  let neto = quotient(base.minus(cuotas.trasladadas), ieps, digits)
  if (neto === undefined) return undefined
  // A base must be greater than zero (CFDI40174).
  if (neto.isZero() && !charged.isZero()) neto = Decimal.unit(digits)
  const [shares, below, above]: [Share[], Share[], Share[]] = [[], [], []]
  for (const tax of taxes) {
    const share = shareOf(tax, isOnNet(tax) ? neto : base, digits)
    shares.push(share)
    if (isBelow(tax)) below.push(share)
    else above.push(share)
  }
  if (!settleShares(below, base.minus(neto)) || !settleShares(above, charged.minus(base)))
    return undefined
  return { neto, impuestos: shares.map(({ base: of, importe }) => ({ base: of, importe })) }
}

/** Whether a tax is part of the base of IVA. */
function isBelow(tax: Tax): boolean {
  return isOnNet(tax) && !tax.retenido && !tax.aparte && !tax.local
}

/**
 * Divides and rounds to the nearest; undefined when the divisor is not positive or the quotient is
 * negative.
 */
function quotient(dividend: Decimal, divisor: Decimal, digits: number): Decimal | undefined {
  if (divisor.compare(Decimal.zero) <= 0 || dividend.compare(Decimal.zero) < 0) return undefined
  return dividend.over(divisor, digits + guard).round(digits)
}

interface Share {
  readonly tax: Tax
  readonly base: Decimal
  importe: Decimal | undefined
  readonly limits: readonly [Decimal, Decimal]
}

function shareOf(tax: Tax, onWhat: Decimal, digits: number): Share {
  const base = tax.unidades ?? onWhat
  if (tax.tasa === undefined)
    return { tax, base, importe: undefined, limits: [Decimal.zero, Decimal.zero] }
  return {
    tax,
    base,
    importe: base.times(tax.tasa).round(digits),
    limits: taxLimits(base, tax.tasa, digits),
  }
}

/** Adjusts amounts within their limits until they add up; returns whether they do. */
function settleShares(shares: readonly Share[], sum: Decimal): boolean {
  const paid = ({ tax, importe = Decimal.zero }: Share): Decimal =>
    tax.retenido ? importe.negated() : importe
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

/**
 * Returns an amount of a tax, or the nearest that the SAT admits for its base, with `digits`
 * decimals.
 */
export function admitted(importe: Decimal, base: Decimal, tasa: Decimal, digits: number): Decimal {
  return clamp(importe, taxLimits(base, tasa, digits))
}

/** Returns the value, or the limit that it exceeds. */
export function clamp(value: Decimal, [least, most]: readonly [Decimal, Decimal]): Decimal {
  if (value.compare(least) < 0) return least
  if (value.compare(most) > 0) return most
  return value
}

/** Returns the value, at least `least`. */
export function atLeast(value: Decimal, least: Decimal): Decimal {
  if (value.compare(least) < 0) return least
  return value
}

/** Returns the value, at most `most`. */
export function atMost(value: Decimal, most: Decimal): Decimal {
  if (value.compare(most) > 0) return most
  return value
}
