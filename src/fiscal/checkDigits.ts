/**
 * Check digits of the keys that identify people: RFC (SAT, table of the homoclave), CURP (RENAPO,
 * DOF 18-X-2021) and the number of social security (IMSS, Luhn).
 * @module
 */

/**
 * Values of the characters of an RFC: their place in this text. The 37th is the blank that
 * companies have before their 12.
 */
const rfcValues = valuesByCode('0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ')
/** The same of a CURP. */
const curpValues = valuesByCode('0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ')

/** Returns the place of each character in a text by its code, and -1 for all others of Latin-1. */
function valuesByCode(characters: string): Int8Array {
  const values = new Int8Array(256).fill(-1)
  for (let at = 0; at < characters.length; at++) values[characters.charCodeAt(at)] = at
  return values
}

/**
 * Sum of the values of characters, each times its weight: from `heaviest` down. Undefined when one
 * has no value.
 */
function weighted(characters: string, values: Int8Array, heaviest: number): number | undefined {
  let sum = 0
  for (let at = 0; at < characters.length; at++) {
    const value = values[characters.charCodeAt(at)] ?? -1
    if (value < 0) return undefined
    sum += value * (heaviest - at)
  }
  return sum
}

/**
 * The last character that an RFC of 12 or 13 should have; undefined when it has others, or more or
 * fewer.
 */
export function rfcCheckDigit(rfc: string): string | undefined {
  if (rfc.length !== 12 && rfc.length !== 13) return undefined
  const sum = weighted(rfc.slice(0, -1).padStart(12), rfcValues, 13)
  if (sum === undefined) return undefined
  const rest = sum % 11
  if (rest === 0) return '0'
  if (rest === 1) return 'A'
  return String(11 - rest)
}

/** The last digit that a CURP of 18 should have; undefined when it has others, or more or fewer. */
export function curpCheckDigit(curp: string): string | undefined {
  if (curp.length !== 18) return undefined
  const sum = weighted(curp.slice(0, -1), curpValues, 18)
  if (sum === undefined) return undefined
  return String((10 - (sum % 10)) % 10)
}

/**
 * The last digit that a number of social security of 11 digits should have; undefined when it is
 * not one.
 */
export function nssCheckDigit(nss: string): string | undefined {
  if (!/^\d{11}$/.test(nss)) return undefined
  let sum = 0
  for (let at = 0; at < 10; at++) {
    const value = (nss.charCodeAt(at) - 48) * (at % 2 === 0 ? 1 : 2)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}
