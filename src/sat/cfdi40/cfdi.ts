/**
 * The verbs over CFDI 4.0: read, write, and the cadena original.
 * @module
 */
import { CfdiXmlError } from '../../errors.js'
import { type Limits, limitsOf } from '../../lib/limits.js'
import type { XmlNode } from '../../lib/xml.js'
import { writeTreeCadena } from '../../model/cadena.js'
import { FindingTally } from '../../model/finding.js'
import type { Model } from '../../model/grammar.js'
import { readTree } from '../../model/read.js'
import { decodeXml, parseSource } from '../../model/source.js'
import { foreignRoot } from '../../model/version.js'
import { type Composed, composeDocument, writeCadena, writeDocument, writeSchemaCadena } from '../../model/write.js'
import { complements } from '../declarations.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../timbre11/declaration.js'
import { type Comprobante, comprobante } from './declaration.js'

export type { Composed }

/** CFDI 4.0 with every complement that the library knows, and the stamp. */
export const cfdi: Model<(typeof comprobante)['root'], (typeof complements)[number]> = {
  document: comprobante,
  complements: [...complements, timbreFiscalDigital],
}

/** What a reader may be told. */
export interface ReadOptions {
  /** How much it takes before it refuses the XML: documents of tens of MB by default. */
  readonly limits?: Limits | undefined
}

/**
 * The JSON document of a CFDI 4.0: any prefixes, namespaces declared anywhere, BOM, CDATA, comments. Attribute values
 * are kept as written; nothing is judged but that it can be held.
 *
 * @throws CfdiXmlError XML_SYNTAX (with line and column), XML_ENCODING, XML_LIMIT (beyond `limits`), XML_NOT_CFDI when the root is
 * another, and XML_CONTENT (with findings) when it holds what a CFDI cannot: foreign attributes, stray text, unknown nodes.
 * @throws TypeError when `limits` are none.
 * @example
 * const { Emisor, Total } = readCfdi(xml)
 * Emisor.Rfc // → 'PLO150312QT1'
 */
export function readCfdi(xml: string | Uint8Array, { limits }: ReadOptions = {}): Comprobante {
  return documentOf(parseCfdi(xml, limits), limits)
}

/** The document of an XML and its cadena original, parsed once for both. @throws CfdiXmlError as {@link readCfdi}. */
export function readWithCadena(xml: string): { readonly document: Comprobante; readonly cadena: string } {
  const parsed = parseCfdi(xml, undefined)
  return { document: documentOf(parsed, undefined), cadena: writeTreeCadena(cfdi, parsed.tree) }
}

function documentOf({ source, tree }: Parsed, limits: Limits | undefined): Comprobante {
  const tally = new FindingTally(limitsOf(limits).findings, cfdi.document.name)
  const { document, departures, isLossy } = readTree(cfdi, tree, source, tally)
  if (!isLossy) return document as Comprobante
  const lost = departures.filter((departure) => departure.lost).map(({ finding }) => finding)
  const findings = [...lost, ...tally.last()]
  throw new CfdiXmlError('XML_CONTENT', `El XML no es un CFDI 4.0: ${findings[0]?.message}`, { findings })
}

interface Parsed {
  readonly source: string
  readonly tree: XmlNode
}

function parseCfdi(xml: string | Uint8Array, given: Limits | undefined): Parsed {
  const limits = limitsOf(given)
  const source = decodeXml(xml, limits)
  const tree = parseSource(source, limits)
  requireComprobante(tree)
  return { source, tree }
}

/**
 * The XML of a CFDI, in one line, UTF-8, with the SAT's prefixes and order. Judges nothing: see `check`.
 *
 * @throws TypeError when a value cannot be written at all (a wrong type, an unknown property, a forbidden character).
 * @example
 * readCfdi(writeCfdi(factura)) // → factura
 */
export function writeCfdi(document: Comprobante): string {
  return writeDocument(cfdi, document)
}

/**
 * The XML of a CFDI and its cadena original, in little more time than one of them takes: what a seal needs.
 *
 * @throws TypeError when a value cannot be written at all, as {@link writeCfdi}.
 * @example
 * const { xml, cadena } = composeCfdi(factura)
 * cadena === cadenaOriginalXml(xml) // → true
 */
export function composeCfdi(document: Comprobante): Composed {
  return composeDocument(cfdi, document)
}

/**
 * The cadena original of a JSON document: what the SAT's transformation gives for the XML that {@link writeCfdi} writes. What
 * that refuses may pass here unseen, if it is not among the fields: unknown properties, characters that XML does not admit.
 *
 * @throws TypeError when a field cannot be written.
 * @example
 * cadenaOriginal(factura).startsWith('||4.0|') // → true
 */
export function cadenaOriginal(document: Comprobante): string {
  return writeCadena(cfdi, document)
}

/**
 * The cadena original of any CFDI 4.0 in XML, byte for byte that of the SAT's `cadenaoriginal_4_0.xslt`, including what
 * it does with nodes that it does not know.
 *
 * @throws CfdiXmlError XML_SYNTAX, XML_ENCODING, XML_LIMIT or XML_NOT_CFDI.
 * @example
 * cadenaOriginalXml(xml) === cadenaOriginal(factura) // → true
 */
export function cadenaOriginalXml(xml: string | Uint8Array, { limits }: ReadOptions = {}): string {
  return writeTreeCadena(cfdi, parseCfdi(xml, limits).tree)
}

/**
 * The cadena original of a stamp (TFD 1.1), which the PAC seals.
 * @example
 * cadenaTimbre(timbre).startsWith(`||1.1|${timbre.UUID}|`) // → true
 */
export function cadenaTimbre(timbre: TimbreFiscalDigital): string {
  return writeSchemaCadena(timbreFiscalDigital, timbre)
}

function requireComprobante(tree: XmlNode): void {
  if (tree.local === comprobante.name && tree.namespace === comprobante.namespace) return
  throw new CfdiXmlError('XML_NOT_CFDI', `El nodo raíz no es el de un CFDI 4.0: ${foreignRoot(comprobante, tree)}`)
}
