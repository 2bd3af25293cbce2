/**
 * JSON has no order and the SAT does: whatever the order of the keys, and whatever is there without
 * content, the XML and the cadena are the same. Also when objects of one order come after those of
 * another: the verbs remember the last.
 * @module
 */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../src/model/check.js'
import { comprobanteArbitrary } from '../../src/sat/arbitrary.js'
import { cadenaOriginal, composeCfdi, writeCfdi } from '../../src/sat/cfdi40/cfdi.js'
import { cfdi } from '../../src/sat/cfdi40/model.js'
import type { Comprobante } from '../../src/sat/cfdi40/declaration.js'
import { complements } from '../../src/sat/declarations.js'
import { runs } from '../effort.js'

type Json = Readonly<Record<string, unknown>>

/** A number below one, other each time. */
type Chance = () => number

/**
 * The same content with the keys of some objects in another order, and some declared ones of the
 * root without content.
 */
function disturbed(document: Comprobante, chance: Chance): Comprobante {
  const absent = Object.keys(cfdi.document.root.content).filter(
    (key) => !(key in document) && chance() < 0.2,
  )
  const empty = Object.fromEntries(absent.map((key) => [key, undefined]))
  return shuffled({ ...document, ...empty }, chance) as Comprobante
}

function shuffled(value: unknown, chance: Chance, isSlot = false): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, chance))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value as Json)
  // The order of the complements is theirs: it is that of the document, and of its cadena.
  if (!isSlot && chance() < 0.7) {
    const keyed = entries.map((entry) => [chance(), entry] as const)
    entries.splice(0, entries.length, ...keyed.sort(([a], [b]) => a - b).map(([, entry]) => entry))
  }
  const inner = entries.map(([key, content]) => [
    key,
    shuffled(content, chance, key.startsWith('Complemento')),
  ])
  return Object.fromEntries(inner)
}

const documents = comprobanteArbitrary(cfdi, { complements })
/** In order, out of order, and in order again. */
const calls = fc.tuple(
  documents,
  fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
)

describe('keys in any order', () => {
  it.each([
    ['XML', writeCfdi],
    ['cadena', cadenaOriginal],
    ['XML and cadena', (document: Comprobante) => Object.values(composeCfdi(document)).join('\n')],
  ] as const)('give the same %s', (_, verb) => {
    const property = fc.property(calls, ([document, numbers]) => {
      const chance: Chance = () => numbers.next().value as number
      const expected = verb(document)
      for (let time = 0; time < 3; time++) expect(verb(disturbed(document, chance))).toBe(expected)
      expect(verb(document)).toBe(expected)
    })
    fc.assert(property, { numRuns: runs(300) })
  })

  it('are judged alike', () => {
    const property = fc.property(calls, ([document, numbers]) => {
      const chance: Chance = () => numbers.next().value as number
      expect(checkStructure(cfdi, disturbed(document, chance))).toEqual([])
    })
    fc.assert(property)
  })
})
