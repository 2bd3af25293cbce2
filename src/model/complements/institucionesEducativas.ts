/**
 * instEducativas 1.0.
 * @module
 */
import { complement, element, optional, required, type Static } from '../grammar.js'
import { code, fixed, rawText, token } from '../types.js'

export const institucionesEducativas = complement({
  name: 'instEducativas',
  version: '1.0',
  prefix: 'iedu',
  namespace: 'http://www.sat.gob.mx/iedu',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/iedu/iedu.xsd',
  at: 'concepto',
  root: element({
    version: required(fixed('1.0')),
    nombreAlumno: required(rawText()),
    CURP: required(
      code(
        18,
        '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
      ),
    ),
    nivelEducativo: required(
      rawText({
        enumeration: ['Preescolar', 'Primaria', 'Secundaria', 'Profesional técnico', 'Bachillerato o su equivalente'],
      }),
    ),
    autRVOE: required(token({ minLength: 1 })),
    rfcPago: optional(
      token({
        minLength: 12,
        maxLength: 13,
        pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
      }),
    ),
  }),
})

export interface InstitucionesEducativas extends Static<typeof institucionesEducativas.root> {}
