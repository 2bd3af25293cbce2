/**
 * All tables of rules of CFDI 4.0, in the order of evaluation.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from './rule.js'
import { aCuentaTercerosRules } from './rules/aCuentaTerceros.js'
import { cadenaRules } from './rules/cadena.js'
import { cfdiRelacionadosRules } from './rules/cfdiRelacionados.js'
import { comprobanteRules } from './rules/comprobante.js'
import { conceptoRules } from './rules/concepto.js'
import { emisorRules } from './rules/emisor.js'
import { impuestosRules, retencionRules, trasladoRules } from './rules/impuestos.js'
import { retencionConceptoRules, trasladoConceptoRules } from './rules/impuestosConcepto.js'
import {
  informacionAduaneraParteRules,
  informacionAduaneraRules,
} from './rules/informacionAduanera.js'
import { informacionGlobalRules } from './rules/informacionGlobal.js'
import { parteRules } from './rules/parte.js'
import { receptorRules } from './rules/receptor.js'
import { timbradoRules } from './rules/timbrado.js'
import { comprobanteWarnings, relacionWarnings, resicoWarnings } from './warnings/comprobante.js'
import { conceptoWarnings, retencionWarnings, trasladoWarnings } from './warnings/concepto.js'
import { impuestosConceptoWarnings } from './warnings/impuestos.js'
import { globalWarnings, ticketWarnings } from './warnings/informacionGlobal.js'
import {
  emisorWarnings,
  nombreWarnings,
  receptorWarnings,
  terceroWarnings,
} from './warnings/personas.js'

export const cfdi40Rules: readonly RuleTable<RuleContext>[] = [
  comprobanteRules,
  informacionGlobalRules,
  cfdiRelacionadosRules,
  emisorRules,
  receptorRules,
  conceptoRules,
  trasladoConceptoRules,
  retencionConceptoRules,
  aCuentaTercerosRules,
  informacionAduaneraRules,
  parteRules,
  informacionAduaneraParteRules,
  impuestosRules,
  retencionRules,
  trasladoRules,
  // Checks of PACs.
  timbradoRules,
  cadenaRules,
  // Requirements without a code.
  comprobanteWarnings,
  relacionWarnings,
  resicoWarnings,
  nombreWarnings,
  emisorWarnings,
  receptorWarnings,
  conceptoWarnings,
  impuestosConceptoWarnings,
  terceroWarnings,
  trasladoWarnings,
  retencionWarnings,
  globalWarnings,
  ticketWarnings,
]
