/**
 * Intereses 1.0 (`intereses.xsd`): nominal and real interest that is paid.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, oneOf } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

const siNo = oneOf('SI', 'NO')

/** The declaration of Intereses 1.0. */
export const intereses = complement({
  name: 'Intereses',
  version: '1.0',
  prefix: 'intereses',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereses',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereses/intereses.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Si los paga el sistema financiero: SI o NO. */
    SistFinanciero: required(siNo),
    /** Si hubo retiros con retención de intereses reales (AORES): SI o NO. */
    RetiroAORESRetInt: required(siNo),
    /** Si son de operaciones financieras derivadas: SI o NO. */
    OperFinancDerivad: required(siNo),
    /** Interés nominal. */
    MontIntNominal: required(decimal(6)),
    /** Interés real. */
    MontIntReal: required(decimal(6)),
    /** Pérdida por intereses. */
    Perdida: required(decimal(6)),
  }),
})

/** The content of a Intereses 1.0. */
export interface Intereses extends Static<typeof intereses.root> {}

export type { InteresesDraft } from './draft.js'
