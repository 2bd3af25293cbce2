/**
 * All tables of rules of Gastos de Hidrocarburos 1.0, in the order of evaluation.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from '../cfdi40/rule.js'
import {
  comprobanteGastosRules,
  conceptoGastosRules,
  documentoGastosRules,
  emisorGastosRules,
  erogacionRules,
  lugarGastosRules,
} from './rules/gastosHidrocarburos.js'
import {
  actividadRules,
  centroCostosRules,
  pozoRules,
  subActividadRules,
  tareaRules,
  yacimientoRules,
} from './rules/niveles.js'

export const gastosHidrocarburosRules: readonly RuleTable<RuleContext>[] = [
  lugarGastosRules,
  comprobanteGastosRules,
  emisorGastosRules,
  conceptoGastosRules,
  erogacionRules,
  documentoGastosRules,
  actividadRules,
  subActividadRules,
  tareaRules,
  centroCostosRules,
  yacimientoRules,
  pozoRules,
]
