/**
 * Pago en Especie 1.0 (`pagoenespecie.xsd`): the museum or institution that receives a work from an
 * artist as payment of taxes.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { exactly, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

export const pagoEnEspecie = complement({
  name: 'PagoEnEspecie',
  version: '1.0',
  prefix: 'pagoenespecie',
  namespace: 'http://www.sat.gob.mx/pagoenespecie',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/pagoenespecie/pagoenespecie.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /**
     * Clave en el padrón de instituciones culturales: RFC, fecha AAAAMMDD y tres dígitos, con
     * guiones.
     */
    CvePIC: required(
      rawText({
        minLength: 25,
        maxLength: 25,
        pattern:
          '[A-ZÑ&]{3}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z0-9]?[A-Z0-9]?[0-9A-Z]-(18|19|20)\\d\\d(0[1-9]|1[012])(0[1-9]|[12][0-9]|3[01])-[0-9]{3}',
      }),
    ),
    /** Folio de la solicitud de donación: PE, año de dos dígitos y cinco más ("PE-26-00123"). */
    FolioSolDon: required(
      rawText({ minLength: 11, maxLength: 11, pattern: 'PE-[0-9]{2}-[0-9]{5}' }),
    ),
    /** Nombre de la pieza. */
    PzaArtNombre: required(rawText({ minLength: 1 })),
    /** Técnica. */
    PzaArtTecn: required(rawText({ minLength: 1 })),
    /** Año en que se hizo. */
    PzaArtAProd: required(rawText({ pattern: '[0-9]{4}' })),
    /** Dimensiones. */
    PzaArtDim: required(rawText({ minLength: 1 })),
  }),
})

/** The payment in kind, as JSON. */
export interface PagoEnEspecie extends Static<typeof pagoEnEspecie.root> {}

export type { PagoEnEspecieDraft } from './draft.js'
