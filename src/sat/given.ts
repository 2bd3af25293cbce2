/**
 * Types of drafts that the verbs accept.
 * @module
 */
import type { Comprobante } from './cfdi40/declaration.js'
import type { ComprobanteDraft } from './cfdi40/draft.js'
import type { RetencionesDraft } from './retenciones20/draft.js'

/**
 * A draft: an object with typed members, JSON text (also as bytes), or an untyped value: `unknown`,
 * an object with any names, a parsed document. `T` is the type of the argument, of which only
 * untyped ones are accepted as they are.
 */
export type Given<T, Draft = ComprobanteDraft> = Draft | Untyped<T>

/**
 * `T`, if it cannot contain a misspelt name: it is text, has an index signature, or is no stricter
 * than a document. Or a draft of a document that a program registers.
 */
export type Untyped<T> = T extends string | ArrayBufferView
  ? T
  : string extends keyof T
    ? T
    : Comprobante extends T
      ? T
      : T extends RetencionesDraft
        ? T
        : never
