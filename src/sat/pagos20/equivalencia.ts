/**
 * Amounts of a payment's documents in the currency of the payment: exact quotients, and the SAT's
 * limits of their rounding (Pagos 2.0 revisión B, CRP20265 to CRP20277).
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { decimalOf } from '../../rules/values.js'
import type { DoctoRelacionado, Pago } from './nodes.js'

/** The epsilon of the formula, which the standard prints as an image. */
const epsilon = Decimal.unit(16)

/**
 * EquivalenciaDR of a document in the payment's own currency, as the formula uses it in a payment
 * of several (CRP20277).
 */
export const unity = Decimal.of('1.0000000000')

/** Whether a document is in the currency of the payment. */
export function isSameMoneda({ MonedaDR }: DoctoRelacionado, { MonedaP }: Pago): boolean {
  return MonedaDR === MonedaP
}

/**
 * Units of the document's currency per unit of the payment's; undefined when the document does not
 * state it. For the same currency it is one, whatever is written: CRP20238 checks that.
 */
export function equivalenciaOf(docto: DoctoRelacionado, pago: Pago): Decimal | undefined {
  if (isSameMoneda(docto, pago)) return unity
  if (docto.EquivalenciaDR === undefined) return undefined
  return decimalOf(docto.EquivalenciaDR)
}

/**
 * The quotient at `digits` decimals, rounded to the nearest; halves go up. Both must be
 * non-negative.
 */
function roundedOver(dividend: Decimal, divisor: Decimal, digits: number): Decimal {
  return dividend.plus(divisor.times(Decimal.unit(digits).halfUnit())).over(divisor, digits)
}

/** The quotient rounded up to `digits` decimals. Both must be non-negative. */
export function ceilOver(dividend: Decimal, divisor: Decimal, digits: number): Decimal {
  const cut = dividend.over(divisor, digits)
  if (cut.times(divisor).compare(dividend) < 0) return cut.plus(Decimal.unit(digits))
  return cut
}

/**
 * Minimum and maximum of a paid amount in the currency of the payment, with `digits` decimals:
 * truncated and rounded (CRP20275). Both factors may be rounded at their last written decimal.
 */
export function conversionLimits(
  pagado: Decimal,
  equivalencia: Decimal,
  digits: number,
): readonly [Decimal, Decimal] {
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

/**
 * Adds in halves, so that numbers of similar length are added: one by one, thousands of divisors
 * are quadratic.
 */
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

/** A sum of quotients, exact until it is rounded. */
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

  /** Returns the sum with one more quotient. */
  plus(dividend: Decimal, divisor: Decimal): QuotientSum {
    const sum = new QuotientSum()
    for (const [key, part] of this.#parts) sum.#parts.set(key, { ...part })
    sum.add(dividend, divisor)
    return sum
  }

  /** Truncates to `digits` decimals. */
  truncate(digits: number): Decimal {
    const { dividend, divisor } = this.#total()
    return dividend.over(divisor, digits)
  }

  /** Rounds up to `digits` decimals. */
  ceil(digits: number): Decimal {
    const { dividend, divisor } = this.#total()
    return ceilOver(dividend, divisor, digits)
  }

  /** Rounds to the nearest with `digits` decimals; halves go up. */
  round(digits: number): Decimal {
    const { dividend, divisor } = this.#total()
    return roundedOver(dividend, divisor, digits)
  }

  #total(): Fraction {
    this.#fraction ??= addUp([...this.#parts.values()])
    return this.#fraction
  }
}
