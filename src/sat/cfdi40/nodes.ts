/**
 * Nodes of a CFDI 4.0 and of the complements that hang from it.
 * @module
 */
import { nodesOf } from '../../model/nodes.js'
import { comprobante } from './declaration.js'

/** Selects nodes: `at(comprobante, 'Conceptos[]')`, `at(nomina12, 'Percepciones', 'Percepcion[]')`. */
export const at = nodesOf(comprobante)
