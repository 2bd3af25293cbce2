/**
 * The values of one column, read by row without creating rows.
 * @module
 */
import { borrowed, type Kind, toValue, type Value } from './format.js'
import { lastUpTo, type Sorted } from './numbers.js'

/**
 * A column. Values are converted once and shared where the column repeats itself, so reading one
 * allocates no memory.
 */
export interface Column {
  readonly name: string
  readonly kind: Kind
  value(row: number): Value
  /** Text in the SAT's table. */
  text(row: number): string
  /** Returns the texts of all rows, where that takes less time than each alone. */
  all?(): readonly string[]
}

/** Returns the texts of all rows of a column. */
export function textsOfColumn(column: Column, rows: number): readonly string[] {
  return column.all?.() ?? Array.from({ length: rows }, (_, row) => column.text(row))
}

function convertTexts(kind: Kind, texts: readonly string[]): Value[] {
  const values: Value[] = []
  for (const text of texts) values.push(toValue(kind, text))
  return values
}

export function constantColumn(name: string, kind: Kind, text: string): Column {
  const value = toValue(kind, text)
  return { name, kind, value: () => value, text: () => text }
}

/** Column with one text per row, as in small catalogues. */
export function listedColumn(name: string, kind: Kind, texts: readonly string[]): Column {
  const values = convertTexts(kind, texts)
  return { name, kind, value: (row) => values[row], text: (row) => texts[row]! }
}

/** Column with an index into `texts` per row: one byte, or two planes of bytes, low first. */
export function dictionaryColumn(
  name: string,
  kind: Kind,
  texts: readonly string[],
  ids: Uint8Array,
  rows: number,
): Column {
  const values = convertTexts(kind, texts)
  let places: Uint8Array | Uint16Array = ids
  if (texts.length > 256) {
    places = new Uint16Array(rows)
    for (let row = 0; row < rows; row++) places[row] = ids[row]! + 256 * ids[rows + row]!
  }
  return { name, kind, value: (row) => values[places[row]!], text: (row) => texts[places[row]!]! }
}

/**
 * Column of runs with one value: `unpackStarts` returns the first row of each, on first use, and
 * `ids` holds the values as in a column with a dictionary.
 */
export function runsColumn(
  name: string,
  kind: Kind,
  texts: readonly string[],
  unpackStarts: () => Sorted,
  ids: Uint8Array,
  runs: number,
): Column {
  const ofRun = dictionaryColumn(name, kind, texts, ids, runs)
  let starts: Sorted | undefined
  const runOf = (row: number): number => {
    starts ??= unpackStarts()
    return lastUpTo(starts, row)
  }
  return {
    name,
    kind,
    value: (row) => ofRun.value(runOf(row)),
    text: (row) => ofRun.text(runOf(row)),
  }
}

/** A column of places in a list of values. */
export interface CodedColumn extends Column {
  /** Returns the place of each row. */
  places(): Uint16Array
}

/** Column of places in `texts`, which `unpackPlaces` returns on first use. */
export function codedColumn(
  name: string,
  kind: Kind,
  texts: readonly string[],
  unpackPlaces: () => Uint16Array,
): CodedColumn {
  const values = convertTexts(kind, texts)
  let unpacked: Uint16Array | undefined
  const places = (): Uint16Array => {
    unpacked ??= unpackPlaces()
    return unpacked
  }
  return {
    name,
    kind,
    value: (row) => values[places()[row]!],
    text: (row) => texts[places()[row]!]!,
    places,
  }
}

/** Column of dates, as days that `unpackDays` returns on first use. */
export function daysColumn(name: string, kind: Kind, unpackDays: () => Int32Array): Column {
  let days: Int32Array | undefined
  const text = (row: number): string => {
    days ??= unpackDays()
    // The date of a day since 1970; `''` for `noDay`.
    const day = days[row]!
    if (day === noDay) return ''
    return new Date(day * 86_400_000).toISOString().slice(0, 10)
  }
  return textColumn(name, kind, { text })
}

/** Day of an empty date, before every other. */
export const noDay = -(2 ** 24)

/** Column of UTF-8 lines. The text of a row is decoded on each read. */
export function linesColumn(name: string, kind: Kind, bytes: Uint8Array, rows: number): Column {
  let offsets: Uint32Array | undefined
  const text = (row: number): string => {
    if (offsets === undefined) {
      offsets = new Uint32Array(rows + 1)
      for (let next = 1, at = -1; next <= rows; next++) {
        at = bytes.indexOf(10, at + 1)
        offsets[next] = at + 1
      }
    }
    return utf8.decode(bytes.subarray(offsets[row], offsets[row + 1]! - 1))
  }
  const all = (): string[] => utf8.decode(bytes).split('\n', rows)
  return textColumn(name, kind, { text, all })
}

/** Column whose values are read from its texts each time. */
export function textColumn(name: string, kind: Kind, texts: Pick<Column, 'text' | 'all'>): Column {
  return { name, kind, value: (row) => toValue(kind, texts.text(row)), ...texts }
}

/** Column that marks texts equal to those of another catalogue, and reads these from there. */
export function borrowingColumn(own: Column, rows: number, lend: (row: number) => string): Column {
  const text = (row: number, mine = own.text(row)): string => {
    if (mine === borrowed) return lend(row)
    return mine
  }
  const all = (): string[] => textsOfColumn(own, rows).map((mine, row) => text(row, mine))
  return textColumn(own.name, own.kind, { text, all })
}

const utf8 = new TextDecoder()
