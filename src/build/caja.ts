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
  /** What they cost at EquivalenciaDR as written, and the most that Monto may be where it does not reach for that (CRP20276). */
  readonly written: QuotientSum
  readonly most: Decimal
}

const nothing: Cost = {
  exact: new QuotientSum(),
  rounded: Decimal.zero,
  written: new QuotientSum(),
  most: Decimal.zero,
}

/** What a payment has settled, and what it still reaches for. */
export class Caja {
  readonly #monto: Decimal | undefined
  readonly #digits: number
  #cost = nothing

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
    const { exact, rounded, written, most } = this.#with(paid, cambio)
    const covers = (cost: Decimal): boolean => cost.compare(this.#monto as Decimal) <= 0
    if (covers(exact.round(this.#digits))) return true
    return covers(rounded) && (covers(written.truncate(this.#digits)) || this.#monto.compare(most) <= 0)
  }

  /** The most that is left for an invoice, cut to `digits` decimals of its currency. */
  reach({ over, under }: Cambio, digits: number): Decimal {
    return this.left?.times(over).over(under, digits) ?? Decimal.zero
  }

  settle(paid: Decimal, cambio: Cambio): void {
    this.#cost = this.#with(paid, cambio)
  }

  #with(paid: Decimal, cambio: Cambio): Cost {
    const { exact, rounded, written, most } = this.#cost
    const dividend = paid.times(cambio.under)
    const equivalencia = equivalenciaOf(cambio)
    return {
      exact: exact.plus(dividend, cambio.over),
      rounded: rounded.plus(new QuotientSum().plus(dividend, cambio.over).round(this.#digits)),
      written: written.plus(paid, equivalencia),
      most: most.plus(conversionLimits(paid, equivalencia, this.#digits)[1]),
    }
  }
}
