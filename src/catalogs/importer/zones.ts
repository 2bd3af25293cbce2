/**
 * Time zones by ranges of postal codes, checked against the zones of states and the border ranges.
 * @module
 */
import type { Header } from '../format.js'
import { zonesName } from '../zone.js'
import type { Model } from './model.js'
import type { PackedText } from './pack.js'
import { ImportError, readTsv } from './tsv.js'

const rangesHeader = [
  'desde',
  'hasta',
  'estado',
  'sat_huso',
  'sat_utc_verano',
  'sat_utc_invierno',
  'iana',
  'nota',
]
const statesHeader = ['estado', 'iana_mayoritaria', 'codigos', 'otras_zonas']
const borderHeader = ['desde', 'hasta', 'estado', 'estimulo_frontera', 'vigencia_desde']

interface Range {
  readonly from: string
  readonly to: string
  readonly value: string
}

/**
 * Packs `tz_ranges.tsv`. Throws when ranges overlap, or when the majority zone of a state differs
 * from `tz_by_state.tsv`.
 */
export function packZones(
  ranges: string,
  states: string | undefined,
  postal: Model,
  date: string,
): PackedText {
  const zones = parseZoneRanges('tz_ranges.tsv', ranges, rangesHeader, 'iana')
  for (const { value } of zones)
    if (!/^America\/\w+$/.test(value))
      throw new ImportError(`tz_ranges.tsv: ${value} is not a zone`)
  const missing = postal.codes.find(
    (code) => code !== '00000' && rangeOf(zones, code) === undefined,
  )
  if (missing !== undefined)
    throw new ImportError(`tz_ranges.tsv: no range has postal code ${missing}`)
  if (states !== undefined) {
    const table = readTsv('tz_by_state.tsv', states, statesHeader)
    const counts = new Map<string, number>()
    const estados = postal.columns.find(({ name }) => name === 'estado')!.texts
    for (const [row, code] of postal.codes.entries()) {
      const key = `${estados[row]} ${rangeOf(zones, code)?.value}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    for (const [estado, zone, codes] of table.rows) {
      const found = counts.get(`${estado} ${zone}`) ?? 0
      if (String(found) !== codes)
        throw new ImportError(
          `tz_by_state.tsv: ${estado} has ${codes} codes in ${zone}, the ranges ${found}`,
        )
    }
  }
  const merged = mergeRanges(zones)
  const header: Header = {
    name: zonesName,
    date,
    rows: merged.length,
    complete: true,
    form: 'lines',
    key: { as: 'names' },
    columns: [],
  }
  const lines = merged.map(({ from, to, value }) => `${from}\t${to}\t${value}`)
  return { name: zonesName, text: `${JSON.stringify(header)}\n${lines.join('\n')}` }
}

/** Refuses postal codes whose border flag differs from `border_flag_ranges.tsv`. */
export function checkBorder(ranges: string, postal: Model): void {
  const border = parseZoneRanges(
    'border_flag_ranges.tsv',
    ranges,
    borderHeader,
    'estimulo_frontera',
  )
  const flags = postal.columns.find(({ name }) => name === 'estimuloFrontera')!.texts
  for (const [row, code] of postal.codes.entries()) {
    const flag = rangeOf(border, code)?.value ?? '0'
    if (flag !== (flags[row] || '0'))
      throw new ImportError(
        `border_flag_ranges.tsv says ${flag} for ${code}, the postal codes ${flags[row]}`,
      )
  }
}

function parseZoneRanges(
  file: string,
  text: string,
  expected: readonly string[],
  column: string,
): Range[] {
  const table = readTsv(file, text, expected)
  const at = expected.indexOf(column)
  const ranges: Range[] = []
  for (const [index, row] of table.rows.entries()) {
    const [from, to, value] = [row[0]!, row[1]!, row[at]!]
    const fits =
      /^\d{5}$/.test(from) &&
      /^\d{5}$/.test(to) &&
      from <= to &&
      (index === 0 || from > ranges[index - 1]!.to)
    if (!fits)
      throw new ImportError(`${file}, line ${index + 2}: range ${from}-${to} is out of order`)
    ranges.push({ from, to, value })
  }
  return ranges
}

const rangeOf = (ranges: readonly Range[], code: string): Range | undefined =>
  ranges.find(({ from, to }) => from <= code && code <= to)

/**
 * Merges neighbouring ranges of one zone. Only codes of the catalogue are looked up, so the gap
 * between ranges does not matter.
 */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges) {
    const before = merged.at(-1)
    if (before?.value === range.value && Number(range.from) === Number(before.to) + 1)
      merged[merged.length - 1] = { ...before, to: range.to }
    else merged.push(range)
  }
  return merged
}
