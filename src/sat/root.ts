/**
 * Root documents: the model of each, the members that every one has under a name of its own, and
 * the choice of the root of a document.
 * @module
 */
import { isRecord, type Json } from '../lib/json.js'
import type { Model } from '../model/grammar.js'

/** A root document. `Document` is the type of its JSON. */
export interface Root<Document = unknown> {
  /** Its declaration with its complements; of a CFDI 4.0 that was read or sealed, an outline of it. */
  readonly model: Model
  /** Names of the members that sealing and verifying read. */
  readonly members: Members
  /** Type carrier only, never set. */
  readonly T?: Document
}

/** A root document that takes complements of the host. */
export interface ExtensibleRoot<Document = unknown> extends Root<Document> {
  /** Returns the document with another model: its own with more complements. */
  withModel(model: Model): ExtensibleRoot<Document>
}

/** The JSON of a root document. */
export type DocumentOf<R> = R extends Root<infer Document> ? Document : never

/** Names of members of the root and of its Emisor. */
export interface Members {
  /** Local date and time of issue. */
  readonly fecha: string
  /** Postal code of the place of issue. */
  readonly lugar: string
  /** Folio of the issuer. */
  readonly folio: string
  /** Series; absent where the document has none. */
  readonly serie?: string
  /** Sequence of its folios, where it has no series. Defaults to that of documents without one. */
  readonly sequence?: string
  /** RFC of `Emisor`. */
  readonly rfc: string
  /** Name of `Emisor`. */
  readonly nombre: string
}

/** Facts of a document that every root has. A document that was only read may lack them. */
export interface RootFacts {
  readonly Fecha: unknown
  readonly LugarExpedicion: unknown
  readonly Folio: unknown
  readonly Serie: unknown
  readonly Rfc: unknown
  readonly Nombre: unknown
}

/** Returns the facts of a document, by the names of its root. */
export function factsOf({ members }: Root, document: unknown): RootFacts {
  const json = isRecord(document) ? document : {}
  const emisor: Json = isRecord(json['Emisor']) ? json['Emisor'] : {}
  const { fecha, lugar, folio, serie, rfc, nombre } = members
  return {
    Fecha: json[fecha],
    LugarExpedicion: json[lugar],
    Folio: json[folio],
    Serie: serie === undefined ? undefined : json[serie],
    Rfc: emisor[rfc],
    Nombre: emisor[nombre],
  }
}

/**
 * Returns the registered root whose declaration has more of the document's members than that of the
 * default one has, or else the registered one with the declaration of the default one and other
 * complements; undefined for the default root.
 */
export function rootOfJson<R extends Root>(
  document: unknown,
  registered: readonly R[],
  main: Root,
): R | undefined {
  if (registered.length === 0 || !isRecord(document)) return undefined
  const names = Object.keys(document)
  const known = ({ model }: Root) =>
    names.filter((name) => Object.hasOwn(model.document.root.content, name)).length
  return (
    registered.find((root) => known(root) > known(main)) ??
    registered.find(({ model }) => model.document.namespace === main.model.document.namespace)
  )
}

/** Names of option `documents`. */
const memberNames = ['fecha', 'lugar', 'folio', 'rfc', 'nombre']

function isRoot(one: unknown): one is Root {
  const { model, members, judge } = (isRecord(one) ? one : {}) as Json
  return (
    isRecord(model) &&
    isRecord(members) &&
    isRecord(judge) &&
    memberNames.every((name) => name in members)
  )
}

/** @throws TypeError for a document that is none */
export function requireDocument(verb: string, document: unknown): asserts document is Root {
  if (isRoot(document)) return
  throw new TypeError(
    `${verb}: document must be a document, such as retenciones20 of cfdi-stamp/retenciones`,
  )
}

/** @throws TypeError for a list of documents that is none */
export function requireDocuments(verb: string, documents: unknown): void {
  if (documents === undefined) return
  if (Array.isArray(documents) && documents.every(isRoot)) return
  throw new TypeError(
    `${verb}: documents must be a list of documents, such as retenciones20 of cfdi-stamp/retenciones`,
  )
}
