/**
 * Planes de retiro 1.0 (`planesderetiro.xsd`): the version of Retenciones 1.0, readable and no longer stamped.
 * @module
 */
import { element, optional, required, type Simple, type Static } from '../../model/grammar.js'
import { decimal, exactly, oneOf } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

// A list of values that keeps white space: a padded value is invalid.
const retiros: Simple<'SI' | 'NO'> = {
  base: 'string',
  facets: { whiteSpace: 'preserve', enumeration: ['SI', 'NO'] },
}

/** The declaration of Planes de retiro 1.0. */
export const planesRetiro10 = complement({
  name: 'Planesderetiro',
  version: '1.0',
  prefix: 'planesderetiro',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/planesderetiro/planesderetiro.xsd',
  status: 'historico',
  cadena: false,
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
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
  }),
})

/** The content of a Planes de retiro 1.0. */
export interface PlanesRetiro10 extends Static<typeof planesRetiro10.root> {}
