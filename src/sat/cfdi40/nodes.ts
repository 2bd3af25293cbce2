/**
 * Nodes of a CFDI 4.0 and of the complements that hang from it.
 * @module
 */
import type { Complement } from '../../model/grammar.js'
import { type Nodes, nodesOf } from '../../model/nodes.js'
import { type Comprobante, type Concepto, comprobante } from './declaration.js'
import { hasComplement } from './predicates.js'

/** Selects nodes: `at(comprobante, 'Conceptos[]')`, `at(nomina12, 'Percepciones', 'Percepcion[]')`. */
export const at = nodesOf<{ comprobante: Comprobante; concepto: Concepto }>(comprobante)

/**
 * The same nodes, where the document is of a type that admits the complement and carries it, of whatever version: once,
 * however many it carries.
 */
export function carryingAnyVersion<Node, Up>(nodes: Nodes<Node, Up>, { name, tipos }: Complement): Nodes<Node, Up> {
  return {
    ...nodes,
    tipos,
    each: (document, visit) => {
      if (hasComplement(document as Comprobante, name)) nodes.each(document, visit)
    },
  }
}
