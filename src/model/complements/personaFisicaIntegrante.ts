/**
 * PFintegranteCoordinado 1.0.
 * @module
 */
import { complement, element, optional, required, type Static } from '../grammar.js'
import { exactly, token } from '../types.js'

export const personaFisicaIntegrante = complement({
  name: 'PFintegranteCoordinado',
  version: '1.0',
  prefix: 'pfic',
  namespace: 'http://www.sat.gob.mx/pfic',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/pfic/pfic.xsd',
  at: 'comprobante',
  root: element({
    version: required(exactly('1.0')),
    ClaveVehicular: required(token({ minLength: 1 })),
    Placa: required(token({ minLength: 1 })),
    RFCPF: optional(
      token({
        minLength: 12,
        maxLength: 13,
        pattern: '[A-Z,Ñ,&]{3,4}[0-9]{2}[0-1][0-9][0-3][0-9][A-Z,0-9]?[A-Z,0-9]?[0-9,A-Z]?',
      }),
    ),
  }),
})

export interface PersonaFisicaIntegrante extends Static<typeof personaFisicaIntegrante.root> {}
