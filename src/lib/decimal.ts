/**
 * Exact decimals: text as written, compared and computed without binary floating point.
 * @module
 */

// Each digit can be matched in one way only, so that a text that fails at its end is read once.
const form = /^([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))$/

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
  const fraction = trimZeros(match[3] ?? match[4] ?? '')
  const zero = whole === '' && fraction === ''
  return { sign: zero ? 0 : match[1] === '-' ? -1 : 1, whole, fraction }
}

/** Without trailing zeros. `/0+$/` would start anew at each zero. */
export function trimZeros(digits: string): string {
  let end = digits.length
  while (end > 0 && digits.charCodeAt(end - 1) === 48) end--
  return digits.slice(0, end)
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
 * `scale` is that of the text it was read from ("10" 0, "10.00" 2), which the SAT's formulas ask for. The integer is kept
 * as a number while it is a safe integer, and as a bigint beyond: both are exact, and the first is 5 times as fast
 * (measured on the limits of CFDI40167). A result that is not a safe integer is always computed again with bigints.
 */
export class Decimal {
  readonly scale: number
  /** The units, when they are a safe integer; NaN otherwise. */
  private readonly small: number
  /** The units, when they are not. */
  private readonly large: bigint

  private constructor(small: number, large: bigint, scale: number) {
    this.small = small
    this.large = large
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
    const text = typeof value === 'number' ? writeNumber(value) : value
    if (text === undefined) throw new TypeError('not a decimal')
    return fromDigits(text) ?? fromText(text.trim())
  }

  /** From text without white space around it; undefined when it is not a decimal. */
  static parse(text: string): Decimal | undefined {
    return fromDigits(text) ?? (isDecimal(text) ? fromText(text) : undefined)
  }

  /** A number of units of 10^-scale. */
  static ofUnits(units: bigint, scale: number): Decimal {
    const small = Number(units)
    return Number.isSafeInteger(small) ? new Decimal(small, 0n, scale) : new Decimal(Number.NaN, units, scale)
  }

  /** The same from a safe integer. */
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

  /** The integer that, in units of 10^-scale, is the number. */
  get units(): bigint {
    return Number.isNaN(this.small) ? this.large : BigInt(this.small)
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
    // An unsafe product may have been rounded, but never to a safe integer: the exact one is beyond 2^53 too.
    if (Number.isSafeInteger(product)) return Decimal.ofSafeUnits(product, scale)
    return Decimal.ofUnits(this.units * other.units, scale)
  }

  negated(): Decimal {
    return Number.isNaN(this.small)
      ? Decimal.ofUnits(-this.large, this.scale)
      : Decimal.ofSafeUnits(-this.small, this.scale)
  }

  /** Half of the last unit written: (10^-scale) / 2, the SAT's "10^-NumDecimales / 2". */
  halfUnit(): Decimal {
    return Decimal.ofSafeUnits(5, this.scale + 1)
  }

  /** Cut to `digits` decimals, towards zero. */
  truncate(digits: number): Decimal {
    return this.reduced(digits, 'down')
  }

  /** Rounded up, away from zero, to `digits` decimals. */
  ceil(digits: number): Decimal {
    return this.reduced(digits, 'up')
  }

  /** Rounded to the nearest with `digits` decimals; a half goes away from zero. */
  round(digits: number): Decimal {
    return this.reduced(digits, 'nearest')
  }

  /** The quotient cut to `digits` decimals, towards zero. @throws RangeError when the divisor is zero. */
  over(divisor: Decimal, digits: number): Decimal {
    if (divisor.isZero()) throw new RangeError('division by zero')
    const shift = digits + divisor.scale - this.scale
    const scaled = shift >= 0 ? this.units * power10(shift) : this.units
    const by = shift >= 0 ? divisor.units : divisor.units * power10(-shift)
    return Decimal.ofUnits(scaled / by, digits)
  }

  /** Sign of `this - other`. */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale)
    const a = this.smallAt(scale)
    const b = other.smallAt(scale)
    if (Number.isSafeInteger(a) && Number.isSafeInteger(b)) return a === b ? 0 : a < b ? -1 : 1
    const [x, y] = [this.unitsAt(scale), other.unitsAt(scale)]
    return x === y ? 0 : x < y ? -1 : 1
  }

  equals(other: Decimal): boolean {
    return this.compare(other) === 0
  }

  isZero(): boolean {
    return this.small === 0
  }

  /** Whether it lies between two others, both included. */
  isBetween(least: Decimal, most: Decimal): boolean {
    return this.compare(least) >= 0 && this.compare(most) <= 0
  }

  /** As text, with exactly its scale's decimals; or with `digits`, which must lose nothing. @throws RangeError when it would. */
  toString(digits: number = this.scale): string {
    const units = digits === this.scale && !Number.isNaN(this.small) ? this.small : this.unitsOf(digits)
    const sign = units < 0 ? '-' : ''
    const text = String(units < 0 ? -units : units).padStart(digits + 1, '0')
    return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
  }

  private reduced(digits: number, mode: Rounding): Decimal {
    if (this.scale <= digits) return this.scale === digits ? this : Decimal.ofUnits(this.unitsAt(digits), digits)
    const step = smallPower10(this.scale - digits)
    // The remainder is exact, and so is the quotient of what is left: a multiple of the step.
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

  /** The units at another scale. @throws RangeError when something would be lost. */
  private unitsOf(digits: number): bigint {
    if (digits >= this.scale) return this.unitsAt(digits)
    const step = power10(this.scale - digits)
    if (this.units % step !== 0n) throw new RangeError('decimals would be lost')
    return this.units / step
  }

  /** The units at a scale that is not smaller, or something that is not a safe integer. */
  private smallAt(scale: number): number {
    return scale === this.scale ? this.small : this.small * smallPower10(scale - this.scale)
  }

  private unitsAt(scale: number): bigint {
    return scale === this.scale ? this.units : this.units * power10(scale - this.scale)
  }
}

/**
 * A sum that grows: a number of millionths, which amounts of a CFDI are, while that is a safe integer. It makes no decimals
 * of what it is given, so that it takes a third of the time of decimals added up (measured).
 */
export class Total {
  #millionths = 0
  #rest: Decimal | undefined

  /** @throws TypeError when it is not a decimal. */
  add(value: string | number): void {
    const sum = this.#millionths + (typeof value === 'string' ? millionthsOf(value) : Number.NaN)
    if (Number.isSafeInteger(sum)) this.#millionths = sum
    else this.#rest = Decimal.of(value).plus(this.#rest ?? zero)
  }

  get value(): Decimal {
    const sum = Decimal.ofSafeUnits(this.#millionths, 6)
    return this.#rest === undefined ? sum : sum.plus(this.#rest)
  }
}

/** Of plain digits with up to six decimals; something that is not a safe integer for anything else. */
function millionthsOf(text: string): number {
  const units = unitsOf(text)
  return decimalsRead > 6 ? Number.NaN : units * smallPower10(6 - decimalsRead)
}

/**
 * Whether an amount is sure to lie between the product of two others cut to `digits` decimals (its own, when not given) and
 * the same rounded up to them, both admitted. `false` says nothing: they may be too long, or negative. It makes no decimals of
 * them, so that it takes half the time (measured).
 */
export function isPlainProduct(
  one: string | number,
  other: string | number,
  product: string | number,
  digits?: number,
): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || typeof product !== 'string') return false
  const first = unitsOf(one)
  const firstDecimals = decimalsRead
  const second = unitsOf(other)
  const decimals = firstDecimals + decimalsRead
  const found = unitsOf(product)
  const wanted = digits ?? decimalsRead
  const scale = Math.max(decimals, decimalsRead, wanted)
  const exact = first * second * smallPower10(scale - decimals)
  const foundThere = found * smallPower10(scale - decimalsRead)
  if (!Number.isSafeInteger(exact) || !Number.isSafeInteger(foundThere)) return false
  const step = smallPower10(scale - wanted)
  // Below 2^53 a quotient is rounded by less than 1 / step, and so to no integer that it is not; `%` takes five times as long.
  const cut = Math.floor(exact / step) * step
  return foundThere >= cut && foundThere <= (cut === exact ? cut : cut + step)
}

/** Towards zero, away from it, or to the nearest with halves away from zero. */
type Rounding = 'down' | 'up' | 'nearest'

/** Plain digits with at most one point, few enough for a safe integer; anything else is for {@link fromText}. */
function fromDigits(text: string): Decimal | undefined {
  const units = unitsOf(text)
  return Number.isSafeInteger(units) ? Decimal.ofSafeUnits(units, decimalsRead) : undefined
}

/** Characters after the point of what {@link unitsOf} read last: a second result, without an object to hold the two. */
let decimalsRead = 0

/** Of the last decimal written, when the text is plain digits with at most one point; NaN when it is anything else or long. */
function unitsOf(text: string): number {
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
  return length === 1 && point === 0 ? Number.NaN : units
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

/** A power of ten that is a safe integer; NaN beyond, which no safe path takes. */
function smallPower10(exponent: number): number {
  return smallPowers[exponent] ?? Number.NaN
}

const zero = Decimal.ofSafeUnits(0, 0)
const one = Decimal.ofSafeUnits(1, 0)
