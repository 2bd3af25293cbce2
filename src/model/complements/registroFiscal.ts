/**
 * CFDIRegistroFiscal 1.0.
 * @module
 */
import { complement, element, required, type Static } from '../grammar.js'
import { exactly, rawText } from '../types.js'

export const registroFiscal = complement({
  name: 'CFDIRegistroFiscal',
  version: '1.0',
  prefix: 'registrofiscal',
  namespace: 'http://www.sat.gob.mx/registrofiscal',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/cfdiregistrofiscal/cfdiregistrofiscal.xsd',
  at: 'comprobante',
  root: element({
    Version: required(exactly('1.0')),
    Folio: required(rawText({ pattern: '[0-9]{16}' })),
  }),
})

export interface RegistroFiscal extends Static<typeof registroFiscal.root> {}
