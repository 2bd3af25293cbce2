/**
 * The links of a CFDI.
 * @module
 */
import type { Environment } from '../environment.js'
import type { Service } from '../operation.js'

/** Returns links to the XML of a CFDI, and to its PDF if the service creates PDFs. */
export async function linksOf({ links, pdf }: Service, { name }: Environment, uuid: string) {
  const document = { environment: name, uuid: uuid.toUpperCase() }
  const UrlXml = await links.to({ ...document, kind: 'xml' })
  if (pdf === undefined) return { UrlXml }
  return { UrlXml, UrlPdf: await links.to({ ...document, kind: 'pdf' }) }
}
