/**
 * Rules of each Parte of a concept: matrix of validations of CFDI 4.0, CFDI40196 to CFDI40198.
 * @module
 */

import { isProduct } from '../../../fiscal/limits.js'
import { current, hasField } from '../../../rules/presence.js'
import { amount } from '../../../rules/values.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { tableOf } from '../rule.js'
import { matriz } from '../sources.js'

export const parteRules = tableOf(at(comprobante, 'Conceptos[].Parte[]'), {
  source: matriz,
  rules: {
    CFDI40196: current('ClaveProdServ', 'c_ClaveProdServ'),
    CFDI40197: {
      field: 'ValorUnitario',
      says: 'debe ser mayor que cero',
      when: hasField('ValorUnitario'),
      holds: ({ ValorUnitario }) => !amount(ValorUnitario).isZero(),
    },
    CFDI40198: {
      field: 'Importe',
      says: 'debe ser Cantidad por ValorUnitario, dentro de lo que admite su redondeo',
      when: ({ ValorUnitario, Importe }) => ValorUnitario !== undefined && Importe !== undefined,
      holds: ({ Cantidad, ValorUnitario = 0, Importe = 0 }) =>
        isProduct(Cantidad, ValorUnitario, Importe),
    },
  },
})
