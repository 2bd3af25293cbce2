/**
 * LeyendasFiscales 1.0.
 * @module
 */
import { complement, element, oneOrMore, optional, required, type Static } from '../grammar.js'
import { exactly, token } from '../types.js'

export const leyendasFiscales = complement({
  name: 'LeyendasFiscales',
  version: '1.0',
  prefix: 'leyendasFisc',
  namespace: 'http://www.sat.gob.mx/leyendasFiscales',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/leyendasFiscales/leyendasFisc.xsd',
  at: 'comprobante',
  root: element({
    version: required(exactly('1.0')),
    Leyenda: oneOrMore({
      disposicionFiscal: optional(token({ minLength: 1 })),
      norma: optional(token({ minLength: 1 })),
      textoLeyenda: required(token({ minLength: 1 })),
    }),
  }),
})

export interface LeyendasFiscales extends Static<typeof leyendasFiscales.root> {}
