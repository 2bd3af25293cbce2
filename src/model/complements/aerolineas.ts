/**
 * Aerolineas 1.0.
 * @module
 */
import { complement, element, maybe, oneOrMore, required, type Static } from '../grammar.js'
import { decimal, exactly, rawText } from '../types.js'

export const aerolineas = complement({
  name: 'Aerolineas',
  version: '1.0',
  prefix: 'aerolineas',
  namespace: 'http://www.sat.gob.mx/aerolineas',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/aerolineas/aerolineas.xsd',
  at: 'comprobante',
  root: element({
    Version: required(exactly('1.0')),
    TUA: required(decimal(6)),
    OtrosCargos: maybe({
      TotalCargos: required(decimal(6)),
      Cargo: oneOrMore({
        CodigoCargo: required(rawText({ minLength: 1, maxLength: 8 })),
        Importe: required(decimal(6)),
      }),
    }),
  }),
})

export interface Aerolineas extends Static<typeof aerolineas.root> {}
