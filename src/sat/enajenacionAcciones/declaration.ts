/**
 * Enajenación de acciones 1.0 (`enajenaciondeacciones.xsd`): profit and loss of a sale of shares.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, rawText } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

/** The declaration of Enajenación de acciones 1.0. */
export const enajenacionAcciones = complement({
  name: 'EnajenaciondeAcciones',
  version: '1.0',
  prefix: 'enajenaciondeacciones',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/enajenaciondeacciones/enajenaciondeacciones.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Contrato de intermediación, en palabras. */
    ContratoIntermediacion: required(rawText({ minLength: 1, maxLength: 300 })),
    /** Ganancia de la enajenación de acciones u operaciones. */
    Ganancia: required(decimal(6)),
    /** Pérdida en el contrato de intermediación. */
    Perdida: required(decimal(6)),
  }),
})

/** The content of a Enajenación de acciones 1.0. */
export interface EnajenacionAcciones extends Static<typeof enajenacionAcciones.root> {}

export type { EnajenacionAccionesDraft } from './draft.js'
