/**
 * Donatarias 1.1 (`donat11.xsd`): the authorization under which an organization receives a
 * deductible donation, and the text that the law requires.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { exactly, lexical, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

/** The declaration of Donatarias 1.1. */
export const donatarias = complement({
  name: 'Donatarias',
  version: '1.1',
  prefix: 'donat',
  namespace: 'http://www.sat.gob.mx/donat',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/donat/donat11.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.1". */
    version: required(exactly('1.1')),
    /** Número del oficio en que se autorizó a recibir donativos deducibles, o de su renovación. */
    noAutorizacion: required(rawText()),
    /** Fecha de ese oficio, AAAA-MM-DD. */
    fechaAutorizacion: required(lexical('date')),
    /** Leyenda que declara que el comprobante ampara un donativo y cómo se deduce lo donado. */
    leyenda: required(token()),
  }),
})

/** The content of a Donatarias 1.1. */
export interface Donatarias extends Static<typeof donatarias.root> {}

export type { DonatariasDraft } from './draft.js'
