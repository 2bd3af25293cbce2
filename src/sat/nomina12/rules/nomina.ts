/**
 * Rules of the Nomina node, its Emisor and its EntidadSNCF: NOM5, NOM6, NOM31 to NOM50, and the
 * parts of NOM86, NOM94 and NOM105 about the whole node.
 * @module
 */

import { fieldIs, fieldIsNot, hasItems } from '../../../rules/form.js'
import { absentIf, current, hasField, lacksField } from '../../../rules/presence.js'
import { amount } from '../../../rules/values.js'
import { at } from '../../cfdi40/nodes.js'
import { type RuleContext, tableOf } from '../../cfdi40/rule.js'
import { nomina12 } from '../declaration.js'
import { matrizNomina } from '../sources.js'
import { isExactly, nominaSums } from '../sums.js'

export const nominaRules = tableOf(at(nomina12), {
  source: matrizNomina,
  rules: {
    NOM31: {
      field: 'TotalPercepciones',
      says: 'debe existir, o bien TotalOtrosPagos',
      holds: ({ TotalPercepciones, TotalOtrosPagos }) =>
        TotalPercepciones !== undefined || TotalOtrosPagos !== undefined,
    },
    NOM32: {
      ...current('TipoNomina', 'c_TipoNomina'),
      inSchema: true,
    },
    NOM35: {
      field: 'FechaInicialPago',
      says: 'no debe ser posterior a FechaFinalPago',
      holds: ({ FechaInicialPago, FechaFinalPago }) =>
        FechaInicialPago.trim() <= FechaFinalPago.trim() || {
          detail: `FechaFinalPago es ${FechaFinalPago}`,
        },
    },
    NOM36: absentIf(
      'TotalPercepciones',
      'no debe existir sin el nodo Percepciones',
      lacksField('Percepciones'),
    ),
    NOM37: {
      field: 'TotalPercepciones',
      says: 'debe ser la suma de TotalSueldos, TotalSeparacionIndemnizacion y TotalJubilacionPensionRetiro',
      when: hasField('Percepciones'),
      holds: ({ TotalPercepciones, Percepciones }) =>
        isExactly(
          TotalPercepciones,
          amount(Percepciones?.TotalSueldos)
            .plus(amount(Percepciones?.TotalSeparacionIndemnizacion))
            .plus(amount(Percepciones?.TotalJubilacionPensionRetiro)),
        ),
    },
    NOM38: absentIf(
      'TotalDeducciones',
      'no debe existir sin el nodo Deducciones',
      lacksField('Deducciones'),
    ),
    NOM39: {
      field: 'TotalDeducciones',
      says: 'debe ser la suma de TotalOtrasDeducciones y TotalImpuestosRetenidos',
      when: hasField('Deducciones'),
      holds: ({ TotalDeducciones, Deducciones }) =>
        isExactly(
          TotalDeducciones,
          amount(Deducciones?.TotalOtrasDeducciones).plus(
            amount(Deducciones?.TotalImpuestosRetenidos),
          ),
        ),
    },
    NOM40: {
      field: 'TotalOtrosPagos',
      says: 'debe existir y ser la suma de los importes de OtrosPagos',
      when: hasField('OtrosPagos'),
      holds: (nomina, context) =>
        isExactly(nomina.TotalOtrosPagos, nominaSums(nomina, context).otroPago),
    },
    NOM86: {
      field: 'Incapacidades',
      says: 'debe existir cuando hay una percepción 014 (subsidio por incapacidad)',
      when: (nomina, context) => nominaSums(nomina, context).percepciones.has('014'),
      holds: hasItems('Incapacidades'),
    },
    NOM94: {
      field: 'Incapacidades',
      says: 'debe existir cuando hay una deducción 006 (descuento por incapacidad)',
      when: (nomina, context) => nominaSums(nomina, context).deducciones.has('006'),
      holds: hasItems('Incapacidades'),
    },
    NOM105: {
      field: 'OtrosPagos',
      says: 'debe tener, en el régimen 02, un pago 002 (subsidio para el empleo), o bien 007 u 008, pero no ambos',
      remedy:
        'a quien no tiene subsidio se le pone un OtroPago 002 con Importe 0.00, y en SubsidioAlEmpleo SubsidioCausado 0.00',
      when: ({ Receptor }) => Receptor.TipoRegimen === '02',
      holds: (nomina, context) => {
        const { otrosPagos } = nominaSums(nomina, context)
        const ajustado = otrosPagos.has('007') || otrosPagos.has('008')
        return otrosPagos.has('002') !== ajustado || { found: [...otrosPagos].join(', ') || 'nada' }
      },
    },
    NOM111: {
      says: 'tiene un error que el SAT no clasifica',
      undecidable: 'es el código que el PAC da a lo que no tiene otro',
    },
  },
})

/** TipoContrato of an employment relationship. */
export const isLaboral = (contrato: string): boolean => '01' <= contrato && contrato <= '08'

const sinRelacion = new Set(['09', '10', '99'])

const isPersona = ({ document }: RuleContext): boolean => document.Emisor.Rfc.trim().length === 13

/**
 * Mark of l_RFC for members of the Sistema Nacional de Coordinación Fiscal; undefined when it is
 * unknown.
 */
function hasMarkSNCF({ taxpayers, document }: RuleContext): boolean | undefined {
  return taxpayers?.find(document.Emisor.Rfc)?.marcas?.includes('SNCF')
}

export const emisorNominaRules = tableOf(at(nomina12, 'Emisor?'), {
  source: matrizNomina,
  rules: {
    NOM5: absentIf(
      'Curp',
      'no debe existir cuando el emisor es persona moral',
      (_, context) => !isPersona(context),
    ),
    NOM6: {
      field: 'Curp',
      says: 'debe existir cuando el emisor es persona física',
      when: (_, context) => isPersona(context),
      holds: hasField('Curp'),
    },
    NOM41: {
      field: 'RfcPatronOrigen',
      says: 'debe estar en la lista de contribuyentes del SAT',
      needs: 'taxpayers',
      when: hasField('RfcPatronOrigen'),
      holds: ({ RfcPatronOrigen = '' }, { taxpayers }) =>
        taxpayers?.find(RfcPatronOrigen) !== undefined,
    },
    NOM42: {
      field: 'RegistroPatronal',
      says: 'debe existir cuando TipoContrato es de 01 a 08',
      when: (_emisor, _context, { Receptor }) => isLaboral(Receptor.TipoContrato),
      holds: hasField('RegistroPatronal'),
    },
    NOM43: absentIf(
      'RegistroPatronal',
      'no debe existir cuando TipoContrato es 09, 10 o 99',
      (_emisor, _context, { Receptor }) => sinRelacion.has(Receptor.TipoContrato),
    ),
    NOM45: {
      field: 'EntidadSNCF',
      says: 'debe existir: el SAT marca al emisor como ente del Sistema Nacional de Coordinación Fiscal',
      needs: 'taxpayers',
      when: (_, context) => hasMarkSNCF(context) === true,
      holds: hasField('EntidadSNCF'),
    },
    NOM46: {
      field: 'EntidadSNCF',
      says: 'no debe existir: el SAT no marca al emisor como ente del Sistema Nacional de Coordinación Fiscal',
      needs: 'taxpayers',
      when: (_, context) => hasMarkSNCF(context) === false,
      holds: lacksField('EntidadSNCF'),
    },
  },
})

export const entidadRules = tableOf(at(nomina12, 'Emisor.EntidadSNCF'), {
  source: matrizNomina,
  rules: {
    NOM47: current('OrigenRecurso', 'c_OrigenRecurso'),
    NOM48: {
      field: 'MontoRecursoPropio',
      says: 'debe existir cuando OrigenRecurso es IM (ingresos mixtos)',
      when: fieldIs('OrigenRecurso', 'IM'),
      holds: hasField('MontoRecursoPropio'),
    },
    NOM49: absentIf(
      'MontoRecursoPropio',
      'solo puede existir cuando OrigenRecurso es IM (ingresos mixtos)',
      fieldIsNot('OrigenRecurso', 'IM'),
    ),
    NOM50: {
      field: 'MontoRecursoPropio',
      says: 'debe ser menor que la suma de TotalPercepciones y TotalOtrosPagos',
      when: hasField('MontoRecursoPropio'),
      holds: ({ MontoRecursoPropio }, _context, { TotalPercepciones, TotalOtrosPagos }) => {
        const total = amount(TotalPercepciones).plus(amount(TotalOtrosPagos))
        return (
          amount(MontoRecursoPropio).compare(total) < 0 || {
            expected: `menos de ${total}`,
            found: String(MontoRecursoPropio),
          }
        )
      },
    },
  },
})
