/**
 * Duration of an employment, as Nómina 1.2 writes it (NOM54, NOM55).
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { countDays, dayLength, midnightOf } from '../../lib/time.js'

/** Years, months and days, as in P1Y2M3D. */
export interface Span {
  readonly years: number
  readonly months: number
  readonly days: number
}

const seven = Decimal.of('7')

/** Whole weeks from one date `AAAA-MM-DD` to another, both included. */
export function weeksBetween(from: string, to: string): Decimal {
  return daysBetween(from, to).over(seven, 0)
}

/** Days from one date `AAAA-MM-DD` to another, both included. */
export function daysBetween(from: string, to: string): Decimal {
  return Decimal.ofSafeUnits(countDays(from, to), 0)
}

/** The day after. */
export function nextDay(date: string): string {
  return new Date(midnightOf(date) + dayLength).toISOString().slice(0, 10)
}

/**
 * Years, months and days from one date to a later one: the whole months, and the remaining days.
 */
export function spanBetween(from: string, to: string): Span {
  const [y, m, d] = parts(from)
  const [year, month, date] = parts(to)
  // A month is complete on the day of its beginning, or on the last day of a shorter month.
  const anniversary = Math.min(d, daysIn(year, month))
  const isComplete = date >= anniversary
  const before = daysIn(year, month - 1)
  const days = isComplete ? date - anniversary : before - Math.min(d, before) + date
  const months = month - m - (isComplete ? 0 : 1)
  if (months < 0) return { years: year - y - 1, months: months + 12, days }
  return { years: year - y, months, days }
}

/**
 * Every accepted span between two dates. A month from the 31st is complete on the last day of a
 * shorter month or, as in common libraries (java.time, Luxon), on the day after; and the last day
 * counts or not.
 */
export function spansBetween(from: string, to: string): readonly Span[] {
  return [to, nextDay(to)].flatMap((end) => [spanBetween(from, end), strictSpan(from, end)])
}

/**
 * Months are complete on the day of their beginning or later; the remaining days are counted from
 * the last complete month.
 */
function strictSpan(from: string, to: string): Span {
  const span = spanBetween(from, to)
  const [y, m, d] = parts(from)
  const [year, month, date] = parts(to)
  if (span.days > 0 || date >= d) return span
  const months = month - m - 1
  const before = daysIn(year, month - 1)
  const days = before - Math.min(d, before) + date
  if (months < 0) return { years: year - y - 1, months: months + 12, days }
  return { years: year - y, months, days }
}

function parts(date: string): readonly [number, number, number] {
  const [year = 0, month = 1, of = 1] = date.split('-').map((part) => Number.parseInt(part, 10))
  return [year, month, of]
}

/** Days of a month; 0 is December of the previous year. */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Whole weeks of a text like `P52W`; undefined for the other form. */
export function weeksOf(text: string): Decimal | undefined {
  const weeks = /^P(\d+)W$/.exec(text)?.[1]
  if (weeks === undefined) return undefined
  return Decimal.of(weeks)
}

/** The span of a text like `P1Y2M3D`; undefined for the other form. */
export function spanOf(text: string): Span | undefined {
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(\d+)D$/.exec(text)
  if (match === null) return undefined
  const [years, months, days] = match.slice(1).map((part) => Number.parseInt(part ?? '0', 10))
  return { years: years ?? 0, months: months ?? 0, days: days ?? 0 }
}

/** Formats a span for the attribute. */
export function writeSpan({ years, months, days }: Span): string {
  return `P${years > 0 ? `${years}Y` : ''}${months > 0 ? `${months}M` : ''}${days}D`
}
