import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  children,
  DerError,
  readBits,
  readDer,
  readOid,
  readSmallInteger,
  readText,
  readTime,
  tags,
} from '../../src/lib/der.js'

/** DER of one element: the inverse of the tested reader. */
function der(tag: number, ...content: Uint8Array[]): Uint8Array {
  const whole = Uint8Array.from(content.flatMap((part) => [...part]))
  const { length } = whole
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Uint8Array.from([tag, ...size, ...whole])
}

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const ascii = (tag: number, text: string) => readDer(der(tag, Buffer.from(text, 'latin1')))

describe('elements', () => {
  it('reads written elements back', () => {
    const leaf = fc.uint8Array({ maxLength: 400 }).map((content) => der(tags.octetString, content))
    fc.assert(
      fc.property(fc.array(leaf, { maxLength: 8 }), (leaves) => {
        const parent = readDer(der(tags.sequence, ...leaves))
        expect(children(parent, tags.sequence).map((child) => [...child.bytes])).toEqual(
          leaves.map((one) => [...one]),
        )
      }),
    )
  })

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['content cut short', '3003 0201'],
    ['bytes left over', '0500 00'],
    ['an indefinite length', '3080 0500 0000'],
    ['a length of no bytes shown', '3082 01'],
    ['a length longer than needed', '3081 02 0500'],
    ['a length with a leading zero', `308200ff${'00'.repeat(255)}`],
    ['a length of five bytes', '30850000000001 05'],
    ['a length far beyond the end', '3084ffffffff'],
    ['a tag number above 30', '1f2000'],
  ])('refuses %s', (_, hex) => {
    expect(() => readDer(bytes(hex))).toThrow(DerError)
  })

  it('requires the expected tag', () => {
    expect(() => children(readDer(bytes('3100')), tags.sequence)).toThrow(
      'expected tag 0x30, found 0x31',
    )
    expect(() => children(undefined, tags.sequence)).toThrow(DerError)
  })

  it('never recurses: a million levels cost nothing', () => {
    const nested = new Uint8Array(1_000_000).fill(0x30)
    expect(() => readDer(nested)).toThrow(DerError)
  })

  it('answers any bytes with an element or a DerError', () => {
    const readers = [readOid, readSmallInteger, readBits, readText, readTime]
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        fc.constantFrom(...Object.values(tags)),
        (content, tag) => {
          for (const reader of [
            ...readers,
            (element: ReturnType<typeof readDer>) => children(element, tag),
          ]) {
            try {
              reader(readDer(der(tag, content)))
            } catch (error) {
              expect(error).toBeInstanceOf(DerError)
            }
          }
        },
      ),
    )
  })
})

describe('values', () => {
  it.each([
    ['06 03 55042d', '2.5.4.45'],
    ['06 09 2a864886f70d01010b', '1.2.840.113549.1.1.11'],
    ['06 09 6086480165030402 01', '2.16.840.1.101.3.4.2.1'],
    ['06 01 27', '0.39'],
    ['06 02 8837', '2.999'],
  ])('object identifier %s', (hex, oid) => {
    expect(readOid(readDer(bytes(hex)))).toBe(oid)
  })

  it.each(['06 00', '06 02 2a86', '06 0a ffffffffffffffffff7f'])(
    'refuses the object identifier %s',
    (hex) => {
      expect(() => readOid(readDer(bytes(hex)))).toThrow(DerError)
    },
  )

  it('small integers', () => {
    expect(readSmallInteger(readDer(bytes('02 02 0800')))).toBe(2048)
    expect(readSmallInteger(readDer(bytes('02 02 00ff')))).toBe(255)
    expect(() => readSmallInteger(readDer(bytes('02 01 ff')))).toThrow(DerError)
    expect(() => readSmallInteger(readDer(bytes('02 07 7fffffffffffff')))).toThrow(DerError)
  })

  it('text of every directory string, TeletexString as Latin-1', () => {
    expect(readText(readDer(bytes('14 04 c3f1d122')))).toBe('ÃñÑ"')
    expect(readText(readDer(bytes('14 01 80')))).toBe('\u0080')
    expect(readText(readDer(bytes('0c 02 c391')))).toBe('Ñ')
    expect(readText(readDer(bytes('1e 04 00d1 0041')))).toBe('ÑA')
    expect(readText(readDer(bytes('05 00')))).toBeUndefined()
  })

  it('times of both kinds', () => {
    expect(readTime(ascii(tags.utcTime, '230518114351Z'))).toEqual(new Date('2023-05-18T11:43:51Z'))
    expect(readTime(ascii(tags.utcTime, '491231235959Z'))).toEqual(new Date('2049-12-31T23:59:59Z'))
    expect(readTime(ascii(tags.utcTime, '500101000000Z'))).toEqual(new Date('1950-01-01T00:00:00Z'))
    expect(readTime(ascii(tags.generalizedTime, '20500101000000Z'))).toEqual(
      new Date('2050-01-01T00:00:00Z'),
    )
  })

  it.each([
    '230230000000Z',
    '2305181143Z',
    '230518114351',
    '230518114351-0600',
    '231318114351Z',
    '',
  ])('refuses the time "%s"', (text) => {
    expect(() => readTime(ascii(tags.utcTime, text))).toThrow(DerError)
  })
})
