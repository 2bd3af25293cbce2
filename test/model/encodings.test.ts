import { XmlDocument } from 'libxml2-wasm'
import { describe, expect, it } from 'vitest'
import { CfdiXmlError } from '../../src/errors.js'
import { parseXml } from '../../src/lib/xml/xml.js'
import { type Encoding, encodingOf } from '../../src/model/encodings.js'
import { decodeXml } from '../../src/model/source.js'

/**
 * 0x80 to 0x9f of https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT, table
 * version 2.01; 0 is UNDEFINED.
 */
// biome-ignore format: eight a row, as one compares them
const cp1252 = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
  0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
  0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
  0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
]

const documentOf = (encoding: string, ...bytes: number[]): Uint8Array =>
  Buffer.concat([
    Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>`),
    Buffer.from(bytes),
    Buffer.from('</a>'),
  ])

const read = (bytes: Uint8Array): string | undefined => {
  try {
    return parseXml(decodeXml(bytes)).children.join('')
  } catch (error) {
    if (error instanceof CfdiXmlError && error.code === 'XML_ENCODING') return undefined
    throw error
  }
}

/** libxml2’s reading; `undefined` when it refuses. */
const libxml = (bytes: Uint8Array): string | undefined => {
  try {
    const document = XmlDocument.fromBuffer(bytes)
    const { content } = document.root
    document.dispose()
    return content
  } catch {
    return undefined
  }
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte)
const high = bytes.slice(0x80)
const printable = bytes.filter((byte) => byte >= 0x20 && byte !== 0x3c && byte !== 0x26)

describe('encodings of one byte', () => {
  it.each(bytes.slice(0x80, 0xa0))('windows-1252: byte %i as Unicode maps it', (byte) => {
    const code = cp1252[byte - 0x80] as number
    expect(read(documentOf('windows-1252', byte))).toBe(
      code === 0 ? undefined : String.fromCharCode(code),
    )
    expect(read(documentOf('CP1252', byte))).toBe(
      code === 0 ? undefined : String.fromCharCode(code),
    )
  })

  it.each(bytes.slice(0x80, 0xa0))(
    'ISO-8859-1: byte %i is the control of its number, as libxml2 reads it',
    (byte) => {
      const document = documentOf('ISO-8859-1', byte)
      expect(libxml(document)).toBe(String.fromCharCode(byte))
      expect(read(document)).toBe(libxml(document))
    },
  )

  it.each(high)('US-ASCII: byte %i is refused, as by libxml2', (byte) => {
    expect(libxml(documentOf('US-ASCII', 0x41, byte))).toBe(undefined)
    expect(read(documentOf('US-ASCII', 0x41, byte))).toBe(undefined)
  })

  it('others are those of Latin-1', () => {
    for (const byte of printable.filter((one) => one < 0x80 || one >= 0xa0))
      for (const encoding of ['windows-1252', 'ISO-8859-1'])
        expect(read(documentOf(encoding, byte))).toBe(Buffer.of(byte).toString('latin1'))
    expect(read(documentOf('us-ascii', ...printable.filter((byte) => byte < 0x80)))).toHaveLength(
      94,
    )
  })

  it('are read in steps, however long', () => {
    const long = new Array(100_001).fill(0xf1)
    expect(read(documentOf('latin1', ...long))).toBe('ñ'.repeat(100_001))
  })
})

describe('UTF-16', () => {
  const swapped = (buffer: Buffer): Buffer => Buffer.from(buffer).swap16()
  const text = (encoding: string) =>
    `<?xml version="1.0"${encoding && ` encoding="${encoding}"`}?><a>PEÑA 株</a>`

  it.each(['UTF-16', 'utf-16le', ''])(
    'without its mark, declared %j: as libxml2 (XML 1.0, appendix F.1)',
    (encoding) => {
      const little = Buffer.from(text(encoding), 'utf16le')
      expect(libxml(little)).toBe('PEÑA 株')
      expect(read(little)).toBe('PEÑA 株')
      const big = swapped(Buffer.from(text(encoding.replace('le', 'be')), 'utf16le'))
      expect(libxml(big)).toBe('PEÑA 株')
      expect(read(big)).toBe('PEÑA 株')
    },
  )

  it.each([
    ['another order than it declares', Buffer.from(text('utf-16be'), 'utf16le')],
    ['declared by bytes of one character each', Buffer.from(text('UTF-16'), 'utf8')],
    ['in fact, and another declared', Buffer.from(text('ISO-8859-1'), 'utf16le')],
  ])('%s: refused', (_, document) => {
    expect(read(document)).toBe(undefined)
  })
})

describe('names of encodings', () => {
  it.each<[string, Encoding | undefined]>([
    ['UTF-8', 'utf-8'],
    ['Latin1', 'iso-8859-1'],
    ['ISO_8859-1', 'iso-8859-1'],
    ['x-user-defined', undefined],
    ['gbk', undefined],
    ['constructor', undefined],
  ])('%s', (name, encoding) => {
    expect(encodingOf(name)).toBe(encoding)
    if (encoding === undefined)
      expect(() => decodeXml(documentOf(name, 0x41))).toThrow('que no se admite')
  })
})
