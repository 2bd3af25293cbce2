/**
 * All tables of rules, in the order of evaluation: a line for each document.
 * @module
 */
import type { RuleSet } from '../rules/run.js'
import { cartaPorte31Rules } from './cartaPorte31/tables.js'
import { comprobante } from './cfdi40/declaration.js'
import type { RuleContext } from './cfdi40/rule.js'
import { cfdi40Rules } from './cfdi40/tables.js'
import { exportacionRules } from './comercioExterior20/rules/comprobante.js'
import { comercioExterior20Rules } from './comercioExterior20/tables.js'
import {
  compraRules,
  estadoCuentaRules,
  lugarEstadoCuentaRules,
} from './estadoCuentaCombustible/rules.js'
import { gastosHidrocarburosRules } from './gastosHidrocarburos/tables.js'
import {
  conceptoHidroYPetroRules,
  hidroYPetroRules,
  lugarHidroYPetroRules,
} from './hidrocarburosPetroliferos/rules.js'
import {
  impuestosLocalesWarnings,
  retencionLocalWarnings,
  trasladoLocalWarnings,
} from './impuestosLocales/warnings.js'
import { entidadIneRules, ineRules } from './ine/rules.js'
import { ingresosHidrocarburosRules } from './ingresosHidrocarburos/rules.js'
import { nomina12Rules } from './nomina12/tables.js'
import { pagos20Rules } from './pagos20/tables.js'

/**
 * Rules for every document: those of CFDI 4.0, and the one of Comercio Exterior that requires the
 * missing complement.
 */
const always = [...cfdi40Rules, exportacionRules]

/** Rules for documents with the complement, in any place. */
const beforeTransport = {
  Pagos: () => pagos20Rules,
  Nomina: () => nomina12Rules,
}

const afterTransport = {
  HidroYPetro: () => [lugarHidroYPetroRules, conceptoHidroYPetroRules, hidroYPetroRules],
  ImpuestosLocales: () => [impuestosLocalesWarnings, retencionLocalWarnings, trasladoLocalWarnings],
  INE: () => [ineRules, entidadIneRules],
  EstadoDeCuentaCombustible: () => [lugarEstadoCuentaRules, estadoCuentaRules, compraRules],
  GastosHidrocarburos: () => gastosHidrocarburosRules,
  IngresosHidrocarburos: () => ingresosHidrocarburosRules,
}

const withComplement = {
  ...beforeTransport,
  CartaPorte: () => cartaPorte31Rules,
  ComercioExterior: () => comercioExterior20Rules,
  ...afterTransport,
}

/** All tables of rules, by condition. */
export const ruleSet: RuleSet<RuleContext> = { document: comprobante, always, withComplement }

/** Tables of documents without Carta Porte and Comercio Exterior. */
export const ordinaryRuleSet: RuleSet<RuleContext> = {
  document: comprobante,
  always,
  withComplement: { ...beforeTransport, ...afterTransport },
}
