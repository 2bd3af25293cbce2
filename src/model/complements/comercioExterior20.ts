/**
 * ComercioExterior 2.0.
 * @module
 */
import {
  complement,
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../grammar.js'
import { catalog, decimal, fixed, int, number, t_CURP, t_Importe, text, token } from '../types.js'

export const comercioExterior20 = complement({
  name: 'ComercioExterior',
  version: '2.0',
  prefix: 'cce20',
  namespace: 'http://www.sat.gob.mx/ComercioExterior20',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ComercioExterior20/ComercioExterior20.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  root: element({
    Version: required(fixed('2.0')),
    MotivoTraslado: optional(catalog('c_MotivoTraslado')),
    ClaveDePedimento: required(catalog('c_ClavePedimento')),
    CertificadoOrigen: required(int({ enumeration: ['0', '1'] })),
    NumCertificadoOrigen: optional(text(6, 40)),
    NumeroExportadorConfiable: optional(text(1, 50)),
    Incoterm: optional(catalog('c_INCOTERM')),
    Observaciones: optional(text(1, 300)),
    TipoCambioUSD: required(decimal(6, { pattern: '[0-9]{1,18}(.[0-9]{1,6})?', minInclusive: '0.00' })),
    TotalUSD: required(t_Importe),
    Emisor: maybe({
      Curp: optional(t_CURP),
      Domicilio: one({
        Calle: required(text(1, 100)),
        NumeroExterior: optional(text(1, 55)),
        NumeroInterior: optional(text(1, 55)),
        Colonia: optional(catalog('c_Colonia', { pattern: '[0-9]{4}' })),
        Localidad: optional(catalog('c_Localidad')),
        Referencia: optional(text(1, 250)),
        Municipio: optional(catalog('c_Municipio')),
        Estado: required(catalog('c_Estado')),
        Pais: required(catalog('c_Pais')),
        CodigoPostal: required(catalog('c_CodigoPostal', { pattern: '[0-9]{5}' })),
      }),
    }),
    Propietario: zeroOrMore({
      NumRegIdTrib: required(token({ minLength: 6, maxLength: 40 })),
      ResidenciaFiscal: required(catalog('c_Pais')),
    }),
    Receptor: maybe({
      NumRegIdTrib: optional(token({ minLength: 6, maxLength: 40 })),
      Domicilio: maybe({
        Calle: required(text(1, 100)),
        NumeroExterior: optional(text(1, 55)),
        NumeroInterior: optional(text(1, 55)),
        Colonia: optional(text(1, 120)),
        Localidad: optional(text(1, 120)),
        Referencia: optional(text(1, 250)),
        Municipio: optional(text(1, 120)),
        Estado: required(text(1, 30)),
        Pais: required(catalog('c_Pais')),
        CodigoPostal: required(token({ minLength: 1, maxLength: 12 })),
      }),
    }),
    Destinatario: zeroOrMore({
      NumRegIdTrib: optional(token({ minLength: 6, maxLength: 40 })),
      Nombre: optional(text(1, 300)),
      Domicilio: oneOrMore({
        Calle: required(text(1, 100)),
        NumeroExterior: optional(text(1, 55)),
        NumeroInterior: optional(text(1, 55)),
        Colonia: optional(text(1, 120)),
        Localidad: optional(text(1, 120)),
        Referencia: optional(text(1, 250)),
        Municipio: optional(text(1, 120)),
        Estado: required(text(1, 30)),
        Pais: required(catalog('c_Pais')),
        CodigoPostal: required(token({ minLength: 1, maxLength: 12 })),
      }),
    }),
    Mercancias: one(
      list(
        'Mercancia',
        oneOrMore({
          NoIdentificacion: required(text(1, 100)),
          FraccionArancelaria: optional(catalog('c_FraccionArancelaria')),
          CantidadAduana: optional(number({ pattern: '[0-9]{1,14}(.([0-9]{1,3}))?', minInclusive: '0.001' })),
          UnidadAduana: optional(catalog('c_UnidadAduana')),
          ValorUnitarioAduana: optional(number({ pattern: '[0-9]{1,16}(.([0-9]{1,6}))?', minInclusive: '0.000000' })),
          ValorDolares: required(number({ pattern: '[0-9]{1,16}(.([0-9]{1,4}))?', minInclusive: '0.0000' })),
          DescripcionesEspecificas: zeroOrMore({
            Marca: required(text(1, 35)),
            Modelo: optional(text(1, 80)),
            SubModelo: optional(text(1, 50)),
            NumeroSerie: optional(text(1, 40)),
          }),
        }),
      ),
    ),
  }),
})

export interface ComercioExterior20 extends Static<typeof comercioExterior20.root> {}
