/**
 * PorCuentadeTerceros 1.1.
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
import { decimal, exactly, lexical, number, oneOf, token } from '../types.js'

export const terceros = complement({
  name: 'PorCuentadeTerceros',
  version: '1.1',
  prefix: 'terceros',
  namespace: 'http://www.sat.gob.mx/terceros',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/terceros/terceros11.xsd',
  at: 'concepto',
  cadena: false,
  root: element(
    {
      version: required(exactly('1.1')),
      rfc: required(token({ minLength: 12, maxLength: 13 })),
      nombre: optional(token({ minLength: 1 })),
      InformacionFiscalTercero: maybe({
        calle: required(token({ minLength: 1 })),
        noExterior: optional(token({ minLength: 1 })),
        noInterior: optional(token({ minLength: 1 })),
        colonia: optional(token({ minLength: 1 })),
        localidad: optional(token({ minLength: 1 })),
        referencia: optional(token({ minLength: 1 })),
        municipio: required(token({ minLength: 1 })),
        estado: required(token({ minLength: 1 })),
        pais: required(token({ minLength: 1 })),
        codigoPostal: required(token({ minLength: 5, maxLength: 5 })),
      }),
      InformacionAduanera: maybe({
        numero: required(token({ minLength: 1 })),
        fecha: required(lexical('date')),
        aduana: optional(token({ minLength: 1 })),
      }),
      Parte: zeroOrMore({
        cantidad: required(number()),
        unidad: optional(token({ minLength: 1 })),
        noIdentificacion: optional(token({ minLength: 1 })),
        descripcion: required(token({ minLength: 1 })),
        valorUnitario: optional(decimal(6)),
        importe: optional(decimal(6)),
        InformacionAduanera: zeroOrMore({
          numero: required(token({ minLength: 1 })),
          fecha: required(lexical('date')),
          aduana: optional(token({ minLength: 1 })),
        }),
      }),
      CuentaPredial: maybe({
        numero: required(token({ minLength: 1 })),
      }),
      Impuestos: one({
        Retenciones: maybe(
          list(
            'Retencion',
            oneOrMore({
              impuesto: required(oneOf('ISR', 'IVA')),
              importe: required(decimal(6)),
            }),
          ),
        ),
        Traslados: maybe(
          list(
            'Traslado',
            oneOrMore({
              impuesto: required(oneOf('IVA', 'IEPS')),
              tasa: required(decimal(6)),
              importe: required(decimal(6)),
            }),
          ),
        ),
      }),
    },
    { choices: [['InformacionAduanera', 'Parte', 'CuentaPredial']] },
  ),
})

export interface Terceros extends Static<typeof terceros.root> {}
