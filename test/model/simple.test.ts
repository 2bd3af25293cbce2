import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileExact, compileSimple } from '../../src/model/check/simple.js'
import type { Element, Simple } from '../../src/model/grammar.js'
import {
  catalog,
  decimal,
  integer,
  lexical,
  rawText,
  t_Importe,
  t_ImporteMXN,
  t_RFC,
  text,
  token,
} from '../../src/model/types.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import { runs } from '../effort.js'

/** Every simple type of the model, once. */
function typesOf(element: Element, found = new Set<Simple>()): Set<Simple> {
  if (element.text !== undefined) found.add(element.text)
  for (const member of Object.values(element.content)) {
    if (member.kind === 'attribute') found.add(member.type)
    if (member.kind === 'child') typesOf(member.element, found)
  }
  return found
}

const all = [
  ...new Set([cfdi.document, ...cfdi.complements].flatMap(({ root }) => [...typesOf(root)])),
]

const candidate = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '+', '-', ' ', 'e') }),
  fc.string({
    unit: fc.constantFrom(' ', '\t', '\n', 'A', 'ñ', '|', '\u0001', '\ud800', '🧾', '\u00a0'),
  }),
  fc.stringMatching(/^[0-9]{0,20}(\.[0-9]{0,8})?$/),
  fc.stringMatching(/^[A-Z&Ñ]{3,4}[0-9]{6}[A-Z0-9]{3} ?$/),
)

describe('compileSimple', () => {
  it('has shortcuts that never accept a text that the exact check refuses', () => {
    const judges = all.map((type) => [type, compileSimple(type), compileExact(type)] as const)
    fc.assert(
      fc.property(candidate, fc.constantFrom(...judges), (value, [, quick, exact]) => {
        expect(quick(value)).toBe(exact(value))
      }),
      { numRuns: runs(5_000) },
    )
  })

  it('judges importes as their pattern, their lexical form and their facets together', () => {
    const judges = [
      [t_Importe, /^[0-9]{1,18}(.[0-9]{1,6})?$/u, 6],
      [t_ImporteMXN, /^[0-9]{1,18}(.[0-9]{1,2})?$/u, 2],
    ] as const
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('0', '7', '.', '-'), maxLength: 30 }),
        fc.constantFrom(...judges),
        (value, [type, pattern, places]) => {
          const decimalForm = /^[0-9]+(\.[0-9]*)?$|^\.[0-9]+$/.test(value)
          const fraction = /\.([0-9]*?)0*$/.exec(value)?.[1]?.length ?? 0
          expect(compileSimple(type)(value) === undefined).toBe(
            pattern.test(value) && decimalForm && fraction <= places,
          )
        },
      ),
      { numRuns: runs(2_000) },
    )
  })

  it.each<[Simple, string, boolean]>([
    [text(1, 3), ' ab ', true],
    [text(1, 3), '   ', false],
    [text(1, 3), '🧾🧾🧾', true],
    [text(1, 3), '🧾🧾🧾🧾', false],
    [rawText({ minLength: 3 }), '   ', true],
    [token(), '', true],
    [t_RFC, 'XAXX010101000', true],
    [t_RFC, 'xaxx010101000', false],
    [decimal(6, { minInclusive: '0.000001' }), '0.0000010', true],
    [decimal(6, { minInclusive: '0.000001' }), '0.0000001', false],
    [decimal(2), '1.100', true],
    [decimal(2, { maxInclusive: '99.99' }), '100', false],
    [integer({ minInclusive: '1' }), '+1', true],
    [integer(), '1.0', false],
    [lexical('date'), '2024-02-29', true],
    [lexical('date'), '2023-02-29', false],
    [lexical('date'), '2024-05-17Z', true],
    [lexical('dateTime'), '2024-05-17T24:00:00', true],
    [lexical('dateTime'), '2024-05-17T24:00:01', false],
    [lexical('time'), '23:59:59.5', true],
    [lexical('base64'), 'QUJD REVG', true],
    [lexical('base64'), 'QQ=', false],
    [lexical('nmtoken'), 'a b', false],
    [catalog('c_X', { pattern: '[0-9]{5}' }), ' 01234 ', true],
  ])('%j %j', (type, value, valid) => {
    expect(compileSimple(type)(value) === undefined).toBe(valid)
  })

  it('judges long values in time that grows with their length', () => {
    for (const type of all) compileSimple(type)(`${'a'.repeat(100_000)}!`)
    for (const type of all) compileSimple(type)(' '.repeat(100_000))
  })
})
