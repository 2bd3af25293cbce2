/**
 * Packs codes of digits that exist within scopes of digits.
 * @module
 */
import type { KeyPart, ScopedSpec } from '../format.js'
import { packNumbers } from '../numbers.js'
import { firstOfEachThousand, modulusOfScopes, together } from '../unpack/codeOrder.js'
import { codeSteps } from '../unpack/numberModel.js'
import { ScopeModel } from '../unpack/scopeModel.js'
import { RangeEncoder } from './rangeEncoder.js'

/** Returns the key that `unpackScoped` reads. @param values scopes with their codes, sorted */
export function packScoped(
  values: readonly number[],
  [outer, inner]: readonly KeyPart[],
): { readonly spec: ScopedSpec; readonly bytes: Uint8Array } {
  const unit = 10 ** inner!.width
  const rows = values.map((value) => {
    const scope = Math.floor(value / unit)
    const thousand = Math.floor(scope / together)
    return { scope, thousand, place: thousand * unit + (value % unit) }
  })
  rows.sort((one, other) => one.place - other.place || one.scope - other.scope)
  const known = [...new Set(values.map((value) => Math.floor(value / unit)))]
  const indexes = new Map(known.map((scope, index) => [scope, index]))
  const firsts = firstOfEachThousand(known, outer!.width)
  const coder = new RangeEncoder()
  codeSteps(coder, Float64Array.from(known), modulusOfScopes)
  const model = new ScopeModel(coder)
  for (const [row, { scope, thousand }] of rows.entries()) {
    if (thousand !== rows[row - 1]?.thousand) model.begin(firsts[thousand + 1]! - firsts[thousand]!)
    model.code(indexes.get(scope)! - firsts[thousand]!)
  }
  const codes = packNumbers(rows.map(({ place }) => place))
  return {
    spec: { scopes: known.length, choicesAt: codes.length },
    bytes: Uint8Array.from([...codes, ...coder.finish()]),
  }
}
