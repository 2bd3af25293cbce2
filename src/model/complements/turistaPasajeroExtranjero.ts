/**
 * TuristaPasajeroExtranjero 1.0.
 * @module
 */
import { complement, element, one, optional, required, type Static } from '../grammar.js'
import { exactly, lexical, rawText, token } from '../types.js'

export const turistaPasajeroExtranjero = complement({
  name: 'TuristaPasajeroExtranjero',
  version: '1.0',
  prefix: 'tpe',
  namespace: 'http://www.sat.gob.mx/TuristaPasajeroExtranjero',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/TuristaPasajeroExtranjero/TuristaPasajeroExtranjero.xsd',
  at: 'comprobante',
  root: element({
    version: required(exactly('1.0')),
    fechadeTransito: required(lexical('dateTime')),
    tipoTransito: required(rawText({ enumeration: ['Arribo', 'Salida'] })),
    datosTransito: one({
      Via: required(rawText({ enumeration: ['Aérea', 'Marítima', 'Terrestre'] })),
      TipoId: required(token({ minLength: 1 })),
      NumeroId: required(token({ minLength: 1 })),
      Nacionalidad: required(token({ minLength: 1 })),
      EmpresaTransporte: required(token()),
      IdTransporte: optional(rawText()),
    }),
  }),
})

export interface TuristaPasajeroExtranjero extends Static<typeof turistaPasajeroExtranjero.root> {}
