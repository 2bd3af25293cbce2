/**
 * All tables of rules of Retenciones 2.0 and its complements, in the order of evaluation.
 * @module
 */
import type { RuleSet } from '../../rules/run.js'
import { planesRetiro11Rules } from '../planesRetiro11/rules.js'
import { plataformasRules } from '../plataformasTecnologicas/rules.js'
import { retenciones } from './declaration.js'
import type { RuleContext } from './rule.js'
import { emisorRules, nacionalRules } from './rules/personas.js'
import { relacionadosRules, retencionesRules } from './rules/retenciones.js'
import { impRetenidosRules, periodoRules, totalesRules } from './rules/totales.js'

/** Rules for every document. */
const always = [
  retencionesRules,
  relacionadosRules,
  emisorRules,
  nacionalRules,
  periodoRules,
  totalesRules,
  impRetenidosRules,
]

/** Rules for documents with the complement. */
const withComplement = {
  ServiciosPlataformasTecnologicas: () => plataformasRules,
  Planesderetiro: () => [planesRetiro11Rules],
}

/** All tables of rules, by condition. */
export const ruleSet: RuleSet<RuleContext> = { document: retenciones, always, withComplement }
