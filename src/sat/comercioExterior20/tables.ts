/**
 * All tables of rules of Comercio Exterior 2.0, in the order of evaluation.
 * @module
 */
import type { RuleTable } from '../../rules/rule.js'
import type { RuleContext } from '../cfdi40/rule.js'
import {
  comercioExteriorRules,
  comercioExteriorWarnings,
  comprobanteExteriorRules,
  emisorExteriorRules,
  lugarComercioExteriorRules,
  receptorComprobanteRules,
} from './rules/comprobante.js'
import { mercanciaExteriorRules } from './rules/mercancias.js'
import {
  destinatarioRules,
  domicilioDestinatarioRules,
  domicilioEmisorRules,
  domicilioReceptorRules,
  propietarioRules,
  receptorExteriorRules,
} from './rules/partes.js'
import {
  conceptoExteriorRules,
  conceptoExteriorWarnings,
  valorExteriorRules,
} from './rules/valores.js'

export const comercioExterior20Rules: readonly RuleTable<RuleContext>[] = [
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
]
