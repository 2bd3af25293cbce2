/**
 * Rules of InformacionGlobal: matrix of validations of CFDI 4.0, CFDI40131 to CFDI40136.
 * @module
 */

import { fieldIs, fieldIsNot } from '../../../rules/form.js'
import { current } from '../../../rules/presence.js'
import { amount } from '../../../rules/values.js'
import { comprobante } from '../declaration.js'
import { at } from '../nodes.js'
import { presentYear } from '../predicates.js'
import { tableOf } from '../rule.js'
import { matriz } from '../sources.js'

/** Two months together: only for regime 621. */
const bimestral = '05'

/** Maximum age of a global invoice in years. */
const yearsBack = 5

export const informacionGlobalRules = tableOf(at(comprobante, 'InformacionGlobal'), {
  source: matriz,
  rules: {
    CFDI40131: current('Periodicidad', 'c_Periodicidad'),
    CFDI40132: {
      field: 'Periodicidad',
      says: 'solo puede ser 05 (bimestral) si el régimen del emisor es 621',
      when: fieldIs('Periodicidad', bimestral),
      holds: (_, { document }) => document.Emisor.RegimenFiscal === '621',
    },
    CFDI40133: current('Meses', 'c_Meses'),
    CFDI40134: {
      field: 'Meses',
      says: 'debe ser un mes, de 01 a 12, cuando Periodicidad no es 05',
      when: fieldIsNot('Periodicidad', bimestral),
      holds: ({ Meses }) => '01' <= Meses && Meses <= '12',
    },
    CFDI40135: {
      field: 'Meses',
      says: 'debe ser un bimestre, de 13 a 18, cuando Periodicidad es 05',
      when: fieldIs('Periodicidad', bimestral),
      holds: ({ Meses }) => '13' <= Meses && Meses <= '18',
    },
    CFDI40136: {
      field: 'Año',
      says: 'debe ser el año en curso o uno de los cinco anteriores',
      inSchema: true,
      holds: ({ Año }, context) => {
        const present = presentYear(context)
        const [least, most] = [amount(present - yearsBack), amount(present)]
        return amount(Año).isBetween(least, most) || { limits: [least, most], found: String(Año) }
      },
    },
  },
})
