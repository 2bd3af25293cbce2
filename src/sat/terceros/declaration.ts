/**
 * Por Cuenta de Terceros 1.1 (`terceros11.xsd`): the third party on whose account a concept is
 * charged, with its taxes.
 *
 * CFDI 4.0 replaces it by the node ACuentaTerceros, and its transformation has no template for this
 * complement, so it adds nothing to the cadena original. The SAT has not withdrawn it.
 * @module
 */
import {
  element,
  list,
  maybe,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
  zeroOrMore,
} from '../../model/grammar.js'
import { decimal, exactly, lexical, number, oneOf, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const texto = token({ minLength: 1 })
const importe = decimal(6)

const informacionAduanera = element({
  /** Número del documento aduanero con que se importó. */
  numero: required(texto),
  /** Fecha de expedición de ese documento, AAAA-MM-DD. */
  fecha: required(lexical('date')),
  /** Aduana por la que entró. */
  aduana: optional(texto),
})

const domicilio = element({
  /** Calle. */
  calle: required(texto),
  /** Número exterior. */
  noExterior: optional(texto),
  /** Número interior. */
  noInterior: optional(texto),
  /** Colonia. */
  colonia: optional(texto),
  /** Ciudad o población. */
  localidad: optional(texto),
  /** Seña para encontrar el domicilio. */
  referencia: optional(texto),
  /** Municipio o demarcación. */
  municipio: required(texto),
  /** Estado. */
  estado: required(texto),
  /** País. */
  pais: required(texto),
  /** Código postal, cinco caracteres. */
  codigoPostal: required(token({ minLength: 5, maxLength: 5 })),
})

const parte = element({
  /** Cantidad de la parte. */
  cantidad: required(number()),
  /** Unidad de medida. */
  unidad: optional(texto),
  /** Número de parte o de serie. */
  noIdentificacion: optional(texto),
  /** Descripción de la parte. */
  descripcion: required(texto),
  /** Precio unitario de la parte. */
  valorUnitario: optional(importe),
  /** Cantidad por valorUnitario. */
  importe: optional(importe),
  /** Documentos aduaneros con que se importó la parte. */
  InformacionAduanera: zeroOrMore(informacionAduanera),
})

const impuestos = element({
  /** Impuestos que se retienen. */
  Retenciones: maybe(
    list(
      'Retencion',
      oneOrMore({
        /** Impuesto: ISR o IVA. */
        impuesto: required(oneOf('ISR', 'IVA')),
        /** Importe retenido. */
        importe: required(importe),
      }),
    ),
  ),
  /** Impuestos que se trasladan. */
  Traslados: maybe(
    list(
      'Traslado',
      oneOrMore({
        /** Impuesto: IVA o IEPS. */
        impuesto: required(oneOf('IVA', 'IEPS')),
        /** Tasa, en por ciento ("16.00"). */
        tasa: required(importe),
        /** Importe trasladado. */
        importe: required(importe),
      }),
    ),
  ),
})

/** The declaration of Por Cuenta de Terceros 1.1. */
export const terceros = complement({
  name: 'PorCuentadeTerceros',
  version: '1.1',
  prefix: 'terceros',
  namespace: 'http://www.sat.gob.mx/terceros',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/terceros/terceros11.xsd',
  at: 'concepto',
  tipos: ['I', 'E', 'T'],
  cadena: false,
  root: element(
    {
      /** Versión del complemento: "1.1". */
      version: required(exactly('1.1')),
      /** RFC del tercero. */
      rfc: required(token({ minLength: 12, maxLength: 13 })),
      /** Nombre o razón social del tercero. */
      nombre: optional(texto),
      /** Domicilio fiscal del tercero. */
      InformacionFiscalTercero: maybe(domicilio),
      /** Documento aduanero de la mercancía. No va con Parte ni con CuentaPredial. */
      InformacionAduanera: maybe(informacionAduanera),
      /** Partes que integran el concepto. No van con InformacionAduanera ni con CuentaPredial. */
      Parte: zeroOrMore(parte),
      /** Cuenta predial del inmueble. No va con InformacionAduanera ni con Parte. */
      CuentaPredial: maybe({
        /** Número de la cuenta predial. */
        numero: required(texto),
      }),
      /** Impuestos de lo que se cobra por cuenta del tercero. */
      Impuestos: one(impuestos),
    },
    { choices: [['InformacionAduanera', 'Parte', 'CuentaPredial']] },
  ),
})

/** The content of a Por Cuenta de Terceros 1.1. */
export interface Terceros extends Static<typeof terceros.root> {}

export type { TercerosDraft } from './draft.js'
