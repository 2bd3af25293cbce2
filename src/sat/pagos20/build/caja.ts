/**
 * The money of a payment while it settles invoices, as exact fractions, because truncated
 * remainders would stay owed.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { conversionLimits, QuotientSum } from '../equivalencia.js'
import { type Cambio, equivalenciaOf } from './cambio.js'

/** The settled amount of a payment, and its remaining money. */
export class Caja {
  readonly #monto: Decimal | undefined
  readonly #digits: number
  /** Settled amount, in the payment's currency. */
  readonly #exact = new QuotientSum()
  /** Sum of the rounded cost of each invoice. */
  #rounded = Decimal.zero
  /**
   * Their cost at EquivalenciaDR as written, and the maximum of Monto where it does not cover that
   * cost (CRP20276).
   */
  readonly #written = new QuotientSum()
  #most = Decimal.zero

  /** `digits` are those of the payment's currency. Without `monto` the money is unlimited. */
  constructor(monto: Decimal | undefined, digits: number) {
    this.#monto = monto
    this.#digits = digits
  }

  /** Settled amount, rounded; at least a unit (CRP20218). */
  get settled(): Decimal {
    const settled = this.#exact.round(this.#digits)
    if (settled.isZero()) return Decimal.unit(this.#digits)
    return settled
  }

  /** Remaining money, with the more favourable rounding: of the sum, or of each invoice. */
  get left(): Decimal | undefined {
    const most = this.#exact.ceil(this.#digits)
    return this.#monto?.minus(most.compare(this.#rounded) > 0 ? most : this.#rounded)
  }

  /**
   * Whether the money covers an amount of an invoice. Payers round to the last unit of their
   * currency, either the sum or each invoice.
   */
  reaches(paid: Decimal, cambio: Cambio): boolean {
    if (
      this.#monto === undefined ||
      this.#covers(this.#exact.plus(...costOf(paid, cambio)).round(this.#digits))
    )
      return true
    if (!this.#covers(this.#rounded.plus(this.#roundedOf(paid, cambio)))) return false
    const isCovered = this.#covers(
      this.#written.plus(paid, equivalenciaOf(cambio)).truncate(this.#digits),
    )
    return isCovered || this.#monto.compare(this.#most.plus(this.#mostOf(paid, cambio))) <= 0
  }

  /**
   * The maximum amount of an invoice that the money covers, truncated to `digits` decimals of its
   * currency.
   */
  reach({ over, under }: Cambio, digits: number): Decimal {
    return this.left?.times(over).over(under, digits) ?? Decimal.zero
  }

  settle(paid: Decimal, cambio: Cambio): void {
    this.#exact.add(...costOf(paid, cambio))
    this.#rounded = this.#rounded.plus(this.#roundedOf(paid, cambio))
    this.#written.add(paid, equivalenciaOf(cambio))
    this.#most = this.#most.plus(this.#mostOf(paid, cambio))
  }

  #covers(cost: Decimal): boolean {
    return this.#monto === undefined || cost.compare(this.#monto) <= 0
  }

  #roundedOf(paid: Decimal, cambio: Cambio): Decimal {
    return new QuotientSum().plus(...costOf(paid, cambio)).round(this.#digits)
  }

  #mostOf(paid: Decimal, cambio: Cambio): Decimal {
    return conversionLimits(paid, equivalenciaOf(cambio), this.#digits)[1]
  }
}

/** Cost of an invoice in the payment's currency: dividend and divisor. */
function costOf(paid: Decimal, { over, under }: Cambio): readonly [Decimal, Decimal] {
  return [paid.times(under), over]
}
