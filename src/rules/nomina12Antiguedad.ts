/**
 * How long an employment has lasted, as Nómina 1.2 writes it (NOM54, NOM55).
 * @module
 */

const day = 86_400_000

/** Years, months and days, as in P1Y2M3D. */
export interface Span {
  readonly years: number
  readonly months: number
  readonly days: number
}

/** Days from one date to another, `AAAA-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / day
}

/** The day after. */
export function nextDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + day).toISOString().slice(0, 10)
}

/** Years, months and days from one date to a later one: the whole months that fit, and the days that are left. */
export function spanBetween(from: string, to: string): Span {
  const [y, m, d] = parts(from)
  const [year, month, date] = parts(to)
  let months = (year - y) * 12 + month - m
  if (date < Math.min(d, daysIn(year, month))) months--
  const [reachedYear, reachedMonth] = [y + Math.floor((m - 1 + months) / 12), ((m - 1 + months) % 12) + 1]
  const reached = Date.UTC(reachedYear, reachedMonth - 1, Math.min(d, daysIn(reachedYear, reachedMonth)))
  return {
    years: Math.floor(months / 12),
    months: months % 12,
    days: (Date.UTC(year, month - 1, date) - reached) / day,
  }
}

function parts(date: string): readonly [number, number, number] {
  const [year = 0, month = 1, of = 1] = date.split('-').map(Number)
  return [year, month, of]
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Whole weeks of a text like `P52W`; undefined in the other form. */
export function weeksOf(text: string): number | undefined {
  const weeks = /^P(\d+)W$/.exec(text)?.[1]
  return weeks === undefined ? undefined : Number(weeks)
}

/** The span of a text like `P1Y2M3D`; undefined in the other form. */
export function spanOf(text: string): Span | undefined {
  const match = /^P(?:(\d+)Y)?(?:(\d+)M)?(\d+)D$/.exec(text)
  return match === null
    ? undefined
    : { years: Number(match[1] ?? 0), months: Number(match[2] ?? 0), days: Number(match[3]) }
}

/** As the attribute writes it. */
export function writeSpan({ years, months, days }: Span): string {
  return `P${years > 0 ? `${years}Y` : ''}${months > 0 ? `${months}M` : ''}${days}D`
}
