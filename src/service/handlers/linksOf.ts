/**
 * The links of a CFDI.
 * @module
 */
import type { Environment } from '../environment.js'
import type { Service } from '../operation.js'

/** Links to the XML of a CFDI, and to its PDF where the service makes them. */
export async function linksOf({ links, pdf }: Service, { name }: Environment, uuid: string) {
  const document = { environment: name, uuid: uuid.toUpperCase() }
  const UrlXml = await links.to({ ...document, kind: 'xml' })
  return pdf === undefined ? { UrlXml } : { UrlXml, UrlPdf: await links.to({ ...document, kind: 'pdf' }) }
}
