/**
 * Certificado de Destrucción 1.0 (`certificadodedestruccion.xsd`): makes the invoice of an
 * authorised centre the certificate of a vehicle's destruction.
 * @module
 */
import { element, maybe, one, optional, required, type Static } from '../../model/grammar.js'
import { fixed, int, lexical, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const marca = token({ minLength: 1, maxLength: 50 })
const numero = token({ minLength: 1, maxLength: 17 })
const folio = token({ minLength: 1, maxLength: 40 })

export const certificadoDestruccion = complement({
  name: 'certificadodedestruccion',
  version: '1.0',
  prefix: 'destruccion',
  namespace: 'http://www.sat.gob.mx/certificadodestruccion',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/certificadodestruccion/certificadodedestruccion.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(fixed('1.0')),
    /** Serie del certificado, según el vehículo y su dueño: SERIE A … SERIE E. */
    Serie: required(
      rawText({ enumeration: ['SERIE A', 'SERIE B', 'SERIE C', 'SERIE D', 'SERIE E'] }),
    ),
    /** Folio para la destrucción, que da el SAT. */
    NumFolDesVeh: required(rawText({ minLength: 1, maxLength: 20 })),
    /** El vehículo que se destruyó. */
    VehiculoDestruido: one({
      /** Marca. */
      Marca: required(marca),
      /** Tipo o clase. */
      TipooClase: required(marca),
      /** Año modelo. */
      Año: required(int({ minInclusive: '1900' })),
      /** Modelo. */
      Modelo: optional(token()),
      /** Número de identificación vehicular, si lo tiene. */
      NIV: optional(numero),
      /** Número de serie de la carrocería, si lo tiene. */
      NumSerie: optional(numero),
      /** Placas del servicio público. */
      NumPlacas: required(token({ minLength: 1, maxLength: 10 })),
      /** Número de motor, si lo tiene. */
      NumMotor: optional(numero),
      /** Folio de la tarjeta de circulación. */
      NumFolTarjCir: required(folio),
    }),
    /** Su importación, si vino del extranjero. */
    InformacionAduanera: maybe({
      /** Documento aduanero con que se importó. */
      NumPedImp: required(folio),
      /** Fecha del documento, AAAA-MM-DD. */
      Fecha: required(lexical('date')),
      /** Aduana en que se regularizó. */
      Aduana: required(token({ minLength: 1 })),
    }),
  }),
})

/** The certificate of destruction, as JSON. */
export interface CertificadoDestruccion extends Static<typeof certificadoDestruccion.root> {}

export type { CertificadoDestruccionDraft } from './draft.js'
