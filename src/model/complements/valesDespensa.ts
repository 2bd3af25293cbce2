/**
 * ValesDeDespensa 1.0.
 * @module
 */
import { complement, element, list, one, oneOrMore, optional, required, type Static } from '../grammar.js'
import { code, decimal, exactly, fixed, lexical, rawText, token } from '../types.js'

export const valesDespensa = complement({
  name: 'ValesDeDespensa',
  version: '1.0',
  prefix: 'valesdedespensa',
  namespace: 'http://www.sat.gob.mx/valesdedespensa',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/valesdedespensa/valesdedespensa.xsd',
  at: 'comprobante',
  root: element({
    version: required(exactly('1.0')),
    tipoOperacion: required(fixed('monedero electrónico')),
    registroPatronal: optional(token({ minLength: 1, maxLength: 20 })),
    numeroDeCuenta: required(rawText({ minLength: 1, maxLength: 20 })),
    total: required(decimal(2)),
    Conceptos: one(
      list(
        'Concepto',
        oneOrMore({
          identificador: required(token({ minLength: 1, maxLength: 20 })),
          fecha: required(lexical('dateTime')),
          rfc: required(
            token({
              minLength: 12,
              maxLength: 13,
              pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
            }),
          ),
          curp: required(
            code(
              18,
              '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
            ),
          ),
          nombre: required(token({ minLength: 1, maxLength: 100 })),
          numSeguridadSocial: optional(token({ minLength: 1, maxLength: 15 })),
          importe: required(decimal(2)),
        }),
      ),
    ),
  }),
})

export interface ValesDespensa extends Static<typeof valesDespensa.root> {}
