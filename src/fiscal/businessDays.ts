/**
 * Business days of the tax authority: when the days of a receiver run out.
 * @module
 */
import { central, instant, isDay, localTime } from '../lib/time.js'

/** Whether a day, `YYYY-MM-DD` of central Mexico, is one on which terms run. The host may know better than the default. */
export type BusinessCalendar = (day: string) => boolean

const oneDay = 86_400_000

/** Fixed dates of article 12 of the CFF (MM-DD). */
const fixed: ReadonlySet<string> = new Set(['01-01', '05-01', '05-05', '09-16', '12-25'])

/** Mondays of the same article: month, and which of its Mondays. */
const mondays: ReadonlyMap<string, number> = new Map([
  ['02', 1],
  ['03', 3],
  ['11', 3],
])

/**
 * The days of article 12 of the CFF: neither Saturdays nor Sundays nor the holidays that it names. The vacations of the authority,
 * which the SAT publishes each year (RMF, rule 2.1.6), and the day on which the President changes are given as holidays besides.
 * @throws TypeError for a holiday that is no day `YYYY-MM-DD`
 * @example
 * const isBusinessDay = businessCalendar({ holidays: ['2026-12-21'] })
 * isBusinessDay('2026-12-18') // → true
 * isBusinessDay('2026-12-21') // → false
 */
export function businessCalendar({ holidays = [] }: { readonly holidays?: readonly string[] } = {}): BusinessCalendar {
  for (const day of holidays)
    if (!isDay(day)) throw new TypeError(`holidays: ${JSON.stringify(day)} is no day YYYY-MM-DD`)
  const others = new Set(holidays)
  return (day) => !others.has(day) && isWeekday(day) && !fixed.has(day.slice(5)) && !isHolidayMonday(day)
}

function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function isWeekday(day: string): boolean {
  return weekdayOf(day) % 6 !== 0
}

function isHolidayMonday(day: string): boolean {
  return weekdayOf(day) === 1 && mondays.get(day.slice(5, 7)) === Math.ceil(Number(day.slice(8)) / 7)
}

/** A calendar that never says yes is looked at no further than this. */
const mostDays = 400

/**
 * The end of so many business days after the one of a moment, in milliseconds since 1970: a request of Monday gives three days until
 * the midnight that ends Thursday.
 * @throws RangeError when the calendar has not as many in 400 days
 * @example
 * const asked = new Date('2026-11-20T18:00:00Z') // a Friday
 * const end = endOfBusinessDays(asked.getTime(), 3, businessCalendar())
 * new Date(end).toISOString() // → '2026-11-26T06:00:00.000Z'
 */
export function endOfBusinessDays(from: number, days: number, isBusinessDay: BusinessCalendar): number {
  let day = Date.parse(`${localTime(new Date(from), central).slice(0, 10)}T00:00:00Z`)
  for (let left = days, looked = 0; left > 0; looked++) {
    if (looked > mostDays) throw new RangeError('the calendar has no business days')
    day += oneDay
    if (isBusinessDay(textOf(day))) left--
  }
  return instant(`${textOf(day + oneDay)}T00:00:00`, central).getTime()
}

function textOf(day: number): string {
  return new Date(day).toISOString().slice(0, 10)
}
