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

/**
 * A JSON number as the SAT's decimals are written: plain digits, no exponent. `undefined` when it cannot be
 * (not finite, beyond 2^53, or so small that JavaScript writes an exponent).
 */
export function writeNumber(value: number): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined
  if (Object.is(value, -0)) return '0'
  const text = String(value)
  return text.includes('e') ? undefined : text
}
