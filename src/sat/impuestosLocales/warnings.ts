/**
 * What the SAT states of local taxes in the description of their totals, without a code: warnings, with names of our own.
 * @module
 */
import { Decimal } from '../../lib/decimal.js'
import { decimalOf, same } from '../../rules/values.js'
import { complementsOf } from '../cfdi40/predicates.js'
import { type Each, ruleTable } from '../cfdi40/rule.js'
import type { ImpuestosLocales } from './declaration.js'

const impuestosLocales: Each<ImpuestosLocales, undefined> = (document, visit) => {
  const found = complementsOf<ImpuestosLocales>(document, 'ImpuestosLocales')
  const index = (at: number): number[] => (Array.isArray(document.Complemento?.['ImpuestosLocales']) ? [at] : [])
  found.forEach((node, at) => {
    visit(node, undefined, 'Complemento', 'ImpuestosLocales', ...index(at))
  })
}

export const impuestosLocalesWarnings = ruleTable<ImpuestosLocales>({
  element: 'ImpuestosLocales',
  source: 'Estándar de otros derechos e impuestos 1.0',
  path: 'Complemento.ImpuestosLocales',
  each: impuestosLocales,
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
