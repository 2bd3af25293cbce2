/**
 * Every table of rules, in the order in which they are judged.
 * @module
 */
import { aCuentaTercerosRules } from './aCuentaTerceros.js'
import { cfdiRelacionadosRules } from './cfdiRelacionados.js'
import { comprobanteRules } from './comprobante.js'
import { conceptoRules } from './concepto.js'
import { emisorRules } from './emisor.js'
import { impuestosRules, retencionRules, trasladoRules } from './impuestos.js'
import { retencionConceptoRules, trasladoConceptoRules } from './impuestosConcepto.js'
import { informacionAduaneraParteRules, informacionAduaneraRules } from './informacionAduanera.js'
import { informacionGlobalRules } from './informacionGlobal.js'
import { comprobanteNominaRules, conceptoNominaRules, tipoNominaRules } from './nomina12.js'
import { deduccionesRules, deduccionRules, incapacidadRules } from './nomina12Deducciones.js'
import { emisorNominaRules, entidadRules, nominaRules } from './nomina12Nomina.js'
import { compensacionRules, otroPagoRules, subsidioRules } from './nomina12OtrosPagos.js'
import { horasExtraRules, jubilacionRules, percepcionesRules, percepcionRules } from './nomina12Percepciones.js'
import { receptorNominaRules } from './nomina12Receptor.js'
import {
  comprobanteNominaWarnings,
  emisorNominaWarnings,
  percepcionesWarnings,
  receptorNominaWarnings,
} from './nomina12SinCodigo.js'
import { pacRules } from './pac.js'
import { comprobantePagosRules, conceptoPagosRules, tipoPagosRules } from './pagos20.js'
import { doctoRelacionadoRules } from './pagos20DoctoRelacionado.js'
import { retencionDRRules, trasladoDRRules } from './pagos20ImpuestosDR.js'
import { retencionPRules, trasladoPRules } from './pagos20ImpuestosP.js'
import { pagoRules } from './pagos20Pago.js'
import { comprobantePagosWarnings, doctoRelacionadoWarnings, pagoWarnings } from './pagos20SinCodigo.js'
import { totalesRules } from './pagos20Totales.js'
import { parteRules } from './parte.js'
import { receptorRules } from './receptor.js'
import type { RuleTable } from './rule.js'
import type { AnyTable } from './run.js'
import { comprobanteWarnings, relacionWarnings } from './sinCodigo.js'
import { conceptoWarnings, trasladoWarnings } from './sinCodigoConcepto.js'
import { globalWarnings, ticketWarnings } from './sinCodigoGlobal.js'

export const tables: readonly AnyTable[] = [
  // CFDI 4.0
  erase(comprobanteRules),
  erase(informacionGlobalRules),
  erase(cfdiRelacionadosRules),
  erase(emisorRules),
  erase(receptorRules),
  erase(conceptoRules),
  erase(trasladoConceptoRules),
  erase(retencionConceptoRules),
  erase(aCuentaTercerosRules),
  erase(informacionAduaneraRules),
  erase(parteRules),
  erase(informacionAduaneraParteRules),
  erase(impuestosRules),
  erase(retencionRules),
  erase(trasladoRules),
  // What PACs ask besides
  erase(pacRules),
  // Stated without a code
  erase(comprobanteWarnings),
  erase(relacionWarnings),
  erase(conceptoWarnings),
  erase(trasladoWarnings),
  erase(globalWarnings),
  erase(ticketWarnings),
  // Pagos 2.0
  erase(tipoPagosRules),
  erase(comprobantePagosRules),
  erase(conceptoPagosRules),
  erase(totalesRules),
  erase(pagoRules),
  erase(doctoRelacionadoRules),
  erase(retencionDRRules),
  erase(trasladoDRRules),
  erase(retencionPRules),
  erase(trasladoPRules),
  erase(comprobantePagosWarnings),
  erase(pagoWarnings),
  erase(doctoRelacionadoWarnings),
  // Nómina 1.2
  erase(tipoNominaRules),
  erase(comprobanteNominaRules),
  erase(conceptoNominaRules),
  erase(nominaRules),
  erase(emisorNominaRules),
  erase(entidadRules),
  erase(receptorNominaRules),
  erase(percepcionesRules),
  erase(percepcionRules),
  erase(horasExtraRules),
  erase(jubilacionRules),
  erase(deduccionesRules),
  erase(deduccionRules),
  erase(otroPagoRules),
  erase(subsidioRules),
  erase(compensacionRules),
  erase(incapacidadRules),
  erase(comprobanteNominaWarnings),
  erase(emisorNominaWarnings),
  erase(receptorNominaWarnings),
  erase(percepcionesWarnings),
]

/** Forgets what the nodes of a table are: only its own `each` makes them, and only its own rules get them. */
export function erase<Node, Up>(table: RuleTable<Node, Up>): AnyTable {
  return table as unknown as AnyTable
}
