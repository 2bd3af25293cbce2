/**
 * Every table of rules of Nómina 1.2, in the order in which they are judged.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from '../cfdi40/rule.js'
import { comprobanteNominaRules, conceptoNominaRules, tipoNominaRules } from './rules/comprobante.js'
import { deduccionRules, deduccionesRules, incapacidadRules } from './rules/deducciones.js'
import { emisorNominaRules, entidadRules, nominaRules } from './rules/nomina.js'
import { compensacionRules, otroPagoRules, subsidioRules } from './rules/otrosPagos.js'
import { horasExtraRules, jubilacionRules, percepcionRules, percepcionesRules } from './rules/percepciones.js'
import { receptorNominaRules } from './rules/receptor.js'
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
]
