/**
 * Business days of the SAT. Expected dates were counted by hand on the calendars of 2025, 2026 and
 * 2027; closed days are those of article 12 of the CFF and of rule 2.1.6 of the RMF, as in the
 * sources named beside them.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { businessCalendar, businessTerm, endOfBusinessDays } from '../../src/fiscal/businessDays.js'
import { satClosedDays } from '../../src/fiscal/closedDays.js'

const hour = 3_600_000
const day = 24 * hour
const isBusinessDay = businessCalendar({ holidays: ['2026-12-14'] })
const noonOf = (local: string): number => Date.parse(`${local}T18:00:00Z`)

describe('business days', () => {
  it.each([
    ['2026-11-27', true],
    ['2026-11-28', false],
    ['2026-11-29', false],
    ['2026-11-16', false],
    ['2026-11-20', true],
    ['2026-11-23', true],
    ['2026-02-02', false],
    ['2026-03-16', false],
    ['2026-05-01', false],
    ['2026-05-05', false],
    ['2026-09-16', false],
    ['2026-12-14', false],
    ['2026-12-25', false],
    ['2026-01-01', false],
    ['2026-01-02', false],
    ['2026-01-05', true],
    ['2026-04-01', true],
    ['2026-04-02', false],
    ['2026-04-03', false],
    ['2026-04-06', true],
    ['2026-07-17', true],
    ['2026-07-20', false],
    ['2026-07-31', false],
    ['2026-08-03', true],
    ['2025-12-17', true],
    ['2025-12-18', false],
  ])('%s: %s', (given, expected) => {
    expect(isBusinessDay(given)).toBe(expected)
  })

  it('a period of vacation has ten business days, and Holy Week two', () => {
    const weekdays = businessCalendar({ closed: [] })
    for (const { from, to, source } of satClosedDays) {
      let count = 0
      for (let at = Date.parse(from); at <= Date.parse(to); at += day)
        if (weekdays(new Date(at).toISOString().slice(0, 10))) count++
      expect([source, count]).toEqual([
        source,
        source.includes('eriodo') || Number(from.slice(5, 7)) > 6 ? 10 : 2,
      ])
    }
  })

  // Audit C1. Holy Week: 31 March 2026 is a Tuesday; 1, 6 and 7 April count. Christmas of 2025: 17
  // December is a Wednesday; 5, 6 and 7 January count.
  it.each([
    ['2026-03-31', '2026-04-08', 'published'],
    ['2025-12-17', '2026-01-08', 'published'],
    ['2026-07-16', '2026-08-05', 'published'],
    ['2026-11-20', '2026-11-26', 'published'],
    ['2026-12-04', '2026-12-10', 'estimated'],
    ['2026-12-17', '2027-01-08', 'estimated'],
    ['2027-03-23', '2027-03-31', 'estimated'],
    ['2027-12-17', '2028-01-06', 'missing'],
    ['2024-11-20', '2024-11-26', 'missing'],
  ])('three days asked for on %s end with the midnight of %s: %s', (asked, midnight, basis) => {
    const term = businessTerm(noonOf(asked), 3, businessCalendar())
    expect([new Date(term.end).toISOString(), term.basis]).toEqual([
      `${midnight}T06:00:00.000Z`,
      basis,
    ])
  })

  it('a host replaces an estimate by the published period; its own calendars are used as they are', () => {
    const closed = [
      { from: '2026-12-17', to: '2026-12-31', status: 'published', source: 'DOF' },
    ] as const
    const known = businessTerm(noonOf('2026-12-16'), 3, businessCalendar({ closed }))
    // 1 January 2027 is a Friday; 4, 5 and 6 January count.
    expect([new Date(known.end).toISOString(), known.basis]).toEqual([
      '2027-01-07T06:00:00.000Z',
      'published',
    ])
    expect(businessTerm(noonOf('2040-12-16'), 3, () => true).basis).toBe('published')
  })

  it('a term has exactly as many business days as it should, and ends at a midnight of Mexico', () => {
    const from = fc.integer({ min: Date.parse('2023-01-01'), max: Date.parse('2035-01-01') })
    fc.assert(
      fc.property(from, fc.integer({ min: 0, max: 10 }), (moment, days) => {
        const end = endOfBusinessDays(moment, days, isBusinessDay)
        // Since October 2022 the clock of central Mexico has been six hours behind all year.
        const local = (at: number) => new Date(at - 6 * hour).toISOString()
        expect(local(end).slice(11)).toBe('00:00:00.000Z')
        let count = 0
        for (let at = moment + day; local(at).slice(0, 10) < local(end).slice(0, 10); at += day)
          if (isBusinessDay(local(at).slice(0, 10))) count++
        expect(count).toBe(days)
      }),
    )
  })

  it('a calendar without any is refused, and so is a holiday or a period that is not one', () => {
    expect(() => endOfBusinessDays(0, 3, () => false)).toThrow(RangeError)
    expect(() => businessCalendar({ holidays: ['2026-02-30'] })).toThrow(TypeError)
    const row = { from: '2026-12-21', to: '2026-12-20', status: 'published', source: '' } as const
    expect(() => businessCalendar({ closed: [row] })).toThrow(TypeError)
    expect(() =>
      businessCalendar({ closed: [{ ...row, to: '2026-12-21', status: 'x' as never }] }),
    ).toThrow(TypeError)
  })
})
