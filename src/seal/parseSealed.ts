/**
 * A sealed document from its XML, as it was kept or is to be stamped.
 * @module
 */
import { readWithCadena } from '../sat/cfdi40/cfdi.js'
import type { Sealed } from './sello.js'

/**
 * The document of an XML that was sealed: nothing of its seal is verified.
 * @throws CfdiXmlError if it is not a CFDI 4.0.
 */
export function parseSealed(xml: string): Sealed {
  const { document, cadena } = readWithCadena(xml)
  return { xml, cadena, sello: document.Sello, document }
}
