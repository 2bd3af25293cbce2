/**
 * Descriptions as coded words: the encoder and the decoder are inverse, every description of the
 * package is coded as the importer codes it, and damage is an error.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readHeader } from '../../src/catalogs/format.js'
import { compress } from '../../src/catalogs/importer/compress.js'
import type { Model } from '../../src/catalogs/importer/model.js'
import { pack } from '../../src/catalogs/importer/pack.js'
import { type CodedWords, packWords } from '../../src/catalogs/importer/packWords.js'
import { RangeEncoder } from '../../src/catalogs/importer/rangeEncoder.js'
import { packed } from '../../src/catalogs/packed/static.js'
import { openTable } from '../../src/catalogs/table.js'
import { BitMixer } from '../../src/catalogs/unpack/bitMixer.js'
import { RangeDecoder } from '../../src/catalogs/unpack/rangeDecoder.js'
import { unpackBody, unpackLines } from '../../src/catalogs/unpack/unpackBody.js'
import { CodedLines, unpackWords, Vocabulary } from '../../src/catalogs/unpack/unpackWords.js'

const utf8 = new TextEncoder()

/** Lines of few words with repetition, and of any characters. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('San', 'san', 'de', 'José', 'SERVICIOS', 'x', '1', '24V', 'Ñ', 'ñandú'),
      fc.constantFrom(' ', ' ', '\n', ', ', ' (', '\n\n', '-', '\u0001', '\t', '.\n'),
      fc.string({ unit: 'binary', maxLength: 12 }),
    ),
    { maxLength: 300 },
  )
  .map((parts) => utf8.encode(parts.join('').replaceAll('\0', '')))

/** Decodes the blocks, each without those before it. */
function decode({ choices, vocabulary, separators, blocks }: CodedWords): Uint8Array {
  const words = new Vocabulary(vocabulary, separators)
  const texts = blocks.map((block, at) => {
    const known = blocks.slice(0, at).reduce((sum, { words }) => sum + words, 0)
    return unpackWords(choices[at]!, words, known, block)
  })
  return Buffer.concat(texts)
}

const stream = { vocabulary: 0, stream: 0 }

/** Lines of many blocks. */
const long = utf8.encode(
  Array.from({ length: 30_000 }, (_, at) => `Servicio ${at % 977} de la línea ${at}\n`).join(''),
)

describe('coded words', () => {
  it('decode to the text', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(Buffer.compare(decode(packWords(text)!), text)).toBe(0)
      }),
    )
  })

  it('decode to bytes that are no text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ min: 1, maxLength: 500 }), (bytes) => {
        expect(Buffer.compare(decode(packWords(bytes)!), bytes)).toBe(0)
      }),
    )
  })

  it('decode in blocks of lines, each of which is read alone', () => {
    const coded = packWords(long)!
    expect(coded.blocks.length).toBeGreaterThan(5)
    expect(Buffer.compare(decode(coded), long)).toBe(0)
    const text = Buffer.from(long).toString().split('\n')
    const lines = (): CodedLines =>
      new CodedLines(Buffer.concat(coded.choices), coded.vocabulary, { ...coded, ...stream })
    for (const number of [29_999, 0, 15_000, 14_999, 1])
      expect(lines().line(number)).toBe(text[number])
    expect(lines().slice(7000, 23_000)).toEqual(text.slice(7000, 23_000))
    // A damaged block leaves the others as they are.
    const damaged = Buffer.concat(coded.choices)
    damaged[coded.choices[0]!.length + 40]! ^= 1
    const some = new CodedLines(damaged, coded.vocabulary, { ...coded, ...stream })
    expect(some.line(0)).toBe(text[0])
    expect(some.line(29_999)).toBe(text[29_999])
    expect(() => some.line(coded.blocks[0]!.lines)).toThrow(RangeError)
    expect(() => some.slice(0, 30_000)).toThrow(RangeError)
  })

  it('leave a text that they cannot hold to DEFLATE', () => {
    expect(packWords(Uint8Array.of(65, 0, 66))).toBeUndefined()
    const manyWords = Array.from({ length: 70_000 }, (_, index) => `w${index}`).join('\n')
    expect(packWords(utf8.encode(manyWords))).toBeUndefined()
    const manySeparators = Array.from({ length: 130 }, (_, index) => 'a'.padEnd(index + 2)).join('')
    expect(packWords(utf8.encode(manySeparators))).toBeUndefined()
    const texts = manyWords.split('\n')
    const model: Model = {
      name: 'c_Colonia',
      codes: texts,
      columns: [{ name: 'texto', kind: 'text', texts }],
    }
    const made = new Map(
      pack(model, { compress, date: '2026-08-06', texts: ['texto'] }).map((one) => [
        one.name,
        one.text,
      ]),
    )
    expect(readHeader(made.get('c_Colonia.texto')!).header.words).toBeUndefined()
    const table = openTable(
      'c_Colonia',
      (name) => made.get(name),
      () => undefined,
    )!
    expect(table.columns.get('texto')!.text(69_999)).toBe('w69999')
  })

  const folder = fileURLToPath(new URL('../../src/catalogs/packed', import.meta.url))
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.texto.ts'))
    .map((file) => file.replace(/\.ts$/, ''))

  it.each(names)('%s is as the importer codes it, and no longer than under DEFLATE', (name) => {
    const { header, body } = readHeader(packed(name)!)
    if (header.words === undefined) {
      const text = unpackBody(body, header)
      const { choices, vocabulary } = packWords(text)!
      const coded = Buffer.concat([compress(vocabulary), ...choices])
      expect(compress(text).length).toBeLessThanOrEqual(coded.length + 120)
      return
    }
    const count = header.words.blocks.reduce((sum, { lines }) => sum + lines, 0)
    expect(count).toBe(header.rows * header.columns.length)
    const lines = unpackLines(body, header.words).slice(0, count)
    const text = utf8.encode(lines.map((line) => `${line}\n`).join(''))
    const { choices, vocabulary } = packWords(text)!
    const coded = Buffer.concat([compress(vocabulary), ...choices])
    expect(Buffer.from(body, 'base64').equals(coded)).toBe(true)
    expect(coded.length).toBeLessThan(compress(text).length)
  })
})

describe('damage', () => {
  const name = 'c_Municipio.texto'
  const { header, body } = readHeader(packed(name)!)
  const bytes = Buffer.from(body, 'base64')
  const openDamaged = (damaged: Uint8Array) => {
    const text = `${JSON.stringify(header)}\n${Buffer.from(damaged).toString('base64')}`
    const table = openTable(
      'c_Municipio',
      (one) => (one === name ? text : packed(one)),
      () => undefined,
    )!
    return table.columns.get('texto')!.text(0)
  }

  it('of any bit is an error that names the catalogue', () => {
    expect(header.words).toBeDefined()
    expect(openDamaged(bytes)).toBe('Aguascalientes')
    fc.assert(
      // The coder ends with four bytes, whose last bits do not change the text.
      fc.property(fc.nat(bytes.length - 5), fc.nat(7), (at, bit) => {
        const damaged = Uint8Array.from(bytes)
        damaged[at]! ^= 1 << bit
        expect(() => openDamaged(damaged)).toThrow(/^damaged catalogue c_Municipio\.texto: /)
      }),
      { numRuns: 60 },
    )
  })

  it('by cutting is an error', () => {
    for (const length of [
      0,
      1,
      100,
      header.words!.stream,
      header.words!.stream + 1,
      bytes.length - 1,
    ])
      expect(() => openDamaged(bytes.subarray(0, length))).toThrow(RangeError)
  })

  it('that nothing else detects changes the check sum', () => {
    const blocks = header.words!.blocks.map((block) => ({ ...block, sum: block.sum ^ 1 }))
    const lines = unpackLines(body, { ...header.words!, blocks })
    expect(() => lines.line(0)).toThrow(/wrong check sum/)
  })
})

describe('the range coder', () => {
  it('gives the bits back at any probabilities', () => {
    const bit = fc.tuple(fc.integer({ min: 1, max: 32_767 }), fc.nat(1))
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 3000 }), (bits) => {
        const encoder = new RangeEncoder()
        for (const [probability, bit] of bits) encoder.code(probability, bit)
        const decoder = new RangeDecoder(encoder.finish())
        expect(bits.map(([probability]) => decoder.code(probability))).toEqual(
          bits.map(([, bit]) => bit),
        )
      }),
    )
  })

  it('gives numbers back among bits', () => {
    const number = fc.tuple(fc.integer({ min: 1, max: 2 ** 22 }), fc.nat(), fc.nat(1))
    fc.assert(
      fc.property(fc.array(number, { maxLength: 1000 }), (numbers) => {
        const encoder = new RangeEncoder()
        for (const [total, any, bit] of numbers) {
          encoder.take(encoder.locate(total, any % total), 1)
          encoder.code(30_000, bit)
        }
        const decoder = new RangeDecoder(encoder.finish())
        const read = numbers.map(([total]) => {
          const place = decoder.locate(total)
          decoder.take(place, 1)
          return [place, decoder.code(30_000)]
        })
        expect(read).toEqual(numbers.map(([total, any, bit]) => [any % total, bit]))
      }),
    )
  })

  it('carries through bytes of 255', () => {
    // Improbable zeros raise the low end of the range, which carries.
    const bits = Array.from({ length: 20_000 }, (_, at) => (at % 977 === 0 ? 0 : 1))
    const encoder = new RangeEncoder()
    for (const bit of bits) encoder.code(32_767, bit)
    const decoder = new RangeDecoder(encoder.finish())
    expect(bits.every((bit) => decoder.code(32_767) === bit)).toBe(true)
  })

  it('takes the bits that their probabilities say', () => {
    const encoder = new RangeEncoder()
    const bits = Array.from({ length: 80_000 }, (_, at) => (at % 8 === 0 ? 1 : 0))
    for (const bit of bits) encoder.code(32_768 / 8, bit)
    // Entropy of one in eight: 0.5436 bits.
    expect(encoder.finish().length / ((80_000 * 0.5436) / 8)).toBeCloseTo(1, 2)
  })
})

describe('the mixer', () => {
  it('learns a bit that its context decides', () => {
    const probabilities: number[] = []
    const coder = {
      code(probability: number, bit: number) {
        probabilities.push(bit === 1 ? probability : 32_768 - probability)
        return bit
      },
    }
    const mixer = new BitMixer(coder, 10, 1)
    for (let at = 0; at < 400; at++) mixer.code(0, at % 2, at % 2, 100, 200, 300)
    expect(Math.min(...probabilities.slice(-20))).toBeGreaterThan(32_000)
    expect(Math.max(...probabilities)).toBeLessThan(32_768)
  })
})
