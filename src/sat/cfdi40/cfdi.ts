/**
 * The verbs over the XML of CFDI 4.0: read, write, and the cadena original. They use outlines of the
 * declarations (model.ts has these).
 * @module
 */
import { type Limits, replyLimits } from '../../lib/limits.js'
import { type OptionNames, requireNames } from '../../lib/options.js'
import { writeTreeCadena } from '../../model/cadena.js'
import type { Model } from '../../model/grammar.js'
import {
  type Composed,
  composeDocument,
  writeCadena,
  writeDocument,
  writeSchemaCadena,
} from '../../model/write.js'
import { complementOutlines, documentOutline } from '../outlines.js'
import { parseDocument, readParsed } from '../parse.js'
import {
  cfdiMembers,
  type Registered,
  registeredNames,
  registeredRoots,
  requireRegistered,
} from '../registered.js'
import { type DocumentOf, type Root, rootOfJson } from '../root.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../timbre11/declaration.js'
import type { Comprobante } from './declaration.js'

export type { Composed }

/** CFDI 4.0 with every known complement, as outlines. */
export const outlineRoot: Root<Comprobante> = {
  model: { document: documentOutline, complements: complementOutlines },
  members: cfdiMembers,
}

/** Options of readers. */
export interface ReadOptions<R extends Root = Root> extends Registered<R> {
  /** Limits of the XML. Defaults to documents of 20 MB; see {@link Limits}. */
  readonly limits?: Limits | undefined
}

/** Options of writers. */
export type WriteOptions<R extends Root = Root> = Registered<R>

/** Names of the options. */
const optionNames: OptionNames<ReadOptions> = { limits: true, ...registeredNames }

/** Returns the registered documents of a verb over XML. */
function readableRoots(verb: string, options: ReadOptions): readonly Root[] {
  if (typeof options === 'number') return []
  requireNames(verb, options, optionNames)
  return registeredRoots(outlineRoot, verb, options)
}

/** Returns the model of a JSON document. @throws TypeError for one of a root that is not registered */
function modelOf(verb: string, document: unknown, options: WriteOptions): Model {
  if (typeof options === 'number') return outlineRoot.model
  requireNames(verb, options, registeredNames)
  const root =
    rootOfJson(document, registeredRoots(outlineRoot, verb, options), outlineRoot) ?? outlineRoot
  requireRegistered(verb, root, document)
  return root.model
}

/** Reads a CFDI 4.0, or one of the registered documents. */
export function readCfdi<R extends Root>(
  xml: string | Uint8Array,
  options: ReadOptions<R> & { readonly documents: readonly R[] },
): Comprobante | DocumentOf<R>
/**
 * Reads a CFDI 4.0 to its JSON document: any prefixes, namespaces declared anywhere, BOM, CDATA,
 * comments. Attribute values are kept as written. It checks only that JSON can hold the content.
 *
 * @throws CfdiXmlError XML_SYNTAX (with line and column), XML_ENCODING, XML_LIMIT (beyond
 * `limits`), XML_NOT_CFDI for another root, and XML_CONTENT (with findings) for content that a CFDI
 * cannot have: foreign attributes, stray text, unknown nodes.
 * @throws TypeError for invalid `limits`.
 * @example
 * const { Emisor, Total } = readCfdi(xml)
 * Emisor.Rfc // → 'PLO150312QT1'
 */
export function readCfdi(xml: string | Uint8Array, options?: ReadOptions): Comprobante
export function readCfdi(xml: string | Uint8Array, options: ReadOptions = {}): unknown {
  const roots = readableRoots('readCfdi', options)
  return readParsed(parseDocument(outlineRoot, xml, options.limits, roots), options.limits)
}

/**
 * Returns the document and the cadena original of our own XML, parsed once. @throws CfdiXmlError as
 * {@link readCfdi}.
 */
export function readWithCadena(
  xml: string,
  documents?: readonly Root[],
): {
  readonly document: Comprobante
  readonly cadena: string
  readonly root: Root
} {
  const parsed = parseDocument(outlineRoot, xml, replyLimits, documents)
  const { root, tree } = parsed
  const document = readParsed(parsed, undefined)
  return { document, cadena: writeTreeCadena(root.model, tree), root }
}

/** Writes the XML of a CFDI with complements of the host, or of one of the registered documents. */
export function writeCfdi<R extends Root = never>(
  document: Comprobante | DocumentOf<R>,
  options: WriteOptions<R>,
): string
/**
 * Writes the XML of a CFDI: one line, UTF-8, with the SAT's prefixes and order. Does not validate
 * the document: see `check`.
 *
 * @throws TypeError when a value cannot be written (a wrong type, an unknown property, a forbidden
 * character).
 * @example
 * readCfdi(writeCfdi(factura)) // → factura
 */
export function writeCfdi(document: Comprobante): string
export function writeCfdi(document: unknown, options: WriteOptions = {}): string {
  return writeDocument(modelOf('writeCfdi', document, options), document)
}

/** Writes the XML and the cadena original of a CFDI with complements of the host, or of a registered document. */
export function composeCfdi<R extends Root = never>(
  document: Comprobante | DocumentOf<R>,
  options: WriteOptions<R>,
): Composed
/**
 * Writes the XML of a CFDI and its cadena original, in little more time than either of them.
 *
 * @throws TypeError when a value cannot be written, as {@link writeCfdi}.
 * @example
 * const { xml, cadena } = composeCfdi(factura)
 * cadena === cadenaOriginalXml(xml) // → true
 */
export function composeCfdi(document: Comprobante): Composed
export function composeCfdi(document: unknown, options: WriteOptions = {}): Composed {
  return composeDocument(modelOf('composeCfdi', document, options), document)
}

/** Writes the cadena original of a CFDI with complements of the host, or of a registered document. */
export function cadenaOriginal<R extends Root = never>(
  document: Comprobante | DocumentOf<R>,
  options: WriteOptions<R>,
): string
/**
 * Writes the cadena original of a JSON document: the result of the SAT's transformation for the XML
 * that {@link writeCfdi} writes. It ignores problems outside the fields that `writeCfdi` refuses:
 * unknown properties, characters that XML does not admit.
 *
 * @throws TypeError when a field cannot be written.
 * @example
 * cadenaOriginal(factura).startsWith('||4.0|') // → true
 */
export function cadenaOriginal(document: Comprobante): string
export function cadenaOriginal(document: unknown, options: WriteOptions = {}): string {
  return writeCadena(modelOf('cadenaOriginal', document, options), document)
}

/**
 * Writes the cadena original of any CFDI 4.0 in XML, byte for byte as the SAT's
 * `cadenaoriginal_4_0.xslt`, including its treatment of unknown nodes.
 *
 * @throws CfdiXmlError XML_SYNTAX, XML_ENCODING, XML_LIMIT or XML_NOT_CFDI.
 * @example
 * cadenaOriginalXml(xml) === cadenaOriginal(factura) // → true
 */
export function cadenaOriginalXml(xml: string | Uint8Array, options: ReadOptions = {}): string {
  const roots = readableRoots('cadenaOriginalXml', options)
  const { root, tree } = parseDocument(outlineRoot, xml, options.limits, roots)
  return writeTreeCadena(root.model, tree)
}

/**
 * Writes the cadena original of a stamp (TFD 1.1), which the PAC signs.
 * @example
 * cadenaTimbre(timbre).startsWith(`||1.1|${timbre.UUID}|`) // → true
 */
export function cadenaTimbre(timbre: TimbreFiscalDigital): string {
  return writeSchemaCadena(timbreFiscalDigital, timbre)
}
