/**
 * VehiculoUsado 1.0.
 * @module
 */
import { complement, element, optional, required, type Static, zeroOrMore } from '../grammar.js'
import { decimal, fixed, lexical, pattern, token } from '../types.js'

export const vehiculoUsado = complement({
  name: 'VehiculoUsado',
  version: '1.0',
  prefix: 'vehiculousado',
  namespace: 'http://www.sat.gob.mx/vehiculousado',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/vehiculousado/vehiculousado.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.0')),
    montoAdquisicion: required(decimal(6)),
    montoEnajenacion: required(decimal(6)),
    claveVehicular: required(token({ minLength: 1, maxLength: 7 })),
    marca: required(token({ minLength: 1, maxLength: 50 })),
    tipo: required(token({ minLength: 1, maxLength: 50 })),
    modelo: required(pattern('[0-9]{4}')),
    numeroMotor: optional(token({ minLength: 1, maxLength: 17 })),
    numeroSerie: optional(token({ minLength: 1, maxLength: 17 })),
    NIV: optional(token({ minLength: 1, maxLength: 17 })),
    valor: required(decimal(6)),
    InformacionAduanera: zeroOrMore({
      numero: required(token({ minLength: 1 })),
      fecha: required(lexical('date')),
      aduana: optional(token({ minLength: 1 })),
    }),
  }),
})

export interface VehiculoUsado extends Static<typeof vehiculoUsado.root> {}
