/**
 * parcialesconstruccion 1.0.
 * @module
 */
import { complement, element, one, optional, required, type Static } from '../grammar.js'
import { fixed, rawText, token } from '../types.js'

export const parcialesConstruccion = complement({
  name: 'parcialesconstruccion',
  version: '1.0',
  prefix: 'servicioparcial',
  namespace: 'http://www.sat.gob.mx/servicioparcialconstruccion',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/servicioparcialconstruccion/servicioparcialconstruccion.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.0')),
    NumPerLicoAut: required(token({ minLength: 1, maxLength: 40 })),
    Inmueble: one({
      Calle: required(rawText({ minLength: 1, maxLength: 150 })),
      NoExterior: optional(rawText({ minLength: 1, maxLength: 55 })),
      NoInterior: optional(rawText({ minLength: 1, maxLength: 30 })),
      Colonia: optional(rawText({ minLength: 1, maxLength: 100 })),
      Localidad: optional(rawText({ minLength: 1, maxLength: 100 })),
      Referencia: optional(rawText({ minLength: 1, maxLength: 100 })),
      Municipio: required(rawText({ minLength: 1, maxLength: 100 })),
      Estado: required(
        rawText({
          minLength: 2,
          maxLength: 2,
          enumeration: [
            '01',
            '02',
            '03',
            '04',
            '05',
            '06',
            '07',
            '08',
            '09',
            '10',
            '11',
            '12',
            '13',
            '14',
            '15',
            '16',
            '17',
            '18',
            '19',
            '20',
            '21',
            '22',
            '23',
            '24',
            '25',
            '26',
            '27',
            '28',
            '29',
            '30',
            '31',
            '32',
          ],
        }),
      ),
      CodigoPostal: required(rawText({ pattern: '[0-9]{5}' })),
    }),
  }),
})

export interface ParcialesConstruccion extends Static<typeof parcialesConstruccion.root> {}
