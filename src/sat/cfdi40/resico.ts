/**
 * Withholding of ISR in the simplified regime (626): the SAT's list marks persons who invoice
 * companies.
 * @module
 */

import { decimalOf } from '../../rules/values.js'
import type { Comprobante } from './declaration.js'
import { isMoral } from './predicates.js'
import { perDocument, type RuleContext } from './rule.js'
import type { Tasa } from './tasas.js'

/** Whether a person of regime 626 invoices a company. */
export function isResicoSale({ document: { Emisor, Receptor } }: RuleContext): boolean {
  return Emisor.RegimenFiscal === '626' && !isMoral(Emisor.Rfc) && isMoral(Receptor.Rfc)
}

/**
 * The mark "Retención" of l_RFC on the issuer; undefined unless a person of regime 626 invoices a
 * company.
 */
export const retencionMark = perDocument((context: RuleContext): '1' | '2' | undefined => {
  const { document, taxpayers } = context
  if (isResicoSale(context)) return taxpayers?.find(document.Emisor.Rfc)?.retencion
  return undefined
})

/** LISR 113-J. */
const tasa = decimalOf('0.012500')

/** Whether any concept withholds ISR at 1.25 %. */
export function isResicoRetained({ Conceptos }: Comprobante): boolean {
  return Conceptos.some(({ Impuestos }) => Impuestos?.Retenciones?.some(isRetained))
}

function isRetained({ Impuesto, TasaOCuota }: Tasa): boolean {
  return Impuesto === '001' && TasaOCuota !== undefined && decimalOf(TasaOCuota).equals(tasa)
}
