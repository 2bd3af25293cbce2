/**
 * The day of a document, which determines the codes in force.
 * @module
 */

let lastDay = ''

/**
 * Returns the day of a `Fecha`. Equal days are the same string, so that they compare by reference.
 */
export function dayOfFecha(fecha: string): string {
  const day = fecha.trim().slice(0, 10)
  if (day !== lastDay) lastDay = day
  return lastDay
}
