/**
 * zod schemas of the SAT's documents, exported by `cfdi-stamp/zod`.
 * @module
 */
import type { Element, Model } from '../model/grammar.js'
import { type ElementSchema, type StructureOptions, zodOf } from '../model/zod.js'

export * from '../model/zod.js'

/**
 * The zod schema of a CFDI 4.0: `comprobanteSchema(cfdi)`, or of a model with selected complements.
 * @example
 * comprobanteSchema(cfdi).safeParse(draft).success // → true
 */
export function comprobanteSchema<E extends Element>(
  model: Model<E>,
  options: StructureOptions = {},
): ElementSchema<E> {
  return zodOf(model, options)
}
