import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compress } from '../../src/catalogs/importer/compress.js'
import { inflate } from '../../src/catalogs/unpack/inflate.js'

/** Bytes with repetition near and far, runs, and noise. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.nat(255), fc.nat(700))
        .map(([value, length]) => new Uint8Array(length).fill(value)),
      fc
        .constantFrom('servicios de ', 'refacciones ', 'Naranja mandarina\n')
        .map((text) => new TextEncoder().encode(text)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])))

const far = (): Uint8Array => {
  const bytes = new Uint8Array(200_000)
  let state = 1
  for (let at = 0; at < bytes.length; at++) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    bytes[at] = at >= 32_768 && at % 3 > 0 ? bytes[at - 32_768]! : (state >> 16) & 15
  }
  return bytes
}

describe('compress', () => {
  it('is read by zlib and by inflate', () => {
    fc.assert(
      fc.property(bytes, (bytes) => {
        const packed = compress(bytes)
        expect(Buffer.compare(inflateRawSync(packed), bytes)).toBe(0)
        expect(Buffer.compare(inflate(packed, bytes.length), bytes)).toBe(0)
      }),
    )
  })

  it('holds over many blocks and copies from the edge of the window', () => {
    const bytes = far()
    const packed = compress(bytes)
    expect(Buffer.compare(inflateRawSync(packed), bytes)).toBe(0)
    expect(Buffer.compare(inflate(packed, bytes.length), bytes)).toBe(0)
  })

  it('compresses text about as well as zlib at its best', () => {
    const text = new TextEncoder().encode(
      Array.from(
        { length: 3000 },
        (_, row) =>
          `Refacción número ${row} para ${row % 7 ? 'motor' : 'bomba'} de ${row % 13} pulgadas`,
      ).join('\n'),
    )
    expect(compress(text).length).toBeLessThan(deflateRawSync(text, { level: 9 }).length * 1.3)
  })

  it('gives the same bytes for the same input', () => {
    const bytes = far().subarray(0, 50_000)
    expect(Buffer.compare(compress(bytes), compress(bytes.slice()))).toBe(0)
  })
})

describe('inflate', () => {
  it('reads the output of zlib: stored, fixed and dynamic blocks', () => {
    fc.assert(
      fc.property(
        bytes,
        fc.integer({ min: 0, max: 9 }),
        fc.constantFrom(
          constants.Z_DEFAULT_STRATEGY,
          constants.Z_FIXED,
          constants.Z_HUFFMAN_ONLY,
          constants.Z_RLE,
        ),
        (bytes, level, strategy) => {
          const packed = deflateRawSync(bytes, { level, strategy })
          expect(Buffer.compare(inflate(packed, bytes.length), bytes)).toBe(0)
        },
      ),
    )
  })

  it('fails on damage instead of running on', () => {
    const bytes = new TextEncoder().encode('catálogo '.repeat(50))
    const packed = compress(bytes)
    expect(() => inflate(packed.subarray(0, packed.length - 4), bytes.length)).toThrow(RangeError)
    expect(() => inflate(packed, bytes.length + 1)).toThrow(RangeError)
    expect(() => inflate(packed, bytes.length - 1)).toThrow(RangeError)
    expect(() => inflate(Uint8Array.of(7), 1)).toThrow(RangeError)
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
        try {
          inflate(noise, 100)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})
