/**
 * Reads a document to print: a CFDI 4.0, or one that the host registered.
 * @module
 */
import { catalogs as ownCatalogs } from '../../catalogs/catalogs.js'
import type { Catalogs } from '../../catalogs/set.js'
import { isRecord, type Json } from '../../lib/json.js'
import type { Limits } from '../../lib/limits.js'
import { secureRandom } from '../../lib/uuid.js'
import { readCfdi, writeCfdi } from '../../sat/cfdi40/cfdi.js'
import type { Comprobante } from '../../sat/cfdi40/declaration.js'
import type { ComprobanteDraft } from '../../sat/cfdi40/draft.js'
import { cfdiRoot } from '../../sat/cfdi40/model.js'
import { resolve } from '../../sat/cfdi40/resolve.js'
import { verificationUrl } from '../../sat/cfdi40/verificationUrl.js'
import type { SatDocument } from '../../sat/document.js'
import { parseDocument, readParsed } from '../../sat/parse.js'
import { isCfdi, type Registered, registeredRoots } from '../../sat/registered.js'
import type { Retenciones } from '../../sat/retenciones20/declaration.js'
import type { RetencionesDraft } from '../../sat/retenciones20/draft.js'
import { type Root, rootOfJson } from '../../sat/root.js'

/** A document to print: its XML, its JSON, or a draft of it, which is printed as a preview. */
export type PrintedSource =
  | string
  | Uint8Array
  | Comprobante
  | ComprobanteDraft
  | Retenciones
  | RetencionesDraft

/** Data and functions of a document that its printed form needs. */
export type Printable = Pick<SatDocument, 'model' | 'members' | 'resolve' | 'verificationUrl'>

/** A document as read, with its kind. */
export interface Printed {
  readonly document: Comprobante
  readonly kind: Printable
  /** Whether its "AUTO" values are to be derived; in a sealed document they are words. */
  readonly isDraft: boolean
}

/** Without the rules, which are most of the weight of `cfdi40`. */
function printableOf(root: Root): Printable {
  if (!isCfdi(root)) return root as SatDocument
  return {
    ...root,
    resolve,
    verificationUrl: (document, uuid) => verificationUrl(document as Comprobante, uuid),
  }
}

interface PrintedOptions extends Registered {
  readonly limits?: Limits | undefined
  readonly catalogs?: Catalogs | undefined
  readonly createdAt?: Date | undefined
}

/**
 * Writes JSON as XML and reads it again, which converts values to text, orders them, and checks
 * them. The "AUTO" values of a draft are derived first, as when it is stamped; those that only the
 * signer or the folios know remain.
 */
export function readPrinted(
  verb: string,
  source: PrintedSource,
  { limits, catalogs = ownCatalogs, createdAt, documents, complements }: PrintedOptions,
): Printed {
  const registered = { documents, complements }
  const roots = registeredRoots(cfdiRoot, verb, registered)
  if (typeof source === 'string' || source instanceof Uint8Array) {
    const parsed = parseDocument(cfdiRoot, source, limits, roots)
    return { document: readParsed(parsed, limits), kind: printableOf(parsed.root), isDraft: false }
  }
  if (!isRecord(source)) throw new TypeError('expected a CFDI: its XML, or its JSON document')
  const kind = printableOf(rootOfJson(source, roots, cfdiRoot) ?? cfdiRoot)
  const read = (json: unknown): Comprobante =>
    readCfdi(writeCfdi(json as Comprobante, registered), { limits, ...registered })
  const text = JSON.stringify(source)
  if (
    (typeof source.Sello === 'string' && source.Sello !== '' && source.Sello !== 'AUTO') ||
    !text.includes('"AUTO"')
  )
    return { document: read(source), kind, isDraft: false }
  const draft = kind.resolve(JSON.parse(text) as Json, {
    certificate: undefined,
    catalogs,
    clock: () => createdAt ?? new Date(),
    random: secureRandom,
    zoneOf: (postalCode) => catalogs.zoneOf(postalCode),
    complete: true,
  })
  // Removes nodes that could not be derived: an attribute keeps its "AUTO".
  const nodes = new Set(['Impuestos', 'Totales', 'Conceptos', 'CfdiRelacionados'])
  const cleaned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cleaned)
    if (!isRecord(value)) return value
    const kept: Record<string, unknown> = {}
    for (const [name, member] of Object.entries(value))
      if (member !== 'AUTO' || !nodes.has(name)) kept[name] = cleaned(member)
    return kept
  }
  return { document: read(cleaned(draft) as Json), kind, isDraft: true }
}
