import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clip,
  collapseSpace,
  countCharacters,
  findForbidden,
  isPlainField,
  isPlainMarkup,
  nearest,
} from '../../src/lib/text.js'

/** Text in which everything that matters here is frequent. */
const text = fc.string({
  unit: fc.constantFrom(
    ' ',
    '\t',
    '\n',
    '\r',
    'a',
    'Ñ',
    '|',
    '&',
    '<',
    '>',
    '"',
    '\u00a0',
    '\u0001',
    '\ud800',
    '\udc00',
    '🧾',
  ),
})

describe('collapseSpace', () => {
  it('is normalize-space of XPath, by its definition', () => {
    fc.assert(
      fc.property(text, (value) => {
        const words = value.split(/[ \t\r\n]+/).filter((word) => word !== '')
        expect(collapseSpace(value)).toBe(words.join(' '))
      }),
    )
  })

  it('leaves the no-break space alone', () => {
    expect(collapseSpace('\u00a0a\u00a0')).toBe('\u00a0a\u00a0')
  })
})

describe('isPlainField and isPlainMarkup', () => {
  it('accept only a text that is collapsed, admitted and of one unit a character', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.array(text).map((parts) => parts.join('x'.repeat(40))),
        ),
        (value) => {
          if (!isPlainField(value) && !isPlainMarkup(value)) return
          expect(collapseSpace(value)).toBe(value)
          expect(findForbidden(value)).toBe(-1)
          expect(countCharacters(value)).toBe(value.length)
          expect(isPlainField(value)).toBe(!value.includes('|'))
          expect(isPlainMarkup(value)).toBe(!/[&<>"]/.test(value))
        },
      ),
    )
  })

  it.each(['a', 'Piñata & <x>', 'a b c', 'x'.repeat(200)])('accept %s', (value) => {
    expect(isPlainField(value)).toBe(true)
  })

  it('remembers a long text that is plain, and no other for it', () => {
    const long = 'x'.repeat(2_000)
    for (const [value, expected] of [
      [long, true],
      [`${long.slice(1)}|`, false],
      [long, true],
    ] as const)
      expect(isPlainField(value)).toBe(expected)
  })
})

describe('findForbidden', () => {
  it.each([
    ['a\u0000', 1],
    ['\ud800', 0],
    ['🧾\udc00', 2],
    ['\ufffe', 0],
    ['\t\r\n 🧾', -1],
  ])('%j', (value, at) => {
    expect(findForbidden(value)).toBe(at)
  })
})

describe('countCharacters', () => {
  it('counts code points', () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(countCharacters(value)).toBe([...value].length)
      }),
    )
  })
})

describe('nearest', () => {
  const names = ['Rfc', 'Nombre', 'RegimenFiscal', 'Descripcion']
  it.each([
    ['RFC', 'Rfc'],
    ['Descripción', 'Descripcion'],
    ['regimenfical', 'RegimenFiscal'],
    ['Total', undefined],
    ['x'.repeat(10_000), undefined],
  ])('%s', (word, expected) => {
    expect(nearest(word, names)).toBe(expected)
  })
})

describe('clip', () => {
  it('cuts no character in half', () => {
    expect(clip('Ñ'.repeat(61))).toBe(`${'Ñ'.repeat(57)}...`)
    expect(clip(`a${'🎂'.repeat(40)}`)).toBe(`a${'🎂'.repeat(28)}...`)
    expect(clip('🎂'.repeat(40))).toBe(`${'🎂'.repeat(28)}...`)
  })
})
