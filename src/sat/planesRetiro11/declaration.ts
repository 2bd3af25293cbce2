/**
 * Planes de retiro 1.1 (`planesderetiro11.xsd`): contributions to personal retirement plans, and withdrawals.
 * @module
 */
import {
  element,
  optional,
  required,
  type Simple,
  type Static,
  zeroOrMore,
} from '../../model/grammar.js'
import { decimal, exactly, oneOf, t_RFC, token } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

// A list of values that keeps white space: a padded value is invalid.
const retiros: Simple<'SI' | 'NO'> = {
  base: 'string',
  facets: { whiteSpace: 'preserve', enumeration: ['SI', 'NO'] },
}

/** The declaration of Planes de retiro 1.1. */
export const planesRetiro11 = complement({
  name: 'Planesderetiro',
  version: '1.1',
  prefix: 'planesderetiro11',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro11/planesderetiro11.xsd',
  root: element({
    /** Versión del complemento: "1.1". */
    Version: required(exactly('1.1')),
    /** Si el plan es del sistema financiero: SI o NO. */
    SistemaFinanc: required(oneOf('SI', 'NO')),
    /** Aportaciones actualizadas del año inmediato anterior. */
    MontTotAportAnioInmAnterior: optional(decimal(6)),
    /** Intereses reales devengados o percibidos en el año inmediato anterior. */
    MontIntRealesDevengAniooInmAnt: required(decimal(6)),
    /** Si hubo retiros del año inmediato anterior antes de la permanencia: SI o NO. */
    HuboRetirosAnioInmAntPer: required(oneOf('SI', 'NO')),
    /** Retiros del año inmediato anterior antes de la permanencia. */
    MontTotRetiradoAnioInmAntPer: optional(decimal(6)),
    /** Exento de esos retiros. */
    MontTotExentRetiradoAnioInmAnt: optional(decimal(6)),
    /** Excedente del monto exento de esos retiros. */
    MontTotExedenteAnioInmAnt: optional(decimal(6)),
    /** Si hubo retiros en el año inmediato anterior: SI o NO. */
    HuboRetirosAnioInmAnt: required(retiros),
    /** Retiros del año inmediato anterior. */
    MontTotRetiradoAnioInmAnt: optional(decimal(6)),
    /** Número de referencia del plan o contrato. */
    NumReferencia: optional(token({ minLength: 1, maxLength: 300 })),
    /** Aportaciones o depósitos, hasta tres. */
    AportacionesODepositos: zeroOrMore(
      {
        /** Tipo de aportación o depósito: a, b o c. */
        TipoAportacionODeposito: required(oneOf('a', 'b', 'c')),
        /** Monto aportado o depositado. */
        MontAportODep: required(decimal(6)),
        /** RFC de la fiduciaria. */
        RFCFiduciaria: optional(t_RFC),
      },
      3,
    ),
  }),
})

/** The content of a Planes de retiro 1.1. */
export interface PlanesRetiro11 extends Static<typeof planesRetiro11.root> {}

export type { PlanesRetiro11Draft } from './draft.js'
