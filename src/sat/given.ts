/**
 * What verbs take for a draft.
 * @module
 */
import type { Comprobante } from './cfdi40/declaration.js'
import type { ComprobanteDraft } from './cfdi40/draft.js'

/**
 * A draft: as an object whose members are known to the compiler, as JSON text (also in bytes), or as what nobody has typed:
 * `unknown`, an object with any names, a document that was read. `T` is what is given, of which only those are taken as they are.
 */
export type Given<T, Draft = ComprobanteDraft> = Draft | Untyped<T>

/** `T`, when nothing in it could be misspelt: it is text, has any names, or promises no more than a document does. */
export type Untyped<T> = T extends string | ArrayBufferView
  ? T
  : string extends keyof T
    ? T
    : Comprobante extends T
      ? T
      : never
