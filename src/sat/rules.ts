/**
 * Every table of rules, in the order in which they are judged.
 * @module
 */

import type { RuleTable } from '../rules/rule.js'
import type { RuleSet } from '../rules/run.js'
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
import { comprobante } from './cfdi40/declaration.js'
import type { RuleContext } from './cfdi40/rule.js'
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
import { timbradoRules } from './cfdi40/rules/timbrado.js'
import { comprobanteWarnings, relacionWarnings } from './cfdi40/warnings/comprobante.js'
import { conceptoWarnings, retencionWarnings, trasladoWarnings } from './cfdi40/warnings/concepto.js'
import { globalWarnings, ticketWarnings } from './cfdi40/warnings/informacionGlobal.js'
import { emisorWarnings, receptorWarnings, terceroWarnings } from './cfdi40/warnings/personas.js'
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
  // What PACs ask besides
  timbradoRules,
  // Stated without a code
  comprobanteWarnings,
  relacionWarnings,
  emisorWarnings,
  receptorWarnings,
  conceptoWarnings,
  terceroWarnings,
  trasladoWarnings,
  retencionWarnings,
  globalWarnings,
  ticketWarnings,
  // Comercio Exterior 2.0: without it too
  exportacionRules,
]

/** Rules that a document is asked that has the complement, wherever it hangs. */
const withComplement = {
  // Pagos 2.0
  Pagos: [
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
  ],
  // Nómina 1.2
  Nomina: [
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
  ],
  // Carta Porte 3.1
  CartaPorte: [
    lugarCartaPorteRules,
    versionCartaPorteRules,
    comprobanteCartaPorteRules,
    receptorCartaPorteRules,
    conceptoCartaPorteRules,
    cartaPorteRules,
    regimenAduaneroRules,
    ubicacionRules,
    domicilioUbicacionRules,
    mercanciasRules,
    mercanciaRules,
    documentacionAduaneraRules,
    cantidadTransportaRules,
    autotransporteRules,
    segurosRules,
    transporteMaritimoRules,
    contenedorMaritimoRules,
    transporteAereoRules,
    carroRules,
    figuraRules,
    domicilioFiguraRules,
    noClasificadoCartaPorteRules,
  ],
  // Comercio Exterior 2.0
  ComercioExterior: [
    lugarComercioExteriorRules,
    comprobanteExteriorRules,
    receptorComprobanteRules,
    emisorExteriorRules,
    conceptoExteriorRules,
    comercioExteriorRules,
    domicilioEmisorRules,
    propietarioRules,
    receptorExteriorRules,
    domicilioReceptorRules,
    destinatarioRules,
    domicilioDestinatarioRules,
    mercanciaExteriorRules,
    valorExteriorRules,
    comercioExteriorWarnings,
    conceptoExteriorWarnings,
  ],
  // Hidrocarburos y Petrolíferos 1.0
  HidroYPetro: [lugarHidroYPetroRules, conceptoHidroYPetroRules, hidroYPetroRules],
  // Impuestos Locales 1.0
  ImpuestosLocales: [impuestosLocalesWarnings],
  // INE 1.1
  INE: [ineRules, entidadIneRules],
  // Estado de Cuenta de Combustibles 1.2
  EstadoDeCuentaCombustible: [lugarEstadoCuentaRules, estadoCuentaRules, compraRules],
  // Gastos de Hidrocarburos 1.0
  GastosHidrocarburos: [
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
  ],
  // Ingresos de Hidrocarburos 1.0
  IngresosHidrocarburos: [
    lugarIngresosRules,
    comprobanteIngresosRules,
    emisorIngresosRules,
    conceptoIngresosRules,
    ingresosRules,
    documentoIngresosRules,
  ],
}

/** Every table of rules, by what asks for it. */
export const ruleSet: RuleSet<RuleContext> = { document: comprobante, always, withComplement }

/** All of them, in the order in which they are judged. */
export const tables: readonly RuleTable<RuleContext>[] = [...always, ...Object.values(withComplement).flat()]
