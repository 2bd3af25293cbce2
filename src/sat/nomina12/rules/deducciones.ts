/**
 * Rules of the Deducciones and the Incapacidades: NOM91 to NOM93, NOM95, NOM96 and NOM104.
 * @module
 */

import { exists, fieldIsNotZero } from '../../../rules/form.js'
import { absentIf, current } from '../../../rules/presence.js'
import { same } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { tableOf } from '../../cfdi40/rule.js'
import { nomina12 } from '../declaration.js'
import { matrizNomina } from '../sources.js'
import { isExactly, nominaSums } from '../sums.js'

const isr = '002'
const incapacidad = '006'

export const deduccionesRules = tableOf(at(nomina12, 'Deducciones'), {
  source: matrizNomina,
  rules: {
    NOM91: {
      field: 'TotalImpuestosRetenidos',
      says: 'debe existir y ser la suma de las deducciones 002 (ISR)',
      when: (_, context, nomina) => nominaSums(nomina, context).deducciones.has(isr),
      holds: ({ TotalImpuestosRetenidos }, context, nomina) =>
        isExactly(TotalImpuestosRetenidos, nominaSums(nomina, context).isr),
    },
    NOM92: absentIf(
      'TotalImpuestosRetenidos',
      'no debe existir sin deducciones 002 (ISR)',
      (_, context, nomina) => !nominaSums(nomina, context).deducciones.has(isr),
    ),
  },
})

export const deduccionRules = tableOf(at(nomina12, 'Deducciones.Deduccion[]'), {
  source: matrizNomina,
  rules: {
    NOM93: current('TipoDeduccion', 'c_TipoDeduccion'),
    NOM95: {
      field: 'Importe',
      says: 'debe ser en la deducción 006 la suma de ImporteMonetario de las incapacidades',
      when: ({ TipoDeduccion }, _, { Incapacidades }) =>
        TipoDeduccion === incapacidad && exists(Incapacidades),
      holds: ({ Importe }, context, nomina) =>
        same(Importe, nominaSums(nomina, context).incapacidad),
    },
    NOM96: {
      field: 'Importe',
      says: 'debe ser mayor que cero',
      holds: fieldIsNotZero('Importe'),
    },
  },
})

export const incapacidadRules = tableOf(at(nomina12, 'Incapacidades[]'), {
  source: matrizNomina,
  rules: {
    NOM104: current('TipoIncapacidad', 'c_TipoIncapacidad'),
  },
})
