/**
 * URL of the SAT's verification page for a document, the content of its QR code (Anexo 20, section
 * I.D).
 * @module
 */
import { requireKind } from '../../lib/options.js'
import { isRecord } from '../../lib/json.js'
import type { Comprobante } from './declaration.js'

const page = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx'

/**
 * Returns the URL, with UUID, RFCs, total and the last eight characters of the seal. Escapes `&`
 * and `Ñ` in an RFC.
 * @example
 * verificationUrl(factura, timbre.UUID).includes(`&re=${factura.Emisor.Rfc}&`) // → true
 */
export function verificationUrl(document: Comprobante, uuid: string): string {
  const { Emisor, Receptor, Total, Sello } = isRecord(document)
    ? document
    : ({} as Partial<Comprobante>)
  requireKind('verificationUrl: uuid', uuid, 'text')
  if (!isRecord(Emisor) || !isRecord(Receptor) || typeof Sello !== 'string')
    throw new TypeError('verificationUrl: a sealed document is expected, such as readCfdi returns')
  const fields = {
    id: uuid,
    re: Emisor.Rfc,
    rr: Receptor.Rfc,
    tt: String(Total),
    fe: Sello.slice(-8),
  }
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  )
  return `${page}?${query.join('&')}`
}
