import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digitsKey, runsKey } from '../../src/catalogs/key.js'

const codes = fc
  .uniqueArray(fc.integer({ min: 0, max: 999 }), { minLength: 1 })
  .map((values) => values.sort((a, b) => a - b))

const limitsOf = (values: readonly number[]): number[] =>
  values.flatMap((value) => [
    ...(values.includes(value - 1) ? [] : [value]),
    ...(values.includes(value + 1) ? [] : [value + 1]),
  ])

describe('runsKey', () => {
  it('answers as the key of each code, before and after that has an index', () => {
    fc.assert(
      fc.property(codes, (values) => {
        const each = digitsKey(3, Uint32Array.from(values))
        const runs = runsKey(3, Uint32Array.from(limitsOf(values)))
        for (let code = 0; code < 1000; code++) {
          const text = String(code).padStart(3, '0')
          expect(runs.find(text)).toBe(values.indexOf(code))
          expect(each.find(text)).toBe(values.indexOf(code))
        }
        values.forEach((_, row) => {
          expect(runs.code(row)).toBe(each.code(row))
        })
        expect(['1', '1000', '1a0', ''].map((text) => runs.find(text))).toEqual([-1, -1, -1, -1])
        expect(runs.find('001', '01')).toBe(-1)
      }),
      { numRuns: 50 },
    )
  })
})
