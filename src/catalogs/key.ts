/**
 * From a code to its row. Two ways: names in a `Map` for the small catalogues, sorted numbers for the big ones.
 * @module
 */
import type { KeyPart } from './format.js'
import { digitsAt, Numbers, type Sorted } from './numbers.js'

/** Finds rows by code, and codes by row. Rows of one code lie together, as do rows of one scope. */
export interface Key {
  /** First row of `code`, or -1. With `scope`, of that code within the scope (a state, a postal code); without, in any. */
  find(code: string, scope?: string): number
  /** The code of a row. */
  code(row: number): string
  /** The scope of a row; `''` in catalogues without one. */
  scope(row: number): string
  /** The rows of a scope. */
  within(scope: string): readonly number[]
}

/** Codes as they are, at most a few thousand. */
export function namesKey(codes: readonly string[], scopes?: readonly string[]): Key {
  const any = firstRows(codes)
  const spans = scopes ? scopeSpans(scopes) : new Map<string, [number, number]>()
  const inScope = new Map<string, Map<string, number>>()
  for (const [scope, [from, to]] of spans) inScope.set(scope, firstRows(codes.slice(from, to), from))
  return {
    find: (code, scope) => (scope === undefined ? any.get(code) : inScope.get(scope)?.get(code)) ?? -1,
    code: (row) => codes[row]!,
    scope: (row) => scopes?.[row] ?? '',
    within: (scope) => span(...(spans.get(scope) ?? [0, 0])),
  }
}

function firstRows(codes: readonly string[], offset = 0): Map<string, number> {
  const rows = new Map<string, number>()
  codes.forEach((code, index) => {
    if (!rows.has(code)) rows.set(code, offset + index)
  })
  return rows
}

function scopeSpans(scopes: readonly string[]): Map<string, [number, number]> {
  const spans = new Map<string, [number, number]>()
  scopes.forEach((scope, row) => {
    spans.set(scope, [spans.get(scope)?.[0] ?? row, row + 1])
  })
  return spans
}

/** Codes of digits of one width, sorted; the parts of a composed code are read one after another. */
export function digitsKey(parts: readonly KeyPart[], values: Sorted): Key {
  const numbers = new Numbers(values)
  const width = parts.reduce((sum, part) => sum + part.width, 0)
  return {
    find: (code, scope) =>
      scope !== undefined || code.length !== width ? -1 : findDigits(numbers, digitsAt(code, 0, width)),
    code: (row) => String(values[row]!).padStart(width, '0'),
    scope: () => '',
    within: () => [],
  }
}

/** Codes of digits that exist only within a scope of digits: a colonia in its postal code. */
export function scopedDigitsKey([outer, inner]: readonly KeyPart[], values: Sorted): Key {
  const numbers = new Numbers(values)
  const unit = 10 ** inner!.width
  let any: Int32Array | undefined
  const findAny = (code: number): number => {
    any ??= firstOfEach(values, unit)
    return any[code]!
  }
  return {
    find: (code, scope) => {
      const value = code.length === inner!.width ? digitsAt(code, 0, inner!.width) : -1
      if (value < 0 || scope === undefined) return value < 0 ? -1 : findAny(value)
      const place = scope.length === outer!.width ? digitsAt(scope, 0, outer!.width) : -1
      return place < 0 ? -1 : numbers.find(place * unit + value)
    },
    code: (row) => String(values[row]! % unit).padStart(inner!.width, '0'),
    scope: (row) => String(Math.floor(values[row]! / unit)).padStart(outer!.width, '0'),
    within: (scope) => {
      const value = scope.length === outer!.width ? digitsAt(scope, 0, outer!.width) : -1
      return value < 0 ? [] : span(numbers.from(value * unit), numbers.from((value + 1) * unit))
    },
  }
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

const findDigits = (numbers: Numbers, value: number): number => (value < 0 ? -1 : numbers.find(value))

function firstOfEach(values: Sorted, unit: number): Int32Array {
  const rows = new Int32Array(unit).fill(-1)
  for (let row = values.length - 1; row >= 0; row--) rows[values[row]! % unit] = row
  return rows
}
