/**
 * Rules of the Percepciones: NOM69 to NOM85, NOM87 to NOM90, NOM109 and NOM110.
 * @module
 */

import {
  exists,
  fieldIs,
  fieldIsNot,
  fieldIsNotZero,
  fieldIsZero,
  hasItems,
} from '../../../rules/form.js'
import { absentIf, current, hasField } from '../../../rules/presence.js'
import { amount, decimalOf, same } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { onDay, type Rule, type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { type Nomina12, nomina12 } from '../declaration.js'
import type { Jubilacion, Percepciones } from '../nodes.js'
import { matrizNomina } from '../sources.js'
import { type Clase, nominaSums } from '../sums.js'

type Total = 'TotalSueldos' | 'TotalSeparacionIndemnizacion' | 'TotalJubilacionPensionRetiro'

function total(field: Total, clase: Clase, what: string): Rule<Percepciones, Nomina12> {
  return {
    field,
    says: `debe ser la suma, gravada y exenta, de las percepciones ${what}`,
    when: (node) => node[field] !== undefined,
    holds: (node, context, nomina) =>
      same(node[field], nominaSums(nomina, context).clases.get(clase) ?? amount(0)),
  }
}

const hasClase = (nomina: Nomina12, context: RuleContext, clase: Clase): boolean =>
  nominaSums(nomina, context).clases.has(clase)

export const percepcionesRules = tableOf(at(nomina12, 'Percepciones'), {
  source: matrizNomina,
  rules: {
    NOM69: {
      says: 'debe sumar por clase (sueldos, separación, jubilación) lo mismo que TotalGravado más TotalExento',
      holds: (node) => {
        const found = amount(node.TotalSueldos)
          .plus(amount(node.TotalSeparacionIndemnizacion))
          .plus(amount(node.TotalJubilacionPensionRetiro))
        const expected = decimalOf(node.TotalGravado).plus(decimalOf(node.TotalExento))
        return found.equals(expected) || { expected, found }
      },
    },
    NOM70: total('TotalSueldos', 'sueldos', 'que no son 022, 023, 025, 039 ni 044'),
    NOM71: total('TotalSeparacionIndemnizacion', 'separacion', '022, 023 y 025'),
    NOM72: total('TotalJubilacionPensionRetiro', 'jubilacion', '039 y 044'),
    NOM73: {
      field: 'TotalGravado',
      says: 'debe ser la suma de ImporteGravado de las percepciones',
      holds: ({ TotalGravado }, context, nomina) =>
        same(TotalGravado, nominaSums(nomina, context).gravado),
    },
    NOM74: {
      field: 'TotalExento',
      says: 'debe ser la suma de ImporteExento de las percepciones',
      holds: ({ TotalExento }, context, nomina) =>
        same(TotalExento, nominaSums(nomina, context).exento),
    },
    NOM77: {
      field: 'TotalSueldos',
      says: 'debe existir cuando hay percepciones que no son 022, 023, 025, 039 ni 044',
      when: (_, context, nomina) => hasClase(nomina, context, 'sueldos'),
      holds: hasField('TotalSueldos'),
    },
    NOM78: {
      field: 'TotalSeparacionIndemnizacion',
      says: 'debe existir, y el nodo SeparacionIndemnizacion, cuando hay percepciones 022, 023 o 025',
      when: (_, context, nomina) => hasClase(nomina, context, 'separacion'),
      holds: ({ TotalSeparacionIndemnizacion, SeparacionIndemnizacion }) => {
        if (TotalSeparacionIndemnizacion === undefined) return false
        return (
          SeparacionIndemnizacion !== undefined || {
            at: ['SeparacionIndemnizacion'],
            detail: 'falta el nodo',
          }
        )
      },
    },
    NOM79: {
      field: 'TotalJubilacionPensionRetiro',
      says: 'debe existir, y el nodo JubilacionPensionRetiro, si y solo si hay percepciones 039 o 044',
      holds: ({ TotalJubilacionPensionRetiro, JubilacionPensionRetiro }, context, nomina) => {
        const wanted = hasClase(nomina, context, 'jubilacion')
        if ((TotalJubilacionPensionRetiro !== undefined) !== wanted) return false
        if ((JubilacionPensionRetiro !== undefined) === wanted) return true
        return {
          at: ['JubilacionPensionRetiro'],
          detail: wanted ? 'falta el nodo' : 'sobra el nodo',
        }
      },
    },
  },
})

/** Rules added by revisión E of the complement. */
const revisionE = [{ from: '2026-01-01', value: true }] as const

const isRevisionE = ({ day }: RuleContext): boolean => onDay(revisionE, day) === true

export const percepcionRules = tableOf(at(nomina12, 'Percepciones.Percepcion[]'), {
  source: matrizNomina,
  rules: {
    NOM75: {
      field: 'ImporteGravado',
      says: 'debe ser mayor que cero cuando ImporteExento es cero',
      when: fieldIsZero('ImporteExento'),
      holds: fieldIsNotZero('ImporteGravado'),
    },
    NOM76: current('TipoPercepcion', 'c_TipoPercepcion'),
    NOM82: {
      field: 'AccionesOTitulos',
      says: 'debe existir en la percepción 045 (acciones o títulos valor)',
      when: fieldIs('TipoPercepcion', '045'),
      holds: hasField('AccionesOTitulos'),
    },
    NOM83: absentIf(
      'AccionesOTitulos',
      'solo puede existir en la percepción 045 (acciones o títulos valor)',
      fieldIsNot('TipoPercepcion', '045'),
    ),
    NOM84: {
      field: 'HorasExtra',
      says: 'debe existir en la percepción 019 (horas extra)',
      when: fieldIs('TipoPercepcion', '019'),
      holds: hasItems('HorasExtra'),
    },
    NOM85: {
      field: 'HorasExtra',
      says: 'solo puede existir en la percepción 019 (horas extra)',
      when: fieldIsNot('TipoPercepcion', '019'),
      holds: ({ HorasExtra }) => !exists(HorasExtra),
    },
    NOM87: {
      says: 'debe sumar en la percepción 014, gravada y exenta, lo mismo que ImporteMonetario de las incapacidades',
      when: ({ TipoPercepcion }, _, { Incapacidades }) =>
        TipoPercepcion === '014' && exists(Incapacidades),
      holds: ({ ImporteGravado, ImporteExento }, context, nomina) => {
        const found = decimalOf(ImporteGravado).plus(decimalOf(ImporteExento))
        const expected = nominaSums(nomina, context).incapacidad
        return found.equals(expected) || { expected, found }
      },
    },
    NOM109: {
      field: 'ImporteExento',
      says: 'debe ser cero en la percepción 038 (otros ingresos por salarios)',
      when: ({ TipoPercepcion }, context) => TipoPercepcion === '038' && isRevisionE(context),
      holds: ({ ImporteExento }) =>
        decimalOf(ImporteExento).isZero() || { expected: '0', found: String(ImporteExento) },
    },
    NOM110: {
      field: 'ImporteExento',
      says: 'debe ser mayor que cero cuando ImporteGravado es cero',
      when: ({ ImporteGravado }, context) =>
        isRevisionE(context) && decimalOf(ImporteGravado).isZero(),
      holds: fieldIsNotZero('ImporteExento'),
    },
  },
})

export const horasExtraRules = tableOf(at(nomina12, 'Percepciones.Percepcion[]', 'HorasExtra[]'), {
  source: matrizNomina,
  rules: {
    NOM88: current('TipoHoras', 'c_TipoHoras'),
  },
})

const isInOne = ({ TotalUnaExhibicion, TotalParcialidad, MontoDiario }: Jubilacion): boolean =>
  TotalUnaExhibicion !== undefined && TotalParcialidad === undefined && MontoDiario === undefined

const isInParts = ({ TotalUnaExhibicion, TotalParcialidad, MontoDiario }: Jubilacion): boolean =>
  TotalUnaExhibicion === undefined && TotalParcialidad !== undefined && MontoDiario !== undefined

export const jubilacionRules = tableOf(at(nomina12, 'Percepciones.JubilacionPensionRetiro'), {
  source: matrizNomina,
  rules: {
    NOM80: {
      field: 'TotalUnaExhibicion',
      says: 'debe existir, sin TotalParcialidad ni MontoDiario, cuando hay una percepción 039',
      when: (_, context, nomina) => nominaSums(nomina, context).percepciones.has('039'),
      holds: isInOne,
    },
    NOM81: {
      field: 'TotalParcialidad',
      says: 'debe existir, con MontoDiario y sin TotalUnaExhibicion, cuando hay una percepción 044',
      when: (_, context, nomina) => nominaSums(nomina, context).percepciones.has('044'),
      holds: isInParts,
    },
    NOM89: {
      field: 'TotalUnaExhibicion',
      says: 'no admite TotalParcialidad ni MontoDiario',
      when: hasField('TotalUnaExhibicion'),
      holds: isInOne,
    },
    NOM90: {
      field: 'TotalParcialidad',
      says: 'exige MontoDiario, y no admite TotalUnaExhibicion',
      when: hasField('TotalParcialidad'),
      holds: isInParts,
    },
  },
})
