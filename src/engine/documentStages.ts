/**
 * Stages of a document as types. Only the function that completes a stage returns its type.
 * @module
 */
import type { Json } from '../derive/derivation.js'
import type { Unsealed } from '../seal/sello.js'

export type { StampedDocument } from '../seal/insertTimbre.js'
export type { Sealed } from '../seal/sello.js'

/** JSON as the caller gave it. */
export type Draft = Json

/** Draft with its "AUTO" values derived, except the folio. */
export type Resolved = Json & { readonly [resolved]: true }

/** Document with checked structure, catalogues and rules. Its folio may be missing. */
export type Valid = Unsealed & { readonly [valid]: true }

declare const resolved: unique symbol
declare const valid: unique symbol
