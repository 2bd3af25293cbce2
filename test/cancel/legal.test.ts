import { describe, expect, it } from 'vitest'
import { legalLimits } from '../../src/cancel/legal.js'
import { isDay } from '../../src/lib/time.js'
import { english } from '../../tools/generate/parts/legalTexts.en.js'

describe('legal limits', () => {
  it('are dated, have a source, and an identifier each', () => {
    for (const { since, source, text } of legalLimits)
      expect([isDay(since), source !== '', text !== '']).not.toContain(false)
    expect(new Set(legalLimits.map(({ id }) => id)).size).toBe(legalLimits.length)
  })

  it('have the twelve cases of rule 2.7.1.35, by their fraction', () => {
    const fractions = legalLimits.flatMap(
      ({ source }) => /2\.7\.1\.35, fracción ([IVX]+)$/.exec(source)?.[1] ?? [],
    )
    expect(fractions.join(' ')).toBe('I II III IV V VI VII VIII IX X XI XII')
  })

  it('all have an English text, and no other texts exist', () => {
    expect(Object.keys(english).sort()).toEqual(legalLimits.map(({ id }) => id).sort())
  })
})
