/**
 * Key of a stamped document at the SAT's status service.
 * @module
 */
import type { Comprobante } from './declaration.js'

/** Fields that identify a document at the SAT's status service. */
export interface StatusQuery {
  /** Folio fiscal. */
  readonly uuid: string
  /** RFC of the issuer. */
  readonly rfcEmisor: string
  /** RFC of the receiver. */
  readonly rfcReceptor: string
  /** Total, as written in the document. */
  readonly total: string
  /** Last 8 characters of the Sello. */
  readonly fe: string
}

/**
 * Returns the query of a stamped document. The service does not cover CFDI de retenciones.
 * @throws TypeError for a document without a stamp
 * @example
 * statusQuery(factura).rfcEmisor // → factura.Emisor.Rfc
 */
export function statusQuery(cfdi: Comprobante): StatusQuery {
  const { Emisor, Receptor, Total, Sello, Complemento } = cfdi
  const uuid: unknown = Complemento?.TimbreFiscalDigital?.UUID
  if (typeof uuid !== 'string') throw new TypeError('statusQuery: a stamped document is expected')
  return {
    uuid,
    rfcEmisor: Emisor.Rfc,
    rfcReceptor: Receptor.Rfc,
    total: String(Total),
    fe: Sello.slice(-8),
  }
}
