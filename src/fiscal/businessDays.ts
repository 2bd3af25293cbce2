/**
 * Business days of the tax authority, for the term of a receiver.
 * @module
 */
import { type OptionNames, requireOptions } from '../lib/options.js'
import { central, dayLength, instant, isDay, localTime } from '../lib/time.js'
import {
  assertClosedDays,
  type CalendarBasis,
  type ClosedDays,
  coveredDays,
  isGeneralHoliday,
  satClosedDays,
} from './closedDays.js'

/**
 * The days that count in terms. A plain function `(day) => boolean` qualifies, so that a host may
 * replace the default.
 */
export interface BusinessCalendar {
  /** Whether a day counts, `YYYY-MM-DD` of central Mexico. */
  (day: string): boolean
  /** Reliability of the closed days between two days. Absent: `published`. */
  readonly basisOf?: (from: string, to: string) => CalendarBasis
}

/** An unpublished period may begin or end two weeks from its estimate. */
const margin = 14 * dayLength

/** Closed days besides weekends and general holidays. */
export interface CalendarOptions {
  /** Further closed days, `YYYY-MM-DD`, such as the day on which the President changes. */
  readonly holidays?: readonly string[]
  /** Closed periods of the SAT. Defaults to {@link satClosedDays}. */
  readonly closed?: readonly ClosedDays[]
}

/** Names of the options. */
const optionNames: OptionNames<CalendarOptions> = { holidays: 'list', closed: 'list' }

/**
 * Creates the calendar of the SAT's business days: without weekends, the holidays of article 12 of
 * the CFF, and the periods that the SAT publishes (RMF, rule 2.1.6). Unpublished periods are
 * estimated, and `basisOf` reports it.
 * @throws TypeError for a holiday that is not a day `YYYY-MM-DD`, or an invalid period
 * @example
 * const isBusinessDay = businessCalendar({ holidays: ['2026-12-14'] })
 * isBusinessDay('2026-12-11') // → true
 * isBusinessDay('2026-12-14') // → false
 * isBusinessDay.basisOf?.('2026-12-14', '2026-12-17') // → 'estimated'
 */
export function businessCalendar(options: CalendarOptions = {}): BusinessCalendar {
  requireOptions('businessCalendar', options, optionNames)
  const { holidays = [], closed = satClosedDays } = options
  for (const day of holidays)
    if (!isDay(day)) throw new TypeError(`holidays: ${JSON.stringify(day)} is not a day YYYY-MM-DD`)
  assertClosedDays(closed)
  const others = new Set(holidays)
  const isBusinessDay = (day: string) =>
    !others.has(day) &&
    !isGeneralHoliday(day) &&
    !closed.some(({ from, to }) => from <= day && day <= to)
  return Object.assign(isBusinessDay, {
    basisOf: (from: string, to: string) => {
      const isCovered =
        coveredDays.from <= from && (to <= coveredDays.to || closed.some((row) => to <= row.to))
      if (!isCovered) return 'missing'
      const [early, late] = [
        formatDay(Date.parse(from) - margin),
        formatDay(Date.parse(to) + margin),
      ]
      const isEstimated = closed.some(
        (row) => row.status === 'estimated' && row.from <= late && early <= row.to,
      )
      if (isEstimated) return 'estimated'
      return 'published'
    },
  })
}

/** Search limit, for calendars without business days. */
const mostDays = 400

/** A term of business days. */
export interface BusinessTerm {
  /** End of the term in milliseconds since 1970: the midnight after its last day. */
  readonly end: number
  /** Reliability of its closed days. */
  readonly basis: CalendarBasis
}

/**
 * Counts business days from the day after a moment.
 * @throws RangeError when the calendar has fewer in 400 days
 * @example
 * const asked = new Date('2026-12-17T18:00:00Z') // a Thursday, before a period that is not published yet
 * const { end, basis } = businessTerm(asked.getTime(), 3, businessCalendar())
 * new Date(end).toISOString() // → '2027-01-08T06:00:00.000Z'
 * basis // → 'estimated'
 */
export function businessTerm(
  from: number,
  days: number,
  isBusinessDay: BusinessCalendar,
): BusinessTerm {
  const first = localTime(new Date(from), central).slice(0, 10)
  let day = Date.parse(`${first}T00:00:00Z`)
  for (let left = days, looked = 0; left > 0; looked++) {
    if (looked > mostDays) throw new RangeError('the calendar has no business days')
    day += dayLength
    if (isBusinessDay(formatDay(day))) left--
  }
  const end = instant(`${formatDay(day + dayLength)}T00:00:00`, central).getTime()
  return { end, basis: isBusinessDay.basisOf?.(first, formatDay(day)) ?? 'published' }
}

/**
 * Returns the end of a term of business days after the day of a moment, in milliseconds since 1970.
 * Three days after a request on Monday end at the midnight after Thursday.
 * @throws RangeError when the calendar has fewer in 400 days
 * @example
 * const asked = new Date('2026-11-20T18:00:00Z') // a Friday
 * const end = endOfBusinessDays(asked.getTime(), 3, businessCalendar())
 * new Date(end).toISOString() // → '2026-11-26T06:00:00.000Z'
 */
export function endOfBusinessDays(
  from: number,
  days: number,
  isBusinessDay: BusinessCalendar,
): number {
  return businessTerm(from, days, isBusinessDay).end
}

function formatDay(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
