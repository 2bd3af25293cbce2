import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { children, readBits, readDer, readOid, readTime, tags } from '../../src/lib/der.js'
import { writeBits, writeDer, writeOid, writeSequence, writeTime } from '../../src/lib/derWriter.js'

describe('written elements read back', () => {
  it('elements of any length, nested', () => {
    const sizes = fc.oneof(fc.nat(300), fc.constantFrom(127, 128, 255, 256, 65_535, 65_536))
    fc.assert(
      fc.property(fc.array(sizes, { maxLength: 4 }), (lengths) => {
        const parts = lengths.map((length) =>
          writeDer(tags.octetString, new Uint8Array(length).fill(7)),
        )
        const read = children(readDer(writeSequence(...parts)), tags.sequence)
        expect(read.map(({ bytes }) => [...bytes])).toEqual(parts.map((part) => [...part]))
      }),
      { numRuns: 50 },
    )
  })

  it('object identifiers', () => {
    const arc = fc.oneof(fc.nat(200), fc.nat(2 ** 31))
    const top = fc.oneof(fc.tuple(fc.nat(1), fc.nat(39)), fc.tuple(fc.constant(2), fc.nat(1000)))
    fc.assert(
      fc.property(top, fc.array(arc, { maxLength: 8 }), (first, rest) => {
        const oid = [...first, ...rest].join('.')
        expect(readOid(readDer(writeOid(oid)))).toBe(oid)
      }),
    )
  })

  it('times to the second, UTCTime only where its two digits mean the year', () => {
    const date = fc.date({
      min: new Date('1900-01-01'),
      max: new Date('2200-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, (written) => {
        const element = readDer(writeTime(written))
        expect(readTime(element).getTime()).toBe(Math.floor(written.getTime() / 1000) * 1000)
        const year = written.getUTCFullYear()
        expect(element.tag).toBe(year >= 1950 && year < 2050 ? tags.utcTime : tags.generalizedTime)
      }),
    )
  })

  it('bits', () => {
    expect([...readBits(readDer(writeBits(Uint8Array.of(0xc0), 6)))]).toEqual([0xc0])
  })
})
