/**
 * Intereses hipotecarios 1.0 (`intereseshipotecarios.xsd`): deductible real interest of a mortgage.
 * @module
 */
import { element, optional, required, type Static } from '../../model/grammar.js'
import { decimal, exactly, oneOf, token } from '../../model/types.js'
import { complement } from '../retenciones20/complement.js'

/** The declaration of Intereses hipotecarios 1.0. */
export const interesesHipotecarios = complement({
  name: 'Intereseshipotecarios',
  version: '1.0',
  prefix: 'intereseshipotecarios',
  namespace: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios',
  xsd: 'http://www.sat.gob.mx/esquemas/retencionpago/1/intereseshipotecarios/intereseshipotecarios.xsd',
  root: element({
    /** Versión del complemento: "1.0". */
    Version: required(exactly('1.0')),
    /** Si el crédito es de una institución financiera: SI o NO. */
    CreditoDeInstFinanc: required(oneOf('SI', 'NO')),
    /** Saldo insoluto al 31 de diciembre, o a la fecha de contratación. */
    SaldoInsoluto: required(decimal(6)),
    /** Proporción deducible del crédito. */
    PropDeducDelCredit: optional(decimal(6)),
    /** Intereses nominales devengados. */
    MontTotIntNominalesDev: optional(decimal(6)),
    /** Intereses nominales devengados y pagados. */
    MontTotIntNominalesDevYPag: optional(decimal(6)),
    /** Intereses reales pagados deducibles. */
    MontTotIntRealPagDeduc: optional(decimal(6)),
    /** Número de contrato. */
    NumContrato: optional(token({ minLength: 1, maxLength: 300 })),
  }),
})

/** The content of a Intereses hipotecarios 1.0. */
export interface InteresesHipotecarios extends Static<typeof interesesHipotecarios.root> {}

export type { InteresesHipotecariosDraft } from './draft.js'
