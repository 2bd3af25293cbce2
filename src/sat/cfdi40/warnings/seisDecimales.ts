/**
 * Rates as they are written: with the six decimals of c_TasaOCuota.
 * @module
 */
import type { Numeric } from '../../../model/types.js'
import { decimalOf } from '../../../rules/values.js'
import type { Rule } from '../rule.js'

const form = /^\d+\.\d{6}$/

/** A rate with six decimals: some PACs compare the text with that of the catalogue. */
export function conSeisDecimales<Field extends string>(
  field: Field,
): Rule<{ readonly [Name in Field]?: Numeric | undefined }, unknown> {
  return {
    field,
    says: 'conviene escribirla con seis decimales, como en c_TasaOCuota: hay PAC que comparan el texto',
    severity: 'warning',
    holds: (node) => {
      const rate = node[field]
      if (rate === undefined || (typeof rate === 'string' && rate.length === 8 && rate[1] === '.')) return true
      return form.test(String(rate).trim()) || { expected: decimalOf(rate).round(6).toString(), found: String(rate) }
    },
  }
}
