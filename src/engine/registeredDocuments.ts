/**
 * Documents that an engine stamps: CFDI 4.0, and those that the host registered.
 * @module
 */
import { decodeXml } from '../model/source.js'
import { otherRoot } from '../model/version.js'
import { outlineRoot } from '../sat/cfdi40/cfdi.js'
import { type Comprobante, comprobante } from '../sat/cfdi40/declaration.js'
import { cfdi40 } from '../sat/cfdi40/document.js'
import { cfdiRoot } from '../sat/cfdi40/model.js'
import type { SatDocument } from '../sat/document.js'
import { parseDocument, readParsed } from '../sat/parse.js'
import { isCfdi } from '../sat/registered.js'
import { factsOf, rootOfJson } from '../sat/root.js'
import { parseSealed } from '../seal/parseSealed.js'
import type { Sealed } from '../seal/sello.js'
import { failureCodes } from './codes.js'
import type { Draft } from './documentStages.js'
import { createFailure } from './failure.js'
import type { Step } from './stepResult.js'

/** The documents of an engine. */
export class RegisteredDocuments {
  readonly all: readonly SatDocument[]

  constructor(all: readonly SatDocument[]) {
    this.all = all
  }

  /** Returns the document that a draft is of; a failure for one that must be registered. */
  ofDraft(draft: Draft): Step<SatDocument> {
    const kind = rootOfJson(draft, this.all, cfdiRoot) ?? cfdi40
    const other = isCfdi(kind) ? otherRoot(comprobante, draft) : undefined
    if (other === undefined) return { value: kind }
    return { failure: createFailure(failureCodes.json, `El comprobante ${other}.`) }
  }

  /** Parses the XML of a sealed document. @throws CfdiXmlError if it is none of them */
  parseSealed(xml: string): Sealed {
    return parseSealed(xml, this.all)
  }

  /** Reads XML. @throws CfdiXmlError if it is none of them */
  read(xml: string | Uint8Array): { readonly document: Comprobante; readonly kind: SatDocument } {
    const parsed = parseDocument(outlineRoot, xml, undefined, this.all)
    const kind = this.all.find((one) => one === parsed.root) ?? cfdi40
    return { document: readParsed(parsed, undefined), kind }
  }

  /**
   * Reads XML as {@link read}, without its concepts: 1 ms instead of 45 for 5,000 of them. For XML
   * that was read as a whole before it was stored.
   */
  readStored(xml: string | Uint8Array): ReturnType<RegisteredDocuments['read']> {
    return this.read(omitConcepts(decodeXml(xml)))
  }
}

const [opening, closing] = ['<cfdi:Conceptos>', '</cfdi:Conceptos>']

/**
 * Removes the concepts of a CFDI. Leaves XML as it is where a tag may be something else (a comment,
 * CDATA, a processing instruction), or concepts within concepts.
 */
function omitConcepts(xml: string): string {
  const start = xml.indexOf(opening)
  const inner = start + opening.length
  const end = start < 0 ? -1 : xml.indexOf(closing, inner)
  if (end < 0 || xml.includes('<!') || xml.includes('<?', 1)) return xml
  const next = xml.indexOf(opening, inner)
  if (next >= 0 && next < end) return xml
  return xml.slice(0, inner) + xml.slice(end)
}

/** Returns the document that a sealed one is. */
export function kindOf({ root }: Pick<Sealed, 'root'>): SatDocument {
  // `documents` of the engine and of `seal` admits nothing less.
  return (root as SatDocument | undefined) ?? cfdi40
}

/** Facts of a sealed document, under the names of a CFDI. */
export interface SealedNames {
  readonly Fecha: string
  readonly LugarExpedicion: string
  readonly Rfc: string
  readonly Folio?: string
  readonly Serie?: string
  /** Series of its folio in the sequence. */
  readonly sequence: string
}

/** Returns the facts of a sealed document. */
export function namesOf({
  root = cfdiRoot,
  document,
}: Pick<Sealed, 'root' | 'document'>): SealedNames {
  const { Serie, Folio, ...facts } = factsOf(root, document) as Omit<SealedNames, 'sequence'>
  return {
    ...facts,
    ...(Folio !== undefined && { Folio }),
    ...(Serie !== undefined && { Serie }),
    sequence: Serie ?? root.members.sequence ?? '',
  }
}
