/**
 * The address of the SAT's verification page for a document: what its QR code holds (Anexo 20, section I.D).
 * @module
 */
import type { Comprobante } from './declaration.js'

const page = 'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx'

/**
 * UUID, RFCs, total and the last eight characters of the seal. `&` and `Ñ` in an RFC are escaped.
 * @example
 * verificationUrl(factura, timbre.UUID).includes(`&re=${factura.Emisor.Rfc}&`) // → true
 */
export function verificationUrl({ Emisor, Receptor, Total, Sello }: Comprobante, uuid: string): string {
  const fields = { id: uuid, re: Emisor.Rfc, rr: Receptor.Rfc, tt: String(Total), fe: Sello.slice(-8) }
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${page}?${query.join('&')}`
}
