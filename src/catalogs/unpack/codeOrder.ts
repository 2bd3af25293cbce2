/**
 * Shorter forms of codes, in pairs of a writer for the importer and a reader: codes of digits within
 * scopes, and names that end with digits.
 * @module
 */
import type { KeyPart } from '../format.js'
import { packNumbers, packSigned, type Sorted, unpackNumbers, unpackSigned } from '../numbers.js'

/** Scopes whose codes are numbered together: postal codes of one state begin with two digits. */
const together = 1000

/**
 * Packs codes within scopes as two lists: the codes of each thousand of scopes in ascending order,
 * and the scope of each. A state numbers its colonias in the order of their postal codes.
 */
export function packScoped(
  values: readonly number[],
  [, inner]: readonly KeyPart[],
): { readonly codes: Uint8Array; readonly scopes: Uint8Array } {
  const unit = 10 ** inner!.width
  const rows = values.map((value) => {
    const scope = Math.floor(value / unit)
    return { scope, place: Math.floor(scope / together) * unit + (value % unit) }
  })
  rows.sort((one, other) => one.place - other.place || one.scope - other.scope)
  return {
    codes: packNumbers(rows.map(({ place }) => place)),
    scopes: packSigned(rows.map(({ scope }) => scope)),
  }
}

/** Inverse of {@link packScoped}: returns the sorted numbers of `rows` scopes with their codes. */
export function unpackScoped(
  bytes: Uint8Array,
  scopesAt: number,
  rows: number,
  [outer, inner]: readonly KeyPart[],
): Sorted {
  const unit = 10 ** inner!.width
  const places = unpackNumbers(bytes, rows, outer!.width + inner!.width)
  const scopes = unpackSigned(bytes.subarray(scopesAt), rows)
  const values = places.slice()
  const next = nextRowOfScopes(scopes, 10 ** outer!.width)
  // The codes of a scope are in ascending order already.
  for (let row = 0; row < rows; row++)
    values[next[scopes[row]!]!++] = scopes[row]! * unit + (places[row]! % unit)
  return values
}

/** Returns the first row of each scope when rows are sorted by scope. */
function nextRowOfScopes(scopes: Int32Array, count: number): Uint32Array {
  const next = new Uint32Array(count + 1)
  for (let row = 0; row < scopes.length; row++) next[scopes[row]! + 1]!++
  for (let scope = 0; scope < count; scope++) next[scope + 1]! += next[scope]!
  return next
}

/** Steps between codes that are written as one character. */
const mostSteps = 8

/**
 * Writes codes with those that follow the one before as the step between their last digits: a
 * control character for 1 to 8.
 */
export function writeSteps(codes: readonly string[]): string[] {
  return codes.map((code, at) => {
    for (let step = 1; at > 0 && step <= mostSteps; step++)
      if (code === addTo(codes[at - 1]!, step)) return String.fromCharCode(step)
    return code
  })
}

/** Inverse of {@link writeSteps}. */
export function readSteps(lines: readonly string[]): string[] {
  let code = ''
  return lines.map((line) => {
    const step = line.length === 1 ? line.charCodeAt(0) : 0
    code = step > 0 && step <= mostSteps ? addTo(code, step) : line
    return code
  })
}

/** Adds to the number at the end of a code; `''` for a code without one, or a longer result. */
function addTo(code: string, step: number): string {
  let start = code.length
  while (start > 0 && code.length - start < 9 && isDigit(code.charCodeAt(start - 1))) start--
  const digits = code.length - start
  const sum = String(Number(code.slice(start)) + step)
  if (digits === 0 || sum.length > digits) return ''
  return code.slice(0, start) + sum.padStart(digits, '0')
}

const isDigit = (unit: number): boolean => unit >= 48 && unit <= 57
