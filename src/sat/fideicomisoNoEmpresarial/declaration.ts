/**
 * Fideicomiso no empresarial 1.0 (`fideicomisonoempresarial.xsd`): income and expenses of a trust without business activities.
 * @module
 */
import { element, one, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, number, rawText, token } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

const concepto = token({ minLength: 1, maxLength: 100 })

/** The declaration of Fideicomiso no empresarial 1.0. */
export const fideicomisoNoEmpresarial = complement({
  name: 'Fideicomisonoempresarial',
  version: '1.0',
  prefix: 'fideicomisonoempresarial',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/fideicomisonoempresarial/fideicomisonoempresarial.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Ingresos o entradas del fideicomiso. */
    IngresosOEntradas: one({
      /** Total de entradas del periodo. */
      MontTotEntradasPeriodo: required(decimal(6)),
      /** Parte proporcional de los ingresos acumulables que corresponde al fideicomisario. */
      PartPropAcumDelFideicom: required(decimal(6)),
      /** Proporción de participación del fideicomisario. */
      PropDelMontTot: required(decimal(6, { maxInclusive: '9999999999' })),
      /** Integración de los ingresos. */
      IntegracIngresos: one({
        /** Concepto de los ingresos. */
        Concepto: required(concepto),
      }),
    }),
    /** Deducciones o salidas del fideicomiso. */
    DeduccOSalidas: one({
      /** Total de egresos del periodo. */
      MontTotEgresPeriodo: required(decimal(6)),
      /** Parte proporcional de las deducciones que corresponde al fideicomisario. */
      PartPropDelFideicom: required(decimal(6)),
      /** Proporción de participación, con su punto decimal ("33.5"). */
      PropDelMontTot: required(number({ pattern: '[0-9]{1,3}\\.[0-9]{1,6}' })),
      /** Integración de los egresos. */
      IntegracEgresos: one({
        /** Concepto de los egresos. */
        ConceptoS: required(concepto),
      }),
    }),
    /** Retenciones que efectuó el fideicomiso. */
    RetEfectFideicomiso: one({
      /** Monto de las retenciones. */
      MontRetRelPagFideic: required(decimal(6)),
      /** Descripción de las retenciones. */
      DescRetRelPagFideic: required(rawText({ minLength: 1, maxLength: 100 })),
    }),
  }),
})

/** The content of a Fideicomiso no empresarial 1.0. */
export interface FideicomisoNoEmpresarial extends Static<typeof fideicomisoNoEmpresarial.root> {}

export type { FideicomisoNoEmpresarialDraft } from './draft.js'
