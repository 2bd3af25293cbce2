/**
 * certificadodedestruccion 1.0.
 * @module
 */
import { complement, element, maybe, one, optional, required, type Static } from '../grammar.js'
import { fixed, int, lexical, rawText, token } from '../types.js'

export const certificadoDestruccion = complement({
  name: 'certificadodedestruccion',
  version: '1.0',
  prefix: 'destruccion',
  namespace: 'http://www.sat.gob.mx/certificadodestruccion',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/certificadodestruccion/certificadodedestruccion.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.0')),
    Serie: required(rawText({ enumeration: ['SERIE A', 'SERIE B', 'SERIE C', 'SERIE D', 'SERIE E'] })),
    NumFolDesVeh: required(rawText({ minLength: 1, maxLength: 20 })),
    VehiculoDestruido: one({
      Marca: required(token({ minLength: 1, maxLength: 50 })),
      TipooClase: required(token({ minLength: 1, maxLength: 50 })),
      Año: required(int({ minInclusive: '1900' })),
      Modelo: optional(token()),
      NIV: optional(token({ minLength: 1, maxLength: 17 })),
      NumSerie: optional(token({ minLength: 1, maxLength: 17 })),
      NumPlacas: required(token({ minLength: 1, maxLength: 10 })),
      NumMotor: optional(token({ minLength: 1, maxLength: 17 })),
      NumFolTarjCir: required(token({ minLength: 1, maxLength: 40 })),
    }),
    InformacionAduanera: maybe({
      NumPedImp: required(token({ minLength: 1, maxLength: 40 })),
      Fecha: required(lexical('date')),
      Aduana: required(token({ minLength: 1 })),
    }),
  }),
})

export interface CertificadoDestruccion extends Static<typeof certificadoDestruccion.root> {}
