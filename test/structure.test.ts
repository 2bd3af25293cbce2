/**
 * A reader who looks for a name finds one function, and few functions lie between a question and its
 * answer. `npx tsx tools/structure.ts` prints the numbers.
 * @module
 */
import { expect, it } from 'vitest'
import { measureStructure } from '../tools/structure.js'

const structure = measureStructure()

it.each([
  ['sharedNames', 4.5],
  ['longLines', 1],
  ['linesOfFunctionP90', 25],
  ['ternariesPer1000Lines', 15],
  // Others: jose 34, hono 81.
  ['functionsPer1000Lines', 70],
] as const)('%s: at most %d', (name, limit) => {
  expect(structure[name]).toBeLessThanOrEqual(limit)
})

it('no two functions of one folder of src share a name', () => {
  expect(structure.sharedInLayer).toEqual({})
})

it('measures the source', () => {
  expect(structure.lines).toBeGreaterThan(80_000)
  expect(structure.functionsPer1000Lines).toBeGreaterThan(30)
})
