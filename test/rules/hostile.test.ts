/**
 * Documents of any shape: check and explain answer, whatever is put where. Every base document,
 * every place in it.
 * @module
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { check } from '../../src/sat/cfdi40/check.js'
import { explain } from '../../src/sat/cfdi40/explain.js'
import { runs } from '../effort.js'
import { baseNames, readBase } from './fixture.js'

type Step = string | number

/** Every place of a document, its root apart. */
function places(value: unknown, path: readonly Step[] = []): (readonly Step[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  const below = Array.isArray(value)
    ? value.flatMap((item, index) => places(item, [...path, index]))
    : Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]))
  return path.length === 0 ? below : [path, ...below]
}

/** The document with another value at a place; `undefined` leaves it out. */
function replaced(document: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value
  if (Array.isArray(document))
    return document.map((item, index) => (index === step ? replaced(item, rest, value) : item))
  const holder = document as Record<Step, unknown>
  return { ...holder, [step]: replaced(holder[step], rest, value) }
}

const bases = baseNames.map((name) => readBase(name))

const strange: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    0.1,
    1e21,
    Number.NaN,
    '',
    ' ',
    'AUTO',
    '-1.00',
    '1e3',
    [],
    {},
    [null],
    [[]],
    { '0': {} },
  ),
  fc.anything({ maxDepth: 2 }),
)

const broken = fc
  .record({
    base: fc.constantFrom(...bases),
    changes: fc.array(fc.tuple(fc.nat(), strange), { minLength: 1, maxLength: 3 }),
  })
  .map(({ base, changes }) =>
    changes.reduce<unknown>((document, [at, value]) => {
      const all = places(document)
      return all.length === 0
        ? document
        : replaced(document, all[at % all.length] as readonly Step[], value)
    }, base),
  )

describe('documents of any shape', () => {
  it('are judged without a throw, and explained', () => {
    fc.assert(
      fc.property(broken, (document) => {
        const findings = check(document, { at: new Date('2026-08-20T17:00:00Z') })
        for (const { code, message, path } of findings)
          expect([code, message, typeof path]).not.toContain('')
        explain(document)
      }),
      { numRuns: runs(400) },
    )
  })

  it('every place, with every strange thing', () => {
    const [ingreso] = [readBase('terceros')]
    for (const place of places(ingreso)) {
      for (const value of [null, 7, 'x', [], {}, [null], 'AUTO'])
        check(replaced(ingreso, place, value))
    }
  })
})
