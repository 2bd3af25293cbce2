/**
 * The links of a CFDI.
 * @module
 */
import type { Caller, Service } from '../operation.js'
import { aheadOf } from '../sandbox/accountClock.js'

/** Returns links to the XML of a CFDI, and to its PDF if the service creates PDFs. */
export async function linksOf(
  { links, pdf }: Service,
  { environment, account }: Pick<Caller, 'environment' | 'account'>,
  uuid: string,
) {
  const ahead = aheadOf(account)
  const document = { environment: environment.name, uuid: uuid.toUpperCase() }
  const UrlXml = await links.to({ ...document, kind: 'xml' }, ahead)
  if (pdf === undefined) return { UrlXml }
  return { UrlXml, UrlPdf: await links.to({ ...document, kind: 'pdf' }, ahead) }
}
