/**
 * The values of one column, read row by row without building rows.
 * @module
 */
import { borrowed, type Kind, toValue, type Value } from './format.js'
import type { Sorted } from './numbers.js'

/** A column. Values are converted once and shared where the column repeats itself: reading one allocates nothing. */
export interface Column {
  readonly name: string
  readonly kind: Kind
  value(row: number): Value
  /** The text of the SAT's table. */
  text(row: number): string
}

export function constantColumn(name: string, kind: Kind, text: string): Column {
  const value = toValue(kind, text)
  return { name, kind, value: () => value, text: () => text }
}

/** One text a row, as in small catalogues. */
export function listedColumn(name: string, kind: Kind, texts: readonly string[]): Column {
  const values = texts.map((text) => toValue(kind, text))
  return { name, kind, value: (row) => values[row], text: (row) => texts[row]! }
}

/** One byte a row into `texts`, or two planes of bytes, low first. */
export function dictionaryColumn(
  name: string,
  kind: Kind,
  texts: readonly string[],
  ids: Uint8Array,
  rows: number,
): Column {
  const values = texts.map((text) => toValue(kind, text))
  const id = texts.length > 256 ? (row: number) => ids[row]! + 256 * ids[rows + row]! : (row: number) => ids[row]!
  return { name, kind, value: (row) => values[id(row)], text: (row) => texts[id(row)]! }
}

/** Runs of rows with one value: `starts` holds the first row of each, `ids` its value. */
export function runsColumn(
  name: string,
  kind: Kind,
  texts: readonly string[],
  starts: Sorted,
  ids: Uint8Array,
): Column {
  const values = texts.map((text) => toValue(kind, text))
  const id = (row: number): number => ids[runOf(starts, row)]!
  return { name, kind, value: (row) => values[id(row)], text: (row) => texts[id(row)]! }
}

/** The last run that starts at `row` or before. */
function runOf(starts: Sorted, row: number): number {
  let low = 0
  let high = starts.length
  while (low + 1 < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! <= row) low = middle
    else high = middle
  }
  return low
}

/** UTF-8 lines; the text of a row is decoded when it is read. */
export function textColumn(name: string, kind: Kind, bytes: Uint8Array, rows: number): Column {
  let offsets: Uint32Array | undefined
  const text = (row: number): string => {
    offsets ??= lineStarts(bytes, rows)
    return utf8.decode(bytes.subarray(offsets[row], offsets[row + 1]! - 1))
  }
  return { name, kind, value: (row) => toValue(kind, text(row)), text }
}

/** A column that says «the same as there» where the lender has the same text. */
export function borrowingColumn(own: Column, lend: (row: number) => string): Column {
  const text = (row: number): string => {
    const mine = own.text(row)
    return mine === borrowed ? lend(row) : mine
  }
  return { name: own.name, kind: own.kind, value: (row) => toValue(own.kind, text(row)), text }
}

const utf8 = new TextDecoder()

function lineStarts(bytes: Uint8Array, rows: number): Uint32Array {
  const starts = new Uint32Array(rows + 1)
  for (let row = 1, at = -1; row <= rows; row++) {
    at = bytes.indexOf(10, at + 1)
    starts[row] = at + 1
  }
  return starts
}
