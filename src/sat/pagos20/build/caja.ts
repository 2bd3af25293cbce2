/**
 * The money of a payment while it settles invoices: exact fractions, because what is cut on the way would stay owed.
 * @module
 */
import { Decimal } from '../../../lib/decimal.js'
import { conversionLimits, QuotientSum } from '../equivalencia.js'
import { type Cambio, equivalenciaOf } from './cambio.js'

/** What a payment has settled, and what it still reaches for. */
export class Caja {
  readonly #monto: Decimal | undefined
  readonly #digits: number
  /** What was settled, in the payment's currency. */
  readonly #exact = new QuotientSum()
  /** The sum of what each invoice costs, rounded. */
  #rounded = Decimal.zero
  /** What they cost at EquivalenciaDR as written, and the most that Monto may be where it does not reach for that (CRP20276). */
  readonly #written = new QuotientSum()
  #most = Decimal.zero

  /** `digits` are those of the payment's currency. Without `monto` it reaches for everything. */
  constructor(monto: Decimal | undefined, digits: number) {
    this.#monto = monto
    this.#digits = digits
  }

  /** What was settled, rounded; a unit at least (CRP20218). */
  get settled(): Decimal {
    const settled = this.#exact.round(this.#digits)
    return settled.isZero() ? Decimal.unit(this.#digits) : settled
  }

  /** What is left, less whatever a rounding of the sum or of each invoice leaves over. */
  get left(): Decimal | undefined {
    const most = this.#exact.ceil(this.#digits)
    return this.#monto?.minus(most.compare(this.#rounded) > 0 ? most : this.#rounded)
  }

  /** Whether it settles so much of an invoice: whoever pays rounds to the last unit of his currency, the sum or each invoice. */
  reaches(paid: Decimal, cambio: Cambio): boolean {
    if (this.#monto === undefined || this.#covers(this.#exact.plus(...costOf(paid, cambio)).round(this.#digits)))
      return true
    if (!this.#covers(this.#rounded.plus(this.#roundedOf(paid, cambio)))) return false
    const isCovered = this.#covers(this.#written.plus(paid, equivalenciaOf(cambio)).truncate(this.#digits))
    return isCovered || this.#monto.compare(this.#most.plus(this.#mostOf(paid, cambio))) <= 0
  }

  /** The most that is left for an invoice, cut to `digits` decimals of its currency. */
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

/** What an invoice costs, in the payment's currency: dividend and divisor. */
function costOf(paid: Decimal, { over, under }: Cambio): readonly [Decimal, Decimal] {
  return [paid.times(under), over]
}
