/**
 * Instituciones Educativas Privadas 1.0, "iedu" (`iedu.xsd`): the student whose tuition a concept
 * charges, so that a parent may deduct it from income tax.
 * @module
 */
import { element, optional, required, type Static } from '../../model/grammar.js'
import { code, fixed, rawText, token } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

/** The XSD's own form of a CURP: looser than t_CURP, commas included. */
const curp = code(
  18,
  '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
)

/** The XSD's own form of an RFC: looser than t_RFC, commas included. */
const rfc = token({
  minLength: 12,
  maxLength: 13,
  pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
})

const nivel = rawText({
  enumeration: [
    'Preescolar',
    'Primaria',
    'Secundaria',
    'Profesional técnico',
    'Bachillerato o su equivalente',
  ],
})

/** The declaration of Instituciones Educativas Privadas 1.0. */
export const institucionesEducativas = complement({
  name: 'instEducativas',
  version: '1.0',
  prefix: 'iedu',
  namespace: 'http://www.sat.gob.mx/iedu',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/iedu/iedu.xsd',
  at: 'concepto',
  tipos: ['I', 'E', 'T'],
  root: element({
    /** Versión del complemento: "1.0". */
    version: required(fixed('1.0')),
    /** Nombre del alumno. */
    nombreAlumno: required(rawText()),
    /** CURP del alumno. */
    CURP: required(curp),
    /**
     * Nivel que cursa: Preescolar, Primaria, Secundaria, Profesional técnico o Bachillerato o su
     * equivalente.
     */
    nivelEducativo: required(nivel),
    /** Clave del centro de trabajo, o reconocimiento de validez oficial de estudios (RVOE). */
    autRVOE: required(token({ minLength: 1 })),
    /** RFC de quien paga, cuando no es quien recibe el servicio. */
    rfcPago: optional(rfc),
  }),
})

/** The content of an Instituciones Educativas Privadas 1.0. */
export interface InstitucionesEducativas extends Static<typeof institucionesEducativas.root> {}

export type { InstitucionesEducativasDraft } from './draft.js'
