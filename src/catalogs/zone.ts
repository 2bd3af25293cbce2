/**
 * The time zone of a postal code.
 *
 * The zones are the IANA's, which follow the law (DOF, 28 October 2022, and the change of 30 November 2022 for the border of Chihuahua);
 * the SAT's own columns (`husoVeranoDiferencia` …) differ from the law in some of those municipalities.
 * @module
 */

import { type readHeader, undamaged } from './format.js'
import { digitsAt } from './numbers.js'
import type { Packed } from './table.js'

/** Name of the packed text: one line a range of postal codes, first, last and IANA zone. */
export const zonesName = 'zonas'

/** IANA zone of a postal code; `undefined` for a text that lies in no range. */
export type ZoneOf = (postalCode: string) => string | undefined

/** The ranges are read when the first postal code is asked. Without them every answer is `undefined`. */
export function createZones(packed: Packed): ZoneOf {
  let ranges: Ranges | undefined
  return (postalCode) => {
    const code = postalCode.length === 5 ? digitsAt(postalCode, 0, 5) : -1
    if (code < 0) return undefined
    ranges ??= readRanges(packed(zonesName))
    return ranges.zoneOf(code)
  }
}

function readFields({ header, body }: ReturnType<typeof readHeader>): string[][] {
  const fields = body.split('\n').map((line) => line.split('\t'))
  if (fields.length !== header.rows || fields.some((line) => line.length !== 3)) throw new RangeError('cut short')
  return fields
}

interface Ranges {
  zoneOf(code: number): string | undefined
}

function readRanges(text: string | undefined): Ranges {
  const fields = text === undefined ? [] : undamaged(zonesName, text, readFields)
  const from = Uint32Array.from(fields, ([first]) => Number(first))
  const to = Uint32Array.from(fields, ([, last]) => Number(last))
  return {
    zoneOf: (code) => {
      let range = from.length - 1
      while (range >= 0 && from[range]! > code) range--
      return range >= 0 && code <= to[range]! ? fields[range]![2] : undefined
    },
  }
}
