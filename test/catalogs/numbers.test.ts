import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsAt, Numbers, packNumbers, unpackNumbers } from '../../src/catalogs/numbers.js'

const sorted = (max: number) =>
  fc
    .array(fc.integer({ min: 0, max }), { maxLength: 300 })
    .map((values) => values.sort((a, b) => a - b))

describe('packNumbers', () => {
  it('is undone by unpackNumbers', () => {
    fc.assert(
      fc.property(fc.constantFrom(99, 99_999, 999_999_999, 9_999_999_999, 2 ** 52), (max) => {
        fc.assert(
          fc.property(sorted(max), (values) => {
            const read = unpackNumbers(
              packNumbers(values),
              values.length,
              max > 999_999_999 ? 15 : 9,
            )
            expect([...read]).toEqual(values)
          }),
          { numRuns: 40 },
        )
      }),
      { numRuns: 10 },
    )
  })

  it('writes neighbours in one byte', () => {
    expect(packNumbers([10, 11, 12, 139])).toHaveLength(4)
  })
})

describe('Numbers', () => {
  it('finds the first place of every number, and nothing else', () => {
    fc.assert(
      fc.property(sorted(2000), fc.array(fc.integer({ min: -5, max: 2005 })), (values, others) => {
        const numbers = new Numbers(Uint32Array.from(values))
        for (const value of [...values, ...others]) {
          expect(numbers.find(value)).toBe(values.indexOf(value))
          const from = values.findIndex((one) => one >= value)
          expect(numbers.from(value)).toBe(from < 0 ? values.length : from)
        }
      }),
    )
  })

  it('holds in dense runs far apart and beyond 2^32', () => {
    const values = [0, 1, 2, 3, 9_999_999_990, 9_999_999_991, 9_999_999_999]
    const numbers = new Numbers(Float64Array.from(values))
    expect(values.map((value) => numbers.find(value))).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(
      [4, 5_000_000_000, 9_999_999_992, 10_000_000_000].map((value) => numbers.find(value)),
    ).toEqual([-1, -1, -1, -1])
  })

  it('answers when empty', () => {
    expect(new Numbers(new Uint32Array(0)).find(0)).toBe(-1)
    expect(new Numbers(new Uint32Array(0)).from(7)).toBe(0)
  })
})

describe('digitsAt', () => {
  it('reads digits and nothing but digits', () => {
    expect(digitsAt('00720', 0, 5)).toBe(720)
    expect(digitsAt('ab72', 2, 2)).toBe(72)
    for (const text of ['7 2', '-72', '+72', '7.2', '1e2', '７２0', '', '72'])
      expect(digitsAt(text, 0, 3)).toBe(-1)
  })
})
