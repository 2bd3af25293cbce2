/**
 * NotariosPublicos 1.0.
 * @module
 */
import { complement, element, list, maybe, one, oneOrMore, optional, required, type Static } from '../grammar.js'
import { code, decimal, exactly, int, lexical, rawText, token } from '../types.js'

export const notariosPublicos = complement({
  name: 'NotariosPublicos',
  version: '1.0',
  prefix: 'notariospublicos',
  namespace: 'http://www.sat.gob.mx/notariospublicos',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/notariospublicos/notariospublicos.xsd',
  at: 'comprobante',
  root: element({
    Version: required(exactly('1.0')),
    DescInmuebles: one(
      list(
        'DescInmueble',
        oneOrMore({
          TipoInmueble: required(rawText({ pattern: '[0-9]{2}' })),
          Calle: required(rawText({ minLength: 1, maxLength: 150 })),
          NoExterior: optional(rawText({ minLength: 1, maxLength: 55 })),
          NoInterior: optional(rawText({ minLength: 1, maxLength: 30 })),
          Colonia: optional(rawText({ minLength: 1, maxLength: 100 })),
          Localidad: optional(rawText({ minLength: 1, maxLength: 100 })),
          Referencia: optional(rawText({ minLength: 1, maxLength: 100 })),
          Municipio: required(rawText({ minLength: 1, maxLength: 100 })),
          Estado: required(
            rawText({
              enumeration: [
                '01',
                '02',
                '03',
                '04',
                '05',
                '06',
                '07',
                '08',
                '09',
                '10',
                '11',
                '12',
                '13',
                '14',
                '15',
                '16',
                '17',
                '18',
                '19',
                '20',
                '21',
                '22',
                '23',
                '24',
                '25',
                '26',
                '27',
                '28',
                '29',
                '30',
                '31',
                '32',
              ],
            }),
          ),
          Pais: required(rawText({ pattern: '[A-Z,Ñ]{3}' })),
          CodigoPostal: required(rawText({ pattern: '[0-9]{5}' })),
        }),
      ),
    ),
    DatosOperacion: one({
      NumInstrumentoNotarial: required(int({ minInclusive: '1', maxInclusive: '999999' })),
      FechaInstNotarial: required(lexical('date')),
      MontoOperacion: required(decimal(6)),
      Subtotal: required(decimal(6)),
      IVA: required(decimal(6)),
    }),
    DatosNotario: one({
      CURP: required(
        code(
          18,
          '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
        ),
      ),
      NumNotaria: required(int({ minInclusive: '1', maxInclusive: '999' })),
      EntidadFederativa: required(
        rawText({
          enumeration: [
            '01',
            '02',
            '03',
            '04',
            '05',
            '06',
            '07',
            '08',
            '09',
            '10',
            '11',
            '12',
            '13',
            '14',
            '15',
            '16',
            '17',
            '18',
            '19',
            '20',
            '21',
            '22',
            '23',
            '24',
            '25',
            '26',
            '27',
            '28',
            '29',
            '30',
            '31',
            '32',
          ],
        }),
      ),
      Adscripcion: optional(rawText({ minLength: 1, maxLength: 255 })),
    }),
    DatosEnajenante: one(
      element(
        {
          CoproSocConyugalE: required(rawText({ enumeration: ['Si', 'No'] })),
          DatosUnEnajenante: maybe({
            Nombre: required(rawText({ minLength: 1, maxLength: 254 })),
            ApellidoPaterno: required(rawText({ minLength: 1, maxLength: 200 })),
            ApellidoMaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
            RFC: required(
              token({
                minLength: 12,
                maxLength: 13,
                pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
              }),
            ),
            CURP: required(
              code(
                18,
                '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
              ),
            ),
          }),
          DatosEnajenantesCopSC: maybe(
            list(
              'DatosEnajenanteCopSC',
              oneOrMore({
                Nombre: required(rawText({ minLength: 1, maxLength: 254 })),
                ApellidoPaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
                ApellidoMaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
                RFC: required(
                  token({
                    minLength: 12,
                    maxLength: 13,
                    pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
                  }),
                ),
                CURP: optional(
                  code(
                    18,
                    '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
                  ),
                ),
                Porcentaje: required(decimal(2, { minInclusive: '0.00', maxInclusive: '100.00' })),
              }),
            ),
          ),
        },
        { choices: [['DatosUnEnajenante', 'DatosEnajenantesCopSC']] },
      ),
    ),
    DatosAdquiriente: one(
      element(
        {
          CoproSocConyugalE: required(rawText({ enumeration: ['Si', 'No'] })),
          DatosUnAdquiriente: maybe({
            Nombre: required(rawText({ minLength: 1, maxLength: 254 })),
            ApellidoPaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
            ApellidoMaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
            RFC: required(
              token({
                minLength: 12,
                maxLength: 13,
                pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
              }),
            ),
            CURP: optional(
              code(
                18,
                '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
              ),
            ),
          }),
          DatosAdquirientesCopSC: maybe(
            list(
              'DatosAdquirienteCopSC',
              oneOrMore({
                Nombre: required(rawText({ minLength: 1, maxLength: 254 })),
                ApellidoPaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
                ApellidoMaterno: optional(rawText({ minLength: 1, maxLength: 200 })),
                RFC: required(
                  token({
                    minLength: 12,
                    maxLength: 13,
                    pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
                  }),
                ),
                CURP: optional(
                  code(
                    18,
                    '[A-Z][A,E,I,O,U,X][A-Z]{2}[0-9]{2}[0-1][0-9][0-3][0-9][M,H,X][A-Z]{2}[B,C,D,F,G,H,J,K,L,M,N,Ñ,P,Q,R,S,T,V,W,X,Y,Z]{3}[0-9,A-Z][0-9]',
                  ),
                ),
                Porcentaje: required(decimal(2, { minInclusive: '0.00', maxInclusive: '100.00' })),
              }),
            ),
          ),
        },
        { choices: [['DatosUnAdquiriente', 'DatosAdquirientesCopSC']] },
      ),
    ),
  }),
})

export interface NotariosPublicos extends Static<typeof notariosPublicos.root> {}
