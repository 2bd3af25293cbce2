/**
 * Nodes of a CFDI 4.0 and of its complements.
 * @module
 */
import type { Complement } from '../../model/grammar.js'
import { type Nodes, nodesOf } from '../../model/nodes.js'
import { type Comprobante, type Concepto, comprobante } from './declaration.js'

/**
 * Selects nodes: `at(comprobante, 'Conceptos[]')`, `at(nomina12, 'Percepciones', 'Percepcion[]')`.
 */
export const at = nodesOf<{ comprobante: Comprobante; concepto: Concepto }>(comprobante)

/**
 * Selects the content of a complement's name as one node, of any version and number. With
 * `carrying`, selects nodes of documents that carry it.
 */
export function ofAnyVersion(complement: Complement): Nodes<unknown, unknown> {
  const { name } = complement
  const place = { parent: { parent: undefined, key: 'Complemento' }, key: name }
  return {
    ...at(complement),
    each: (document, visit) => {
      const content = (document as Comprobante).Complemento?.[name]
      if (content !== undefined) visit(content, document, place)
    },
  }
}
