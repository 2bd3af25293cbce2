/**
 * From bytes to text: the encoding that the BOM or the XML declaration states, UTF-8 without either (XML 1.0, appendix F).
 * @module
 */
import { CfdiXmlError } from '../errors.js'
import { type AllLimits, defaultLimits } from '../lib/limits.js'
import { declaredEncoding, parseXml, XmlLimitError, type XmlNode, XmlSyntaxError } from '../lib/xml.js'

/**
 * The text of an XML document. Throws {@link CfdiXmlError}: XML_ENCODING when the bytes are not in their encoding, or the BOM
 * says another than the declaration; XML_LIMIT when there are more than admitted.
 */
export function decodeXml(xml: string | Uint8Array, { length }: AllLimits = defaultLimits): string {
  if (typeof xml !== 'string' && !ArrayBuffer.isView(xml)) throw new TypeError('xml must be text or a Uint8Array')
  if (xml.length > length) throw new CfdiXmlError('XML_LIMIT', `El XML mide más de ${length}`)
  return typeof xml === 'string' ? xml : decodeBytes(xml)
}

function decodeBytes(bytes: Uint8Array): string {
  const marked = markOf(bytes)
  const label = marked ?? declaredEncoding(headOf(bytes)) ?? 'utf-8'
  const text = decodeAs(label, bytes)
  const declared = marked === undefined ? undefined : declaredEncoding(text)
  if (declared !== undefined && !isSameEncoding(marked as string, declared)) {
    const message = `El XML empieza con la marca (BOM) de ${marked} y declara otra codificación (${declared})`
    throw new CfdiXmlError('XML_ENCODING', message)
  }
  return text
}

/** The encoding of which the first bytes are the mark. */
function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : undefined
}

/** The XML declaration, however long, which is ASCII in all encodings that need it: up to the first `>`. */
function headOf(bytes: Uint8Array): string {
  const isDeclared = bytes[0] === 0x3c && bytes[1] === 0x3f
  return isDeclared ? new TextDecoder('latin1').decode(bytes.subarray(0, bytes.indexOf(0x3e) + 1)) : ''
}

function decodeAs(label: string, bytes: Uint8Array): string {
  try {
    return decoderOf(label).decode(bytes)
  } catch (cause) {
    throw new CfdiXmlError('XML_ENCODING', `El XML no está en la codificación que declara (${label})`, { cause })
  }
}

/** Of encodings that a declaration may name: this one of the Encoding Standard is of no text. @throws RangeError for others. */
function decoderOf(label: string): TextDecoder {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true })
  if (decoder.encoding === 'x-user-defined') throw new RangeError('x-user-defined')
  return decoder
}

/** UTF-16 is declared without its order, or with it. */
function isSameEncoding(marked: string, declared: string): boolean {
  const name = declared.toLowerCase()
  return (
    name === marked || (name === 'utf-16' && marked.startsWith('utf-16')) || (name === 'utf8' && marked === 'utf-8')
  )
}

/**
 * The tree of an XML text. Throws {@link CfdiXmlError} with line and column: XML_SYNTAX when it is not well formed, XML_LIMIT
 * when it holds more than admitted.
 */
export function parseSource(source: string, limits: AllLimits = defaultLimits): XmlNode {
  try {
    return parseXml(source, limits)
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error
    const code = error instanceof XmlLimitError ? 'XML_LIMIT' : 'XML_SYNTAX'
    throw new CfdiXmlError(code, error.message, { cause: error, ...error.problem })
  }
}
