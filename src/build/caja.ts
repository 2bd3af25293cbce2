/**
 * The money of a payment while it settles invoices: exact fractions, because what is cut on the way would stay owed.
 * @module
 */
import { Decimal } from '../lib/decimal.js'
import { conversionLimits, QuotientSum } from '../rules/pagos20Equivalencia.js'
import { type Cambio, equivalenciaOf } from './cambio.js'

/** What some invoices cost, in the currency of the payment. */
interface Cost {
  readonly exact: QuotientSum
  /** The sum of what each costs, rounded. */
  readonly rounded: Decimal
  /** The most that Monto may be where it does not reach for the exact sum (CRP20276). */
  readonly most: Decimal
}

/** What a payment has settled, and what it still reaches for. */
export class Caja {
  readonly #monto: Decimal | undefined
  readonly #digits: number
  #cost: Cost = { exact: new QuotientSum(), rounded: Decimal.zero, most: Decimal.zero }

  /** `digits` are those of the payment's currency. Without `monto` it reaches for everything. */
  constructor(monto: Decimal | undefined, digits: number) {
    this.#monto = monto
    this.#digits = digits
  }

  /** What was settled, rounded; a unit at least (CRP20218). */
  get settled(): Decimal {
    const settled = this.#cost.exact.round(this.#digits)
    return settled.isZero() ? Decimal.unit(this.#digits) : settled
  }

  /** What is left, less than whatever a rounding of the sum or of each invoice leaves over. */
  get left(): Decimal | undefined {
    const { exact, rounded } = this.#cost
    const most = exact.ceil(this.#digits)
    return this.#monto?.minus(most.compare(rounded) > 0 ? most : rounded)
  }

  /** Whether it settles so much of an invoice: whoever pays rounds to the last unit of his currency, the sum or each invoice. */
  reaches(paid: Decimal, cambio: Cambio): boolean {
    if (this.#monto === undefined) return true
    const { exact, rounded, most } = this.#with(paid, cambio)
    const isAdmitted = rounded.compare(this.#monto) <= 0 && this.#monto.compare(most) <= 0
    return isAdmitted || exact.round(this.#digits).compare(this.#monto) <= 0
  }

  /** The most that is left for an invoice, cut to `digits` decimals of its currency. */
  reach({ over, under }: Cambio, digits: number): Decimal {
    return this.left?.times(over).over(under, digits) ?? Decimal.zero
  }

  settle(paid: Decimal, cambio: Cambio): void {
    this.#cost = this.#with(paid, cambio)
  }

  #with(paid: Decimal, cambio: Cambio): Cost {
    const { exact, rounded, most } = this.#cost
    const dividend = paid.times(cambio.under)
    return {
      exact: exact.plus(dividend, cambio.over),
      rounded: rounded.plus(new QuotientSum().plus(dividend, cambio.over).round(this.#digits)),
      most: most.plus(conversionLimits(paid, equivalenciaOf(cambio), this.#digits)[1]),
    }
  }
}
