/**
 * Offsets of Mexico's time zones, so that a document needs no `Intl.DateTimeFormat`: the first one
 * of a process takes 10 ms, a third of its first check.
 *
 * Source: IANA tzdata, file `northamerica`. Mexico abolished summer time on 30 October 2022 (Ley de
 * los Husos Horarios); Ojinaga and Ciudad Juárez moved for the last time on 30 November 2022.
 * Municipalities at the border keep the summer time of the United States (rule `US`, since 2007).
 * After `until` the platform's data decide again, because a law may have changed them meanwhile.
 * @module
 */

const hour = 3_600_000

const since = Date.UTC(2022, 11, 1)
const until = Date.UTC(2029, 0, 1)

/** Standard hours east of UTC, and whether the zone has the summer time of the United States. */
type Hours = readonly [standard: number, hasSummer?: true]

/** Zones below `America/`. */
const zones: Readonly<Record<string, Hours>> = {
  Bahia_Banderas: [-6],
  Cancun: [-5],
  Chihuahua: [-6],
  Ciudad_Juarez: [-7, true],
  Hermosillo: [-7],
  Matamoros: [-6, true],
  Mazatlan: [-7],
  Merida: [-6],
  Mexico_City: [-6],
  Monterrey: [-6],
  Ojinaga: [-6, true],
  Tijuana: [-8, true],
}

const area = 'America/'

function hoursOf(name: string): Hours | undefined {
  const zone = name.slice(area.length)
  if (name.startsWith(area) && Object.hasOwn(zones, zone)) return zones[zone]
  return undefined
}

/** Whether the zone's offsets are known here, at least for some moments. */
export const isMexicanZone = (name: string): boolean => hoursOf(name) !== undefined

/**
 * Returns the offset of a moment in milliseconds east of UTC; undefined for another zone, and for
 * a moment before December 2022 or after `until`.
 */
export function mexicanOffset(name: string, moment: number): number | undefined {
  const hours = hoursOf(name)
  if (hours === undefined || moment < since || moment >= until) return undefined
  const standard = hours[0] * hour
  return hours[1] && isSummer(moment, standard) ? standard + hour : standard
}

/** From the second Sunday of March at 2:00 to the first one of November at 2:00 summer time. */
function isSummer(moment: number, standard: number): boolean {
  const year = new Date(moment).getUTCFullYear()
  const start = sundayFrom(year, 2, 8) + 2 * hour - standard
  const end = sundayFrom(year, 10, 1) + hour - standard
  return start <= moment && moment < end
}

/** Returns the midnight of the first Sunday of a month on or after a day, as if it were UTC. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay()
  return Date.UTC(year, month, day + ((7 - weekday) % 7))
}
