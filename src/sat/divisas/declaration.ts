/**
 * Divisas 1.0 (`divisas.xsd`): whether the foreign currency of the comprobante is bought or sold,
 * for currency exchange businesses.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { exactly, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

/** The declaration of Divisas 1.0. */
export const divisas = complement({
  name: 'Divisas',
  version: '1.0',
  prefix: 'divisas',
  namespace: 'http://www.sat.gob.mx/divisas',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/divisas/divisas.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(exactly('1.0')),
    /** Qué hace el emisor con la divisa: compra o venta. */
    tipoOperacion: required(rawText({ enumeration: ['compra', 'venta'] })),
  }),
})

/** The content of a Divisas 1.0. */
export interface Divisas extends Static<typeof divisas.root> {}

export type { DivisasDraft } from './draft.js'
