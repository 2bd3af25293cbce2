/**
 * Closed days of the SAT, as dated data with sources: the general holidays of article 12 of the
 * CFF, and the periods that the SAT publishes each year in rule 2.1.6 of the Resolución Miscelánea
 * Fiscal (RMF).
 * @module
 */
import { isDay } from '../lib/time.js'

/** Consecutive days that do not count in terms. */
export interface ClosedDays {
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  /** Last day, `YYYY-MM-DD`. */
  readonly to: string
  /** `published` by the SAT, or `estimated` from the periods of earlier years. */
  readonly status: 'published' | 'estimated'
  /** The publication, or the reason of the estimate; in Spanish. */
  readonly source: string
}

/**
 * Reliability of the closed days around a term: `published`, `estimated` (the SAT has not published
 * a period close to it), or `missing` (the table has no data of that year).
 */
export type CalendarBasis = 'published' | 'estimated' | 'missing'

/** First and last day covered by {@link satClosedDays}. */
export const coveredDays: { readonly from: string; readonly to: string } = Object.freeze({
  from: '2025-01-08',
  to: '2027-12-31',
})

const published = (from: string, to: string, source: string): ClosedDays => ({
  from,
  to,
  status: 'published',
  source,
})
const estimated = (from: string, to: string, source: string): ClosedDays => ({
  from,
  to,
  status: 'estimated',
  source,
})

/**
 * Closed days of the SAT besides weekends and the general holidays, read on 23 November 2026. A
 * period has ten business days. Holy Week is Thursday and Friday before Easter Sunday. Replace an
 * estimate when the SAT publishes its period: `businessCalendar({ closed })`.
 */
export const satClosedDays: readonly ClosedDays[] = Object.freeze(
  [
    published('2025-04-17', '2025-04-18', 'RMF para 2025, regla 2.1.6'),
    published(
      '2025-07-18',
      '2025-07-31',
      'RMF para 2025, regla 2.1.6, modificación del DOF de 9 de julio de 2025',
    ),
    published(
      '2025-12-18',
      '2026-01-02',
      'RMF para 2025, regla 2.1.6, Sexta Resolución de Modificaciones; RMF para 2026',
    ),
    published('2026-04-02', '2026-04-03', 'RMF para 2026, regla 2.1.6'),
    published(
      '2026-07-20',
      '2026-07-31',
      'RMF para 2026, regla 2.1.6, Primera Resolución de Modificaciones, DOF de 9 de julio de 2026',
    ),
    estimated(
      '2026-12-21',
      '2027-01-05',
      'Segundo periodo de 2026, sin publicar: diez días hábiles como el de 2025',
    ),
    estimated('2027-03-25', '2027-03-26', 'RMF para 2027, sin publicar: jueves y viernes santos'),
    estimated(
      '2027-07-19',
      '2027-07-30',
      'Primer periodo de 2027, sin publicar: diez días hábiles como el de 2026',
    ),
    estimated(
      '2027-12-20',
      '2027-12-31',
      'Segundo periodo de 2027, sin publicar: diez días hábiles como el de 2025',
    ),
  ].map((row) => Object.freeze(row)),
)

/** Fixed dates of article 12 of the CFF (MM-DD). */
const fixed: ReadonlySet<string> = new Set(['01-01', '05-01', '05-05', '09-16', '12-25'])

/** Mondays of article 12 of the CFF: month, and number of the Monday in it. */
const mondays: ReadonlyMap<string, number> = new Map([
  ['02', 1],
  ['03', 3],
  ['11', 3],
])

/** Whether a day is a Saturday, a Sunday or a general holiday of article 12 of the CFF. */
export function isGeneralHoliday(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || fixed.has(day.slice(5))) return true
  return weekday === 1 && mondays.get(day.slice(5, 7)) === Math.ceil(Number(day.slice(8)) / 7)
}

/**
 * Validates rows given by the host.
 * @throws TypeError for a row without two ordered days `YYYY-MM-DD` and a status
 */
export function assertClosedDays(rows: readonly ClosedDays[]): void {
  for (const row of rows)
    if (!isPeriod(row))
      throw new TypeError(`closed: ${JSON.stringify(row)} is not a period of closed days`)
}

function isPeriod(row: ClosedDays | null | undefined): boolean {
  const { from, to, status } = row ?? {}
  if (typeof from !== 'string' || typeof to !== 'string' || !isDay(from) || !isDay(to)) return false
  return from <= to && (status === 'published' || status === 'estimated')
}
