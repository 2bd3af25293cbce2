/**
 * What has been proved of a document is in its type. Only the function that earns a stage returns it.
 * @module
 */
import type { Json } from '../derive/derivation.js'
import type { Unsealed } from '../seal/sello.js'

export type { StampedDocument } from '../seal/insertTimbre.js'
export type { Sealed } from '../seal/sello.js'

/** JSON as the caller gave it. */
export type Draft = Json

/** Its "AUTO" values are derived, but for the folio. */
export type Resolved = Json & { readonly [resolved]: true }

/** It was checked: structure, catalogues, rules. It may lack its folio. */
export type Valid = Unsealed & { readonly [valid]: true }

declare const resolved: unique symbol
declare const valid: unique symbol
