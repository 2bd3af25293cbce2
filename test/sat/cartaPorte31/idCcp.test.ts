import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secureRandom } from '../../../src/lib/uuid.js'
import { compileSimple } from '../../../src/model/check/simple.js'
import { cartaPorte31 } from '../../../src/sat/cartaPorte31/declaration.js'
import { createIdCcp } from '../../../src/sat/cartaPorte31/idCcp.js'

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const judge = compileSimple(cartaPorte31.root.content.IdCCP.type)

/**
 * The bits that decide an IdCCP: not those of the three digits that CCC replaces, nor version and
 * variant.
 */
function entropy(random: Uint8Array): string {
  const bits = Uint8Array.from(random)
  bits[0] = 0
  bits[1]! &= 0x0f
  bits[6]! &= 0x0f
  bits[8]! &= 0x3f
  return bits.join()
}

describe('createIdCcp', () => {
  it('matches the declaration of Carta Porte 3.1', () => {
    fc.assert(
      fc.property(bytes, (random) => {
        expect(judge(createIdCcp(() => random))).toBeUndefined()
      }),
    )
  })

  it('is a UUID of version 4 and variant 10 with CCC for its first three digits, in one case', () => {
    const form = /^CCC[0-9A-F]{5}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/
    fc.assert(
      fc.property(bytes, (random) => {
        expect(createIdCcp(() => random)).toMatch(form)
      }),
    )
  })

  it('puts every byte in its place', () => {
    const random = Uint8Array.from({ length: 16 }, (_, index) => index * 0x11)
    expect(createIdCcp(() => random)).toBe('CCC12233-4455-4677-8899-AABBCCDDEEFF')
  })

  it('differs exactly when the bits that it keeps differ', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        expect(createIdCcp(() => one) === createIdCcp(() => other)).toBe(
          entropy(one) === entropy(other),
        )
      }),
    )
  })

  it.each([
    [0, 0xff, true],
    [1, 0xf0, true],
    [1, 0x01, false],
    [6, 0xf0, true],
    [6, 0x01, false],
    [8, 0xc0, true],
    [8, 0x20, false],
    [15, 0x01, false],
  ])('byte %i changed by %i: the same %s', (at, mask, same) => {
    const other = Uint8Array.from({ length: 16 }, (_, index) => (index === at ? mask : 0))
    expect(createIdCcp(() => new Uint8Array(16)) === createIdCcp(() => other)).toBe(same)
  })

  it('requests sixteen bytes once, and does not change them', () => {
    const asked: number[] = []
    const given = new Uint8Array(16).fill(0xff)
    createIdCcp((length) => {
      asked.push(length)
      return given
    })
    expect(asked).toEqual([16])
    expect(given).toEqual(new Uint8Array(16).fill(0xff))
  })

  it('does not repeat with the platform generator', () => {
    const many = Array.from({ length: 1000 }, () => createIdCcp(secureRandom))
    expect(new Set(many).size).toBe(many.length)
  })
})
