/**
 * Premios 1.0 (`premios.xsd`): prizes of lotteries, raffles and contests.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { catalog, decimal, exactly } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

/** The declaration of Premios 1.0. */
export const premios = complement({
  name: 'Premios',
  version: '1.0',
  prefix: 'premios',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/premios',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/premios/premios.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Entidad federativa en que se paga el premio (c_EntidadesFederativas). */
    EntidadFederativa: required(catalog('c_EntidadesFederativas')),
    /** Premio pagado. */
    MontTotPago: required(decimal(6)),
    /** Parte gravada del premio. */
    MontTotPagoGrav: required(decimal(6)),
    /** Parte exenta del premio. */
    MontTotPagoExent: required(decimal(6)),
  }),
})

/** The content of a Premios 1.0. */
export interface Premios extends Static<typeof premios.root> {}

export type { PremiosDraft } from './draft.js'
