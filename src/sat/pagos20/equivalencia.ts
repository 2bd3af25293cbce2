/**
 * Amounts of the documents that a payment settles, in the currency of the payment: exact quotients, and the limits within
 * which the SAT admits their rounding (Pagos 2.0 revisión B, CRP20265 to CRP20277).
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { decimalOf } from '../../rules/values.js'
import type { DoctoRelacionado, Pago } from './nodes.js'

/** The epsilon of the formula, which the standard prints as an image. */
const epsilon = Decimal.unit(16)

/** EquivalenciaDR of a document in the payment's own currency, as the formula takes it in a payment of several (CRP20277). */
export const unity = Decimal.of('1.0000000000')

/** Whether a document is in the currency of the payment. */
export function isSameMoneda({ MonedaDR }: DoctoRelacionado, { MonedaP }: Pago): boolean {
  return MonedaDR === MonedaP
}

/**
 * Units of the document's currency for one of the payment's; undefined when the document does not say. Where they are the
 * same it is one whatever is written, which is for CRP20238 to judge.
 */
export function equivalenciaOf(docto: DoctoRelacionado, pago: Pago): Decimal | undefined {
  if (isSameMoneda(docto, pago)) return unity
  return docto.EquivalenciaDR === undefined ? undefined : decimalOf(docto.EquivalenciaDR)
}

/** The quotient at `digits` decimals, to the nearest; a half goes up. Neither may be negative. */
function roundedOver(dividend: Decimal, divisor: Decimal, digits: number): Decimal {
  return dividend.plus(divisor.times(Decimal.unit(digits).halfUnit())).over(divisor, digits)
}

/** The quotient rounded up to `digits` decimals. Neither may be negative. */
export function ceilOver(dividend: Decimal, divisor: Decimal, digits: number): Decimal {
  const cut = dividend.over(divisor, digits)
  return cut.times(divisor).compare(dividend) < 0 ? cut.plus(Decimal.unit(digits)) : cut
}

/**
 * Least and most that a paid amount may be in the currency of the payment, of `digits` decimals: cut and rounded
 * (CRP20275). Both factors may have been rounded at their last decimal as written.
 */
export function conversionLimits(pagado: Decimal, equivalencia: Decimal, digits: number): readonly [Decimal, Decimal] {
  const [p, e] = [pagado.halfUnit(), equivalencia.halfUnit()]
  return [
    pagado.minus(p).over(equivalencia.plus(e).minus(epsilon), digits),
    roundedOver(pagado.plus(p).minus(epsilon), equivalencia.minus(e), digits),
  ]
}

interface Fraction {
  readonly dividend: Decimal
  readonly divisor: Decimal
}

/** In halves, so that whole numbers of many digits meet their like: added one by one, thousands of divisors are quadratic. */
function addUp(fractions: readonly Fraction[]): Fraction {
  const [one, other] = fractions.length > 2 ? halves(fractions) : fractions
  if (one === undefined) return { dividend: Decimal.zero, divisor: Decimal.one }
  if (other === undefined) return one
  return {
    dividend: one.dividend.times(other.divisor).plus(other.dividend.times(one.divisor)),
    divisor: one.divisor.times(other.divisor),
  }
}

function halves(fractions: readonly Fraction[]): readonly [Fraction, Fraction] {
  const middle = fractions.length >> 1
  return [addUp(fractions.slice(0, middle)), addUp(fractions.slice(middle))]
}

/** A sum of quotients, exact until it is asked for decimals. */
export class QuotientSum {
  /** Sum of the dividends of each divisor: most payments have one or two. */
  readonly #parts = new Map<string, { dividend: Decimal; readonly divisor: Decimal }>()
  #fraction: Fraction | undefined

  add(dividend: Decimal, divisor: Decimal): void {
    this.#fraction = undefined
    const key = divisor.toString()
    const part = this.#parts.get(key)
    if (part === undefined) this.#parts.set(key, { dividend, divisor })
    else part.dividend = part.dividend.plus(dividend)
  }

  /** Another sum, with one more. */
  plus(dividend: Decimal, divisor: Decimal): QuotientSum {
    const sum = new QuotientSum()
    for (const [key, part] of this.#parts) sum.#parts.set(key, { ...part })
    sum.add(dividend, divisor)
    return sum
  }

  /** Cut to `digits` decimals. */
  truncate(digits: number): Decimal {
    const { dividend, divisor } = this.#total()
    return dividend.over(divisor, digits)
  }

  /** Up to `digits` decimals. */
  ceil(digits: number): Decimal {
    const { dividend, divisor } = this.#total()
    return ceilOver(dividend, divisor, digits)
  }

  /** To the nearest with `digits` decimals; a half goes up. */
  round(digits: number): Decimal {
    const { dividend, divisor } = this.#total()
    return roundedOver(dividend, divisor, digits)
  }

  #total(): Fraction {
    this.#fraction ??= addUp([...this.#parts.values()])
    return this.#fraction
  }
}
