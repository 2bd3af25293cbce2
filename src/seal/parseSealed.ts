/**
 * Reads a sealed document from its XML.
 * @module
 */
import { replyLimits } from '../lib/limits.js'
import { parseXml } from '../lib/xml/xml.js'
import { outlineRoot, readWithCadena } from '../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../sat/cfdi40/declaration.js'
import type { Root } from '../sat/root.js'
import type { Sealed } from './sello.js'

/**
 * Parses the XML of a sealed document. Does not verify the seal.
 * @throws CfdiXmlError if it is neither a CFDI 4.0 nor one of `documents`.
 */
export function parseSealed(xml: string, documents: readonly Root[] = []): Sealed {
  const { document, cadena, root } = readWithCadena(xml, documents)
  const sealed = { xml, cadena, sello: document.Sello, document }
  return documents.includes(root) ? { ...sealed, root } : sealed
}

/**
 * Parses the sealed XML that a journal kept. Of another root than a CFDI 4.0 only the attributes of
 * its root and of its `Emisor` are read, which is all that a request to a PAC needs: a journal has
 * no registered documents.
 * @throws CfdiXmlError or XmlSyntaxError for unreadable XML
 */
export function parseKept(xml: string): Sealed {
  const { local: name, namespace, prefix, attributes, children } = parseXml(xml, replyLimits)
  const { document: cfdi40 } = outlineRoot.model
  if (namespace === cfdi40.namespace) return parseSealed(xml)
  const issuer = children.find((one) => typeof one !== 'string' && one.local === 'Emisor')
  const Emisor = typeof issuer === 'object' ? sealedMembers(issuer.attributes) : {}
  const members = sealedMembers(attributes)
  const document = { ...members, Emisor }
  const [fecha = ''] = Object.keys(members).filter((each) => each.startsWith('Fecha'))
  const root: Root = {
    model: { document: { ...cfdi40, name, namespace, prefix }, complements: [] },
    members: { fecha, lugar: '', folio: '', rfc: '', nombre: '' },
  }
  const { Sello: sello = '' } = members
  return { xml, cadena: '', sello, document: document as unknown as Comprobante, root }
}

/** The attributes of an element: names and values take turns in `attributes`. */
function sealedMembers(attributes: readonly string[]): Readonly<Record<string, string>> {
  const names = attributes.filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((each, at) => [each, attributes[2 * at + 1] ?? '']))
}
