/**
 * Finds the row of a code: with a `Map` of names for small catalogues, with sorted numbers for
 * large ones.
 * @module
 */
import { digitsAt, expandRuns, lastUpTo, Numbers, type Sorted } from './numbers.js'

/**
 * Finds rows by code, and codes by row. Rows of one code are adjacent, as are rows of one scope.
 */
export interface Key {
  /**
   * Returns the first row of `code` within the scope (a state, a postal code) or, without one, in
   * any; -1 if there is none.
   */
  find(code: string, scope?: string): number
  /** Returns the code of a row. */
  code(row: number): string
  /** Returns the scope of a row; `''` in catalogues without scopes. */
  scope(row: number): string
  /** Returns the rows of a scope. */
  within(scope: string): readonly number[]
  /** Returns the codes of all rows, where they are numbers and have no scope. */
  numbers?(): Sorted
}

/** Key of codes as texts, at most a few thousand. */
export function namesKey(codes: readonly string[], scopes?: readonly string[]): Key {
  const any = firstRows(codes)
  const spans = new Map<string, [number, number]>()
  for (const [row, scope] of (scopes ?? []).entries())
    spans.set(scope, [spans.get(scope)?.[0] ?? row, row + 1])
  const inScope = new Map<string, Map<string, number>>()
  for (const [scope, [from, to]] of spans)
    inScope.set(scope, firstRows(codes.slice(from, to), from))
  return {
    find: (code, scope) =>
      (scope === undefined ? any.get(code) : inScope.get(scope)?.get(code)) ?? -1,
    code: (row) => codes[row]!,
    scope: (row) => scopes?.[row] ?? '',
    within: (scope) => listNumbers(...(spans.get(scope) ?? [0, 0])),
  }
}

function firstRows(codes: readonly string[], offset = 0): Map<string, number> {
  const rows = new Map<string, number>()
  for (const [index, code] of codes.entries()) if (!rows.has(code)) rows.set(code, offset + index)
  return rows
}

/**
 * Key of sorted codes of digits of one width; a composed code is the concatenation of its parts.
 */
export function digitsKey(width: number, values: Sorted): Key {
  const numbers = new Numbers(values)
  return {
    ...withoutScopes,
    find: (code, scope) => {
      if (scope !== undefined || code.length !== width) return -1
      const value = digitsAt(code, 0, width)
      return value < 0 ? -1 : numbers.find(value)
    },
    code: (row) => String(values[row]!).padStart(width, '0'),
    numbers: () => values,
  }
}

/**
 * Key of runs of consecutive codes of digits: `limits` are the first code of each run and the one
 * after its last.
 */
export function runsKey(width: number, limits: Sorted): Key {
  const firsts = limits.filter((_, at) => at % 2 === 0)
  const rows = new Uint32Array(firsts.length + 1)
  for (const [run, first] of firsts.entries())
    rows[run + 1] = rows[run]! + limits[run * 2 + 1]! - first
  return {
    ...withoutScopes,
    find: (code, scope) => {
      if (scope !== undefined || code.length !== width) return -1
      const value = digitsAt(code, 0, width)
      const run = lastUpTo(firsts, value)
      if (run < 0) return -1
      const row = rows[run]! + value - firsts[run]!
      return row < rows[run + 1]! ? row : -1
    },
    code: (row) => {
      const run = lastUpTo(rows, row)
      return String(firsts[run]! + row - rows[run]!).padStart(width, '0')
    },
    numbers: () => expandRuns(limits, rows[firsts.length]!),
  }
}

const withoutScopes = { scope: () => '', within: () => [] } as const

/**
 * Key of codes of digits that exist only within a scope of digits: a colonia in its postal code.
 */
export function scopedDigitsKey(outer: number, inner: number, values: Sorted): Key {
  const numbers = new Numbers(values)
  const unit = 10 ** inner
  let any: Int32Array | undefined
  return {
    find: (code, scope) => {
      if (code.length !== inner) return -1
      const value = digitsAt(code, 0, inner)
      if (value < 0) return -1
      if (scope === undefined) {
        if (any === undefined) {
          any = new Int32Array(unit).fill(-1)
          for (let row = values.length - 1; row >= 0; row--) any[values[row]! % unit] = row
        }
        return any[value]!
      }
      const place = scope.length === outer ? digitsAt(scope, 0, outer) : -1
      if (place < 0) return -1
      return numbers.find(place * unit + value)
    },
    code: (row) => String(values[row]! % unit).padStart(inner, '0'),
    scope: (row) => String(Math.floor(values[row]! / unit)).padStart(outer, '0'),
    within: (scope) => {
      const value = scope.length === outer ? digitsAt(scope, 0, outer) : -1
      if (value < 0) return []
      return listNumbers(numbers.from(value * unit), numbers.from((value + 1) * unit))
    },
  }
}

function listNumbers(from: number, to: number): number[] {
  const numbers: number[] = []
  for (let number = from; number < to; number++) numbers.push(number)
  return numbers
}
