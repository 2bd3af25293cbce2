/**
 * Aerolíneas 1.0 (`aerolineas.xsd`): charges of an air fare besides the transport: the airport fee
 * (TUA) and other charges by their IATA codes.
 * @module
 */
import { element, maybe, oneOrMore, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const importe = decimal(6)

/** The declaration of Aerolíneas 1.0. */
export const aerolineas = complement({
  name: 'Aerolineas',
  version: '1.0',
  prefix: 'aerolineas',
  namespace: 'http://www.sat.gob.mx/aerolineas',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/aerolineas/aerolineas.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Tarifa de uso de aeropuerto (TUA) del boleto. */
    TUA: required(importe),
    /** Otros cargos. */
    OtrosCargos: maybe({
      /** Suma de los otros cargos. */
      TotalCargos: required(importe),
      /** Cada cargo. */
      Cargo: oneOrMore({
        /** Código del cargo en el catálogo de la IATA. */
        CodigoCargo: required(rawText({ minLength: 1, maxLength: 8 })),
        /** Importe del cargo. */
        Importe: required(importe),
      }),
    }),
  }),
})

/** The content of an Aerolíneas 1.0. */
export interface Aerolineas extends Static<typeof aerolineas.root> {}

export type { AerolineasDraft } from './draft.js'
