/**
 * Shorter forms of codes, in pairs of a writer for the importer and a reader: codes of digits within
 * scopes, and names that end with digits.
 * @module
 */
import type { KeyPart, ScopedSpec } from '../format.js'
import { emptyNumbers, type Sorted, unpackNumbers } from '../numbers.js'
import { codeSteps } from './numberModel.js'
import { RangeDecoder } from './rangeDecoder.js'
import { ScopeModel } from './scopeModel.js'

/** Scopes whose codes are numbered together: postal codes of one state begin with two digits. */
export const together = 1000

/** Scopes are numbered within tens, as postal codes are. */
export const modulusOfScopes = 10

/**
 * Returns the sorted numbers of `rows` scopes with their codes. A packed key has the codes of each
 * thousand of scopes in ascending order, and from `choicesAt` on the choices of models: for `scopes`
 * different scopes, and for the scope of each code.
 */
export function unpackScoped(
  bytes: Uint8Array,
  { scopes, choicesAt }: ScopedSpec,
  rows: number,
  [outer, inner]: readonly KeyPart[],
): Sorted {
  const unit = 10 ** inner!.width
  const places = unpackNumbers(bytes, rows, outer!.width + inner!.width)
  const coder = new RangeDecoder(bytes.subarray(choicesAt))
  const known = emptyNumbers(scopes, outer!.width)
  codeSteps(coder, known, modulusOfScopes)
  const firsts = firstOfEachThousand(known, outer!.width)
  const model = new ScopeModel(coder)
  const rowScopes = new Uint32Array(rows)
  for (let row = 0, thousand = -1; row < rows; row++) {
    const own = Math.floor(places[row]! / unit)
    if (own !== thousand) model.begin(firsts[own + 1]! - firsts[own]!)
    thousand = own
    rowScopes[row] = known[firsts[own]! + model.code(0)]!
  }
  const values = places.slice()
  // The first row of each scope when rows are sorted by scope.
  const count = 10 ** outer!.width
  const next = new Uint32Array(count + 1)
  for (let row = 0; row < rowScopes.length; row++) next[rowScopes[row]! + 1]!++
  for (let scope = 0; scope < count; scope++) next[scope + 1]! += next[scope]!
  // The codes of a scope are in ascending order already.
  for (let row = 0; row < rows; row++)
    values[next[rowScopes[row]!]!++] = rowScopes[row]! * unit + (places[row]! % unit)
  return values
}

/** Returns the index of the first scope of each thousand in sorted ones, and their count. */
export function firstOfEachThousand(scopes: ArrayLike<number>, width: number): Uint32Array {
  const firsts = new Uint32Array(10 ** width / together + 1)
  for (let index = 0; index < scopes.length; index++)
    firsts[Math.floor(scopes[index]! / together) + 1]!++
  for (let at = 1; at < firsts.length; at++) firsts[at]! += firsts[at - 1]!
  return firsts
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
