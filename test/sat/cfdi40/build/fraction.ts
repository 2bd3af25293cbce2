/**
 * Exact numbers, to judge amounts by: nothing of the library is used, so that none of its mistakes is shared.
 * @module
 */

/** A fraction of two integers; its divisor is more than zero. */
export class Fraction {
  readonly #over: bigint
  readonly #of: bigint

  constructor(of: bigint, over = 1n) {
    this.#of = of
    this.#over = over
  }

  /** A decimal as written; zero for nothing. */
  static of(text: unknown = '0'): Fraction {
    const [, sign, whole = '', part = ''] = /^(-?)(\d*)\.?(\d*)$/.exec(String(text)) ?? []
    if (sign === undefined || whole + part === '') throw new Error(`no decimal: ${text}`)
    const of = BigInt(whole + part)
    return new Fraction(sign === '-' ? -of : of, 10n ** BigInt(part.length))
  }

  static sum(values: readonly Fraction[]): Fraction {
    return values.reduce((sum, value) => sum.plus(value), new Fraction(0n))
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.#of * other.#over + other.#of * this.#over, this.#over * other.#over)
  }

  minus(other: Fraction): Fraction {
    return this.plus(other.times(new Fraction(-1n)))
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.#of * other.#of, this.#over * other.#over)
  }

  /** Rounded to so many decimals, a half away from zero. */
  round(digits: number): Fraction {
    const scale = 10n ** BigInt(digits)
    const size = this.#of < 0n ? -this.#of : this.#of
    const units = (2n * size * scale + this.#over) / (2n * this.#over)
    return new Fraction(this.#of < 0n ? -units : units, scale)
  }

  /** Below zero, zero, or above. */
  compare(other: Fraction): number {
    const difference = this.#of * other.#over - other.#of * this.#over
    return difference < 0n ? -1 : difference > 0n ? 1 : 0
  }

  /** As a decimal of up to ten digits after the point. */
  toString(): string {
    const units = ((this.#of < 0n ? -this.#of : this.#of) * 10n ** 10n) / this.#over
    const text = String(units).padStart(11, '0')
    return `${this.#of < 0n ? '-' : ''}${text.slice(0, -10)}.${text.slice(-10)}`.replace(/\.?0+$/, '')
  }
}

type Json = Readonly<Record<string, unknown>>

/** What a document comes to by an own reading of its concepts: net, taxes charged and withheld, and total without local ones. */
export interface Sums {
  readonly net: Fraction
  /** Positive when charged, negative when withheld; by what tells them apart. */
  readonly taxes: Readonly<Record<string, Fraction>>
  readonly total: Fraction
}

export function sumsOf(conceptos: readonly Json[], digits: number): Sums {
  const field = (name: string): Fraction => Fraction.sum(conceptos.map((one) => Fraction.of(one[name]))).round(digits)
  const net = field('Importe').minus(field('Descuento'))
  const exact: Record<string, Fraction> = {}
  const add = (key: string, tax: Json): void => {
    if (tax['Importe'] !== undefined) exact[key] = Fraction.of(tax['Importe']).plus(exact[key] ?? new Fraction(0n))
  }
  for (const { Impuestos } of conceptos) {
    const { Traslados = [], Retenciones = [] } = (Impuestos ?? {}) as Readonly<Record<string, readonly Json[]>>
    for (const tax of Traslados) add(`${tax['Impuesto']} ${tax['TipoFactor']} ${Number(tax['TasaOCuota'])}`, tax)
    for (const tax of Retenciones) add(`${tax['Impuesto']} retenido`, tax)
  }
  const taxes = Object.fromEntries(Object.entries(exact).map(([key, value]) => [key, value.round(digits)]))
  const signed = Object.entries(taxes).map(([key, value]) =>
    key.endsWith('retenido') ? new Fraction(0n).minus(value) : value,
  )
  return { net, taxes, total: Fraction.sum([net, ...signed]) }
}
