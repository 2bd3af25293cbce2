/**
 * Converts between moments and the local time of a zone, as the SAT's `Fecha` is written.
 *
 * Offsets of Mexico's zones since December 2022 come from a table (`mexicanZones.ts`), and all others
 * from `Intl`. They do not come from date-fns-tz, which is the reference in the tests. Its light
 * functions pass through the machine's zone and err where that zone skips an hour (`toZonedTime`)
 * or repeats one (`fromZonedTime`). `formatInTimeZone` is exact, but its import takes 130 ms on two
 * cores, and the whole package has a budget of 50.
 * @module
 */

import { isMexicanZone, mexicanOffset } from './mexicanZones.js'

const hour = 3_600_000
const remembered = 1024

// Node with tz data before 2022g lacks America/Ciudad_Juarez. America/Denver has the same offsets
// from 2010 on, except from 30 October to 30 November 2022 (UTC-6 in Ciudad Juárez).
const substitutes: ReadonlyMap<string, string> = new Map([
  ['America/Ciudad_Juarez', 'America/Denver'],
])

/** A zone, and a cache of its offsets by hour, in milliseconds east of UTC. */
interface Zone {
  readonly name: string
  /** Created when an offset is not in the table of Mexico. */
  format: Intl.DateTimeFormat | undefined
  /** Offsets of hours without a change of offset. */
  readonly offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** Returns the clock of a host, or the system's. It throws TypeError for one without dates. */
export function dateClock(verb: string, clock?: () => Date): () => Date {
  if (clock === undefined) return () => new Date()
  return () => {
    const now: unknown = clock()
    if (now instanceof Date && Number.isFinite(now.getTime())) return now
    throw new TypeError(`${verb}: clock must return a valid Date`)
  }
}

/** Zone of the SAT's own clock, and the default for unknown places. */
export const central = 'America/Mexico_City'

/**
 * Returns the local time of a moment: `'2026-03-08T01:59:59'`, without offset, fractions of a
 * second dropped. Throws a `TypeError` for an invalid date or an unknown IANA zone.
 */
export function localTime(at: Date, zone: string): string {
  const second = Math.floor(wallAt(at, zone) / 1000)
  if (second !== last.second)
    last = { second, text: new Date(second * 1000).toISOString().slice(0, 19) }
  return last.text
}

/** Cache of the last time written: many documents share a second. */
let last = { second: 0, text: '1970-01-01T00:00:00' }

/**
 * Returns the local time of a moment in milliseconds, as if it were UTC, for comparison with
 * {@link wallOf} in the same zone. Throws as {@link localTime} does.
 */
export function wallAt(at: Date, zone: string): number {
  const moment = at instanceof Date ? at.getTime() : Number.NaN
  if (Number.isNaN(moment)) throw new TypeError('at must be a valid Date')
  return moment + offsetAt(moment, zone)
}

/**
 * Returns the moment of a local time. A repeated time is the first of the two. A skipped time is
 * read with the offset before the change, so 02:30 becomes 03:30. Throws a `TypeError` when the
 * text is not an existing `YYYY-MM-DDTHH:mm:ss`, or the zone is unknown.
 */
export function instant(local: string, zone: string): Date {
  const wall = wallOf(local)
  const [before, after] = [offsetAt(wall - 24 * hour, zone), offsetAt(wall + 24 * hour, zone)]
  if (before === after) return new Date(wall - before)
  const candidates = [wall - before, wall - after]
  const real = candidates.filter((moment) => moment + offsetAt(moment, zone) === wall)
  return new Date(real.length > 0 ? Math.min(...real) : candidates[0]!)
}

const localForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

/**
 * Returns a local time in milliseconds, as if it were UTC. Throws a `TypeError` when the text is
 * not an existing `YYYY-MM-DDTHH:mm:ss`.
 */
export function wallOf(local: string): number {
  const wall = tryWall(local)
  if (Number.isNaN(wall))
    throw new TypeError(`${JSON.stringify(local)} is not a time YYYY-MM-DDTHH:mm:ss`)
  return wall
}

/** As {@link wallOf}, with NaN instead of an error. */
export function tryWall(local: string): number {
  if (localForm.test(local)) {
    // Four times as fast as Date.parse (measured), which also reads 30 February as 2 March,
    // and 24:00:00 as the next day.
    const [year, month, day] = [
      pairAt(local, 0) * 100 + pairAt(local, 2),
      pairAt(local, 5),
      pairAt(local, 8),
    ]
    const [hours, minutes, seconds] = [pairAt(local, 11), pairAt(local, 14), pairAt(local, 17)]
    if (month < 1 || month > 12 || day < 1 || hours > 23 || minutes > 59 || seconds > 59)
      return Number.NaN
    if (day <= 28 && year >= 100) return Date.UTC(year, month - 1, day, hours, minutes, seconds)
    const date = new Date(0)
    // Date.UTC maps the years 0 to 99 to 1900 to 1999.
    const midnight = date.setUTCFullYear(year, month - 1, day)
    if (date.getUTCDate() === day) return midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000
    return Number.NaN
  }
  return Number.NaN
}

/** Whether a text is an existing day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return text.length === 10 && !Number.isNaN(tryWall(`${text}T00:00:00`))
}

/** Parses two digits. */
function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528
}

function offsetAt(moment: number, name: string): number {
  let zone = zones.get(name)
  if (zone === undefined) {
    const format = isMexicanZone(name) ? undefined : formatOf(name)
    zone = { name, format, offsets: new Map<number, number>() }
    if (zones.size >= remembered) zones.clear()
    zones.set(name, zone)
  }
  const index = Math.floor(moment / hour)
  return zone.offsets.get(index) ?? learn(zone, moment, index)
}

/**
 * No zone changes twice within an hour: equal offsets at both ends hold for every moment between.
 */
function learn(zone: Zone, moment: number, index: number): number {
  const offset = findOffset(zone, moment)
  for (const end of [index * hour, (index + 1) * hour - 1])
    if (findOffset(zone, end) !== offset) return offset
  if (zone.offsets.size >= remembered) zone.offsets.clear()
  zone.offsets.set(index, offset)
  return offset
}

function findOffset(zone: Zone, moment: number): number {
  const known = mexicanOffset(zone.name, moment)
  if (known !== undefined) return known
  zone.format ??= formatOf(zone.name)
  // `GMT`, `GMT-06:00`; with seconds for the local mean times before 1922.
  const text =
    zone.format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  return (
    (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
  )
}

/**
 * Returns the formatter of the zone, or of its substitute where the platform's tz data lacks it.
 */
function formatOf(name: string): Intl.DateTimeFormat {
  for (const timeZone of [name, substitutes.get(name)]) {
    try {
      // Some platforms accept offsets ('-06:00') as zones. The SAT's zones are names.
      if (timeZone !== undefined && /^[A-Za-z]/.test(timeZone))
        return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    } catch {
      // Unknown on this platform: try the substitute, if there is one.
    }
  }
  throw new TypeError(`${JSON.stringify(name)} is not an IANA time zone`)
}

/** Milliseconds of a day. */
export const dayLength = 86_400_000

/** Midnight in UTC of a date `AAAA-MM-DD`, in milliseconds. `Date.parse` takes three times as long. */
export function midnightOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)))
}

/** Number of days from one date `AAAA-MM-DD` to another, both included. */
export function countDays(from: string, to: string): number {
  return (midnightOf(to) - midnightOf(from)) / dayLength + 1
}
