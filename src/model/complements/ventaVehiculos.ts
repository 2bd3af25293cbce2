/**
 * VentaVehiculos 1.1.
 * @module
 */
import { complement, element, optional, required, type Static, sinCadena, zeroOrMore } from '../grammar.js'
import { decimal, exactly, lexical, number, token } from '../types.js'

export const ventaVehiculos = complement({
  name: 'VentaVehiculos',
  version: '1.1',
  prefix: 'ventavehiculos',
  namespace: 'http://www.sat.gob.mx/ventavehiculos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ventavehiculos/ventavehiculos11.xsd',
  at: 'concepto',
  root: element(
    {
      version: required(exactly('1.1')),
      ClaveVehicular: required(token({ minLength: 1 })),
      Niv: required(token({ minLength: 1 })),
      InformacionAduanera: zeroOrMore({
        numero: required(token({ minLength: 1 })),
        fecha: required(lexical('date')),
        aduana: optional(token({ minLength: 1 })),
      }),
      Parte: zeroOrMore({
        cantidad: sinCadena(required(number())),
        unidad: sinCadena(optional(token({ minLength: 1 }))),
        noIdentificacion: sinCadena(optional(token({ minLength: 1 }))),
        descripcion: sinCadena(required(token({ minLength: 1 }))),
        valorUnitario: sinCadena(optional(decimal(6))),
        importe: sinCadena(optional(decimal(6))),
        InformacionAduanera: zeroOrMore({
          numero: required(token({ minLength: 1 })),
          fecha: required(lexical('date')),
          aduana: optional(token({ minLength: 1 })),
        }),
      }),
    },
    {
      choices: [['InformacionAduanera', 'Parte']],
      cadena: ['version', 'ClaveVehicular', 'Niv', '//InformacionAduanera'],
    },
  ),
})

export interface VentaVehiculos extends Static<typeof ventaVehiculos.root> {}
