/**
 * Turista Pasajero Extranjero 1.0 (`TuristaPasajeroExtranjero.xsd`): identity and journey of a
 * foreign passenger who buys the goods of the comprobante.
 * @module
 */
import { element, one, optional, required, type Static } from '../../model/grammar.js'
import { exactly, lexical, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const texto = token({ minLength: 1 })

/** The declaration of Turista Pasajero Extranjero 1.0. */
export const turistaPasajeroExtranjero = complement({
  name: 'TuristaPasajeroExtranjero',
  version: '1.0',
  prefix: 'tpe',
  namespace: 'http://www.sat.gob.mx/TuristaPasajeroExtranjero',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/TuristaPasajeroExtranjero/TuristaPasajeroExtranjero.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(exactly('1.0')),
    /** Fecha y hora del arribo o de la salida, AAAA-MM-DDThh:mm:ss. */
    fechadeTransito: required(lexical('dateTime')),
    /** Si llega al país o sale de él: Arribo o Salida. */
    tipoTransito: required(rawText({ enumeration: ['Arribo', 'Salida'] })),
    /** El pasajero y su transporte. */
    datosTransito: one({
      /** Vía: Aérea, Marítima o Terrestre. */
      Via: required(rawText({ enumeration: ['Aérea', 'Marítima', 'Terrestre'] })),
      /** Documento con que se identifica: pasaporte … */
      TipoId: required(texto),
      /** Número de ese documento. */
      NumeroId: required(texto),
      /** Nacionalidad del pasajero. */
      Nacionalidad: required(texto),
      /** Empresa que lo transporta. */
      EmpresaTransporte: required(token()),
      /** Identificación del transporte: número de vuelo, nombre del buque … */
      IdTransporte: optional(rawText()),
    }),
  }),
})

/** The content of a Turista Pasajero Extranjero 1.0. */
export interface TuristaPasajeroExtranjero extends Static<typeof turistaPasajeroExtranjero.root> {}

export type { TuristaPasajeroExtranjeroDraft } from './draft.js'
