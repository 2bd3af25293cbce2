/**
 * The day of a document, on which it is judged what is in force.
 * @module
 */

let lastDay = ''

/** The day of a `Fecha`. The same text for the same day, so that comparing two is comparing two references. */
export function dayOf(fecha: string): string {
  const day = fecha.trim().slice(0, 10)
  if (day !== lastDay) lastDay = day
  return lastDay
}
