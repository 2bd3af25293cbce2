/**
 * Parses the XML of a CFDI 4.0 or of a registered document, once for several uses. CFDI 4.0 is an
 * argument: its outline or its declaration.
 * @module
 */
import { CfdiXmlError } from '../errors.js'
import { type Limits, limitsOf } from '../lib/limits.js'
import type { XmlNode } from '../lib/xml/xml.js'
import { FindingTally } from '../model/finding.js'
import { readTree } from '../model/read.js'
import { decodeXml, parseSource } from '../model/source.js'
import { foreignRoot } from '../model/version.js'
import type { Comprobante } from './cfdi40/declaration.js'
import { nounOf } from './registered.js'
import type { Root } from './root.js'

/** A CFDI 4.0, or a registered document, parsed once for several uses. */
export interface ParsedCfdi {
  /** The XML text. */
  readonly source: string
  /** Its root element. */
  readonly tree: XmlNode
  /** The document that it is. */
  readonly root: Root
}

/**
 * Parses the XML of one of the documents, or of `main`: CFDI 4.0.
 * @throws CfdiXmlError for unreadable XML, or another root
 */
export function parseDocument(
  main: Root<Comprobante>,
  xml: string | Uint8Array,
  given: Limits | undefined,
  documents: readonly Root[] = [],
): ParsedCfdi {
  const limits = limitsOf(given)
  const source = decodeXml(xml, limits)
  const tree = parseSource(source, limits)
  const root = [...documents, main].find((one) => isRootOf(tree, one))
  if (root !== undefined) return { source, tree, root }
  throw new CfdiXmlError(
    'XML_NOT_CFDI',
    `El nodo raíz no es el de un CFDI 4.0: ${foreignRoot(main.model.document, tree)}`,
  )
}

/** Whether an element is the root element of a document. */
function isRootOf({ local, namespace }: XmlNode, { model: { document } }: Root): boolean {
  return local === document.name && namespace === document.namespace
}

/**
 * Returns the JSON of a parsed document. @throws CfdiXmlError XML_CONTENT, as `readCfdi`.
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
