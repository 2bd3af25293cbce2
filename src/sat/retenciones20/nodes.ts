/**
 * Nodes of a Retenciones 2.0 and of its complements.
 * @module
 */
import { nodesOf } from '../../model/nodes.js'
import { type Retenciones, retenciones } from './declaration.js'

/** Selects nodes: `at(retenciones, 'Totales')`, `at(planesRetiro11, 'AportacionesODepositos[]')`. */
export const at = nodesOf<{ retencion: Retenciones }>(retenciones)
