/**
 * CFDI Registro Fiscal 1.0 (`cfdiregistrofiscal.xsd`): the folio of a comprobante issued with the
 * SAT's own application ("Mis cuentas") and sealed with the SAT's certificate. It is compatible
 * with every other complement: the only one that the standards of Pagos and Nómina admit beside
 * them.
 * @module
 */
import { element, required, type Static } from '../../model/grammar.js'
import { exactly, rawText } from '../../model/types.js'
import { complement } from '../cfdi40/complement.js'

/** The declaration of CFDI Registro Fiscal 1.0. */
export const registroFiscal = complement({
  name: 'CFDIRegistroFiscal',
  version: '1.0',
  prefix: 'registrofiscal',
  namespace: 'http://www.sat.gob.mx/registrofiscal',
  xsd: 'http://www.sat.gob.mx/sitio_internet/cfd/cfdiregistrofiscal/cfdiregistrofiscal.xsd',
  at: 'comprobante',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Folio del registro, dieciséis dígitos. */
    Folio: required(rawText({ pattern: '[0-9]{16}' })),
  }),
})

/** The content of a CFDI Registro Fiscal 1.0. */
export interface RegistroFiscal extends Static<typeof registroFiscal.root> {}

export type { RegistroFiscalDraft } from './draft.js'
