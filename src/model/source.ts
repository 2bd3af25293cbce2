/**
 * From octets to text: the encoding that the BOM or the XML declaration states, UTF-8 without either (XML 1.0, appendix F).
 * @module
 */
import { CfdiXmlError } from '../errors.js'
import { parseXml, type XmlNode, XmlSyntaxError } from '../lib/xml.js'

/** The text of an XML document. Throws {@link CfdiXmlError} (XML_ENCODING) when the octets are not in its encoding. */
export function decodeXml(xml: string | Uint8Array): string {
  if (typeof xml === 'string') return xml
  if (!ArrayBuffer.isView(xml)) throw new TypeError('xml debe ser texto o Uint8Array')
  const label = encodingOf(xml)
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(xml)
  } catch (cause) {
    throw new CfdiXmlError('XML_ENCODING', `El XML no está en la codificación que declara (${label})`, { cause })
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  const head = String.fromCharCode(...bytes.subarray(0, 100))
  return /^<\?xml[^>]*encoding[ \t\r\n]*=[ \t\r\n]*["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8'
}

/** The tree of an XML text. Throws {@link CfdiXmlError} (XML_SYNTAX) with line and column when it is not well formed. */
export function parseSource(source: string): XmlNode {
  try {
    return parseXml(source)
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error
    throw new CfdiXmlError('XML_SYNTAX', error.message, { cause: error, ...error.problem })
  }
}
