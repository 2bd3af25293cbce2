import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultSchedule,
  parseRetryAfter,
  waitAfter,
} from '../../../src/service/webhooks/schedule.js'

describe('the schedule of deliveries', () => {
  it('is ten tries in three days and some hours', () => {
    const waits = Array.from({ length: 10 }, (_, index) => waitAfter({ tries: index + 1 }, 0))
    expect(waits.at(-1)).toBeUndefined()
    expect(waits.slice(0, 9)).toEqual(defaultSchedule.waits)
    const hours = defaultSchedule.waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000
    expect(hours).toBeCloseTo(75.585, 2)
  })

  it('waits at least the interval, and at most a fifth longer or the receiver’s request, up to a day', () => {
    const asked = fc.option(fc.nat(200_000_000), { nil: undefined })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        asked,
        (tries, random, retryAfter) => {
          const wait = waitAfter({ tries, retryAfter }, random) as number
          const least = defaultSchedule.waits[tries - 1] as number
          expect(wait).toBeGreaterThanOrEqual(
            Math.max(least, Math.min(retryAfter ?? 0, 86_400_000)),
          )
          expect(wait).toBeLessThanOrEqual(Math.max(Math.round(least * 1.2), 86_400_000))
        },
      ),
    )
    expect(waitAfter({ tries: 1 }, 0.5)).toBe(5500)
  })

  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 18:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 17:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['1e9', undefined],
    [undefined, undefined],
  ])('reads Retry-After %s', (header, wait) => {
    expect(parseRetryAfter(header, Date.parse('2026-11-21T18:00:00Z'))).toBe(wait)
  })
})
