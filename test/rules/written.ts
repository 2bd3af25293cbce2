/**
 * Decimals as written, for formulas that are tested against whole numbers.
 * @module
 */
import fc from 'fast-check'

/** `units` of 10^-`scale`. */
export interface Written {
  readonly units: bigint
  readonly scale: number
  readonly text: string
}

export const pow = (exponent: bigint | number): bigint => 10n ** BigInt(exponent)

export function write(units: bigint, scale: number): string {
  const text = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

/**
 * Decimals from one unit of the last decimal to `most`, with as many decimals as `scales` allows.
 */
export const written = (
  most: bigint,
  scales: fc.IntegerConstraints = { min: 0, max: 6 },
  min = 1n,
): fc.Arbitrary<Written> =>
  fc
    .tuple(fc.bigInt({ min, max: most }), fc.integer(scales))
    .map(([units, scale]) => ({ units, scale, text: write(units, scale) }))
