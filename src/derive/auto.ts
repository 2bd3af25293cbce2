/**
 * The word that asks for a value to be derived.
 * @module
 */

/** Stands in a document where the library can derive the value. */
export const AUTO = 'AUTO'

/** A JSON object that nobody has judged. */
export type Json = Readonly<Record<string, unknown>>
