/**
 * Comercio Exterior 1.1 (`ComercioExterior11.xsd`), replaced by 2.0 on 2024-01-18. Readable and
 * verifiable in older documents, no longer stamped.
 * @module
 */
import {
  element,
  list,
  maybe,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../../model/grammar.js'
import {
  catalog,
  closedCatalog,
  decimal,
  fixed,
  int,
  number,
  t_CURP,
  t_Importe,
  text,
  token,
} from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const numRegIdTrib = token({ minLength: 6, maxLength: 40 })
const pais = catalog('c_Pais')
const dolares = number({ pattern: '[0-9]{1,16}(.([0-9]{1,2}))?', minInclusive: '0.00' })
const siNo = int({ enumeration: ['0', '1'] })

/** An address in Mexico: coded, except street and numbers. */
const domicilioNacional = element({
  /** Calle. */
  Calle: required(text(1, 100)),
  /** Número exterior. */
  NumeroExterior: optional(text(1, 55)),
  /** Número interior. */
  NumeroInterior: optional(text(1, 55)),
  /** Colonia (c_Colonia), cuatro dígitos dentro del código postal. */
  Colonia: optional(catalog('c_Colonia', { pattern: '[0-9]{4}' })),
  /** Localidad (c_Localidad) dentro del estado. */
  Localidad: optional(catalog('c_Localidad')),
  /** Seña para encontrar el domicilio. */
  Referencia: optional(text(1, 250)),
  /** Municipio o demarcación (c_Municipio) dentro del estado. */
  Municipio: optional(catalog('c_Municipio')),
  /** Estado (c_Estado): CMX, NLE … */
  Estado: required(catalog('c_Estado')),
  /** País (c_Pais): MEX. */
  Pais: required(pais),
  /** Código postal (c_CodigoPostal). */
  CodigoPostal: required(catalog('c_CodigoPostal', { pattern: '[0-9]{5}' })),
})

/**
 * An address in any country: coded in Mexico (MEX), otherwise free except for c_Estado and c_Pais.
 */
const domicilio = element({
  /** Calle. */
  Calle: required(text(1, 100)),
  /** Número exterior. */
  NumeroExterior: optional(text(1, 55)),
  /** Número interior. */
  NumeroInterior: optional(text(1, 55)),
  /** Colonia o su análogo; en México puede ser la clave (c_Colonia). */
  Colonia: optional(text(1, 120)),
  /** Localidad o su análogo; en México, la clave (c_Localidad). */
  Localidad: optional(text(1, 120)),
  /** Seña para encontrar el domicilio. */
  Referencia: optional(text(1, 250)),
  /** Municipio, condado o su análogo; en México, la clave (c_Municipio). */
  Municipio: optional(text(1, 120)),
  /** Estado o provincia; en México, Estados Unidos y Canadá, la clave (c_Estado): TX, ON … */
  Estado: required(text(1, 30)),
  /** País (c_Pais): USA, CAN, DEU … */
  Pais: required(pais),
  /** Código postal, en la forma del país. */
  CodigoPostal: required(token({ minLength: 1, maxLength: 12 })),
})

const mercancia = element({
  /** El NoIdentificacion del concepto que describe. */
  NoIdentificacion: required(text(1, 100)),
  /** Fracción arancelaria (c_FraccionArancelaria). No existe en un servicio. */
  FraccionArancelaria: optional(catalog('c_FraccionArancelaria')),
  /** Cantidad en la unidad de la aduana, hasta tres decimales. */
  CantidadAduana: optional(
    number({ pattern: '[0-9]{1,14}(.([0-9]{1,3}))?', minInclusive: '0.001' }),
  ),
  /** Unidad de la aduana, la de la fracción (c_UnidadAduana): 01 kilo, 06 pieza, 99 servicio … */
  UnidadAduana: optional(catalog('c_UnidadAduana')),
  /** Dólares por unidad de la aduana, hasta dos decimales. */
  ValorUnitarioAduana: optional(dolares),
  /** Valor en dólares, hasta dos decimales. */
  ValorDolares: required(dolares),
  /** Qué distingue a los bienes: marca, modelo, serie. */
  DescripcionesEspecificas: zeroOrMore({
    /** Marca. */
    Marca: required(text(1, 35)),
    /** Modelo. */
    Modelo: optional(text(1, 80)),
    /** Submodelo. */
    SubModelo: optional(text(1, 50)),
    /** Número de serie. */
    NumeroSerie: optional(text(1, 40)),
  }),
})

/** The declaration of Comercio Exterior 1.1. */
export const comercioExterior11 = complement({
  name: 'ComercioExterior',
  version: '1.1',
  prefix: 'cce11',
  namespace: 'http://www.sat.gob.mx/ComercioExterior11',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/ComercioExterior11/ComercioExterior11.xsd',
  at: 'comprobante',
  tipos: ['I', 'E', 'T'],
  status: 'historico',
  desde: '2022-01-01',
  hasta: '2024-01-17',
  root: element({
    /** Versión del complemento: "1.1". */
    Version: required(fixed('1.1')),
    /** Por qué se traslada (c_MotivoTraslado), solo en el tipo T. */
    MotivoTraslado: optional(catalog('c_MotivoTraslado')),
    /** Tipo de operación: 2 exportación. */
    TipoOperacion: required(closedCatalog('c_TipoOperacion', '2')),
    /** Clave del pedimento (c_ClavePedimento): A1. */
    ClaveDePedimento: optional(catalog('c_ClavePedimento')),
    /** Certificado de origen, si el comprobante sirve de él: 0 no, 1 sí. */
    CertificadoOrigen: optional(siNo),
    /** Folio del certificado de origen, o folio fiscal del CFDI con que se pagó. */
    NumCertificadoOrigen: optional(text(6, 40)),
    /** Número de exportador confiable, en exportaciones a la Unión Europea. */
    NumeroExportadorConfiable: optional(text(1, 50)),
    /** Incoterm (c_INCOTERM): EXW, FCA, FOB, DAP … */
    Incoterm: optional(catalog('c_INCOTERM')),
    /** Si la factura tiene subdivisión: 0 no, 1 sí. */
    Subdivision: optional(siNo),
    /** Observaciones. */
    Observaciones: optional(text(1, 300)),
    /** Pesos por dólar de los Estados Unidos. */
    TipoCambioUSD: optional(
      decimal(6, { pattern: '[0-9]{1,18}(.[0-9]{1,6})?', minInclusive: '0.00' }),
    ),
    /** Suma del valor en dólares de las mercancías. */
    TotalUSD: optional(t_Importe),
    /** Datos del emisor que el comprobante no lleva. */
    Emisor: maybe({
      /** CURP del emisor que es persona física. */
      Curp: optional(t_CURP),
      /** Domicilio del emisor, en México. */
      Domicilio: maybe(domicilioNacional),
    }),
    /** Dueños de la mercancía, cuando se traslada la de terceros (MotivoTraslado 05). */
    Propietario: zeroOrMore({
      /** Número de identificación fiscal en su país. */
      NumRegIdTrib: required(numRegIdTrib),
      /** País de residencia fiscal (c_Pais). */
      ResidenciaFiscal: required(pais),
    }),
    /** Datos del receptor que el comprobante no lleva. */
    Receptor: maybe({
      /** Número de identificación fiscal en su país. */
      NumRegIdTrib: optional(numRegIdTrib),
      /** Domicilio del receptor. */
      Domicilio: maybe(domicilio),
    }),
    /** Quien recibe la mercancía, cuando no es el receptor. */
    Destinatario: zeroOrMore({
      /** Número de identificación fiscal en su país. */
      NumRegIdTrib: optional(numRegIdTrib),
      /** Nombre o razón social. */
      Nombre: optional(text(1, 300)),
      /** Domicilios a donde va. */
      Domicilio: oneOrMore(domicilio),
    }),
    /** Mercancías que se exportan. */
    Mercancias: maybe(list('Mercancia', oneOrMore(mercancia))),
  }),
})

/** The content of a Comercio Exterior 1.1. */
export interface ComercioExterior11 extends Static<typeof comercioExterior11.root> {}
