/**
 * Days, and the state of a row on a day.
 * @module
 */
import { central, isDay, localTime } from '../lib/time.js'
import type { Table } from './table.js'

/**
 * A day: a `Date` (its civil day in Mexico City) or a text that begins with `YYYY-MM-DD`, such as
 * the document's `Fecha`. A text with an offset (`2026-01-01T03:00:00Z`) is a moment, like the
 * equal `Date`.
 */
export type When = Date | string

/** State of a code on a day. */
export type State = 'valid' | 'unknown' | 'expired' | 'notYet'

/** Cache of the last moment and its day: many documents of a day have many codes each. */
let last = { at: '2022-01-01', day: '2022-01-01' }

/**
 * Returns the day of a moment, `YYYY-MM-DD`. Throws a `TypeError` for other values and for a day
 * that does not exist.
 */
export function dayOf(at: When): string {
  if (at === last.at) return last.day
  const day = readDay(at)
  if (day === undefined || !isDay(day))
    throw new TypeError(
      "at: a Date or a text that begins with 'YYYY-MM-DD', a day that exists, is expected",
    )
  if (typeof at === 'string') last = { at, day }
  return day
}

const dayText = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

function readDay(at: unknown): string | undefined {
  if (at instanceof Date) return localTime(at, central).slice(0, 10)
  const [text, day, offset] = (typeof at === 'string' && dayText.exec(at)) || []
  if (text === undefined || offset === undefined || !isDay(day!)) return day
  return readDay(new Date(text.replace(' ', 'T')))
}

/** Returns the state of a row on a day. */
export function stateOn({ columns }: Table, row: number, day: string): Exclude<State, 'unknown'> {
  const from = columns.get('vigenciaDesde')?.value(row) as string | undefined
  const to = columns.get('vigenciaHasta')?.value(row) as string | undefined
  if (to !== undefined && day > to) return 'expired'
  if (from !== undefined && day < from) return 'notYet'
  return 'valid'
}
