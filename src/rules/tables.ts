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
import { pacRules } from './pac.js'
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
]

/** Forgets what the nodes of a table are: only its own `each` makes them, and only its own rules get them. */
export function erase<Node, Up>(table: RuleTable<Node, Up>): AnyTable {
  return table as unknown as AnyTable
}
