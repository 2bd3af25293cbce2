/**
 * Exact decimal numbers, without binary floating point.
 * @module
 */

// Each digit matches in one way only, so a text that fails at its end is read once.
const form = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))$/

/** Whether the text is an xs:decimal: optional sign, digits, optional fraction; no exponent. */
export function isDecimal(text: string): boolean {
  return form.test(text)
}

/** Returns the sign of `a - b`, exact at any length. Both must be decimals ({@link isDecimal}). */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [x, y] = [parts(a), parts(b)]
  if (x.sign !== y.sign) return x.sign < y.sign ? -1 : 1
  const magnitude = compareMagnitudes(x, y)
  return (x.sign < 0 ? -magnitude : magnitude) as -1 | 0 | 1
}

interface Parts {
  /** -1, 0 or 1. Zero has no sign, also when written with one. */
  readonly sign: number
  readonly whole: string
  readonly fraction: string
}

function parts(text: string): Parts {
  const match = form.exec(text)
  if (match === null) throw new TypeError('not a decimal')
  const whole = (match[2] ?? '').replace(/^0+/, '')
  const fraction = trimZeros(match[3] ?? match[4] ?? '')
  const zero = whole === '' && fraction === ''
  return { sign: zero ? 0 : match[1] === '-' ? -1 : 1, whole, fraction }
}

/** Removes trailing zeros. The expression `/0+$/` would restart at each zero. */
export function trimZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--
  return digits.slice(0, end)
}

function compareMagnitudes(x: Parts, y: Parts): number {
  if (x.whole.length !== y.whole.length) return x.whole.length < y.whole.length ? -1 : 1
  if (x.whole !== y.whole) return x.whole < y.whole ? -1 : 1
  if (x.fraction === y.fraction) return 0
  // Digits compare as text. Trailing zeros are removed, so a prefix is smaller.
  if (x.fraction < y.fraction) return -1
  return 1
}

/**
 * Number of significant digits after the point: trailing zeros do not count (XML Schema part 2,
 * `fractionDigits`).
 */
export function countFractionDigits(text: string): number {
  return parts(text).fraction.length
}

/**
 * Number of significant digits, without leading and trailing zeros (XML Schema part 2,
 * `totalDigits`).
 */
export function countDigits(text: string): number {
  const { whole, fraction } = parts(text)
  return Math.max(1, whole.length + fraction.length)
}

/** Significant decimal digits that a double always preserves. */
const certainDigits = 15

/**
 * Writes a JSON number as the SAT's decimals: plain digits, no exponent. Returns `undefined` when
 * that is not possible, or when the number has more digits than a double always preserves (as 0.1 +
 * 0.2). Such values must be given as text.
 */
export function writeNumber(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return value === 0 ? '0' : String(value)
  if (!Number.isFinite(value)) return undefined
  const text = String(value)
  if (text.includes('e')) return undefined
  if (text.length <= certainDigits || text.replace(/^-?0*\.?0*|\./g, '').length <= certainDigits)
    return text
  return undefined
}

/**
 * A decimal number: an integer of units of 10^-scale. Immutable; arithmetic is exact and rounds
 * only where a method says so.
 *
 * `scale` is the number of decimals as written ("10" 0, "10.00" 2), which the SAT's formulas
 * require. Safe integers are kept as numbers and larger ones as bigints: both are exact, and the
 * first is 5 times as fast (measured on the limits of CFDI40167). A result that is not a safe
 * integer is always computed again with bigints.
 */
export class Decimal {
  readonly scale: number
  /** The units, when they are a safe integer; NaN otherwise. */
  private readonly small: number
  /** The units, when they are not a safe integer. */
  private readonly large: bigint

  private constructor(small: number, large: bigint, scale: number) {
    this.small = small
    this.large = large
    this.scale = scale
  }

  // Getters, because TypeScript 7.0 misorders static initialisers of a class that refers to itself.
  static get zero(): Decimal {
    return zero
  }

  static get one(): Decimal {
    return one
  }

  /** Parses text or a JSON number. @throws TypeError when it is not a decimal. */
  static of(value: string | number): Decimal {
    const text = typeof value === 'number' ? writeNumber(value) : value
    if (text === undefined) throw new TypeError('not a decimal')
    return fromDigits(text) ?? fromText(text.trim())
  }

  /** Parses text without surrounding white space; returns undefined when it is not a decimal. */
  static parse(text: string): Decimal | undefined {
    return fromDigits(text) ?? (isDecimal(text) ? fromText(text) : undefined)
  }

  /** Creates a number from units of 10^-scale. */
  static ofUnits(units: bigint, scale: number): Decimal {
    const small = Number(units)
    if (Number.isSafeInteger(small)) return new Decimal(small, 0n, scale)
    return new Decimal(Number.NaN, units, scale)
  }

  /** As {@link Decimal.ofUnits}, from a safe integer. */
  static ofSafeUnits(units: number, scale: number): Decimal {
    return new Decimal(units === 0 ? 0 : units, 0n, scale)
  }

  /** 10^-digits. */
  static unit(digits: number): Decimal {
    return Decimal.ofSafeUnits(1, digits)
  }

  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.zero
    for (const value of values) total = total.plus(value)
    return total
  }

  /** The number as an integer of units of 10^-scale. */
  get units(): bigint {
    if (Number.isNaN(this.small)) return this.large
    return BigInt(this.small)
  }

  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    const sum = this.smallAt(scale) + other.smallAt(scale)
    if (Number.isSafeInteger(sum)) return Decimal.ofSafeUnits(sum, scale)
    return Decimal.ofUnits(this.unitsAt(scale) + other.unitsAt(scale), scale)
  }

  minus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale)
    const difference = this.smallAt(scale) - other.smallAt(scale)
    if (Number.isSafeInteger(difference)) return Decimal.ofSafeUnits(difference, scale)
    return Decimal.ofUnits(this.unitsAt(scale) - other.unitsAt(scale), scale)
  }

  times(other: Decimal): Decimal {
    const scale = this.scale + other.scale
    const product = this.small * other.small
    // An unsafe product may be rounded, but never to a safe integer: the exact product is beyond
    // 2^53 too.
    if (Number.isSafeInteger(product)) return Decimal.ofSafeUnits(product, scale)
    return Decimal.ofUnits(this.units * other.units, scale)
  }

  negated(): Decimal {
    if (Number.isNaN(this.small)) return Decimal.ofUnits(-this.large, this.scale)
    return Decimal.ofSafeUnits(-this.small, this.scale)
  }

  /** Half of the last written unit: (10^-scale) / 2, the SAT's "10^-NumDecimales / 2". */
  halfUnit(): Decimal {
    return Decimal.ofSafeUnits(5, this.scale + 1)
  }

  /** Truncates to `digits` decimals, towards zero. */
  truncate(digits: number): Decimal {
    return this.reduced(digits, 'down')
  }

  /** Rounds up to `digits` decimals, away from zero. */
  ceil(digits: number): Decimal {
    return this.reduced(digits, 'up')
  }

  /** Rounds to the nearest number with `digits` decimals; halves go away from zero. */
  round(digits: number): Decimal {
    return this.reduced(digits, 'nearest')
  }

  /**
   * Divides and truncates to `digits` decimals, towards zero. @throws RangeError when the divisor
   * is zero.
   */
  over(divisor: Decimal, digits: number): Decimal {
    if (divisor.isZero()) throw new RangeError('division by zero')
    const shift = digits + divisor.scale - this.scale
    const scaled = shift >= 0 ? this.units * power10(shift) : this.units
    const by = shift >= 0 ? divisor.units : divisor.units * power10(-shift)
    return Decimal.ofUnits(scaled / by, digits)
  }

  /** Returns the sign of `this - other`. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale)
    const a = this.smallAt(scale)
    const b = other.smallAt(scale)
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return a === b ? 0 : a < b ? -1 : 1
    const [x, y] = [this.unitsAt(scale), other.unitsAt(scale)]
    if (x === y) return 0
    if (x < y) return -1
    return 1
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0
  }

  isZero(): boolean {
    return this.small === 0
  }

  /** Whether it lies between two others, inclusive. */
  isBetween(least: Decimal, most: Decimal): boolean {
    return this.compare(least) >= 0 && this.compare(most) <= 0
  }

  /**
   * Formats with exactly `digits` decimals, by default those of the scale. @throws RangeError when
   * decimals would be lost.
   */
  toString(digits: number = this.scale): string {
    const units =
      digits === this.scale && !Number.isNaN(this.small) ? this.small : this.unitsOf(digits)
    const sign = units < 0 ? '-' : ''
    const text = String(units < 0 ? -units : units).padStart(digits + 1, '0')
    if (digits === 0) return sign + text
    return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
  }

  private reduced(digits: number, mode: Rounding): Decimal {
    if (this.scale <= digits)
      return this.scale === digits ? this : Decimal.ofUnits(this.unitsAt(digits), digits)
    const step = smallPower10(this.scale - digits)
    // Both the remainder and the quotient of the difference, a multiple of the step, are exact.
    const rest = this.small % step
    if (!Number.isSafeInteger(rest)) return this.reducedLarge(digits, mode)
    const cut = (this.small - rest) / step
    const away = rest !== 0 && (mode === 'up' || (mode === 'nearest' && Math.abs(rest) >= step / 2))
    return Decimal.ofSafeUnits(away ? cut + Math.sign(rest) : cut, digits)
  }

  private reducedLarge(digits: number, mode: Rounding): Decimal {
    const { units } = this
    const step = power10(this.scale - digits)
    const rest = units % step
    const size = rest < 0n ? -rest : rest
    const away = rest !== 0n && (mode === 'up' || (mode === 'nearest' && size >= step / 2n))
    return Decimal.ofUnits(units / step + (away ? (rest < 0n ? -1n : 1n) : 0n), digits)
  }

  /** Units at another scale. @throws RangeError when decimals would be lost. */
  private unitsOf(digits: number): bigint {
    if (digits >= this.scale) return this.unitsAt(digits)
    const step = power10(this.scale - digits)
    if (this.units % step !== 0n) throw new RangeError('decimals would be lost')
    return this.units / step
  }

  /** Units at an equal or greater scale; not a safe integer when they do not fit. */
  private smallAt(scale: number): number {
    if (scale === this.scale) return this.small
    return this.small * smallPower10(scale - this.scale)
  }

  private unitsAt(scale: number): bigint {
    if (scale === this.scale) return this.units
    return this.units * power10(scale - this.scale)
  }
}

/**
 * A running sum. It counts millionths, the precision of CFDI amounts, while they are a safe
 * integer. It creates no decimals for its terms, so it takes a third of the time of adding decimals
 * (measured).
 */
export class Total {
  #millionths = 0
  #rest: Decimal | undefined

  /** @throws TypeError when the value is not a decimal. */
  add(value: string | number): void {
    let sum = Number.NaN
    if (typeof value === 'string') {
      const units = parseUnits(value)
      if (decimalsRead <= 6) sum = this.#millionths + units * smallPower10(6 - decimalsRead)
    }
    if (Number.isSafeInteger(sum)) this.#millionths = sum
    else this.#rest = Decimal.of(value).plus(this.#rest ?? zero)
  }

  get value(): Decimal {
    const sum = Decimal.ofSafeUnits(this.#millionths, 6)
    if (this.#rest === undefined) return sum
    return sum.plus(this.#rest)
  }
}

/**
 * Whether `product` lies between `one` times `other` truncated to `digits` decimals and the same
 * rounded up, inclusive. `digits` defaults to the decimals of `product`. `false` is inconclusive:
 * the numbers may be too long or negative. It creates no decimals, so it takes half the time
 * (measured).
 */
export function isPlainProduct(
  one: string | number,
  other: string | number,
  product: string | number,
  digits?: number,
): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || typeof product !== 'string')
    return false
  const first = parseUnits(one)
  const firstDecimals = decimalsRead
  const second = parseUnits(other)
  const decimals = firstDecimals + decimalsRead
  const found = parseUnits(product)
  const wanted = digits ?? decimalsRead
  const scale = Math.max(decimals, decimalsRead, wanted)
  const exact = first * second * smallPower10(scale - decimals)
  const foundThere = found * smallPower10(scale - decimalsRead)
  if (!Number.isSafeInteger(exact) || !Number.isSafeInteger(foundThere)) return false
  const step = smallPower10(scale - wanted)
  // Below 2^53 the rounding error of a quotient is less than 1 / step, so it cannot reach another
  // integer. `%` takes five times as long.
  const cut = Math.floor(exact / step) * step
  return foundThere >= cut && foundThere <= (cut === exact ? cut : cut + step)
}

/** Towards zero, away from zero, or to the nearest with halves away from zero. */
type Rounding = 'down' | 'up' | 'nearest'

/**
 * Parses plain digits with at most one point that fit a safe integer. Other text is for
 * {@link fromText}.
 */
function fromDigits(text: string): Decimal | undefined {
  const units = parseUnits(text)
  if (Number.isSafeInteger(units)) return Decimal.ofSafeUnits(units, decimalsRead)
  return undefined
}

/**
 * Second result of {@link parseUnits}: decimals of its last text. A variable avoids an object per
 * call.
 */
let decimalsRead = 0

/**
 * Units of the last decimal written, for plain digits with at most one point. NaN for other or
 * longer text.
 */
function parseUnits(text: string): number {
  const { length } = text
  decimalsRead = 0
  if (length > 16 || length === 0) return Number.NaN
  let units = 0
  let point = -1
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) units = units * 10 + (code - 48)
    else if (code === 46 && point < 0) point = at
    else return Number.NaN
  }
  if (point >= 0) decimalsRead = length - point - 1
  if (length === 1 && point === 0) return Number.NaN
  return units
}

function fromText(text: string): Decimal {
  if (!isDecimal(text)) throw new TypeError('not a decimal')
  const point = text.indexOf('.')
  const digits = point < 0 ? text : text.slice(0, point) + text.slice(point + 1)
  return Decimal.ofUnits(BigInt(digits.replace('+', '')), point < 0 ? 0 : text.length - point - 1)
}

const powers = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))

function power10(exponent: number): bigint {
  return powers[exponent] ?? 10n ** BigInt(exponent)
}

const smallPowers = Array.from({ length: 16 }, (_, exponent) => Number(powers[exponent]))

/** A power of ten that is a safe integer; NaN beyond. */
function smallPower10(exponent: number): number {
  return smallPowers[exponent] ?? Number.NaN
}

const zero = Decimal.ofSafeUnits(0, 0)
const one = Decimal.ofSafeUnits(1, 0)
