import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packScoped } from '../../src/catalogs/importer/packScopes.js'
import { expandRuns, packSigned, unpackSigned } from '../../src/catalogs/numbers.js'
import { packed } from '../../src/catalogs/packed/codes.js'
import { createCatalogSet } from '../../src/catalogs/set.js'
import { readSteps, unpackScoped, writeSteps } from '../../src/catalogs/unpack/codeOrder.js'

const parts = [
  { name: 'codigoPostal', width: 5 },
  { name: 'clave', width: 4 },
]

describe('codes within scopes', () => {
  it('are the same after packing, duplicates too', () => {
    const values = fc
      .array(fc.oneof(fc.nat(999_999_999), fc.nat(30_000)), { maxLength: 200 })
      .map((values) => values.sort((one, other) => one - other))
    fc.assert(
      fc.property(values, (values) => {
        const { spec, bytes } = packScoped(values, parts)
        expect([...unpackScoped(bytes, spec, values.length, parts)]).toEqual(values)
      }),
    )
  })

  it('are the same in states that number them in the order of postal codes, with gaps', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -12, max: 12 }), fc.nat(3)), {
      minLength: 300,
      maxLength: 2000,
    })
    fc.assert(
      fc.property(steps, (steps) => {
        let [scope, code] = [15_500, 0]
        const values = steps.map(([step, gap]) => {
          scope = Math.min(16_999, Math.max(15_000, scope + step))
          code += gap
          return scope * 10_000 + code
        })
        const sorted = values.sort((one, other) => one - other)
        const { spec, bytes } = packScoped(sorted, parts)
        expect([...unpackScoped(bytes, spec, sorted.length, parts)]).toEqual(sorted)
        // A code and its scope take less than a byte each.
        expect(bytes.length - spec.choicesAt).toBeLessThan(sorted.length)
      }),
      { numRuns: 50 },
    )
  })

  it('of the package are in order, and each is found', () => {
    const colonias = createCatalogSet({ packed }).catalog('c_Colonia')
    const rows = [...colonias.rows({ limit: 500 })]
    const keys = rows.map(({ codigoPostal, clave }) => codigoPostal + clave)
    expect(keys).toEqual([...keys].sort())
    expect(rows.every(({ clave, codigoPostal }) => colonias.has(clave, codigoPostal))).toBe(true)
    expect(colonias.has('0001', '01000')).toBe(true)
    expect(colonias.has('0002', '01000')).toBe(false)
  })
})

describe('steps between names', () => {
  const name = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('EA', 'PM', '', 'A-', 'ñ'),
        fc.nat(1200),
        fc.integer({ min: 1, max: 5 }),
      )
      .map(([start, number, width]) => start + String(number).padStart(width, '0')),
    fc.string({ unit: 'grapheme-ascii', minLength: 2, maxLength: 6 }),
    fc.constantFrom('999', '0998', 'A9', 'A10', '1', '12345678901234567890', '99999999999'),
  )

  it('are undone', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 100 }), (names) => {
        expect(readSteps(writeSteps(names))).toEqual(names)
      }),
    )
  })

  it('are written where a number follows of the same width', () => {
    expect(writeSteps(['EA0009', 'EA0010', 'EA0018', 'EA0027', 'EA28', 'EB29'])).toEqual([
      'EA0009',
      '\u0001',
      '\u0008',
      'EA0027',
      'EA28',
      'EB29',
    ])
    expect(writeSteps(['A9', 'A10', 'A10'])).toEqual(['A9', 'A10', 'A10'])
  })
})

describe('numbers', () => {
  it('of any sign are the same after packing', () => {
    const number = fc.integer({ min: -(2 ** 28), max: 2 ** 28 })
    fc.assert(
      fc.property(fc.array(number, { maxLength: 100 }), (numbers) => {
        expect([...unpackSigned(packSigned(numbers), numbers.length)]).toEqual(numbers)
      }),
    )
  })

  it('of runs are listed', () => {
    expect([...expandRuns(Uint32Array.of(3, 6, 10, 11), 4)]).toEqual([3, 4, 5, 10])
  })
})
