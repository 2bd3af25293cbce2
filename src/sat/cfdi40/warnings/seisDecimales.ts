/**
 * Notation of rates: with the six decimals of c_TasaOCuota.
 * @module
 */
import { decimalOf } from '../../../rules/values.js'
import type { Rule } from '../rule.js'
import { type De, hasTasa, type Tasa } from '../tasas.js'

const form = /^\d+\.\d{6}$/

/**
 * A rate with six decimals: some PACs compare the text with that of the catalogue. An invalid rate
 * is an error of another rule.
 */
export function conSeisDecimales<Node>(
  field: keyof Node & string,
  de: De,
  tasaOf: (node: Node) => Tasa,
): Rule<Node, unknown> {
  return {
    field,
    says: 'conviene escribirla con seis decimales, como en c_TasaOCuota: hay PAC que comparan el texto',
    severity: 'warning',
    holds: (node, context) => {
      const tasa = tasaOf(node)
      const rate = tasa.TasaOCuota
      if (rate === undefined || (typeof rate === 'string' && rate.length === 8 && rate[1] === '.'))
        return true
      if (form.test(String(rate).trim()) || hasTasa(context, de, tasa) !== true) return true
      return { expected: decimalOf(rate).round(6).toString(6), found: String(rate) }
    },
  }
}
