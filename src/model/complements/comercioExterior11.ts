/**
 * ComercioExterior 1.1.
 * @module
 */
import { complement, element, list, maybe, oneOrMore, optional, required, type Static, zeroOrMore } from '../grammar.js'
import { catalog, closedCatalog, decimal, fixed, int, number, t_CURP, t_Importe, text, token } from '../types.js'

export const comercioExterior11 = complement({
  name: 'ComercioExterior',
  version: '1.1',
  prefix: 'cce11',
  namespace: 'http://www.sat.gob.mx/ComercioExterior11',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ComercioExterior11/ComercioExterior11.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  status: 'historico',
  root: element({
    Version: required(fixed('1.1')),
    MotivoTraslado: optional(catalog('c_MotivoTraslado')),
    TipoOperacion: required(closedCatalog('c_TipoOperacion', '2')),
    ClaveDePedimento: optional(catalog('c_ClavePedimento')),
    CertificadoOrigen: optional(int({ enumeration: ['0', '1'] })),
    NumCertificadoOrigen: optional(text(6, 40)),
    NumeroExportadorConfiable: optional(text(1, 50)),
    Incoterm: optional(catalog('c_INCOTERM')),
    Subdivision: optional(int({ enumeration: ['0', '1'] })),
    Observaciones: optional(text(1, 300)),
    TipoCambioUSD: optional(decimal(6, { pattern: '[0-9]{1,18}(.[0-9]{1,6})?', minInclusive: '0.00' })),
    TotalUSD: optional(t_Importe),
    Emisor: maybe({
      Curp: optional(t_CURP),
      Domicilio: maybe({
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
    Mercancias: maybe(
      list(
        'Mercancia',
        oneOrMore({
          NoIdentificacion: required(text(1, 100)),
          FraccionArancelaria: optional(catalog('c_FraccionArancelaria')),
          CantidadAduana: optional(number({ pattern: '[0-9]{1,14}(.([0-9]{1,3}))?', minInclusive: '0.001' })),
          UnidadAduana: optional(catalog('c_UnidadAduana')),
          ValorUnitarioAduana: optional(number({ pattern: '[0-9]{1,16}(.([0-9]{1,2}))?', minInclusive: '0.00' })),
          ValorDolares: required(number({ pattern: '[0-9]{1,16}(.([0-9]{1,2}))?', minInclusive: '0.00' })),
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

export interface ComercioExterior11 extends Static<typeof comercioExterior11.root> {}
