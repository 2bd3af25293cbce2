/**
 * Fractions of whole numbers, in lowest terms: the reference for decimals. It uses nothing of the
 * library, so it shares none of its mistakes.
 * @module
 */

/** `units / parts`, parts above zero. */
export interface Fraction {
  readonly units: bigint
  readonly parts: bigint
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

export function fraction(units: bigint, parts: bigint): Fraction {
  const by = gcd(units, parts)
  return { units: units / by, parts: parts / by }
}

export const zero = fraction(0n, 1n)

/** Converts a decimal as written. */
export function of(text: string | number): Fraction {
  const [whole = '', decimals = ''] = String(text).split('.')
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length))
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.units * b.parts + b.units * a.parts, a.parts * b.parts)
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { ...b, units: -b.units })
export const times = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.units * b.units, a.parts * b.parts)
/** `b` is above zero. */
export const over = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.units * b.parts, a.parts * b.units)
export const sum = (all: readonly Fraction[]): Fraction => all.reduce(plus, zero)
export const isLess = (a: Fraction, b: Fraction): boolean => a.units * b.parts < b.units * a.parts

/** Rounds to decimals: to the nearest, halves up; up; or truncated. For non-negative numbers. */
export function roundTo(
  { units, parts }: Fraction,
  digits: number,
  way: keyof typeof ways = 'nearest',
): Fraction {
  const power = 10n ** BigInt(digits)
  const more = ways[way](parts)
  return fraction((2n * units * power + more) / (2n * parts), power)
}

const ways = {
  nearest: (parts: bigint) => parts,
  up: (parts: bigint) => 2n * parts - 1n,
  down: () => 0n,
}

/** Written with so many decimals, which lose nothing. */
export function text({ units, parts }: Fraction, digits: number): string {
  const scaled = units * 10n ** BigInt(digits)
  if (scaled % parts !== 0n) throw new RangeError('decimals would be lost')
  const written = String(scaled / parts).padStart(digits + 1, '0')
  return digits === 0 ? written : `${written.slice(0, -digits)}.${written.slice(-digits)}`
}
