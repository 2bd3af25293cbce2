/**
 * Every table of rules, in the order in which they are judged.
 * @module
 */

import type { RuleTable } from '../rules/rule.js'
import type { AnyTable, RuleSet } from '../rules/run.js'
import { cartaPorteRules, regimenAduaneroRules } from './cartaPorte31/rules/cartaPorte.js'
import {
  comprobanteCartaPorteRules,
  conceptoCartaPorteRules,
  lugarCartaPorteRules,
  noClasificadoCartaPorteRules,
  receptorCartaPorteRules,
  versionCartaPorteRules,
} from './cartaPorte31/rules/comprobante.js'
import { cantidadTransportaRules, documentacionAduaneraRules } from './cartaPorte31/rules/detalle.js'
import { domicilioFiguraRules, figuraRules } from './cartaPorte31/rules/figura.js'
import { mercanciaRules } from './cartaPorte31/rules/mercancia.js'
import { mercanciasRules } from './cartaPorte31/rules/mercancias.js'
import {
  autotransporteRules,
  carroRules,
  contenedorMaritimoRules,
  segurosRules,
  transporteAereoRules,
  transporteMaritimoRules,
} from './cartaPorte31/rules/transporte.js'
import { domicilioUbicacionRules, ubicacionRules } from './cartaPorte31/rules/ubicacion.js'
import { aCuentaTercerosRules } from './cfdi40/rules/aCuentaTerceros.js'
import { cfdiRelacionadosRules } from './cfdi40/rules/cfdiRelacionados.js'
import { comprobanteRules } from './cfdi40/rules/comprobante.js'
import { conceptoRules } from './cfdi40/rules/concepto.js'
import { emisorRules } from './cfdi40/rules/emisor.js'
import { impuestosRules, retencionRules, trasladoRules } from './cfdi40/rules/impuestos.js'
import { retencionConceptoRules, trasladoConceptoRules } from './cfdi40/rules/impuestosConcepto.js'
import { informacionAduaneraParteRules, informacionAduaneraRules } from './cfdi40/rules/informacionAduanera.js'
import { informacionGlobalRules } from './cfdi40/rules/informacionGlobal.js'
import { parteRules } from './cfdi40/rules/parte.js'
import { receptorRules } from './cfdi40/rules/receptor.js'
import { pacRules } from './cfdi40/rules/timbrado.js'
import { comprobanteWarnings, relacionWarnings } from './cfdi40/warnings/comprobante.js'
import { conceptoWarnings, retencionWarnings, trasladoWarnings } from './cfdi40/warnings/concepto.js'
import { globalWarnings, ticketWarnings } from './cfdi40/warnings/informacionGlobal.js'
import { emisorWarnings, receptorWarnings } from './cfdi40/warnings/personas.js'
import {
  comercioExteriorRules,
  comercioExteriorWarnings,
  comprobanteExteriorRules,
  emisorExteriorRules,
  exportacionRules,
  lugarComercioExteriorRules,
  receptorComprobanteRules,
} from './comercioExterior20/rules/comprobante.js'
import { mercanciaExteriorRules } from './comercioExterior20/rules/mercancias.js'
import {
  destinatarioRules,
  domicilioDestinatarioRules,
  domicilioEmisorRules,
  domicilioReceptorRules,
  propietarioRules,
  receptorExteriorRules,
} from './comercioExterior20/rules/partes.js'
import {
  conceptoExteriorRules,
  conceptoExteriorWarnings,
  valorExteriorRules,
} from './comercioExterior20/rules/valores.js'
import { compraRules, estadoCuentaRules, lugarEstadoCuentaRules } from './estadoCuentaCombustible/rules.js'
import {
  comprobanteGastosRules,
  conceptoGastosRules,
  documentoGastosRules,
  emisorGastosRules,
  erogacionRules,
  lugarGastosRules,
} from './gastosHidrocarburos/rules/gastosHidrocarburos.js'
import {
  actividadRules,
  centroCostosRules,
  pozoRules,
  subActividadRules,
  tareaRules,
  yacimientoRules,
} from './gastosHidrocarburos/rules/niveles.js'
import { conceptoHidroYPetroRules, hidroYPetroRules, lugarHidroYPetroRules } from './hidrocarburosPetroliferos/rules.js'
import { impuestosLocalesWarnings } from './impuestosLocales/warnings.js'
import { entidadIneRules, ineRules } from './ine/rules.js'
import {
  comprobanteIngresosRules,
  conceptoIngresosRules,
  documentoIngresosRules,
  emisorIngresosRules,
  ingresosRules,
  lugarIngresosRules,
} from './ingresosHidrocarburos/rules.js'
import { comprobanteNominaRules, conceptoNominaRules, tipoNominaRules } from './nomina12/rules/comprobante.js'
import { deduccionesRules, deduccionRules, incapacidadRules } from './nomina12/rules/deducciones.js'
import { emisorNominaRules, entidadRules, nominaRules } from './nomina12/rules/nomina.js'
import { compensacionRules, otroPagoRules, subsidioRules } from './nomina12/rules/otrosPagos.js'
import { horasExtraRules, jubilacionRules, percepcionesRules, percepcionRules } from './nomina12/rules/percepciones.js'
import { receptorNominaRules } from './nomina12/rules/receptor.js'
import {
  comprobanteNominaWarnings,
  deduccionesWarnings,
  emisorNominaWarnings,
  percepcionesWarnings,
  receptorNominaWarnings,
} from './nomina12/warnings.js'
import { comprobantePagosRules, conceptoPagosRules, tipoPagosRules } from './pagos20/rules/comprobante.js'
import { doctoRelacionadoRules } from './pagos20/rules/doctoRelacionado.js'
import { retencionDRRules, trasladoDRRules } from './pagos20/rules/impuestosDR.js'
import { retencionPRules, trasladoPRules } from './pagos20/rules/impuestosP.js'
import { pagoRules } from './pagos20/rules/pago.js'
import { totalesRules } from './pagos20/rules/totales.js'
import {
  comprobantePagosWarnings,
  doctoRelacionadoWarnings,
  pagoWarnings,
  retencionDRWarnings,
  trasladoDRWarnings,
} from './pagos20/warnings.js'

/** Rules that every document is asked. */
const always = [
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
  erase(emisorWarnings),
  erase(receptorWarnings),
  erase(conceptoWarnings),
  erase(trasladoWarnings),
  erase(retencionWarnings),
  erase(globalWarnings),
  erase(ticketWarnings),
  // Comercio Exterior 2.0: without it too
  erase(exportacionRules),
]

/** Rules that a document is asked that has the complement, wherever it hangs. */
const withComplement = {
  // Pagos 2.0
  Pagos: [
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
    erase(trasladoDRWarnings),
    erase(retencionDRWarnings),
  ],
  // Nómina 1.2
  Nomina: [
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
    erase(deduccionesWarnings),
  ],
  // Carta Porte 3.1
  CartaPorte: [
    erase(lugarCartaPorteRules),
    erase(versionCartaPorteRules),
    erase(comprobanteCartaPorteRules),
    erase(receptorCartaPorteRules),
    erase(conceptoCartaPorteRules),
    erase(cartaPorteRules),
    erase(regimenAduaneroRules),
    erase(ubicacionRules),
    erase(domicilioUbicacionRules),
    erase(mercanciasRules),
    erase(mercanciaRules),
    erase(documentacionAduaneraRules),
    erase(cantidadTransportaRules),
    erase(autotransporteRules),
    erase(segurosRules),
    erase(transporteMaritimoRules),
    erase(contenedorMaritimoRules),
    erase(transporteAereoRules),
    erase(carroRules),
    erase(figuraRules),
    erase(domicilioFiguraRules),
    erase(noClasificadoCartaPorteRules),
  ],
  // Comercio Exterior 2.0
  ComercioExterior: [
    erase(lugarComercioExteriorRules),
    erase(comprobanteExteriorRules),
    erase(receptorComprobanteRules),
    erase(emisorExteriorRules),
    erase(conceptoExteriorRules),
    erase(comercioExteriorRules),
    erase(domicilioEmisorRules),
    erase(propietarioRules),
    erase(receptorExteriorRules),
    erase(domicilioReceptorRules),
    erase(destinatarioRules),
    erase(domicilioDestinatarioRules),
    erase(mercanciaExteriorRules),
    erase(valorExteriorRules),
    erase(comercioExteriorWarnings),
    erase(conceptoExteriorWarnings),
  ],
  // Hidrocarburos y Petrolíferos 1.0
  HidroYPetro: [erase(lugarHidroYPetroRules), erase(conceptoHidroYPetroRules), erase(hidroYPetroRules)],
  // Impuestos Locales 1.0
  ImpuestosLocales: [erase(impuestosLocalesWarnings)],
  // INE 1.1
  INE: [erase(ineRules), erase(entidadIneRules)],
  // Estado de Cuenta de Combustibles 1.2
  EstadoDeCuentaCombustible: [erase(lugarEstadoCuentaRules), erase(estadoCuentaRules), erase(compraRules)],
  // Gastos de Hidrocarburos 1.0
  GastosHidrocarburos: [
    erase(lugarGastosRules),
    erase(comprobanteGastosRules),
    erase(emisorGastosRules),
    erase(conceptoGastosRules),
    erase(erogacionRules),
    erase(documentoGastosRules),
    erase(actividadRules),
    erase(subActividadRules),
    erase(tareaRules),
    erase(centroCostosRules),
    erase(yacimientoRules),
    erase(pozoRules),
  ],
  // Ingresos de Hidrocarburos 1.0
  IngresosHidrocarburos: [
    erase(lugarIngresosRules),
    erase(comprobanteIngresosRules),
    erase(emisorIngresosRules),
    erase(conceptoIngresosRules),
    erase(ingresosRules),
    erase(documentoIngresosRules),
  ],
}

/** Every table of rules, by what asks for it. */
export const ruleSet: RuleSet = { always, withComplement }

/** All of them, in the order in which they are judged. */
export const tables: readonly AnyTable[] = [...always, ...Object.values(withComplement).flat()]

/** Forgets what the nodes of a table are: only its own `each` makes them, and only its own rules get them. */
export function erase<Node, Up>(table: RuleTable<Node, Up>): AnyTable {
  return table as unknown as AnyTable
}
