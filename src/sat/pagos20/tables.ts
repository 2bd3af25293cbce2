/**
 * All tables of rules of Pagos 2.0, in the order of evaluation.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from '../cfdi40/rule.js'
import { comprobantePagosRules, conceptoPagosRules, tipoPagosRules } from './rules/comprobante.js'
import { doctoRelacionadoRules } from './rules/doctoRelacionado.js'
import { retencionDRRules, trasladoDRRules } from './rules/impuestosDR.js'
import { retencionPRules, trasladoPRules } from './rules/impuestosP.js'
import { pagoRules } from './rules/pago.js'
import { totalesRules } from './rules/totales.js'
import { doctoSlips, pagoSlips } from './slips.js'
import {
  comprobantePagosWarnings,
  doctoRelacionadoWarnings,
  pagoWarnings,
  retencionDRWarnings,
  trasladoDRWarnings,
} from './warnings.js'

export const pagos20Rules: readonly RuleTable<RuleContext>[] = [
  tipoPagosRules,
  comprobantePagosRules,
  conceptoPagosRules,
  totalesRules,
  pagoRules,
  doctoRelacionadoRules,
  retencionDRRules,
  trasladoDRRules,
  retencionPRules,
  trasladoPRules,
  comprobantePagosWarnings,
  pagoWarnings,
  doctoRelacionadoWarnings,
  trasladoDRWarnings,
  retencionDRWarnings,
  pagoSlips,
  doctoSlips,
]
