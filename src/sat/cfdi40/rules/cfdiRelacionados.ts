/**
 * Rules of each CfdiRelacionados: matrix of validations of CFDI 4.0, CFDI40137.
 * @module
 */

import { current } from '../../../rules/presence.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { tableOf } from '../rule.js'
import { matriz } from '../sources.js'

export const cfdiRelacionadosRules = tableOf(at(comprobante, 'CfdiRelacionados[]'), {
  source: matriz,
  rules: {
    CFDI40137: current('TipoRelacion', 'c_TipoRelacion'),
  },
})
