/**
 * Leyendas Fiscales 1.0 (`leyendasFisc.xsd`): the text that a tax provision requires on a
 * comprobante of any type.
 * @module
 */
import { element, oneOrMore, optional, required, type Static } from '../../model/grammar.js'
import { exactly, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const texto = token({ minLength: 1 })

/** The declaration of Leyendas Fiscales 1.0. */
export const leyendasFiscales = complement({
  name: 'LeyendasFiscales',
  version: '1.0',
  prefix: 'leyendasFisc',
  namespace: 'http://www.sat.gob.mx/leyendasFiscales',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/leyendasFiscales/leyendasFisc.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(exactly('1.0')),
    /** Cada leyenda. */
    Leyenda: oneOrMore({
      /** Ley, resolución o disposición que la pide, en siglas o mayúsculas ("RISR"). */
      disposicionFiscal: optional(texto),
      /** Artículo, fracción o regla de la disposición que la pide. */
      norma: optional(texto),
      /** Texto de la leyenda. */
      textoLeyenda: required(texto),
    }),
  }),
})

/** The content of a Leyendas Fiscales 1.0. */
export interface LeyendasFiscales extends Static<typeof leyendasFiscales.root> {}

export type { LeyendasFiscalesDraft } from './draft.js'
