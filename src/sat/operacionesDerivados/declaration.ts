/**
 * Operaciones con derivados 1.0 (`operacionesconderivados.xsd`): profit and loss of financial derivatives.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { decimal, exactly } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

/** The declaration of Operaciones con derivados 1.0. */
export const operacionesDerivados = complement({
  name: 'Operacionesconderivados',
  version: '1.0',
  prefix: 'operacionesconderivados',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/operacionesconderivados/operacionesconderivados.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Ganancia acumulable. */
    MontGanAcum: required(decimal(6)),
    /** Pérdida deducible. */
    MontPerdDed: required(decimal(6)),
  }),
})

/** The content of a Operaciones con derivados 1.0. */
export interface OperacionesDerivados extends Static<typeof operacionesDerivados.root> {}

export type { OperacionesDerivadosDraft } from './draft.js'
