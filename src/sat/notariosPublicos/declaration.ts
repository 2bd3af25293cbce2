/**
 * Notarios Públicos 1.0 (`notariospublicos.xsd`): the sale of real estate, or an easement, before a
 * notary, whose invoice is proof of the deed for both parties.
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
} from '../../model/grammar.js'
import { code, decimal, exactly, int, lexical, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const importe = decimal(6)
const siNo = rawText({ enumeration: ['Si', 'No'] })
const entidad = rawText({
  enumeration: Array.from({ length: 32 }, (_, index) => `${index + 1}`.padStart(2, '0')),
})

// Older than tdCFDI.xsd, less strict, and with commas that were probably not intended.
const rfc = token({
  minLength: 12,
  maxLength: 13,
  pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
})
const curp = code(
  18,
  '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
)
const apellido = rawText({ minLength: 1, maxLength: 200 })
const nombre = rawText({ minLength: 1, maxLength: 254 })

const inmueble = element({
  /**
   * Tipo de inmueble: 01 terreno, 02 terreno comercial, 03 casa habitación, 04 local comercial, 05
   * uso mixto.
   */
  TipoInmueble: required(rawText({ pattern: '[0-9]{2}' })),
  /** Calle, avenida, camino o carretera. */
  Calle: required(rawText({ minLength: 1, maxLength: 150 })),
  /** Número exterior. */
  NoExterior: optional(rawText({ minLength: 1, maxLength: 55 })),
  /** Número interior. */
  NoInterior: optional(rawText({ minLength: 1, maxLength: 30 })),
  /** Colonia. */
  Colonia: optional(rawText({ minLength: 1, maxLength: 100 })),
  /** Ciudad o población. */
  Localidad: optional(rawText({ minLength: 1, maxLength: 100 })),
  /** Seña que ayude a llegar. */
  Referencia: optional(rawText({ minLength: 1, maxLength: 100 })),
  /** Municipio o alcaldía. */
  Municipio: required(rawText({ minLength: 1, maxLength: 100 })),
  /** Entidad federativa: 01 Aguascalientes … 32 Zacatecas. */
  Estado: required(entidad),
  /** País, de tres letras; en servidumbres, MEX. */
  Pais: required(rawText({ pattern: '[A-Z,Ñ]{3}' })),
  /** Código postal. */
  CodigoPostal: required(rawText({ pattern: '[0-9]{5}' })),
})

/** A sole party. */
const persona = {
  /** Nombre o razón social. */
  Nombre: required(nombre),
  /** Primer apellido. */
  ApellidoPaterno: optional(apellido),
  /** Segundo apellido. */
  ApellidoMaterno: optional(apellido),
  /** RFC. */
  RFC: required(rfc),
  /** CURP. */
  CURP: optional(curp),
}

/** One of several owners or buyers. */
const copropietario = {
  ...persona,
  /** Porcentaje que le toca, de 0 a 100. */
  Porcentaje: required(decimal(2, { minInclusive: '0.00', maxInclusive: '100.00' })),
}

export const notariosPublicos = complement({
  name: 'NotariosPublicos',
  version: '1.0',
  prefix: 'notariospublicos',
  namespace: 'http://www.sat.gob.mx/notariospublicos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/notariospublicos/notariospublicos.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Los inmuebles de la escritura. */
    DescInmuebles: one(list('DescInmueble', oneOrMore(inmueble))),
    /** La operación. */
    DatosOperacion: one({
      /** Número del instrumento notarial. */
      NumInstrumentoNotarial: required(int({ minInclusive: '1', maxInclusive: '999999' })),
      /** Fecha en que se firmó, AAAA-MM-DD. */
      FechaInstNotarial: required(lexical('date')),
      /** Valor de la operación: contraprestación o indemnización. */
      MontoOperacion: required(importe),
      /** Subtotal de la contraprestación. */
      Subtotal: required(importe),
      /** IVA de la contraprestación. */
      IVA: required(importe),
    }),
    /** El notario. */
    DatosNotario: one({
      /** CURP del notario. */
      CURP: required(curp),
      /** Número de la notaría. */
      NumNotaria: required(int({ minInclusive: '1', maxInclusive: '999' })),
      /** Entidad federativa de la notaría: 01 … 32. */
      EntidadFederativa: required(entidad),
      /** Plaza a la que está adscrita. */
      Adscripcion: optional(rawText({ minLength: 1, maxLength: 255 })),
    }),
    /** Quien vende, o el dueño del predio sirviente. */
    DatosEnajenante: one(
      element(
        {
          /** Copropiedad o sociedad conyugal, si lo es. */
          CoproSocConyugalE: required(siNo),
          /** El vendedor, cuando es uno. */
          DatosUnEnajenante: maybe({
            /** Nombre. */
            Nombre: required(nombre),
            /** Primer apellido. */
            ApellidoPaterno: required(apellido),
            /** Segundo apellido. */
            ApellidoMaterno: optional(apellido),
            /** RFC. */
            RFC: required(rfc),
            /** CURP. */
            CURP: required(curp),
          }),
          /** Los vendedores, cuando son varios. */
          DatosEnajenantesCopSC: maybe(list('DatosEnajenanteCopSC', oneOrMore(copropietario))),
        },
        { choices: [['DatosUnEnajenante', 'DatosEnajenantesCopSC']] },
      ),
    ),
    /** Quien compra, o el dueño del predio dominante. */
    DatosAdquiriente: one(
      element(
        {
          /** Copropiedad o sociedad conyugal, si lo es. */
          CoproSocConyugalE: required(siNo),
          /** El comprador, cuando es uno. */
          DatosUnAdquiriente: maybe(persona),
          /** Los compradores, cuando son varios. */
          DatosAdquirientesCopSC: maybe(list('DatosAdquirienteCopSC', oneOrMore(copropietario))),
        },
        { choices: [['DatosUnAdquiriente', 'DatosAdquirientesCopSC']] },
      ),
    ),
  }),
})

/** The notary's complement, as JSON. */
export interface NotariosPublicos extends Static<typeof notariosPublicos.root> {}

export type { NotariosPublicosDraft } from './draft.js'
