/**
 * Requirements of the SAT for Nómina 1.2 without a code (estándar, guía de llenado): warnings, with
 * our own codes.
 * @module
 */

import { isSame } from '../../lib/json.js'
import { fieldIs, hasItems } from '../../rules/form.js'
import { hasField, lacksField } from '../../rules/presence.js'
import { same } from '../../rules/values.js'
import { at } from '../cfdi40/nodes.js'
import { companions, isAlone } from '../cfdi40/placement.js'
import { complementsOf } from '../cfdi40/predicates.js'
import { tableOf } from '../cfdi40/rule.js'
import { type Nomina12, nomina12 } from './declaration.js'
import { recibo } from './rules/comprobante.js'
import { isLaboral } from './rules/nomina.js'
import { guiaNomina } from './sources.js'
import { nominaSums } from './sums.js'

export const comprobanteNominaWarnings = tableOf(recibo, {
  source: guiaNomina,
  rules: {
    'NOM-S02': {
      field: 'Complemento',
      says: 'no debe tener dos nodos Nomina iguales',
      severity: 'warning',
      when: ({ Complemento }) => Array.isArray(Complemento?.['Nomina']),
      holds: (document) => {
        const nominas = complementsOf<Nomina12>(document, 'Nomina')
        return nominas.every(
          (nomina, index) => !nominas.slice(0, index).some((other) => isSame(nomina, other)),
        )
      },
    },
    'NOM-S03': {
      field: 'Complemento',
      says: `solo debe tener, además de Nomina, ${companions.join(' o ')}`,
      severity: 'warning',
      holds: ({ Complemento }) => isAlone(Complemento, 'Nomina'),
    },
    'NOM-S08': {
      field: 'MetodoPago',
      says: 'debe ser PUE en el recibo de nómina',
      severity: 'warning',
      when: hasField('MetodoPago'),
      holds: fieldIs('MetodoPago', 'PUE'),
    },
  },
})

export const receptorNominaWarnings = tableOf(at(nomina12, 'Receptor'), {
  source: guiaNomina,
  rules: {
    'NOM-S01': {
      field: 'SubContratacion',
      says: 'debe existir: el SAT marca al emisor como subcontratista',
      severity: 'warning',
      needs: 'taxpayers',
      when: (_, { taxpayers, document }) =>
        taxpayers?.find(document.Emisor.Rfc)?.marcas?.includes('subcontratación') === true,
      holds: hasItems('SubContratacion'),
    },
  },
})

export const emisorNominaWarnings = tableOf(at(nomina12, 'Emisor?'), {
  source: guiaNomina,
  rules: {
    'NOM-S04': {
      field: 'RegistroPatronal',
      says: 'solo debe existir cuando TipoContrato es de 01 a 08',
      severity: 'warning',
      // NOM43 covers 09, 10 and 99.
      when: (_emisor, _context, { Receptor: { TipoContrato } }) =>
        !isLaboral(TipoContrato) && !['09', '10', '99'].includes(TipoContrato),
      holds: lacksField('RegistroPatronal'),
    },
  },
})

export const percepcionesWarnings = tableOf(at(nomina12, 'Percepciones'), {
  source: guiaNomina,
  rules: {
    'NOM-S05': {
      field: 'TotalSueldos',
      says: 'solo debe existir cuando hay percepciones que no son 022, 023, 025, 039 ni 044',
      severity: 'warning',
      when: (_, context, nomina) => !nominaSums(nomina, context).clases.has('sueldos'),
      holds: lacksField('TotalSueldos'),
    },
    'NOM-S06': {
      field: 'TotalSeparacionIndemnizacion',
      says: 'solo debe existir cuando hay percepciones 022, 023 o 025',
      severity: 'warning',
      when: (_, context, nomina) => !nominaSums(nomina, context).clases.has('separacion'),
      holds: lacksField('TotalSeparacionIndemnizacion'),
    },
    'NOM-S07': {
      field: 'SeparacionIndemnizacion',
      says: 'solo debe existir cuando hay percepciones 022, 023 o 025',
      severity: 'warning',
      when: (_, context, nomina) => !nominaSums(nomina, context).clases.has('separacion'),
      holds: lacksField('SeparacionIndemnizacion'),
    },
  },
})

export const deduccionesWarnings = tableOf(at(nomina12, 'Deducciones'), {
  source: guiaNomina,
  rules: {
    'NOM-S09': {
      field: 'TotalOtrasDeducciones',
      says: 'debe ser la suma de las deducciones que no son 002 (ISR)',
      severity: 'warning',
      holds: ({ TotalOtrasDeducciones }, context, nomina) =>
        same(TotalOtrasDeducciones, nominaSums(nomina, context).otrasDeducciones),
    },
  },
})
