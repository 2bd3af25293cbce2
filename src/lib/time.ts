/**
 * Local time of a time zone, as the SAT's `Fecha` is written, and back.
 *
 * Offsets are the platform's own (`Intl`), and not those of date-fns-tz, which is the reference in the tests: of its functions, those that
 * are light to import pass through the machine's zone and err where that skips an hour (`toZonedTime`) or shows it twice (`fromZonedTime`);
 * `formatInTimeZone` is exact, but importing it takes 130 ms on two cores, and the root of this package has 50.
 * @module
 */

const hour = 3_600_000
const remembered = 1024

// Node with tz data before 2022g lacks America/Ciudad_Juarez. Since 30 November 2022 it keeps the time of El Paso, as America/Denver does;
// from 2010 to October 2022 both did too, so that the two differ only from 30 October to 30 November 2022 (then UTC-6) and before 2010.
const substitutes: ReadonlyMap<string, string> = new Map([['America/Ciudad_Juarez', 'America/Denver']])

/** A zone: the formatter that tells its offsets, and the ones told by hour, in milliseconds east of UTC. */
interface Zone {
  readonly format: Intl.DateTimeFormat
  /** Hours within which the offset changes are never here. */
  readonly offsets: Map<number, number>
}

const zones = new Map<string, Zone>()

/** Zone of the SAT's own clock, and of places whose zone is not known. */
export const central = 'America/Mexico_City'

/**
 * Local time of a moment: `'2026-03-08T01:59:59'`, without offset, fractions of a second dropped.
 * Throws a `TypeError` on an invalid date or an unknown IANA zone.
 */
export function localTime(at: Date, zone: string): string {
  const second = Math.floor(wallAt(at, zone) / 1000)
  if (second !== last.second) last = { second, text: new Date(second * 1000).toISOString().slice(0, 19) }
  return last.text
}

/** The last time that was written: documents come many a second. */
let last = { second: 0, text: '1970-01-01T00:00:00' }

/**
 * What a zone's clock shows at a moment, in milliseconds of that time read as if it were UTC: to compare with {@link wallOf} in the same
 * zone. Throws as {@link localTime} does.
 */
export function wallAt(at: Date, zone: string): number {
  const moment = at instanceof Date ? at.getTime() : Number.NaN
  if (Number.isNaN(moment)) throw new TypeError('at: a valid Date is expected')
  return moment + offsetAt(moment, zone)
}

/**
 * The moment of a local time. A time that the clock shows twice is the first of the two; one that it skips is read with the offset
 * before the change, and so falls after it (02:30 becomes 03:30).
 * Throws a `TypeError` when the text is not `YYYY-MM-DDTHH:mm:ss`, is no real time, or the zone is unknown.
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
 * Milliseconds of a local time read as if it were UTC.
 * Throws a `TypeError` when the text is not `YYYY-MM-DDTHH:mm:ss` or no real time.
 */
export function wallOf(local: string): number {
  const wall = tryWall(local)
  if (Number.isNaN(wall)) throw new TypeError(`${JSON.stringify(local)} is not a time YYYY-MM-DDTHH:mm:ss`)
  return wall
}

/** The same; NaN instead of an error. */
export function tryWall(local: string): number {
  return localForm.test(local) ? wallOfDigits(local) : Number.NaN
}

/** Whether a text is a day that exists, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return text.length === 10 && !Number.isNaN(tryWall(`${text}T00:00:00`))
}

/** Four times as fast as Date.parse (measured), which also takes 30 February for 2 March, and 24:00:00 for the next day. */
function wallOfDigits(local: string): number {
  const [year, month, day] = [pairAt(local, 0) * 100 + pairAt(local, 2), pairAt(local, 5), pairAt(local, 8)]
  const [hours, minutes, seconds] = [pairAt(local, 11), pairAt(local, 14), pairAt(local, 17)]
  if (month < 1 || month > 12 || day < 1 || hours > 23 || minutes > 59 || seconds > 59) return Number.NaN
  if (day <= 28 && year >= 100) return Date.UTC(year, month - 1, day, hours, minutes, seconds)
  const date = new Date(0)
  // Date.UTC takes the years before 100 for those of the twentieth century.
  const midnight = date.setUTCFullYear(year, month - 1, day)
  return date.getUTCDate() === day ? midnight + ((hours * 60 + minutes) * 60 + seconds) * 1000 : Number.NaN
}

/** The number of two digits. */
function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 528
}

function offsetAt(moment: number, name: string): number {
  const zone = zones.get(name) ?? openZone(name)
  const index = Math.floor(moment / hour)
  return zone.offsets.get(index) ?? learn(zone, moment, index)
}

function openZone(name: string): Zone {
  const zone = { format: formatOf(name), offsets: new Map<number, number>() }
  if (zones.size >= remembered) zones.clear()
  zones.set(name, zone)
  return zone
}

/** No zone changes twice within an hour: equal offsets at both ends are the offset of every moment between. */
function learn({ format, offsets }: Zone, moment: number, index: number): number {
  const offset = askOffset(format, moment)
  const ends = [index * hour, (index + 1) * hour - 1]
  if (!ends.every((end) => askOffset(format, end) === offset)) return offset
  if (offsets.size >= remembered) offsets.clear()
  offsets.set(index, offset)
  return offset
}

/** `GMT`, `GMT-06:00`; with seconds for the local mean times of before 1922. */
function askOffset(format: Intl.DateTimeFormat, moment: number): number {
  const text = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  return (sign === '-' ? -1000 : 1000) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** Formatter of the zone, or of the one that stands for it where this platform's tz data does not have it. */
function formatOf(name: string): Intl.DateTimeFormat {
  for (const timeZone of [name, substitutes.get(name)]) {
    try {
      // Some platforms take offsets ('-06:00') for zones; those have no hour to change.
      if (timeZone !== undefined && /^[A-Za-z]/.test(timeZone))
        return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    } catch {
      // Not known here: the next, or none.
    }
  }
  throw new TypeError(`${JSON.stringify(name)} is not an IANA time zone`)
}
