/**
 * Every table of rules, in the order in which they are judged: a line for each document.
 * @module
 */
import type { RuleTable } from '../rules/rule.js'
import type { RuleSet } from '../rules/run.js'
import { cartaPorte31Rules } from './cartaPorte31/tables.js'
import { comprobante } from './cfdi40/declaration.js'
import type { RuleContext } from './cfdi40/rule.js'
import { cfdi40Rules } from './cfdi40/tables.js'
import { exportacionRules } from './comercioExterior20/rules/comprobante.js'
import { comercioExterior20Rules } from './comercioExterior20/tables.js'
import { compraRules, estadoCuentaRules, lugarEstadoCuentaRules } from './estadoCuentaCombustible/rules.js'
import { gastosHidrocarburosRules } from './gastosHidrocarburos/tables.js'
import { conceptoHidroYPetroRules, hidroYPetroRules, lugarHidroYPetroRules } from './hidrocarburosPetroliferos/rules.js'
import { impuestosLocalesWarnings } from './impuestosLocales/warnings.js'
import { entidadIneRules, ineRules } from './ine/rules.js'
import { ingresosHidrocarburosRules } from './ingresosHidrocarburos/rules.js'
import { nomina12Rules } from './nomina12/tables.js'
import { pagos20Rules } from './pagos20/tables.js'

/** Rules that every document is asked: those of CFDI 4.0, and that of Comercio Exterior which asks for it where it is missing. */
const always = [...cfdi40Rules, exportacionRules]

/** Rules that a document is asked that has the complement, wherever it hangs. */
const withComplement = {
  Pagos: pagos20Rules,
  Nomina: nomina12Rules,
  CartaPorte: cartaPorte31Rules,
  ComercioExterior: comercioExterior20Rules,
  HidroYPetro: [lugarHidroYPetroRules, conceptoHidroYPetroRules, hidroYPetroRules],
  ImpuestosLocales: [impuestosLocalesWarnings],
  INE: [ineRules, entidadIneRules],
  EstadoDeCuentaCombustible: [lugarEstadoCuentaRules, estadoCuentaRules, compraRules],
  GastosHidrocarburos: gastosHidrocarburosRules,
  IngresosHidrocarburos: ingresosHidrocarburosRules,
}

/** Every table of rules, by what asks for it. */
export const ruleSet: RuleSet<RuleContext> = { document: comprobante, always, withComplement }

/** All of them, in the order in which they are judged. */
export const tables: readonly RuleTable<RuleContext>[] = [...always, ...Object.values(withComplement).flat()]
