/**
 * The time zone of a postal code.
 *
 * Zones are the IANA's, which follow the law (DOF, 28 October 2022, and the change of 30 November
 * 2022 for the border of Chihuahua). The SAT's own columns (`husoVeranoDiferencia` …) differ from
 * the law in some of those municipalities.
 * @module
 */

import { type readHeader, undamaged } from './format.js'
import { digitsAt } from './numbers.js'
import type { Packed } from './table.js'

/**
 * Name of the packed text: one line per range of postal codes, with first code, last code and IANA
 * zone.
 */
export const zonesName = 'zonas'

/** Returns the IANA zone of a postal code; `undefined` for a text outside every range. */
export type ZoneOf = (postalCode: string) => string | undefined

/** Creates the look-up. The ranges are read on first use. Without them it returns `undefined`. */
export function createZones(packed: Packed): ZoneOf {
  let fields: readonly string[][] | undefined
  let [from, to] = [new Uint32Array(), new Uint32Array()]
  return (postalCode) => {
    const code = postalCode.length === 5 ? digitsAt(postalCode, 0, 5) : -1
    if (code < 0) return undefined
    if (fields === undefined) {
      const text = packed(zonesName)
      fields = text === undefined ? [] : undamaged(zonesName, text, splitFields)
      from = new Uint32Array(fields.length)
      to = new Uint32Array(fields.length)
      for (const [range, [first, last]] of fields.entries()) {
        from[range] = Number(first)
        to[range] = Number(last)
      }
    }
    let range = from.length - 1
    while (range >= 0 && from[range]! > code) range--
    if (range >= 0 && code <= to[range]!) return fields[range]![2]
    return undefined
  }
}

function splitFields({ header, body }: ReturnType<typeof readHeader>): string[][] {
  const lines: string[][] = []
  for (const line of body.split('\n')) {
    const fields = line.split('\t')
    if (fields.length !== 3) throw new RangeError('cut short')
    lines.push(fields)
  }
  if (lines.length !== header.rows) throw new RangeError('cut short')
  return lines
}
