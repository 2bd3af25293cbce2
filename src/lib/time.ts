/**
 * Local time of a time zone, as the SAT's `Fecha` is written, and back.
 * @module
 */
import { formatInTimeZone } from 'date-fns-tz'

const hour = 3_600_000
const remembered = 1024

// Node with tz data before 2022g lacks America/Ciudad_Juarez. Since 30 November 2022 it keeps the time of El Paso, as America/Denver does;
// from 2010 to October 2022 both did too, so that the two differ only from 30 October to 30 November 2022 (then UTC-6) and before 2010.
const substitutes: Readonly<Record<string, string>> = { 'America/Ciudad_Juarez': 'America/Denver' }

/** Offsets of a zone by hour, in milliseconds east of UTC; `undefined` for hours within which the offset changes. */
type Hours = Map<number, number>

const zones = new Map<string, Hours>()

/**
 * Local time of a moment: `'2026-03-08T01:59:59'`, without offset, fractions of a second dropped.
 * Throws a `TypeError` on an invalid date or an unknown IANA zone.
 */
export function localTime(at: Date, zone: string): string {
  const moment = timeOf(at)
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 19)
}

/**
 * The moment of a local time. A time that the clock shows twice is the first of the two; one that it skips is read with the offset
 * before the change, and so falls after it (02:30 becomes 03:30).
 * Throws a `TypeError` when the text is not `YYYY-MM-DDTHH:mm:ss`, is no real time, or the zone is unknown.
 */
export function instant(local: string, zone: string): Date {
  const wall = wallOf(local)
  const candidates = [wall - offsetAt(wall - 24 * hour, zone), wall - offsetAt(wall + 24 * hour, zone)]
  const real = candidates.filter((moment) => moment + offsetAt(moment, zone) === wall)
  return new Date(real.length > 0 ? Math.min(...real) : candidates[0]!)
}

/** Milliseconds of the text read as if it were UTC. */
function wallOf(local: string): number {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  // Date.parse takes 30 February for 2 March, and 24:00:00 for the next day.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19) !== local) {
    throw new TypeError(`${JSON.stringify(local)} is not a time YYYY-MM-DDTHH:mm:ss`)
  }
  return wall
}

function timeOf(at: Date): number {
  const moment = at instanceof Date ? at.getTime() : Number.NaN
  if (Number.isNaN(moment)) throw new TypeError('at: a valid Date is expected')
  return moment
}

function offsetAt(moment: number, zone: string): number {
  const hours = zones.get(zone) ?? newZone(zone)
  const index = Math.floor(moment / hour)
  const known = hours.get(index)
  if (known !== undefined) return known
  const offset = askOffset(moment, zone)
  // No zone changes twice within an hour: equal offsets at both ends are the offset of every moment between.
  const ends = [index * hour, (index + 1) * hour - 1]
  if (ends.every((end) => askOffset(end, zone) === offset)) remember(hours, index, offset)
  return offset
}

function newZone(zone: string): Hours {
  if (zones.size >= remembered) zones.clear()
  const hours: Hours = new Map()
  askOffset(0, zone)
  zones.set(zone, hours)
  return hours
}

function remember(hours: Hours, index: number, offset: number): void {
  if (hours.size >= remembered) hours.clear()
  hours.set(index, offset)
}

// `formatInTimeZone` with an offset pattern is the one question of date-fns-tz whose answer does not pass through the machine's own zone.
function askOffset(moment: number, zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(format(moment, zone)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

function format(moment: number, zone: string): string {
  return formatInTimeZone(moment, spelled.get(zone) ?? spell(zone), 'xxx')
}

const spelled = new Map<string, string>()

/** The zone, or the one that stands for it where this platform's tz data does not have it. */
function spell(zone: string): string {
  const known = [zone, substitutes[zone]].find((name) => name !== undefined && isSupported(name))
  if (known === undefined) throw new TypeError(`${JSON.stringify(zone)} is not an IANA time zone`)
  spelled.set(zone, known)
  return known
}

function isSupported(zone: string): boolean {
  try {
    return /^[A-Za-z]/.test(zone) && new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
