/**
 * The verbs over CFDI 4.0: read, write, and the cadena original.
 * @module
 */
import { CfdiXmlError } from '../../errors.js'
import { isRecord } from '../../lib/json.js'
import { type Limits, limitsOf, replyLimits } from '../../lib/limits.js'
import { type OptionNames, requireNames } from '../../lib/options.js'
import type { XmlNode } from '../../lib/xml/xml.js'
import { writeTreeCadena } from '../../model/cadena.js'
import {
  declarationsOf,
  type Extend,
  extendJudged,
  extendReadable,
} from '../../model/host/extend.js'
import { FindingTally } from '../../model/finding.js'
import type { Complement, Model } from '../../model/grammar.js'
import { readTree } from '../../model/read.js'
import { slotPlacesOf } from '../../model/slots.js'
import { decodeXml, parseSource } from '../../model/source.js'
import { foreignRoot, otherRoot } from '../../model/version.js'
import {
  type Composed,
  composeDocument,
  writeCadena,
  writeDocument,
  writeSchemaCadena,
} from '../../model/write.js'
import { complements } from '../declarations.js'
import {
  type DocumentOf,
  type ExtensibleRoot,
  type Root,
  requireDocuments,
  rootOfJson,
} from '../root.js'
import { type TimbreFiscalDigital, timbreFiscalDigital } from '../timbre11/declaration.js'
import { type Comprobante, comprobante } from './declaration.js'

export type { Composed }

/** CFDI 4.0 with every known complement, and the stamp. */
export const cfdi: Model<(typeof comprobante)['root'], (typeof complements)[number]> = {
  document: comprobante,
  complements: [...complements, timbreFiscalDigital],
}

/** CFDI 4.0 as a root: its model, and the names of its members. */
export const cfdiRoot: Root<Comprobante> = {
  model: cfdi,
  members: {
    ...{ fecha: 'Fecha', lugar: 'LugarExpedicion', folio: 'Folio', serie: 'Serie' },
    ...{ rfc: 'Rfc', nombre: 'Nombre' },
  },
}

/** Documents and complements that the library does not admit by itself. */
export interface Registered<R extends Root = Root> {
  /** Documents to admit besides CFDI 4.0, such as `retenciones20` of `cfdi-stamp/retenciones`. */
  readonly documents?: readonly R[] | undefined
  /**
   * Complements to admit besides those of the library: declarations of the host, of a CFDI 4.0 or a
   * registered document by their place.
   */
  readonly complements?: readonly Complement[] | undefined
}

/** Names of the options of {@link Registered}. */
export const registeredNames: OptionNames<Registered> = { documents: true, complements: true }

/**
 * Returns the registered documents; with complements of the host, the CFDI 4.0 that has them is the
 * first of them.
 * @throws TypeError for documents or declarations that are none
 */
export function rootsOf<R extends Root>(
  verb: string,
  registered: Registered<R>,
): readonly (R | Root<Comprobante>)[] {
  return rootsBy(extendJudged, verb, registered)
}

/** {@link rootsOf} with declarations that `extend` judges. */
function rootsBy<R extends Root>(
  extend: Extend,
  verb: string,
  { documents, complements }: Registered<R>,
): readonly (R | Root<Comprobante>)[] {
  requireDocuments(verb, documents)
  if (complements === undefined) return documents ?? none
  const entries = declarationsOf(verb, complements)
  const rootOf = (declaration: unknown) => documents?.find((one) => hasPlace(one, declaration))
  const extended = (own: R | undefined) => {
    const ofRoot = entries.filter(([, declaration]) => rootOf(declaration) === own)
    return extendRoot(extend, verb, own ?? cfdiRoot, ofRoot)
  }
  // CFDI 4.0 takes the others, and refuses a place that it does not have.
  return [extended(undefined), ...(documents ?? none).map(extended)]
}

const none: readonly never[] = []

/** Whether the document has the place of a declaration. */
function hasPlace({ model }: Root, declaration: unknown): boolean {
  const place = isRecord(declaration) ? declaration['at'] : undefined
  return slotPlacesOf(model.document).some(({ at }) => at === place)
}

const extendedRoots = new WeakMap<Model, Root>()

/** Returns a root with complements of the host; the same one for the same declarations. */
function extendRoot<R extends Root>(
  extend: Extend,
  verb: string,
  root: R,
  entries: readonly (readonly [number, unknown])[],
): R {
  if (entries.length === 0) return root
  const model = extend(root.model, entries, verb)
  let extended = extendedRoots.get(model)
  if (extended === undefined) {
    // `requireDocuments` admits nothing less.
    extended = isCfdi(root)
      ? { ...root, model }
      : (root as unknown as ExtensibleRoot).withModel(model)
    extendedRoots.set(model, extended)
  }
  return extended as R
}

/** Whether a root is CFDI 4.0, with any complements. */
export function isCfdi({ model }: Pick<Root, 'model'>): boolean {
  return model.document === comprobante
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
function readableRoots(extend: Extend, verb: string, options: ReadOptions): readonly Root[] {
  if (typeof options === 'number') return none
  requireNames(verb, options, optionNames)
  return rootsBy(extend, verb, options)
}

/** @throws TypeError for the JSON of another root than CFDI 4.0, which must be registered */
export function requireRegistered(verb: string, root: Root, document: unknown): void {
  const other = isCfdi(root) ? otherRoot(comprobante, document) : undefined
  if (other !== undefined) throw new TypeError(`${verb}: the document ${other}`)
}

/** Returns the model of a JSON document. @throws TypeError for one of a root that is not registered */
function modelOf(verb: string, document: unknown, options: WriteOptions): Model {
  if (typeof options === 'number') return cfdi
  requireNames(verb, options, registeredNames)
  const root = rootOfJson(document, rootsOf(verb, options), cfdiRoot) ?? cfdiRoot
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
  const roots = readableRoots(extendReadable, 'readCfdi', options)
  return readParsed(parseCfdi(xml, options.limits, roots), options.limits)
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
  const parsed = parseCfdi(xml, replyLimits, documents)
  const { root, tree } = parsed
  const document = readParsed(parsed, undefined)
  return { document, cadena: writeTreeCadena(root.model, tree), root }
}

/**
 * Returns the JSON of a parsed document. @throws CfdiXmlError XML_CONTENT, as {@link readCfdi}.
 */
export function readParsed(
  { source, tree, root }: ParsedCfdi,
  limits: Limits | undefined,
): Comprobante {
  const { model } = root
  const tally = new FindingTally(limitsOf(limits).findings, model.document.name)
  const { document, departures, firstLost } = readTree(model, tree, source, tally)
  if (firstLost === undefined) return document as Comprobante
  const lost = departures.filter((departure) => departure.lost).map(({ finding }) => finding)
  const findings = [...(lost.length === 0 ? [firstLost] : lost), ...tally.last()]
  throw new CfdiXmlError('XML_CONTENT', `El XML no es ${nounOf(root)}: ${firstLost.message}`, {
    findings,
  })
}

/** Returns the noun of a root with its version: `un CFDI 4.0`. */
export function nounOf(root: Root): string {
  const { noun, version } = root.model.document
  return isCfdi(root) ? 'un CFDI 4.0' : `un ${noun} ${version}`
}

/** A CFDI 4.0, or a registered document, parsed once for several uses. */
export interface ParsedCfdi {
  /** The XML text. */
  readonly source: string
  /** Its root element. */
  readonly tree: XmlNode
  /** The document that it is. */
  readonly root: Root
}

/** @throws CfdiXmlError for unreadable XML, or another root */
export function parseCfdi(
  xml: string | Uint8Array,
  given: Limits | undefined,
  documents: readonly Root[] = [],
): ParsedCfdi {
  const limits = limitsOf(given)
  const source = decodeXml(xml, limits)
  const tree = parseSource(source, limits)
  return { source, tree, root: rootOfTree(tree, documents) ?? refuseRoot(tree) }
}

/** Returns the root that an element is: a registered one, or CFDI 4.0. */
export function rootOfTree<R extends Root>(
  { local, namespace }: XmlNode,
  documents: readonly R[],
): R | Root<Comprobante> | undefined {
  const isIt = ({ model: { document } }: Root): boolean =>
    local === document.name && namespace === document.namespace
  return documents.find(isIt) ?? (isIt(cfdiRoot) ? cfdiRoot : undefined)
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
  const roots = readableRoots(extendJudged, 'cadenaOriginalXml', options)
  const { root, tree } = parseCfdi(xml, options.limits, roots)
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

/** Returns the registered document that the XML is; undefined for a CFDI 4.0, or unreadable XML. */
export function rootOfXml<R extends Root>(
  xml: string | Uint8Array,
  limits: Limits | undefined,
  documents: readonly R[],
): R | undefined {
  try {
    const { root } = parseCfdi(xml, limits, documents)
    return documents.find((one) => one === root)
  } catch (error) {
    if (error instanceof CfdiXmlError) return undefined
    throw error
  }
}

function refuseRoot(tree: XmlNode): never {
  throw new CfdiXmlError(
    'XML_NOT_CFDI',
    `El nodo raíz no es el de un CFDI 4.0: ${foreignRoot(comprobante, tree)}`,
  )
}
