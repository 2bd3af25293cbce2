/**
 * Rules of Planes de retiro 1.1: PDR101 to PDR104, and PDR999.
 * @module
 */
import { amount, same } from '../../rules/values.js'
import { at } from '../retenciones20/nodes.js'
import { type Rule, tableOf } from '../retenciones20/rule.js'
import { type PlanesRetiro11, planesRetiro11 } from './declaration.js'

const field = 'MontTotRetiradoAnioInmAntPer'

/** A withdrawal requires another amount. */
function requires(
  other: 'MontTotExentRetiradoAnioInmAnt' | 'MontTotExedenteAnioInmAnt',
): Rule<PlanesRetiro11> {
  return {
    field,
    says: `exige ${other}`,
    when: (node) => node[field] !== undefined,
    holds: (node) => node[other] !== undefined || { detail: `falta ${other}` },
  }
}

export const planesRetiro11Rules = tableOf(at(planesRetiro11), {
  source: 'Matriz de validaciones de Planes de retiro 1.1',
  rules: {
    PDR101: requires('MontTotExentRetiradoAnioInmAnt'),
    PDR102: requires('MontTotExedenteAnioInmAnt'),
    PDR103: {
      field,
      says: 'debe ser la suma de MontTotExentRetiradoAnioInmAnt y MontTotExedenteAnioInmAnt',
      when: (node) =>
        node[field] !== undefined &&
        node.MontTotExentRetiradoAnioInmAnt !== undefined &&
        node.MontTotExedenteAnioInmAnt !== undefined,
      holds: (node) =>
        same(
          node[field],
          amount(node.MontTotExentRetiradoAnioInmAnt).plus(amount(node.MontTotExedenteAnioInmAnt)),
        ),
    },
    PDR104: {
      field: 'AportacionesODepositos',
      says: 'deben ser cada una de un TipoAportacionODeposito distinto',
      holds: ({ AportacionesODepositos = [] }) => {
        const types = AportacionesODepositos.map((one) => one.TipoAportacionODeposito)
        return new Set(types).size === types.length
      },
    },
    PDR999: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})
