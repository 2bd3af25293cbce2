/**
 * Documents that the program takes besides CFDI 4.0: all that the library has.
 * @module
 */
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import { readCfdi } from '../sat/cfdi40/cfdi.js'
import { allDocuments } from '../sat/documents.js'

/** Every document of the library, for the option `documents`. */
export const documents = allDocuments

/** Reads the XML of any of them. @throws CfdiXmlError, as `readCfdi` */
export function readDocument(xml: Uint8Array): Comprobante {
  return readCfdi(xml, { documents }) as Comprobante
}
