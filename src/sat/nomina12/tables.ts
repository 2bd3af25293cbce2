/**
 * All tables of rules of Nómina 1.2, in the order of evaluation.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from '../cfdi40/rule.js'
import {
  comprobanteNominaRules,
  conceptoNominaRules,
  tipoNominaRules,
} from './rules/comprobante.js'
import { deduccionesRules, deduccionRules, incapacidadRules } from './rules/deducciones.js'
import { emisorNominaRules, entidadRules, nominaRules } from './rules/nomina.js'
import { compensacionRules, otroPagoRules, subsidioRules } from './rules/otrosPagos.js'
import {
  horasExtraRules,
  jubilacionRules,
  percepcionesRules,
  percepcionRules,
} from './rules/percepciones.js'
import { receptorNominaRules } from './rules/receptor.js'
import {
  diasNominaWarnings,
  horasExtraWarnings,
  patronNominaWarnings,
  personaNominaWarnings,
} from './slips.js'
import {
  comprobanteNominaWarnings,
  deduccionesWarnings,
  emisorNominaWarnings,
  percepcionesWarnings,
  receptorNominaWarnings,
} from './warnings.js'

export const nomina12Rules: readonly RuleTable<RuleContext>[] = [
  tipoNominaRules,
  comprobanteNominaRules,
  conceptoNominaRules,
  nominaRules,
  emisorNominaRules,
  entidadRules,
  receptorNominaRules,
  percepcionesRules,
  percepcionRules,
  horasExtraRules,
  jubilacionRules,
  deduccionesRules,
  deduccionRules,
  otroPagoRules,
  subsidioRules,
  compensacionRules,
  incapacidadRules,
  comprobanteNominaWarnings,
  emisorNominaWarnings,
  receptorNominaWarnings,
  percepcionesWarnings,
  deduccionesWarnings,
  diasNominaWarnings,
  patronNominaWarnings,
  personaNominaWarnings,
  horasExtraWarnings,
]
