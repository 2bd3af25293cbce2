/**
 * Divisas 1.0.
 * @module
 */
import { complement, element, required, type Static } from '../grammar.js'
import { exactly, rawText } from '../types.js'

export const divisas = complement({
  name: 'Divisas',
  version: '1.0',
  prefix: 'divisas',
  namespace: 'http://www.sat.gob.mx/divisas',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/divisas/divisas.xsd',
  at: 'comprobante',
  root: element({
    version: required(exactly('1.0')),
    tipoOperacion: required(rawText({ enumeration: ['compra', 'venta'] })),
  }),
})

export interface Divisas extends Static<typeof divisas.root> {}
