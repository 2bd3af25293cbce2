/**
 * Rules of each CfdiRelacionados: matrix of validations of CFDI 4.0, CFDI40137.
 * @module
 */

import { current } from '../../../rules/presence.js'
import { eachItem } from '../../../rules/values.js'
import type { Comprobante } from '../declaration.js'
import { type Each, ruleTable } from '../rule.js'
import { matriz } from './comprobante.js'

/** A group of related documents. */
export type CfdiRelacionados = NonNullable<Comprobante['CfdiRelacionados']>[number]

/** Each group of related documents. */
export const cfdiRelacionados: Each<CfdiRelacionados, undefined> = (document, visit) =>
  eachItem(document.CfdiRelacionados, (group, index) => visit(group, undefined, 'CfdiRelacionados', index))

export const cfdiRelacionadosRules = ruleTable<CfdiRelacionados>({
  element: 'CfdiRelacionados',
  source: matriz,
  path: 'CfdiRelacionados[]',
  each: cfdiRelacionados,
  rules: {
    CFDI40137: current('TipoRelacion', 'c_TipoRelacion'),
  },
})
