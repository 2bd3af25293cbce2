/**
 * Donatarias 1.1.
 * @module
 */
import { complement, element, required, type Static } from '../grammar.js'
import { exactly, lexical, rawText, token } from '../types.js'

export const donatarias = complement({
  name: 'Donatarias',
  version: '1.1',
  prefix: 'donat',
  namespace: 'http://www.sat.gob.mx/donat',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/donat/donat11.xsd',
  at: 'comprobante',
  root: element({
    version: required(exactly('1.1')),
    noAutorizacion: required(rawText()),
    fechaAutorizacion: required(lexical('date')),
    leyenda: required(token()),
  }),
})

export interface Donatarias extends Static<typeof donatarias.root> {}
