/**
 * renovacionysustitucionvehiculos 1.0.
 * @module
 */
import { complement, element, maybe, one, oneOrMore, optional, required, type Static } from '../grammar.js'
import { decimal, fixed, int, lexical, rawText, token } from '../types.js'

export const renovacionSustitucionVehiculos = complement({
  name: 'renovacionysustitucionvehiculos',
  version: '1.0',
  prefix: 'decreto',
  namespace: 'http://www.sat.gob.mx/renovacionysustitucionvehiculos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/renovacionysustitucionvehiculos/renovacionysustitucionvehiculos.xsd',
  at: 'comprobante',
  root: element({
    Version: required(fixed('1.0')),
    TipoDeDecreto: required(rawText({ enumeration: ['01', '02'] })),
    DecretoRenovVehicular: maybe({
      VehEnaj: required(rawText({ enumeration: ['01', '02'] })),
      VehiculosUsadosEnajenadoPermAlFab: oneOrMore({
        PrecioVehUsado: required(decimal(6)),
        TipoVeh: required(rawText({ enumeration: ['01', '02', '03', '04', '05', '06', '07', '08'] })),
        Marca: required(token({ minLength: 1, maxLength: 50 })),
        TipooClase: required(token({ minLength: 1, maxLength: 50 })),
        Año: required(int({ minInclusive: '1900' })),
        Modelo: optional(token()),
        NIV: optional(token({ minLength: 1, maxLength: 17 })),
        NumSerie: optional(token({ minLength: 1, maxLength: 17 })),
        NumPlacas: required(token({ minLength: 1, maxLength: 10 })),
        NumMotor: optional(token({ minLength: 1, maxLength: 17 })),
        NumFolTarjCir: required(token({ minLength: 1, maxLength: 40 })),
        NumPedIm: optional(token({ minLength: 1, maxLength: 40 })),
        Aduana: optional(token({ minLength: 1 })),
        FechaRegulVeh: optional(lexical('date')),
        Foliofiscal: required(token({ minLength: 1, maxLength: 36 })),
      }),
      VehiculoNuvoSemEnajenadoFabAlPerm: one({
        Año: required(int({ minInclusive: '1900' })),
        Modelo: optional(token()),
        NumPlacas: required(token({ minLength: 1, maxLength: 10 })),
        RFC: optional(
          token({
            minLength: 12,
            maxLength: 13,
            pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9][A-Z,0-9][0-9,A-Z]',
          }),
        ),
      }),
    }),
    DecretoSustitVehicular: maybe({
      VehEnaj: required(rawText({ enumeration: ['01', '02'] })),
      VehiculoUsadoEnajenadoPermAlFab: one({
        PrecioVehUsado: required(decimal(6)),
        TipoVeh: required(rawText({ enumeration: ['01', '02', '03', '04', '05', '06'] })),
        Marca: required(token({ minLength: 1, maxLength: 50 })),
        TipooClase: required(token({ minLength: 1, maxLength: 50 })),
        Año: required(int({ minInclusive: '1900' })),
        Modelo: optional(token()),
        NIV: optional(token({ minLength: 1, maxLength: 17 })),
        NumSerie: optional(token({ minLength: 1, maxLength: 17 })),
        NumPlacas: required(token({ minLength: 1, maxLength: 10 })),
        NumMotor: optional(token({ minLength: 1, maxLength: 17 })),
        NumFolTarjCir: required(token({ minLength: 1, maxLength: 40 })),
        NumFolAvisoint: required(token({ minLength: 1, maxLength: 20 })),
        NumPedIm: required(token({ minLength: 1, maxLength: 40 })),
        Aduana: required(token({ minLength: 1 })),
        FechaRegulVeh: required(lexical('date')),
        Foliofiscal: required(token({ minLength: 1, maxLength: 36 })),
      }),
      VehiculoNuvoSemEnajenadoFabAlPerm: one({
        Año: required(int({ minInclusive: '1900' })),
        Modelo: optional(token()),
        NumPlacas: required(token({ minLength: 1, maxLength: 10 })),
        RFC: optional(
          token({
            minLength: 12,
            maxLength: 13,
            pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9][A-Z,0-9][0-9,A-Z]',
          }),
        ),
      }),
    }),
  }),
})

export interface RenovacionSustitucionVehiculos extends Static<typeof renovacionSustitucionVehiculos.root> {}
