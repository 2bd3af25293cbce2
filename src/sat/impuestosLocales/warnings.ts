/**
 * What the SAT states of local taxes in the description of their totals, without a code: warnings, with names of our own.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { decimalOf, same } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { tableOf } from '../cfdi40/rule.js'
import { impuestosLocales } from './declaration.js'

export const impuestosLocalesWarnings = tableOf(at(impuestosLocales), {
  source: 'Estándar de otros derechos e impuestos 1.0',
  rules: {
    'IL-S01': {
      field: 'TotaldeRetenciones',
      says: 'debe ser la suma de Importe de las retenciones locales',
      severity: 'warning',
      holds: ({ TotaldeRetenciones, RetencionesLocales = [] }) =>
        same(TotaldeRetenciones, Decimal.sum(RetencionesLocales.map(({ Importe }) => decimalOf(Importe)))),
    },
    'IL-S02': {
      field: 'TotaldeTraslados',
      says: 'debe ser la suma de Importe de los traslados locales',
      severity: 'warning',
      holds: ({ TotaldeTraslados, TrasladosLocales = [] }) =>
        same(TotaldeTraslados, Decimal.sum(TrasladosLocales.map(({ Importe }) => decimalOf(Importe)))),
    },
  },
})
