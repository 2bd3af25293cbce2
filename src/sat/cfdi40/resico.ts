/**
 * The withholding of ISR on the simplified regime (626): a person who invoices a company is marked in the SAT's list.
 * @module
 */

import { decimalOf } from '../../rules/values.js'
import type { Comprobante } from './declaration.js'
import { isMoral } from './predicates.js'
import { perDocument, type RuleContext } from './rule.js'
import type { Tasa } from './tasas.js'

/** The mark "Retención" of l_RFC on the issuer; undefined when it is not a person of regime 626 who invoices a company. */
export const retencionMark = perDocument(({ document, taxpayers }: RuleContext): '1' | '2' | undefined => {
  const { Emisor, Receptor } = document
  if (Emisor.RegimenFiscal !== '626' || isMoral(Emisor.Rfc) || !isMoral(Receptor.Rfc)) return undefined
  return taxpayers?.find(Emisor.Rfc)?.retencion
})

/** LISR 113-J. */
const tasa = decimalOf('0.012500')

/** Whether some concept withholds ISR at 1.25 %. */
export function isResicoRetained({ Conceptos }: Comprobante): boolean {
  return Conceptos.some(({ Impuestos }) => Impuestos?.Retenciones?.some(isRetained))
}

function isRetained({ Impuesto, TasaOCuota }: Tasa): boolean {
  return Impuesto === '001' && TasaOCuota !== undefined && decimalOf(TasaOCuota).equals(tasa)
}
