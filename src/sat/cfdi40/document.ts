/**
 * CFDI 4.0 as a document that the engine stamps.
 * @module
 */
import type { SatDocument } from '../document.js'
import { tables } from '../rules.js'
import { cfdiRoot } from './cfdi.js'
import { judge } from './check.js'
import { checkResolved } from './checkResolved.js'
import type { Comprobante } from './declaration.js'
import { ofCertificate } from './derive/comprobante.js'
import { autoMembers, resolve } from './resolve.js'
import { statusQuery } from './statusQuery.js'
import { verificationUrl } from './verificationUrl.js'

/** CFDI 4.0, which every engine stamps. */
export const cfdi40: SatDocument<Comprobante> = {
  ...cfdiRoot,
  tables,
  judge,
  resolve,
  checkResolved,
  auto: autoMembers,
  ofCertificate,
  amountsOf: ({ Moneda, SubTotal, Total }) => ({
    Moneda: Moneda.trim(),
    SubTotal: String(SubTotal).trim(),
    Total: String(Total).trim(),
  }),
  receiverOf: ({ Receptor }) => `${Receptor.Nombre} (${Receptor.Rfc})`,
  verificationUrl,
  statusQuery,
  service: 'cfdi',
}
