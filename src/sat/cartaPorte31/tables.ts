/**
 * All tables of rules of Carta Porte 3.1, in the order of evaluation.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from '../cfdi40/rule.js'
import { cartaPorteRules, regimenAduaneroRules } from './rules/cartaPorte.js'
import {
  comprobanteCartaPorteRules,
  conceptoCartaPorteRules,
  lugarCartaPorteRules,
  noClasificadoCartaPorteRules,
  receptorCartaPorteRules,
  versionCartaPorteRules,
} from './rules/comprobante.js'
import { cantidadTransportaRules, documentacionAduaneraRules } from './rules/detalle.js'
import { domicilioFiguraRules, figuraRules } from './rules/figura.js'
import { mercanciaRules } from './rules/mercancia.js'
import { mercanciasRules } from './rules/mercancias.js'
import {
  autotransporteRules,
  carroRules,
  contenedorMaritimoRules,
  segurosRules,
  transporteAereoRules,
  transporteMaritimoRules,
} from './rules/transporte.js'
import { domicilioUbicacionRules, ubicacionRules } from './rules/ubicacion.js'
import { ubicacionesWarnings } from './warnings.js'

export const cartaPorte31Rules: readonly RuleTable<RuleContext>[] = [
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
  ubicacionesWarnings,
]
