/**
 * Exact decimals: text as written, compared and computed without binary floating point.
 * @module
 */

const form = /^([+-]?)(?:(\d+)\.?(\d*)|\.(\d+))$/

/** Whether the text is an xs:decimal: optional sign, digits, optional fraction; no exponent. */
export function isDecimal(text: string): boolean {
  return form.test(text)
}

/** Sign of `a - b`, exact at any length. Both must be decimals ({@link isDecimal}). */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = [parts(a), parts(b)]
  if (x.sign !== y.sign) return x.sign < y.sign ? -1 : 1
  const magnitude = compareMagnitudes(x, y)
  return (x.sign < 0 ? -magnitude : magnitude) as -1 | 0 | 1
}

interface Parts {
  /** -1, 0 or 1: zero has no sign, whatever is written. */
  readonly sign: number
  readonly whole: string
  readonly fraction: string
}

function parts(text: string): Parts {
  const match = form.exec(text)
  if (match === null) throw new TypeError('not a decimal')
  const whole = (match[2] ?? '').replace(/^0+/, '')
  const fraction = (match[3] ?? match[4] ?? '').replace(/0+$/, '')
  const zero = whole === '' && fraction === ''
  return { sign: zero ? 0 : match[1] === '-' ? -1 : 1, whole, fraction }
}

function compareMagnitudes(x: Parts, y: Parts): number {
  if (x.whole.length !== y.whole.length) return x.whole.length < y.whole.length ? -1 : 1
  if (x.whole !== y.whole) return x.whole < y.whole ? -1 : 1
  if (x.fraction === y.fraction) return 0
  // Digits compare as text; a prefix is the smaller, trailing zeros being gone.
  return x.fraction < y.fraction ? -1 : 1
}

/** Digits after the point that carry value: trailing zeros do not count (XML Schema part 2, `fractionDigits`). */
export function countFractionDigits(text: string): number {
  return parts(text).fraction.length
}

/** Digits that carry value, leading and trailing zeros apart (XML Schema part 2, `totalDigits`). */
export function countDigits(text: string): number {
  const { whole, fraction } = parts(text)
  return Math.max(1, whole.length + fraction.length)
}

/** A double holds this many decimal digits whatever they are; with more, what was written may not be what is held. */
const certainDigits = 15

/**
 * A JSON number as the SAT's decimals are written: plain digits, no exponent. `undefined` when it cannot be, or when it
 * has more digits than a double is sure to hold (0.1 + 0.2 among them): those must be given as text.
 */
export function writeNumber(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value)
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  if (text.includes('e')) return undefined
  return text.length <= certainDigits || countSignificant(text) <= certainDigits ? text : undefined
}

function countSignificant(text: string): number {
  return text.replace(/^-?0*\.?0*|\./g, '').length
}

/**
 * A decimal number: an integer of units of 10^-scale. Immutable; arithmetic is exact and rounds only when told to.
 *
 * `scale` is that of the text it was read from ("10" 0, "10.00" 2), which the SAT's formulas ask for.
 */
export class Decimal {
  readonly units: bigint
  readonly scale: number

  private constructor(units: bigint, scale: number) {
    this.units = units
    this.scale = scale
  }

  // Getters, because TypeScript 7.0 emits static initialisers of a class that mentions itself out of order.
  static get zero(): Decimal {
    return zero
  }

  static get one(): Decimal {
    return one
  }

  /** From text or a JSON number. @throws TypeError when it is not a decimal. */
  static of(value: string | number): Decimal {
    const text = typeof value === 'number' ? writeNumber(value) : value.trim()
    if (text === undefined || !isDecimal(text)) throw new TypeError('not a decimal')
    const point = text.indexOf('.')
    if (point < 0) return new Decimal(BigInt(text.startsWith('+') ? text.slice(1) : text), 0)
    const digits = text.slice(0, point) + text.slice(point + 1)
    return new Decimal(BigInt(digits.replace('+', '')), text.length - point - 1)
  }

  /** 10^-digits. */
  static unit(digits: number): Decimal {
    return new Decimal(1n, digits)
  }

  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero
    for (const value of values) total = total.plus(value)
    return total
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    return new Decimal(this.#at(scale) + other.#at(scale), scale)
  }

  minus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    return new Decimal(this.#at(scale) - other.#at(scale), scale)
  }

  times(other: Decimal): Decimal {
    return new Decimal(this.units * other.units, this.scale + other.scale)
  }

  negated(): Decimal {
    return new Decimal(-this.units, this.scale)
  }

  /** Half of the last unit written: (10^-scale) / 2, the SAT's "10^-NumDecimales / 2". */
  halfUnit(): Decimal {
    return new Decimal(5n, this.scale + 1)
  }

  /** Cut to `digits` decimals, towards zero. */
  truncate(digits: number): Decimal {
    return this.scale <= digits ? this.#to(digits) : new Decimal(this.units / power10(this.scale - digits), digits)
  }

  /** Rounded up, away from zero, to `digits` decimals. */
  ceil(digits: number): Decimal {
    if (this.scale <= digits) return this.#to(digits)
    const step = power10(this.scale - digits)
    const cut = this.units / step
    const rest = this.units % step
    return new Decimal(rest === 0n ? cut : cut + (this.units < 0n ? -1n : 1n), digits)
  }

  /** Rounded to the nearest with `digits` decimals; a half goes away from zero. */
  round(digits: number): Decimal {
    if (this.scale <= digits) return this.#to(digits)
    const step = power10(this.scale - digits)
    const half = this.units < 0n ? -step / 2n : step / 2n
    return new Decimal((this.units + half) / step, digits)
  }

  /** The quotient cut to `digits` decimals, towards zero. @throws RangeError when the divisor is zero. */
  over(divisor: Decimal, digits: number): Decimal {
    if (divisor.units === 0n) throw new RangeError('division by zero')
    const shift = digits + divisor.scale - this.scale
    const scaled = shift >= 0 ? this.units * power10(shift) : this.units
    const by = shift >= 0 ? divisor.units : divisor.units * power10(-shift)
    return new Decimal(scaled / by, digits)
  }

  /** Sign of `this - other`. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale)
    const [a, b] = [this.#at(scale), other.#at(scale)]
    return a === b ? 0 : a < b ? -1 : 1
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0
  }

  isZero(): boolean {
    return this.units === 0n
  }

  /** Whether it lies between two others, both included. */
  isBetween(least: Decimal, most: Decimal): boolean {
    return this.compare(least) >= 0 && this.compare(most) <= 0
  }

  /** As text, with exactly its scale's decimals; or with `digits`, which must lose nothing. */
  toString(digits: number = this.scale): string {
    const { units } = this.#to(digits)
    const text = (units < 0n ? -units : units).toString().padStart(digits + 1, '0')
    const sign = units < 0n ? '-' : ''
    return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
  }

  #to(digits: number): Decimal {
    if (digits >= this.scale) return digits === this.scale ? this : new Decimal(this.#at(digits), digits)
    const step = power10(this.scale - digits)
    if (this.units % step !== 0n) throw new RangeError('decimals would be lost')
    return new Decimal(this.units / step, digits)
  }

  #at(scale: number): bigint {
    return scale === this.scale ? this.units : this.units * power10(scale - this.scale)
  }
}

const powers = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

function power10(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

const zero = Decimal.unit(0).minus(Decimal.unit(0))
const one = Decimal.unit(0)
