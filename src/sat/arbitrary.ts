/**
 * fast-check arbitraries of the SAT's documents, exported by `cfdi-stamp/arbitrary`.
 * @module
 */
import { type Arbitrary, type DocumentOptions, documentArbitrary } from '../model/arbitrary.js'
import type { Element, Model, Static } from '../model/grammar.js'

export {
  type Arbitrary,
  type ArbitraryOptions,
  type Complement,
  complementArbitrary,
  type DocumentOptions,
  type Element,
  elementArbitrary,
  type Model,
  type Static,
} from '../model/arbitrary.js'

/**
 * Creates an arbitrary for documents, with complements that their type and place admit. Documents
 * have no empty lists, as those of `readCfdi`.
 * @example
 * fc.assert(
 *   fc.property(comprobanteArbitrary(cfdi), (factura) => checkStructure(cfdi, factura).length === 0),
 *   { numRuns: 1 },
 * )
 */
export function comprobanteArbitrary<E extends Element>(
  model: Model<E>,
  options: DocumentOptions = {},
): Arbitrary<Static<E>> {
  return documentArbitrary(model, options)
}
