/**
 * Vales de Despensa 1.0 (`valesdedespensa.xsd`): deposits of food vouchers by an issuer of cards to
 * each worker of its client, in the invoice for its service. Attributes in lower camel case, except
 * the node Conceptos.
 * @module
 */
import {
  element,
  list,
  one,
  oneOrMore,
  optional,
  required,
  type Static,
} from '../../model/grammar.js'
import { code, decimal, exactly, fixed, lexical, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

const numero = token({ minLength: 1, maxLength: 20 })

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

const concepto = element({
  /** Número del monedero. */
  identificador: required(numero),
  /** Fecha y hora del depósito, AAAA-MM-DDThh:mm:ss. */
  fecha: required(lexical('dateTime')),
  /** RFC del trabajador. */
  rfc: required(rfc),
  /** CURP del trabajador. */
  curp: required(curp),
  /** Nombre del trabajador. */
  nombre: required(token({ minLength: 1, maxLength: 100 })),
  /** Número de seguridad social del trabajador. */
  numSeguridadSocial: optional(token({ minLength: 1, maxLength: 15 })),
  /** Importe del depósito. */
  importe: required(decimal(2)),
})

export const valesDespensa = complement({
  name: 'ValesDeDespensa',
  version: '1.0',
  prefix: 'valesdedespensa',
  namespace: 'http://www.sat.gob.mx/valesdedespensa',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/valesdedespensa/valesdedespensa.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(exactly('1.0')),
    /** Siempre "monedero electrónico". */
    tipoOperacion: required(fixed('monedero electrónico')),
    /** Registro patronal del cliente. */
    registroPatronal: optional(numero),
    /** Cuenta del cliente con el emisor. */
    numeroDeCuenta: required(rawText({ minLength: 1, maxLength: 20 })),
    /** Suma de los depósitos. */
    total: required(decimal(2)),
    /** Los depósitos, uno por trabajador. */
    Conceptos: one(list('Concepto', oneOrMore(concepto))),
  }),
})

/** The food vouchers, as JSON. */
export interface ValesDespensa extends Static<typeof valesDespensa.root> {}

export type { ValesDespensaDraft } from './draft.js'
